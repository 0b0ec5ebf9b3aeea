"""`matrix`: the thesis's mixed-strategy agent (its sections 3.3.2 and 4.2), by payoff matrices.

Each sub-game gets a matrix: a row for every call strategy (a call for each roll), a column for every answer strategy
(accept or challenge for each call), and in it the caller's probability of winning. The text can be read in several
ways: a `Reading` is one of them, and `READINGS` has all. `mendax reproduce one-die` shows the results of each; the
default comes closest to the published Table 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import product
from random import Random

import numpy as np
import numpy.typing as npt

from mendax.core.agent import Explanation, MixedAgent, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.one_die.agents.beliefs import lie_belief, lie_beliefs, thesis_game
from mendax.games.one_die.rules import ACCEPT, CHALLENGE, Action, Call, Event, OneDie, View

MAX_FACES = 8
"""The call strategies grow as a factorial: 5,040 rows for eight faces, 40,320 for nine."""
_SAME = 1e-9
"""Payoffs closer than this are equal."""
Table = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


class Rows(Enum):
    """Which call strategies the matrices hold: all, or those that call the top only when it was rolled."""

    ALL = "all"
    ACCEPTABLE = "fewer"


class AcceptedValue(Enum):
    """The value of an accepted call to its caller: which entry of the next matrix."""

    HIGHEST = "highest"
    MINIMAX = "minimax"


class Columns(Enum):
    """Which answer strategies have "the highest payoff": in the whole matrix, or against some row."""

    HIGHEST = "highest"
    BEST = "best reply"


class RowChoice(Enum):
    """Which call strategies then have it: the highest anywhere, the best worst case, or the best against some column.

    The chosen ones are mixed equally.
    """

    HIGHEST = "highest"
    GUARANTEE = "guarantee"
    BEST = "best reply"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the thesis's description."""

    rows: Rows = Rows.ACCEPTABLE
    value: AcceptedValue = AcceptedValue.MINIMAX
    columns: Columns = Columns.BEST
    choice: RowChoice = RowChoice.BEST


READINGS = tuple(Reading(*parts) for parts in product(Rows, AcceptedValue, Columns, RowChoice))


@dataclass(frozen=True, slots=True)
class SubGameMatrix:
    """One sub-game: the caller's probability of winning for every pair of strategies."""

    accepted: int
    calls: Indices
    """By call strategy and roll: the call."""
    accepts: Indices
    """By answer strategy and call above the accepted one: 1 accepts, 0 challenges."""
    wins: Table

    def chosen(self, reading: Reading) -> tuple[Indices, Indices]:
        """The call strategies of the equal mix and the answer strategies weighed against them."""
        answer_pays = 1 - 2 * self.wins
        if reading.columns is Columns.HIGHEST:
            columns = _at_top(answer_pays.max(axis=0))
        else:
            best = answer_pays.max(axis=1, keepdims=True)
            columns = np.flatnonzero((answer_pays > best - _SAME).any(axis=0))
        against = self.wins[:, columns]
        if reading.choice is RowChoice.HIGHEST:
            return _at_top(against.max(axis=1)), columns
        if reading.choice is RowChoice.GUARANTEE:
            return _at_top(against.min(axis=1)), columns
        best = against.max(axis=0, keepdims=True)
        return np.flatnonzero((against > best - _SAME).any(axis=1)), columns

    def answer_value(self, reading: Reading) -> float:
        """The answering seat's probability of winning this sub-game, as the reading takes it."""
        answer_wins = 1 - self.wins
        if reading.value is AcceptedValue.HIGHEST:
            return float(answer_wins.max())
        return float(answer_wins.max(axis=1).min())


def _at_top(scores: Table) -> Indices:
    return np.flatnonzero(scores > scores.max() - _SAME)


def fill(faces: int, accepted: int, rows: Rows, caller_wins: Mapping[int, float]) -> SubGameMatrix:
    """The matrix of a sub-game; `caller_wins` is the caller's probability of winning by accepted call."""
    choices = []
    for roll in range(1, faces + 1):
        calls = range(max(accepted + 1, roll), faces + 1)
        if rows is Rows.ACCEPTABLE and roll < faces and len(calls) > 1:
            calls = calls[:-1]
        choices.append(calls)
    strategies = np.array(list(product(*choices)))
    accepts = np.array(list(product((1, 0), repeat=faces - accepted)))
    accepted_pays = np.array([caller_wins.get(call, 0.0) for call in range(faces + 1)])
    wins = np.zeros((len(strategies), len(accepts)))
    for roll in range(1, faces + 1):
        calls_made = strategies[:, roll - 1]
        is_accepted = accepts.T[calls_made - accepted - 1] == 1
        wins += np.where(is_accepted, accepted_pays[calls_made, None], (calls_made == roll)[:, None])
    return SubGameMatrix(accepted, strategies, accepts, wins / faces)


@dataclass(frozen=True, slots=True)
class Strategy:
    """The mixes by position that follow from the chosen rows and columns."""

    calls: dict[tuple[int, int], dict[Action, float]]
    """By accepted call and roll."""
    answers: dict[tuple[int, int], dict[Action, float]]
    """By accepted call and waiting call."""
    caller_wins: dict[int, float]
    """By accepted call: the probability of winning that the matrices give to the one who made it."""

    def call_value(self, accepted: int, roll: int, call: int) -> float:
        """The matrices' probability of winning with a call after a roll."""
        answers = self.answers[accepted, call]
        return answers[ACCEPT] * self.caller_wins[call] + answers[CHALLENGE] * (call == roll)

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        """The mix at a view."""
        if view.call:
            return self.answers[view.accepted, view.call]
        return self.calls[view.accepted, view.die]


@lru_cache(maxsize=64)
def strategy(faces: int, reading: Reading) -> Strategy:
    """The thesis's strategy, computed from the last sub-game to the first."""
    if faces > MAX_FACES:
        raise MendaxError(f"matrix plays with at most {MAX_FACES} faces: its matrices grow as a factorial")
    caller_wins = {faces: 1.0}  # accepting the top call loses
    made = Strategy({}, {}, caller_wins)
    for accepted in range(faces - 1, -1, -1):
        matrix = fill(faces, accepted, reading.rows, caller_wins)
        caller_wins[accepted] = matrix.answer_value(reading)
        rows, columns = matrix.chosen(reading)
        for roll in range(1, faces + 1):
            calls, counts = np.unique(matrix.calls[rows, roll - 1], return_counts=True)
            made.calls[accepted, roll] = {
                Call(int(call)): int(count) / len(rows) for call, count in zip(calls, counts, strict=True)
            }
        # One of the rows at random, then a column by its probability of winning against that row.
        weights = 1 - matrix.wins[np.ix_(rows, columns)]
        totals = weights.sum(axis=1, keepdims=True)
        weights = np.where(totals > 0, weights / np.where(totals > 0, totals, 1), 1 / len(columns))
        accept = weights.mean(axis=0) @ matrix.accepts[columns]
        for call in range(accepted + 1, faces + 1):
            share = float(accept[call - accepted - 1])
            made.answers[accepted, call] = {ACCEPT: share, CHALLENGE: 1 - share}
    return made


@lru_cache(maxsize=16)
def _lies(game: OneDie, seat: Seat) -> dict[View, float]:
    return lie_beliefs(game, strategy(game.faces, Reading()).mix, seat)


class Matrix(MixedAgent[View, Action, Event]):
    """Draws from the strategies that the matrices select."""

    def __init__(self, game: OneDie, seat: Seat, rng: Random) -> None:
        super().__init__(rng)
        self.game, self.seat = game, seat
        self.strategy = strategy(game.faces, Reading())

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        """The mix that is equal to drawing a strategy and taking its action."""
        return self.strategy.mix(view, actions)

    def explanation(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        """The matrices' values, and how likely a lie is if the caller draws from the same rows."""
        lie = _lies(self.game, self.seat).get(view)
        values: dict[Action, float | None] = {
            Call(call): self.strategy.call_value(view.accepted, view.die, call)
            for call in range(view.accepted + 1, self.game.faces + 1)
        }
        if view.call:
            values = {ACCEPT: 1 - self.strategy.caller_wins[view.call], CHALLENGE: lie}
        return Explanation(
            tuple(Option(action, values[action], mix.get(action, 0.0)) for action in actions),
            lie_belief(view, lie),
            scale="the matrices' probability of winning",
        )


def matrix(game: AnyGame, seat: Seat, rng: Random) -> Matrix:
    """The factory of `matrix`."""
    return Matrix(thesis_game(game, "matrix"), seat, rng)
