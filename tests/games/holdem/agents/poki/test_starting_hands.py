"""Income rates: the shipped table, and the roll-outs that made it."""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np
import pytest

from mendax.games.holdem.agents.poki.roll_outs import PASSES, SAMPLES, SEED, roll_out, table_text
from mendax.games.holdem.agents.poki.starting_hands import (
    KINDS,
    NUM_KINDS,
    RATES_FILE,
    TABLE_SIZES,
    income_rate,
    income_rates,
    kind_name,
    kind_number,
    rates_row,
)
from mendax.games.holdem.kernel.equity import exact_equity
from mendax.games.holdem.rules import parse_cards


def test_there_are_169_kinds_of_so_many_holdings_each() -> None:
    names = [kind_name(number) for number in range(NUM_KINDS)]
    assert len(set(names)) == 169
    sizes = np.bincount(KINDS, minlength=NUM_KINDS)
    assert {kind: sizes[names.index(kind)] for kind in ("AA", "AKs", "AKo")} == {"AA": 6, "AKs": 4, "AKo": 12}
    assert sizes.sum() == 1326


def test_the_shipped_table_says_how_it_was_made() -> None:
    data = json.loads(files("mendax.games.holdem.agents.poki").joinpath(RATES_FILE).read_text())
    assert (data["players"], data["samples"], data["passes"], data["seed"]) == ([*TABLE_SIZES], SAMPLES, PASSES, SEED)
    assert len(data["rates"]) == 169
    assert table_text(samples=8, passes=2).count("\n") == 169 + 8


@pytest.mark.slow
def test_the_shipped_table_can_be_made_again() -> None:
    assert table_text() == files("mendax.games.holdem.agents.poki").joinpath(RATES_FILE).read_text()


@pytest.mark.parametrize("row", range(len(TABLE_SIZES)))
def test_roll_outs_agree_with_the_table(row: int) -> None:
    """Few samples, within five standard errors: a gain has a deviation of less than the number of players."""
    players = TABLE_SIZES[row]
    assert np.abs(roll_out(players, samples=4000, seed=9) - income_rates()[row]).max() < 5 * players / 4000**0.5


def test_heads_up_it_is_the_equity() -> None:
    """Everybody pays one bet and sees the showdown: twice the equity, less the bet."""
    ours, other = parse_cards("AcAd"), parse_cards("KhKs")
    assert exact_equity([ours, other])[0].equity == pytest.approx(0.8126, abs=1e-3)  # what the kernel says of one hand
    assert income_rate(ours, 2) == pytest.approx(2 * 0.852 - 1, abs=0.005)  # aces against any hand: .852
    assert income_rate(parse_cards("3c2d"), 2) == pytest.approx(2 * 0.323 - 1, abs=0.005)


def test_rows_by_number_of_players() -> None:
    assert [rates_row(players) for players in range(2, 11)] == [0, 1, 1, 2, 2, 2, 2, 2, 2]
    assert (
        income_rate(parse_cards("AcAd"), 7) > income_rate(parse_cards("AcAd"), 4) > income_rate(parse_cards("KcKd"), 4)
    )
    assert kind_number(*parse_cards("AhKh")) == kind_number(*parse_cards("KsAs")) != kind_number(*parse_cards("AhKs"))
