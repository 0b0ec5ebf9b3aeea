"""One turn of the real rules as a game of its own, so that the general solvers can check the solver of the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mendax.core.game import Game, Seat, Turn
from mendax.games.blufpoker.rules import (
    BELIEVE,
    Action,
    Bid,
    Blufpoker,
    Die,
    Event,
    Phase,
    RollDie,
    Start,
    State,
    View,
)
from mendax.games.blufpoker.rules.rolls import RANKS, ROLLS, sort_dice

RULES = Blufpoker(players=2, single_round=True)


def believed(dice: int, bid: int) -> State:
    """The state in which seat 0 believed a bid and was handed these dice."""
    state = RULES.start()
    moves: list[Action] = [Start(0), *map(Die, ROLLS[0]), Bid(ROLLS[0]), BELIEVE]
    for old, new in zip(ROLLS[0], ROLLS[dice], strict=True):
        moves += [RollDie(old), Die(new)]
    for move in [*moves, Bid(ROLLS[bid]), BELIEVE]:
        state = RULES.apply(state, move)
    return state


@dataclass(frozen=True, slots=True, eq=False)
class OneTurn(Game[State, View, Action, Event]):
    """Seat 0 rolls and bids, seat 1 answers; a belief ends it and pays what the later round is worth."""

    dice: int
    bid: int
    gains: npt.NDArray[np.float64]
    """By cup and bid: what a believed bid is worth to seat 0."""

    name = "one-turn"
    rules_version = 1

    @property
    def seats(self) -> int:
        return 2

    def start(self) -> State:
        return believed(self.dice, self.bid)

    def turn(self, state: State) -> Seat | Turn:
        return Turn.OVER if self._is_over(state) else RULES.turn(state)

    def _is_over(self, state: State) -> bool:
        """After a call, or after a belief: a poker phase, or a turn of seat 1."""
        return state.phase in (Phase.OVER, Phase.POKER) or (state.player == 1 and state.phase is Phase.ROLL)

    def chances(self, state: State) -> Sequence[tuple[Action, float]]:
        return RULES.chances(state)

    def actions(self, state: State) -> Sequence[Action]:
        return RULES.actions(state)

    def apply(self, state: State, action: Action) -> State:
        return RULES.apply(state, action)

    def payoffs(self, state: State) -> tuple[float, ...]:
        if state.phase is Phase.OVER:
            return RULES.payoffs(state)
        cup = RANKS[sort_dice(state.rolling.handed)] if state.phase is Phase.ROLL else 0
        gain = float(self.gains[cup, state.rank])  # after a poker the same for any cup
        return gain, -gain

    def view(self, state: State, seat: Seat | None) -> View:
        return RULES.view(state, seat)

    def events(self, before: State, action: Action, after: State, seat: Seat | None) -> tuple[Event, ...]:
        return RULES.events(before, action, after, seat)

    def parse_action(self, text: str) -> Action:
        return RULES.parse_action(text)

    def parse_view(self, text: str) -> View:
        return RULES.parse_view(text)
