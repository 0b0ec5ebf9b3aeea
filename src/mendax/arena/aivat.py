"""AIVAT by its definition, for any game that is small enough to list: luck and known choices taken out of a match.

Burch, Schmid, Moravcik, Morrill and Bowling, "AIVAT: A new variance reduction technique for agent evaluation in
imperfect information games" (2018). Some seats are played by agents whose mix is known. The others know the match only
up to what those seats hide: a belief gives each state that they cannot tell from the real one its probability, which
follows from chance and from the known mixes. After every move

- what is won is replaced by what was to be expected of the move, over the belief, all outcomes of chance and all
  choices of a known mix;
- the luck of a value is its mean over the new belief, less what was to be expected of it.

Both keep the mean of the result, for any value, however wrong. Where no mix is known only chance is taken out. A game
with more states has a faster way for its own values: `mendax.arena.luck.Luck`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from mendax.arena.estimates import Floats
from mendax.core.agent import AnyMixedAgent
from mendax.core.game import AnyGame, Seat, Turn
from mendax.core.match import Move

Value: TypeAlias = Callable[[Any], Floats]
"""From a state to the values of its features, by feature and seat."""
Belief: TypeAlias = dict[Any, float]
"""States that nobody but the known seats can tell apart, with their probabilities."""


class Corrected(NamedTuple):
    """A match with luck and known choices measured, a row for every round or hand, or one for the match."""

    won: Floats
    """By row and seat: what was won."""
    expected: Floats
    """By row and seat: what was to be expected of the moves."""
    luck: Floats
    """By row, seat and feature: the luck of each value, to be subtracted; its mean is zero."""


def aivat(
    game: AnyGame, moves: Sequence[Move], value: Value, known: Mapping[Seat, AnyMixedAgent] | None = None
) -> Corrected:
    """Measure a finished match. `known` has the agents whose mix is known, by seat."""
    known = known or {}
    observers = [None, *(seat for seat in range(game.seats) if seat not in known)]
    state, belief = game.start(), {game.start(): 1.0}
    won, expected, luck = [_won(game, state)], [np.zeros(game.seats)], [np.zeros_like(value(state).T)]
    for number, move in enumerate(moves):
        before = _mean(belief, lambda one: _won(game, one))
        branches = _branches(game, belief, move, known)
        after = game.apply(state, move.action)
        marks = [game.view(after, observer) for observer in observers]
        left = {one: weight for one, weight in branches.items() if _views(game, one, observers) == marks}
        expected[-1] += _mean(branches, lambda one: _won(game, one)) - before
        luck[-1] += (_mean(left, value) - _mean(branches, value)).T
        if game.counted.by_hand and game.round(after) != game.round(state) and number + 1 < len(moves):
            won.append(_won(game, after))
            expected.append(np.zeros(game.seats))
            luck.append(np.zeros_like(luck[-1]))
        total = sum(left.values())
        state, belief = after, {one: weight / total for one, weight in left.items()}
    return Corrected(np.diff([*won, _won(game, state)], axis=0), np.array(expected), np.array(luck))


@dataclass(frozen=True, slots=True)
class ValueLuck:
    """AIVAT as a `mendax.arena.luck.Luck`, for games that are small enough to list.

    The first feature is what was won less what was to be expected; the others are the luck of the values.
    """

    values: tuple[str, ...]
    """The names of the values."""
    value: Value
    known: Mapping[str, AnyMixedAgent] = field(default_factory=dict)
    """By the name of an agent: its mix."""

    @property
    def names(self) -> tuple[str, ...]:
        """What is measured."""
        return ("expected", *self.values)

    def measure(self, game: AnyGame, moves: Sequence[Move], agents: Sequence[str]) -> Floats:
        """The luck of a match, by round or hand, seat and feature."""
        known = {seat: self.known[name] for seat, name in enumerate(agents) if name in self.known}
        found = aivat(game, moves, self.value, known)
        return np.concatenate([(found.won - found.expected)[:, :, None], found.luck], axis=2)


def _branches(game: AnyGame, belief: Belief, move: Move, known: Mapping[Seat, AnyMixedAgent]) -> Belief:
    """Every state that a move could have led to, as far as its probabilities are known."""
    found: Belief = {}
    for state, weight in belief.items():
        for action, probability in _outcomes(game, state, move, known):
            after = game.apply(state, action)
            found[after] = found.get(after, 0.0) + weight * probability
    return found


def _outcomes(
    game: AnyGame, state: Any, move: Move, known: Mapping[Seat, AnyMixedAgent]
) -> Iterator[tuple[Any, float]]:
    turn = game.turn(state)
    if turn is Turn.CHANCE:
        yield from game.chances(state)
    elif move.seat is not None and move.seat in known and not move.default:
        mix = known[move.seat].mix(game.view(state, move.seat), game.actions(state))
        yield from ((action, probability) for action, probability in mix.items() if probability > 0)
    else:
        yield move.action, 1.0


def _views(game: AnyGame, state: Any, observers: Sequence[Seat | None]) -> list[Any]:
    return [game.view(state, observer) for observer in observers]


def _won(game: AnyGame, state: Any) -> Floats:
    """What each seat has won so far."""
    if game.turn(state) is Turn.OVER:
        return np.array(game.payoffs(state))
    return np.array(game.standing(state) if game.counted.by_hand else [0.0] * game.seats)


def _mean(belief: Belief, value: Value) -> Floats:
    """The mean of a value; weights need not add up to 1."""
    total = sum(belief.values())
    return np.asarray(sum(weight * value(state) for state, weight in belief.items()) / total)
