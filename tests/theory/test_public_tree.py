"""Folded trees beside the rules they come from, node by node."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from mendax.core import MendaxError, Turn
from mendax.core.game import game_text
from mendax.games.liars_dice.rules import LiarsDice, Open, Roll, State
from mendax.games.liars_dice.solver.public_tree import PublicRound, public_tree
from mendax.theory import PublicTree, fold
from mendax.theory.public_tree import Numbers, PublicGame
from tests.theory.kuhn_public import PublicKuhn


def one_round(**options: Any) -> LiarsDice:
    return LiarsDice(players=2, single_round=True, opens="first", **options)


GAMES = [
    one_round(dice=1, faces=3, rules="open-spiel"),
    one_round(dice=1, faces=3, rules="plain"),
    one_round(dice=1, faces=3, rules="plain", exact=True),
    one_round(dice=2, faces=2, rules="plain", wild="none"),
    one_round(dice=2, faces=2, rules="plain", passes=True),
]


@pytest.mark.parametrize("game", GAMES, ids=game_text)
def test_the_tree_is_the_rules_at_every_history(game: LiarsDice) -> None:
    """For every deal and everything that can be said: who speaks, what may be said, and what it pays."""
    tree, cups = public_tree(game), PublicRound(game).hands
    sets: set[tuple[int, tuple[int, ...], int]] = set()
    rows: dict[tuple[int, ...], int] = {}

    def compare(state: State, path: tuple[int, ...], hands: tuple[int, int]) -> None:
        number, row = tree.walk(path)
        seat = game.turn(state)
        assert seat == tree.fold.turn[number]
        assert tuple(game.actions(state)) == tree.actions[number]
        sets.add((int(tree.fold.turn[number]), path, hands[int(tree.fold.turn[number])]))
        rows[path] = row
        for choice, action in enumerate(tree.actions[number]):
            after = game.apply(state, action)
            edge = tree.fold.first[number] + choice
            if game.turn(after) is Turn.OVER:
                assert tree.nexts[edge] < 0
                assert payoff(tree, int(tree.fold.ends[edge]), hands) == game.payoffs(after)
            else:
                compare(after, (*path, choice), hands)

    for one, other in product(range(len(cups)), repeat=2):
        state = game.apply(game.start(), Open(0))
        for hand in (one, other):
            state = game.apply(state, Roll(cups[hand]))
        compare(state, (), (one, other))
    assert len(sets) == tree.information_sets
    choices = {path: len(tree.actions_after(path)) for path in rows}
    taken = [row for path, row in rows.items() for row in range(row, row + choices[path]) if choices[path] > 1]
    assert sorted(taken) == list(range(tree.rows[0])), "each history has rows of its own, and none is left over"
    assert sum(number > 1 for number in choices.values()) == tree.nodes


def payoff(tree: PublicTree, end: int, hands: tuple[int, int]) -> tuple[float, float]:
    """What an end pays both seats, from the products of each."""
    found = list[float]()
    for seat in (0, 1):
        part = tree.factors[seat]
        span = slice(part.first[end], part.first[end + 1])
        found.append(float(part.own[span, hands[seat]] @ part.other[span, hands[1 - seat]]))
    return found[0], found[1]


def test_two_dice_each_fold_into_a_page() -> None:
    tree = public_tree(one_round(dice=2, rules="open-spiel"))
    assert (tree.nodes, tree.information_sets, tree.hands) == (2**23, 21 * 2**24, 21)
    assert len(tree.states) == 48
    ranks = np.diff(tree.factors[0].first)
    assert ranks.max() == 3, "only how many of the other's dice match makes a difference: none, one or two"


def test_a_state_without_a_choice_needs_no_rows() -> None:
    """After the highest bid there is only the challenge."""
    tree = public_tree(one_round(dice=1, faces=2, rules="open-spiel"))
    highest = len(tree.actions[0]) - 1
    state, row = tree.walk((highest,))
    assert len(tree.actions[state]) == 1
    assert tree.rows[state] == 0
    assert tree.fold.leads[highest] == -1
    with pytest.raises(ValueError, match="over after"):
        tree.walk((highest, 0))
    with pytest.raises(ValueError, match="no action 9"):
        tree.walk((9,))
    assert row <= tree.rows[0]


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (LiarsDice(players=3, dice=1, rules="plain"), "two players"),
        (LiarsDice(players=2, dice=1, rules="paper"), "without a push"),
        (LiarsDice(players=2, dice=2, rules="plain"), "one round"),
        (LiarsDice(players=2, dice=3, rules="plain", single_round=True), "too large"),
    ],
)
def test_other_games_are_refused_in_a_line(game: LiarsDice, reason: str) -> None:
    with pytest.raises(MendaxError, match=reason):
        public_tree(game)


class Round(PublicGame[int, str]):
    """A game in which one goes round and round, or begins with the end."""

    def __init__(self, leads: dict[int, int]) -> None:
        self.leads = leads

    @property
    def deals(self) -> tuple[Numbers, Numbers]:
        return np.ones(1), np.ones(1)

    def start(self) -> int:
        return 0

    def turn(self, public: int) -> int | None:
        return 0 if public in self.leads else None

    def moves(self, public: int) -> list[tuple[str, int]]:
        return [("on", self.leads[public])]

    def payoffs(self, public: int) -> Numbers:
        return np.ones((1, 1))


def test_games_that_cannot_be_folded() -> None:
    with pytest.raises(ValueError, match="never ends"):
        fold(Round({0: 1, 1: 0}))
    with pytest.raises(MendaxError, match="before it begins"):
        fold(Round({}))
    with pytest.raises(MendaxError, match="nothing to decide"):
        _ = fold(Round({0: 1, 1: 2})).begin


def test_payoffs_must_fit_the_hands() -> None:
    class Wide(PublicKuhn):
        def payoffs(self, public: str) -> Numbers:
            return np.zeros((3, 4))

    with pytest.raises(ValueError, match="3 by 3 hands"):
        fold(Wide())
