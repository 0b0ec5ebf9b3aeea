"""Liar's Dice as a public tree: one round of two players, after the roll.

Without a push nobody's dice change after the roll, so the cup is a hand, and all that is said is public. Who speaks,
what may be said and what an answer pays for each pair of cups is taken from the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mendax.core.errors import MendaxError
from mendax.core.game import Seat, Turn
from mendax.games.liars_dice.rules import PASS, Action, Answer, Bid, Dice, LiarsDice, Open, Said, State, View
from mendax.games.liars_dice.rules.bids import roll_chances
from mendax.theory.public_tree import Numbers, PublicGame, PublicTree, fold

MAX_BYTES = 8 << 30
"""A tree whose regrets and averages need more than this is refused."""


class Public(NamedTuple):
    """What still matters of what was said, and the answer that ended the round."""

    said: tuple[Said, ...] = ()
    answer: Answer | None = None


class PublicRound(PublicGame[Public, Action]):
    """One round, opened by seat 0."""

    def __init__(self, game: LiarsDice) -> None:
        if fault := round_fault(game):
            raise MendaxError(fault)
        self.game = game
        rolls = roll_chances(game.dice, game.faces)
        self.hands: tuple[Dice, ...] = tuple(roll.dice for roll, _ in rolls)
        self.chances: Numbers = np.array([chance for _, chance in rolls])
        self.table = game.apply(game.start(), Open(0))
        for _ in range(2):  # any dice: what may be said does not depend on them
            self.table = game.apply(self.table, rolls[0][0])

    @property
    def deals(self) -> tuple[Numbers, Numbers]:
        return self.chances, self.chances

    def start(self) -> Public:
        return Public()

    def turn(self, public: Public) -> Seat | None:
        if public.answer is not None:
            return None
        turn = self.game.turn(self._state(public))
        assert isinstance(turn, int), "the cups are down, and the round goes on"
        return turn

    def moves(self, public: Public) -> Sequence[tuple[Action, Public]]:
        state = self._state(public)
        found = list[tuple[Action, Public]]()
        for action in self.game.actions(state):
            after = self.game.apply(state, action)
            if self.game.turn(after) is Turn.OVER:
                assert isinstance(action, Answer)
                found.append((action, Public(public.said, action)))
            else:
                found.append((action, Public(_what_matters(after.said))))
        return found

    def payoffs(self, public: Public) -> Numbers:
        assert public.answer is not None
        state = self._state(public)
        return np.array(
            [
                [
                    self.game.payoffs(self.game.apply(state._replace(cups=(one, other)), public.answer))[0]
                    for other in self.hands
                ]
                for one in self.hands
            ]
        )

    def _state(self, public: Public) -> State:
        return self.table._replace(said=public.said)


def _what_matters(said: tuple[Said, ...]) -> tuple[Said, ...]:
    """The standing bid and what followed it; of what came before, only who has passed already."""
    at = max(place for place, one in enumerate(said) if isinstance(one.action, Bid))
    passed = sorted({one.seat for one in said[:at] if one.action is PASS})
    return (*(Said(seat, PASS) for seat in passed), *said[at:])


def round_fault(game: LiarsDice) -> str:
    """Why a game is not one round of two players whose dice never change; empty when it is."""
    if game.players != 2:
        return f"a public tree is for two players, and {game.players} play here"
    if game.options.push:
        return "a public tree is for rules without a push (push=false, rules=plain or rules=open-spiel)"
    if game.dice > 1 and not game.single_round:
        return "a public tree is for one round (single_round=true) or one die each"
    if game.options.exact and not game.single_round:
        return "a public tree is for one round (single_round=true) where exact may be said: a right one costs no die"
    return ""


@lru_cache(maxsize=8)
def public_tree(game: LiarsDice) -> PublicTree:
    """The folded tree of a game, with seat 0 for whoever opens."""
    public = PublicRound(game)
    # A regret and a share of the average in single precision, for each hand.
    return fold(public, MAX_BYTES // (8 * len(public.hands)))


def path_of(tree: PublicTree, view: View) -> tuple[int, ...]:
    """What was said in a view, as the numbers of the tree's actions."""
    path, state = list[int](), 0
    for said in view.said:
        number = tree.actions[state].index(said.action)
        path.append(number)
        state = int(tree.nexts[tree.fold.first[state] + number])
    return tuple(path)
