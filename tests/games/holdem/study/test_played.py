"""Estimates of a chair's mean, and when a line-up ends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mendax.arena.credits import Credits
from mendax.arena.run import run_games
from mendax.arena.schedule import Schedule, rotations
from mendax.core.catalogue import build_agent
from mendax.games.holdem.luck import HoldemLuck
from mendax.games.holdem.rules import Holdem
from mendax.games.holdem.study.moving_average import draw_days, in_order_of_seatings, moving_average, weighted_averages
from mendax.games.holdem.study.played import Hands, Mean
from mendax.games.holdem.study.published import MIXED_DAYS
from mendax.games.holdem.study.tables import play_until


def hands_of(won: list[list[float]], deals: list[int], turns: list[int]) -> Hands:
    """Sessions of one hand each."""
    agents = tuple("abcdefgh"[: len(won[0])])
    return Hands(
        agents,
        np.array(deals),
        np.zeros(len(won), dtype=np.int64),
        np.array(turns),
        np.array(won, dtype=np.float64),
        np.zeros((len(won), len(won[0]), 1)),
    )


def test_chairs_are_followed_through_the_seats() -> None:
    """The mean of every chair is what the arena's own summary says of the agent that sits there."""
    game, agents = Holdem(players=3, hands=5), ("tight", "always-raise", "always-call")
    entrants = [(name, build_agent(game, name)) for name in agents]
    run = run_games(game, entrants, Schedule((rotations(range(3)),), 12), seed=3, luck=HoldemLuck())
    hands, credits = Hands.of(run.results), Credits.of(run.results)
    assert len(hands) == 60
    assert hands.hand.tolist() == [0, 1, 2, 3, 4] * 12
    assert hands.won.sum(axis=1) == pytest.approx(0)
    for chair in range(3):
        total = credits.total(chair)
        assert hands.duplicate([chair]) == Mean.of(total.estimate)
        assert hands.won[:, chair].sum() == pytest.approx(total.total)


def test_duplicate_deals_take_out_what_the_seatings_share() -> None:
    """In each deal one seating wins by its cards what the other loses: the mean of a deal is always one."""
    hands = hands_of([[5, -5], [-3, 3], [11, -11], [-9, 9]], [0, 0, 1, 1], [0, 1, 0, 1])
    assert hands.duplicate([0]).mean == hands.plain([0]).mean == 1
    assert hands.duplicate([0]).half == 0
    assert hands.plain([0]).half > 5
    assert hands.by_session([0]) == hands.duplicate([0])


def test_luck_is_taken_out() -> None:
    """What is won is a quarter and three times the luck: without luck it is always a quarter."""
    luck = np.random.default_rng(4).normal(0, 1, (200, 2, 1))
    hands = hands_of([[0.25, -0.25]] * 200, [number // 2 for number in range(200)], [0, 1] * 100)
    hands = replace(hands, luck=luck, won=hands.won + 3 * luck[:, :, 0])
    assert hands.duplicate([0]).half > 0.2
    found = hands.aivat([0])
    assert found.mean == pytest.approx(0.25, abs=0.01)
    assert found.half < 0.01
    assert hands.compare(0, hands, 1)[1].mean == pytest.approx(0.5, abs=0.02)


def test_a_difference_is_by_the_hand() -> None:
    one = hands_of([[5, -5], [-3, 3], [11, -11], [-8, 8]], [0, 0, 1, 1], [0, 1, 0, 1])
    other = hands_of([[4, -4], [-4, 4], [10, -10], [-9, 9]], [0, 0, 1, 1], [0, 1, 0, 1])
    assert one.compare(0, other, 0) == (Mean(1.0, 0.0), Mean(1.0, 0.0))  # no luck was measured
    with pytest.raises(ValueError, match="the same deals"):
        one.compare(0, other.first(1), 0)


def test_batches_go_on_until_the_interval_is_narrow() -> None:
    """Deals of mean 1 and -1 in turn: the interval of n deals is about 2 / √n."""

    def play(batch: int) -> Hands:
        won = [[1.0, -1.0], [-1.0, 1.0]] * 5
        return hands_of(won, list(range(10)), [0] * 10)

    hands, batches = play_until(play, least=1, most=50, goal=0.4)
    assert hands.duplicate([0]).half <= 0.4 < hands.first(10 * (batches - 1)).duplicate([0]).half
    assert len(np.unique(hands.deal)) == len(hands) == 10 * batches == 30
    assert play_until(play, least=5, most=50, goal=0.4)[1] == 5
    assert play_until(play, least=1, most=2, goal=0.4)[1] == 2


def test_the_moving_average_of_hands_without_luck_is_flat() -> None:
    hands = hands_of([[-0.05, 0.05]] * 13_000, [0] * 13_000, [0] * 13_000)
    found = moving_average("flat", hands, np.random.default_rng(1))
    assert [day.hands for day in found.days] == [day.hands for day in MIXED_DAYS[:11]]
    assert [day.average for day in found.days[9:]] == pytest.approx([-0.5, -0.5])
    assert found.days[8].average is None
    assert np.array(found.band) == pytest.approx(-0.5)
    assert (found.rises, found.dearer) == (0, 0)


def test_luck_alone_moves_an_average_as_far_as_in_the_thesis() -> None:
    """Days of hands with its spread: the first and the last window differ by 0.6 dollars."""
    won = np.random.default_rng(2).normal(-0.5, 47.3, 20_000)
    lengths = [day.hands for day in MIXED_DAYS]
    drawn = weighted_averages(lengths, draw_days(won, lengths, 400, np.random.default_rng(3)))
    assert drawn.shape == (400, 26)
    assert (drawn[:, -1] - drawn[:, 0]).std() == pytest.approx(0.62, abs=0.08)


def test_the_same_cards_lie_far_apart_in_the_order_of_days() -> None:
    hands = hands_of([[1, -1], [2, -2], [3, -3], [4, -4]], [0, 0, 1, 1], [0, 1, 0, 1])
    assert in_order_of_seatings(hands).tolist() == [10, 30, 20, 40]
