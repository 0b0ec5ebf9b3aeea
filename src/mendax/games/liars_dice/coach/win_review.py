"""The review of a match by win chances.

A seat has a running chance of winning. Its own dice and who opens move it: luck. What the others say, their dice and
what they roll again move it too, and cannot be told apart: the others. Its own decisions can only lower it: lost. So
the chance at the start, plus luck, plus the others, minus what was lost, is the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Any, Final

from mendax.core.face import name_seats
from mendax.core.game import Seat, Turn
from mendax.core.record import Record
from mendax.games.liars_dice.coach.judges import Estimate, Judge
from mendax.games.liars_dice.face import FACE
from mendax.games.liars_dice.rules import Action, LiarsDice, State

SURE: Final = 2.0
"""A loss of so many standard errors is a mistake."""
LEAST: Final = 0.005
"""And of so much: half a point."""
SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision: what it was worth, the best there was, and what it lost."""

    round: int
    """From 1."""
    situation: str
    action: Action
    said: str
    """In words."""
    value: Estimate
    best: str
    """The best option in words."""
    lost: Estimate
    judge: str
    probability: float
    """How often the judge itself takes it."""

    @property
    def is_mistake(self) -> bool:
        """Whether it surely lost something."""
        return self.lost.value > max(LEAST, SURE * self.lost.error)

    def __str__(self) -> str:
        told = f"round {self.round}, {self.situation}: {self.said} wins with {_percent(self.value)}"
        return f"{told}; {self.best} is better by {_points(self.lost)}" if self.is_mistake else told

    def to_json(self) -> dict[str, Any]:
        """Stable names."""
        return {
            "round": self.round,
            "situation": self.situation,
            "action": str(self.action),
            "value": self.value.value,
            "error": self.value.error,
            "best": self.best,
            "lost": self.lost.value,
            "lost_error": self.lost.error,
            "mistake": self.is_mistake,
            "probability": self.probability,
            "judge": self.judge,
        }


@dataclass(frozen=True, slots=True)
class Round:
    """What moved the chance in a round, one's own decisions aside."""

    number: int
    dice: Estimate
    """By one's own first dice and by who opens."""
    others: float
    """By what the others said and held, and by what was rolled again."""
    after: float
    """The chance after the round."""


@dataclass(frozen=True, slots=True)
class WinReview:
    """How one seat played a match: `start + luck + others - lost` is `end`."""

    seat: Seat
    name: str
    judge: str
    start: float
    end: float
    decisions: tuple[Decided, ...]
    rounds: tuple[Round, ...]

    @property
    def lost(self) -> Estimate:
        """What all decisions lost together."""
        errors = [one.lost.error for one in self.decisions]
        return Estimate(sum(one.lost.value for one in self.decisions), hypot(*errors))

    @property
    def luck(self) -> Estimate:
        """What one's own dice, and who opened, were worth."""
        return Estimate(sum(one.dice.value for one in self.rounds), hypot(*(one.dice.error for one in self.rounds)))

    @property
    def others(self) -> float:
        """What the others did and held."""
        return sum(one.others for one in self.rounds)

    @property
    def mistakes(self) -> list[Decided]:
        """Decisions that surely lost something, the costliest first."""
        return sorted((one for one in self.decisions if one.is_mistake), key=lambda one: -one.lost.value)

    def summary(self) -> str:
        """How it adds up, and the costliest decisions."""
        return "\n".join([*self._sums(), *(f"  {one}" for one in self.mistakes[:SHOWN])])

    def __str__(self) -> str:
        head = f"{self.name} (seat {self.seat}), by the win chances of {self.judge}:"
        rounds = [
            f"  round {one.number}: dice {100 * one.dice.value:+.1f}, the others {100 * one.others:+.1f},"
            f" {_percent(Estimate(one.after))} after it"
            for one in self.rounds
        ]
        return "\n".join([head, *(f"  {one}" for one in self.decisions), *rounds, *self._sums()])

    def _sums(self) -> list[str]:
        wrong = len(self.mistakes)
        return [
            "How it adds up, in hundredths of a match:",
            f"  {100 * self.start:7.1f}  the chance of winning before the first roll",
            f"  {100 * self.luck.value:+7.1f}  luck: own first dice and who opened (± {100 * self.luck.error:.1f})",
            f"  {100 * self.others:+7.1f}  the others: what they said and held, and dice rolled again",
            f"  {-100 * self.lost.value:+7.1f}  lost by decisions (± {100 * self.lost.error:.1f});"
            f" {wrong} of {len(self.decisions)} surely lost something",
            f"  {100 * self.end:7.1f}  at the end",
        ]

    def to_json(self) -> dict[str, Any]:
        """Stable names."""
        return {
            "seat": self.seat,
            "name": self.name,
            "kind": "win chances",
            "judge": self.judge,
            "start": self.start,
            "luck": self.luck.value,
            "luck_error": self.luck.error,
            "others": self.others,
            "lost": self.lost.value,
            "lost_error": self.lost.error,
            "end": self.end,
            "decisions": [one.to_json() for one in self.decisions],
            "rounds": [
                {
                    "round": one.number,
                    "luck": one.dice.value,
                    "luck_error": one.dice.error,
                    "others": one.others,
                    "after": one.after,
                }
                for one in self.rounds
            ],
        }


def _percent(found: Estimate) -> str:
    error = f" ± {100 * found.error:.1f}" if found.error else ""
    return f"{100 * found.value:.1f}{error} %"


def _points(found: Estimate) -> str:
    return f"{100 * found.value:.1f} ± {100 * found.error:.1f} points"


def review_by_judge(game: LiarsDice, record: Record, seat: Seat, judge: Judge) -> WinReview:
    """Replay a record and value each decision of a seat; raises `BadRecord` where it does not replay."""
    start = judge.score(game.view(game.start(), None), seat).value
    value, decisions, rounds = start, list[Decided](), list[Round]()
    dice, others = Estimate(0.0), 0.0
    for before, move, after in record.states():
        if move.seat == seat:
            decided = _judge(game, judge, before, seat, move.action, record)
            decisions.append(decided)
            others += decided.value.value + decided.lost.value - value
            value = decided.value.value
        if move.seat is None and not after.said and isinstance(game.turn(after), int) and after.dice[seat]:
            found = judge.before_words(game.view(after, seat))
            dice, value = Estimate(found.value - value, found.error), found.value
        if after.rounds > before.rounds and before.dice[seat]:
            now = _after_round(game, judge, after, seat)
            rounds.append(Round(after.rounds, dice, others + now - value, now))
            value, dice, others = now, Estimate(0.0), 0.0
    if dice.value or others:  # the match broke off within a round
        rounds.append(Round(len(rounds) + 1, dice, others, value))
    return WinReview(seat, record.agents[seat], judge.name, start, value, tuple(decisions), tuple(rounds))


def _after_round(game: LiarsDice, judge: Judge, state: State, seat: Seat) -> float:
    if game.turn(state) is Turn.OVER:
        payoffs = game.payoffs(state)
        return float(payoffs[seat] == max(payoffs))
    return judge.score(game.view(state, None), seat).value if state.dice[seat] else 0.0


def _judge(game: LiarsDice, judge: Judge, state: State, seat: Seat, action: Action, record: Record) -> Decided:
    view = game.view(state, seat)
    judged = judge.options(view, game.actions(state), action)
    own = judged.value(action)
    said, best = (name_seats(FACE.say(view, one), record.agents) for one in (action, judged.best.action))
    situation = name_seats(FACE.situation(view), record.agents)
    return Decided(
        state.rounds + 1,
        situation,
        action,
        said,
        own.estimate,
        best,
        judged.lost(action),
        judged.judge,
        own.probability,
    )
