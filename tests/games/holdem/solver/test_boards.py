"""Boards up to an exchange of suits, starting hands, and strengths of all holdings at once."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from mendax.games.holdem.kernel.equity import equity_against_one
from mendax.games.holdem.kernel.holdings import HOLDINGS, NUM_HOLDINGS
from mendax.games.holdem.kernel.tables import evaluator_table
from mendax.games.holdem.solver.betting_tree import HeadsUpBetting, betting_tree, bettings
from mendax.games.holdem.solver.boards import CHANGED_CARDS, CHANGED_HOLDINGS, CLASSES, board_classes, board_rank
from mendax.games.holdem.solver.river_strengths import BLOCKED, OPPONENTS, new_scratch, strengths


def test_the_classes_cover_all_flops() -> None:
    classes = board_classes(3)
    assert len(classes.boards) == 1755
    assert classes.sizes.sum() == 22_100
    rng = Random(1)
    for _ in range(200):
        board = np.sort(rng.sample(range(52), 3))
        rank = board_rank(board)
        first = np.sort(CHANGED_CARDS[classes.change[rank]][board])
        assert first.tolist() == classes.boards[classes.number[rank]].tolist()


def test_holdings_change_with_their_cards() -> None:
    rng = Random(2)
    for _ in range(200):
        change, holding = rng.randrange(24), rng.randrange(NUM_HOLDINGS)
        cards = sorted(CHANGED_CARDS[change][HOLDINGS[holding]].tolist())
        assert HOLDINGS[CHANGED_HOLDINGS[change, holding]].tolist() == cards


def test_starting_hands() -> None:
    """13 pairs of 6 holdings, 78 suited hands of 4, 78 others of 12."""
    sizes = Counter(Counter(CLASSES.tolist()).values())
    assert sizes == {6: 13, 4: 78, 12: 78}


@pytest.mark.parametrize("board", [(0, 5, 17, 33, 50), (48, 49, 50, 51, 0), (0, 4, 8, 12, 16)])
def test_strengths_are_those_of_the_equity_calculator(board: tuple[int, ...]) -> None:
    """The second board ties often, the third makes a straight flush for everybody."""
    found = np.zeros(NUM_HOLDINGS, np.int16)
    strengths(evaluator_table(), np.array(board), found, new_scratch())
    for holding in range(0, NUM_HOLDINGS, 29):
        cards = HOLDINGS[holding].tolist()
        if set(cards) & set(board):
            assert found[holding] == BLOCKED
        else:
            exact = equity_against_one(cards, board)
            assert exact.win + exact.tie + exact.lose == OPPONENTS
            assert found[holding] == 2 * exact.win + exact.tie


def test_the_betting_follows_the_rules() -> None:
    """6,378 points of the betting: with 100 buckets a stage and 169 before the flop, 638,352 information sets."""
    tree = betting_tree((169, 100, 100, 100))
    assert tree.information_sets == 8 * 169 + 6370 * 100
    assert len(bettings()) == len(tree.actions)
    game = HeadsUpBetting()
    for node in range(0, len(tree.actions), 97):
        betting = bettings()[node]
        assert tree.walk([said.act for stage in betting.said for said in stage]) == node
        assert betting.turn == tree.nodes.seat[node]
        assert tuple(act for act, _ in game.moves(betting)) == tree.actions[node]
    assert max(tree.nodes.stake) == 4 + 4 + 8 + 8, "a bet and three raises in each stage, in small bets"
    assert min(tree.nodes.fixed) == -22, "a fold to the last raise"
