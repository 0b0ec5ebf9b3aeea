"""The exact review of a match for two players: each round against the solution of the round.

A seat has a running value in each round: what it wins on average from an opponent who plays the solution, judged by
what the seat knows. Its own dice move that value, and so do the other's bids, answers and hidden dice; against the
solution both are zero on average. A decision can only lower it: that is lost. So the value at the start of a round,
plus both, minus what was lost, is the result of the round.

A bid that the solution never makes says nothing about the cup. Answers to it are not judged, unless the open dice or
the rules decide whether it is true.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import fsum
from typing import Any, NamedTuple

from mendax.core.game import Seat
from mendax.core.record import Record
from mendax.games.blufpoker.agents.round_values import RoundValues
from mendax.games.blufpoker.coach.positions import describe_position
from mendax.games.blufpoker.rules import BELIEVE, Action, Blufpoker, Phase, State, View
from mendax.games.blufpoker.rules.rolls import RANKS, sort_dice
from mendax.games.blufpoker.solver.solution import SCOPE

ROUNDING = 1e-9
"""Options closer than this are equally good."""
SHOWN = 5
"""How many of the costliest decisions are named."""


class Decided(NamedTuple):
    """A decision, the best there was, and the value of the round after each; no values where it is not judged."""

    round: int
    """From 1."""
    position: str
    action: Action
    value: float | None
    best: Action | None
    best_value: float | None

    @property
    def lost(self) -> float:
        """What the decision cost, in rounds: 2 is a won round made a lost one."""
        return 0.0 if self.value is None or self.best_value is None else self.best_value - self.value

    @property
    def is_mistake(self) -> bool:
        """Whether another option was better by more than rounding."""
        return self.lost > ROUNDING

    def to_json(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "position": self.position,
            "action": str(self.action),
            "value": self.value,
            "best": None if self.best is None else str(self.best),
            "best_value": self.best_value,
            "lost": self.lost,
            "judged": self.value is not None,
        }


def describe_mistake(mistake: Decided) -> str:
    """A mistake in a line.

    >>> from mendax.games.blufpoker.rules import CALL
    >>> describe_mistake(Decided(3, "654 bid with 66 open", CALL, -1.0, BELIEVE, -0.5))
    'round 3, 654 bid with 66 open: call lost 0.500, believe was better'
    """
    lost = f"{mistake.lost:.3f}" if mistake.lost >= 0.0005 else "under 0.001"
    return f"round {mistake.round}, {mistake.position}: {mistake.action} lost {lost}, {mistake.best} was better"


@dataclass(frozen=True, slots=True)
class RoundReview:
    """One round: `start + dice + other - lost` is `value`, which is the result once the round is finished."""

    number: int
    """From 1."""
    starts: bool
    """Whether the seat started the round."""
    start: float
    """The value of the round before its first die."""
    dice: float
    """What the seat's own dice brought."""
    other: float
    """What the other's bids, answers and dice brought."""
    decisions: tuple[Decided, ...]
    value: float
    """Where the round ended or the record stops: +1 won, -1 lost, 0 after an equal poker."""
    finished: bool

    @property
    def lost(self) -> float:
        """What the decisions cost."""
        return fsum(decided.lost for decided in self.decisions)

    def to_json(self) -> dict[str, Any]:
        return {
            "round": self.number,
            "starts": self.starts,
            "start": self.start,
            "dice": self.dice,
            "other": self.other,
            "lost": self.lost,
            "value": self.value,
            "finished": self.finished,
        }


@dataclass(frozen=True, slots=True)
class ExactReview:
    """The review of one seat."""

    seat: Seat
    name: str
    rounds: tuple[RoundReview, ...]

    @property
    def decisions(self) -> tuple[Decided, ...]:
        """Every decision with more than one option, in order."""
        return tuple(decided for one in self.rounds for decided in one.decisions)

    @property
    def mistakes(self) -> tuple[Decided, ...]:
        """The decisions that cost something, the costliest first."""
        return tuple(sorted((one for one in self.decisions if one.is_mistake), key=lambda one: -one.lost))

    @property
    def start(self) -> float:
        """The values of all rounds before their first die."""
        return fsum(one.start for one in self.rounds)

    @property
    def dice(self) -> float:
        """What the seat's own dice brought."""
        return fsum(one.dice for one in self.rounds)

    @property
    def other(self) -> float:
        """What the other's bids, answers and dice brought."""
        return fsum(one.other for one in self.rounds)

    @property
    def lost(self) -> float:
        """What all decisions together cost."""
        return fsum(one.lost for one in self.rounds)

    @property
    def value(self) -> float:
        """Rounds won less rounds lost; an unfinished round counts by its value."""
        return fsum(one.value for one in self.rounds)

    @property
    def num_unjudged(self) -> int:
        """How many answers were to bids that the solution never makes."""
        return sum(decided.value is None for decided in self.decisions)

    def summary(self) -> str:
        unfinished = sum(not one.finished for one in self.rounds)
        rounds = f"{len(self.rounds)} round{'s' * (len(self.rounds) != 1)}"
        end = "that makes" if not unfinished else "with the unfinished round at its value that makes"
        lines = [
            f"Looking back on {rounds}, each by the exact solution of {SCOPE} (+1 won, -1 lost):",
            f"  {self.start:+.2f} to start with; your dice {self.dice:+.2f}; the other's bids, answers and dice"
            f" {self.other:+.2f}; lost by decisions {self.lost:.2f}; {end} {self.value:+.4g}.",
        ]
        lines += [f"  {describe_mistake(mistake)}" for mistake in self.mistakes[:3]]
        return "\n".join(lines if self.mistakes else [*lines, "  No decision could have been better."])

    def __str__(self) -> str:
        """Every round in a line, the costliest decisions, and how it adds up."""
        heads = ("start", "dice", "other", "lost", "result")
        lines = [
            f"{self.name} (seat {self.seat}), by the exact solution of {SCOPE}: +1 won, -1 lost.",
            f"  round  {'starts':6}" + "".join(f"{head:>9}" for head in heads),
        ]
        for one in self.rounds:
            numbers = "".join(map(_number, (one.start, one.dice, one.other, -one.lost, one.value)))
            broken = "" if one.finished else "  unfinished"
            lines.append(f"  {one.number:5}  {'yes' if one.starts else 'no':6}{numbers}{broken}")
        mistakes = self.mistakes
        lines += ["Costliest decisions:"] if mistakes else ["No decision could have been better."]
        lines += [f"  {describe_mistake(mistake)}" for mistake in mistakes[:SHOWN]]
        if self.num_unjudged:
            answers = "1 answer to a bid" if self.num_unjudged == 1 else f"{self.num_unjudged} answers to bids"
            lines.append(f"Not judged: {answers} that the solution never makes.")
        return "\n".join([*lines, *self._sum()])

    def _sum(self) -> list[str]:
        result = "rounds won less rounds lost"
        if not all(one.finished for one in self.rounds):
            result += ", the unfinished one by its value"
        return [
            "How it adds up:",
            f"  {_number(self.start)}  the values of {len(self.rounds)} rounds before the first die",
            f"  {_number(self.dice)}  this seat's dice",
            f"  {_number(self.other)}  the other's bids, answers and dice: luck, and what the other gave away",
            f"  {_number(-self.lost)}  lost by {len(self.mistakes)} of {len(self.decisions)} decisions",
            f"  {_number(self.value)}  {result}",
        ]

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "name": self.name,
            "kind": "exact",
            "scope": SCOPE,
            "value": self.value,
            "start": self.start,
            "dice": self.dice,
            "other": self.other,
            "lost": self.lost,
            "finished": all(one.finished for one in self.rounds),
            "rounds": [one.to_json() for one in self.rounds],
            "decisions": [decided.to_json() for decided in self.decisions],
        }


def _number(value: float) -> str:
    """A number in a column; what rounds to zero has no sign."""
    return f"{value:+9.3f}" if abs(value) >= 0.0005 else f"{0.0:9.3f}"


@dataclass(slots=True)
class _Round:
    """A round that is being followed."""

    number: int
    starts: bool
    start: float
    value: float
    dice: list[float] = field(default_factory=list)
    other: list[float] = field(default_factory=list)
    decisions: list[Decided] = field(default_factory=list)
    finished: bool = False

    def move_to(self, value: float, *, own_dice: bool) -> None:
        (self.dice if own_dice else self.other).append(value - self.value)
        self.value = value

    def review(self) -> RoundReview:
        dice, other = fsum(self.dice), fsum(self.other)
        return RoundReview(
            self.number, self.starts, self.start, dice, other, tuple(self.decisions), self.value, self.finished
        )


class ExactReviewer:
    """Reviews matches for two players whose round is solved."""

    def __init__(self, game: Blufpoker, values: RoundValues) -> None:
        self.game, self.values = game, values
        self.start = values.solved.value(values.truthful)

    def review(self, record: Record, seat: Seat) -> ExactReview:
        """Replay a record and value what happens to one seat; `BadRecord` where it does not replay."""
        rounds = list[_Round]()
        for before, move, after in record.states():
            if move.seat == seat:
                self._decide(rounds[-1], self.game.view(before, seat), move.action)
            if before.phase is not Phase.START:
                value = self._value_after(before, move.action, after, seat)
                if value is not None:
                    rounds[-1].move_to(value, own_dice=move.seat is None and before.player == seat)
                rounds[-1].finished = after.rounds > before.rounds
            if self.game.subgame(after):
                start = self.start if after.player == seat else -self.start
                rounds.append(_Round(after.rounds + 1, after.player == seat, start, start))
        return ExactReview(seat, record.agents[seat], tuple(one.review() for one in rounds))

    def _decide(self, now: _Round, view: View, action: Action) -> None:
        """Judge a decision; the value of the round is then that of the action."""
        options = self.values.options(view)
        if len(options) == 1:
            return
        where = describe_position(view)
        if view.phase is Phase.ANSWER and not self.values.answers(view).judged:
            now.decisions.append(Decided(now.number, where, action, None, None, None))
            return
        value, best_value = options[action], max(options.values())
        # Of equally good actions the played one is as good as any.
        best = next(one for one in (action, *options) if options[one] >= best_value - ROUNDING)
        now.decisions.append(Decided(now.number, where, action, value, best, best_value))
        now.value = value

    def _value_after(self, before: State, action: Action, after: State, seat: Seat) -> float | None:
        """What the round is worth to the seat after a move, if it has learned something that tells."""
        if after.rounds > before.rounds:
            assert after.end is not None
            return 0.0 if after.end.loser is None else -1.0 if after.end.loser == seat else 1.0
        view = self.game.view(after, seat)
        if after.turn == seat:
            if view.phase is Phase.ANSWER and not self.values.answers(view).judged:
                return None
            return max(self.values.options(view).values())
        if action is BELIEVE and before.player != seat:
            assert view.bid is not None
            return float(self.values.gains[RANKS[sort_dice(view.own[-1].cup)], RANKS[view.bid]])
        return None
