"""Ratings: known strengths are found again."""

from __future__ import annotations

import numpy as np
import pytest

from mendax.arena.ratings import rate_ranks


def test_two_players_are_bradley_terry() -> None:
    """Three wins to one is a strength ratio of three, up to the weak prior: 191 points apart."""
    seatings = np.tile([0, 1], (4000, 1))
    payoffs = np.tile([[1.0, -1.0]] * 3 + [[-1.0, 1.0]], (1000, 1))
    first, second = rate_ranks(seatings, payoffs, np.arange(4000), 2)
    assert first.points - second.points == pytest.approx(400 * np.log10(3), abs=0.5)
    assert first.ci95[0] < first.points < first.ci95[1]


def test_known_strengths_are_found_again_at_tables_of_four() -> None:
    rng = np.random.default_rng(1)
    truth = np.array([200.0, 50.0, 0.0, -50.0, -200.0])
    seatings = np.array([rng.permutation(5)[:4] for _ in range(6000)])
    noise = rng.gumbel(size=seatings.shape)  # the highest strength plus noise wins: Plackett-Luce
    payoffs = (truth[seatings] / (400 / np.log(10)) + noise).argsort(axis=1).argsort(axis=1).astype(float)
    for paid in (payoffs, (payoffs == 3).astype(float)):  # full rankings, and winner takes all
        found = rate_ranks(seatings, paid, np.arange(6000), 5)
        assert [r.points for r in found] == pytest.approx(truth, abs=25)
        assert all(r.ci95[0] - 15 < t < r.ci95[1] + 15 for r, t in zip(found, truth, strict=True))


def test_the_order_of_games_does_not_matter() -> None:
    rng = np.random.default_rng(2)
    seatings = rng.integers(0, 3, (500, 2))
    payoffs = rng.choice([-1.0, 0.0, 1.0], (500, 1)) * [[1.0, -1.0]]
    order = rng.permutation(500)
    straight = rate_ranks(seatings, payoffs, np.arange(500), 3)
    shuffled = rate_ranks(seatings[order], payoffs[order], np.arange(500)[order], 3)
    assert [r.points for r in straight] == pytest.approx([r.points for r in shuffled])


def test_a_perfect_score_stays_finite() -> None:
    found = rate_ranks(np.tile([0, 1], (50, 1)), np.tile([1.0, -1.0], (50, 1)), np.arange(50), 2)
    assert 300 < found[0].points - found[1].points < 1500
