"""Luck taken out of results: coefficients that never saw what they correct, and what is left."""

from __future__ import annotations

import numpy as np
import pytest

from mendax.arena.corrected import PARTS, Sums, corrected_lines, fit, half_width, take_out
from mendax.arena.estimates import Estimate, Floats
from mendax.arena.luck import LuckRows

RNG = np.random.default_rng(7)


def made_up(deals: int = 200, seatings: int = 2) -> tuple[Floats, Floats, np.ndarray]:
    """Amounts of which two features explain most, by row; rows of a deal follow each other."""
    luck = RNG.normal(size=(deals * seatings, 3)) * [1.0, 10.0, 0.1]
    amounts = 0.3 + luck @ [2.0, -0.5, 0.0] + RNG.normal(size=len(luck))
    return amounts, luck, np.repeat(np.arange(deals), seatings)


def test_coefficients_are_found() -> None:
    amounts, luck, deals = made_up(1000)
    halves = [Sums.of(amounts[deals % 2 == half], luck[deals % 2 == half]) for half in (0, 1)]
    assert fit(halves)[:2] == pytest.approx([2.0, -0.5], abs=0.1)
    left = take_out(amounts, luck, deals, deals)
    assert left.mean() == pytest.approx(0.3, abs=0.1)
    assert left.std() == pytest.approx(1.0, abs=0.1)
    assert amounts.std() > 5


def test_sums_are_those_of_least_squares() -> None:
    amounts, luck, _ = made_up(50)
    one, two = Sums.of(amounts[:30], luck[:30]), Sums.of(amounts[30:], luck[30:])
    whole = Sums.of(amounts, luck)
    both = (one + two) - one
    assert both.gram == pytest.approx(two.gram)
    assert both.count == two.count
    assert both.mean == pytest.approx(two.mean)
    centred = amounts - amounts.mean()
    expected = np.linalg.lstsq(luck, centred, rcond=None)[0]
    assert whole.solve(np.zeros(3)) == pytest.approx(expected)
    errors = amounts[:30] - two.mean - luck[:30] @ expected
    assert one.error(two.mean, expected) == pytest.approx(errors @ errors)


def test_no_coefficient_has_seen_the_deal_that_it_corrects() -> None:
    """Whatever is changed in a part of the deals, the same luck is subtracted there."""
    amounts, luck, deals = made_up(60)
    left = take_out(amounts, luck, deals, deals)
    for part in range(PARTS):
        mine = deals % PARTS == part
        changed = amounts + np.where(mine, RNG.normal(size=len(amounts)) * 100, 0.0)
        again = take_out(changed, luck, deals, deals)
        assert again[mine] - changed[mine] == pytest.approx(left[mine] - amounts[mine], abs=1e-9)
        assert (again[~mine] != left[~mine]).all()


def test_in_a_single_session_coefficients_come_from_earlier_hands() -> None:
    amounts, luck, hands = made_up(60)
    one_deal = np.zeros_like(hands)
    left = take_out(amounts, luck, one_deal, hands)
    assert (left[hands < 6] == amounts[hands < 6]).all(), "before the first hands nothing is known"
    assert left[hands >= 30].std() < 0.5 * amounts[hands >= 30].std()
    changed = amounts + np.where(hands >= 30, 100.0, 0.0) * RNG.normal(size=len(amounts))
    again = take_out(changed, luck, one_deal, hands)
    assert (again[hands < 30] == left[hands < 30]).all()


def test_few_deals_and_no_luck_leave_the_amounts_as_they_are() -> None:
    amounts, luck, deals = made_up(20)
    assert (take_out(amounts, 0 * luck, deals, deals) == amounts).all()
    assert (take_out(amounts[:2], luck[:2], deals[:2], deals[:2]) == amounts[:2]).all()


def test_noise_is_not_subtracted() -> None:
    """Many features that say nothing are drawn to zero: the interval hardly grows."""
    amounts, deals = RNG.normal(size=120), np.arange(120)
    left = take_out(amounts, RNG.normal(size=(120, 30)), deals, deals)
    assert left.std() < 1.1 * amounts.std()


def test_lines_count_chairs_and_deals() -> None:
    """Two agents exchange seats; what one wins the other loses, and so with luck."""
    amounts, luck, deals = made_up(100)
    rows = LuckRows(
        ("x", "y"),
        np.tile([[0, 1], [1, 0]], (100, 1)),
        np.stack([amounts, -amounts], axis=1),
        np.stack([luck, -luck], axis=1),
        deals,
        deals,
    )
    one, two = corrected_lines(rows)
    assert (one.name, one.hands, two.hands) == ("x", 200, 200)
    mine = np.where(np.arange(200) % 2 == 0, amounts, -amounts)
    assert one.plain == Estimate.of(mine, np.ones(200), np.arange(200))
    assert one.duplicate == Estimate.of(mine, np.ones(200), deals)
    assert one.both.mean == one.aivat.mean == pytest.approx(-two.both.mean)
    assert (one.plain.deals, one.both.deals) == (200, 100)
    ratio = one.ratio("aivat")
    assert ratio is not None
    assert ratio < 0.3
    found = one.to_json()
    assert found["ratios"]["aivat"] == ratio
    assert found["both"]["half_width"] == half_width(one.both)
    assert found["plain"]["ci95"] == list(one.plain.mean_interval() or ())
