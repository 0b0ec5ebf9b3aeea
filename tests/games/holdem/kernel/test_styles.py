"""Styles in compiled code: the classes of the rules' readable twin, and hands played on to known ends."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mendax.games.holdem.agents.made_hands import has_draw, made_hand
from mendax.games.holdem.kernel.hands import ACTIVE, CALL, WIDTH, act, begin, legal
from mendax.games.holdem.kernel.styles import DRAW, NUM_COUNTS, choose, play_on, stage_codes
from mendax.games.holdem.kernel.tables import evaluator_table
from mendax.games.holdem.luck import STYLES

CALLS, RAISES, TIGHT, LOOSE = (np.array(STYLES[name][0]) for name in ("always-call", "always-raise", "tight", "loose"))


def codes_on(deck: list[int], players: int, size: int) -> tuple[list[int], list[int]]:
    values, codes = np.zeros(players, dtype=np.int64), np.zeros(players, dtype=np.int64)
    counts = np.zeros(NUM_COUNTS, dtype=np.int64)
    every = (1 << players) - 1
    stage_codes(evaluator_table(), np.array(deck, dtype=np.uint8), players, every, size, counts, values, codes)
    return codes.tolist(), values.tolist()


@pytest.mark.parametrize("size", [3, 4, 5])
def test_classes_and_draws_are_those_of_made_hands(size: int) -> None:
    rng, players = Random(size), 4
    for _ in range(500):
        deck = rng.sample(range(52), 2 * players + size)
        board = tuple(deck[2 * players :])
        for position, code in enumerate(codes_on(deck, players, size)[0]):
            hole = (deck[position], deck[position + players])
            assert code & 7 == made_hand(hole, board)
            assert (code >= DRAW) == (size < 5 and has_draw(hole, board))


def test_what_tight_and_loose_do_with_each_class() -> None:
    """0 nothing, 1 a pair, 2 top pair, 3 strong; 8 more with a draw."""
    assert [choose(TIGHT, code, 0, 1) for code in range(4)] == [1, 1, 2, 2]
    assert [choose(TIGHT, code, 1, 1) for code in range(4)] == [0, 0, 1, 2]
    assert [choose(LOOSE, code, 1, 2) for code in range(4)] == [0, 1, 1, 2]
    assert (choose(LOOSE, DRAW, 1, 2), choose(TIGHT, DRAW, 1, 2)) == (1, 0)


def played_on(styles: list[np.ndarray], codes: list[int], values: list[int]) -> list[float]:
    """All call before the flop and play on by styles, with the same classes at every stage."""
    players = len(styles)
    row, gains = np.zeros(WIDTH, dtype=np.int64), np.zeros(players)
    begin(row, players)
    for _ in range(players):
        act(row, CALL)
    assert row[ACTIVE] == (1 << players) - 1
    assert legal(row, 3) == 6
    play_on(row, players, 3, np.array(styles), np.array([codes] * 4), np.array(values), gains)
    return gains.tolist()


def test_hands_played_on_to_ends_that_can_be_counted() -> None:
    assert played_on([CALLS, CALLS], [0, 0], [5, 9]) == [-1.0, 1.0]
    assert played_on([CALLS, CALLS, CALLS], [0, 0, 0], [7, 7, 2]) == [0.5, 0.5, -1.0]
    # A bet and three raises a stage: 4 small bets on the flop, 8 on turn and river, after 1 before the flop.
    assert played_on([RAISES, RAISES], [0, 0], [5, 9]) == [-21.0, 21.0]
    assert played_on([RAISES, TIGHT], [0, 1], [5, 9]) == [1.0, -1.0], "a pair is folded"
    # A bet of each stage is called: 1 + 1 + 2 + 2.
    assert played_on([LOOSE, LOOSE], [1, 2], [5, 9]) == [-6.0, 6.0]
