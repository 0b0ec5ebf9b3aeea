"""The review by counting, for tables whose round is not solved: answers, and dice kept in the poker phase.

Hidden dice are taken as fair dice, whatever was bid. So an answer is called a mistake only where the open dice or the
rules decide whether the bid is true. In the poker phase everything lies open and the chances are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from random import Random
from typing import Any, NamedTuple

from mendax.core.game import Seat
from mendax.core.record import Record
from mendax.games.blufpoker.agents.odds import Odds
from mendax.games.blufpoker.coach.positions import describe_position
from mendax.games.blufpoker.rules import CALL, Action, Blufpoker, Phase, State

ROUNDING = 1e-9


class Counted(NamedTuple):
    """An answer or a choice of dice to keep, with its chance by counting and the best one."""

    round: int
    """From 1."""
    position: str
    action: Action
    chance: float
    """Of an answer to be right; of dice kept to reach the poker."""
    best: Action
    best_chance: float
    answer: bool
    right: bool | None = None
    """Whether an answer was right, where the seat saw the cup."""

    @property
    def is_mistake(self) -> bool:
        """Whether it was surely wrong: an answer against certainty, or dice that reach the poker less often."""
        if self.answer:
            return self.chance == 0.0
        return self.best_chance - self.chance > ROUNDING

    def describe(self) -> str:
        """A mistake in a line."""
        where = f"round {self.round}, {self.position}: {self.action}"
        if self.answer:
            told = "was certainly true" if self.action is CALL else "was certainly a bluff"
            return f"{where}, but the bid {told}"
        return f"{where} reaches it with {100 * self.chance:.1f} %, {self.best} with {100 * self.best_chance:.1f} %"

    def to_json(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "position": self.position,
            "action": str(self.action),
            "chance": self.chance,
            "best": str(self.best),
            "best_chance": self.best_chance,
            "kind": "answer" if self.answer else "keep",
            "right": self.right,
            "mistake": self.is_mistake,
        }


@dataclass(frozen=True, slots=True)
class CountedReview:
    """The review of one seat."""

    seat: Seat
    name: str
    why: str
    """Why there is no exact review."""
    decisions: tuple[Counted, ...]

    @property
    def mistakes(self) -> tuple[Counted, ...]:
        """What was surely wrong, in order."""
        return tuple(one for one in self.decisions if one.is_mistake)

    def summary(self) -> str:
        lines = [f"Looking back by counting dice ({self.why}):", *self._answers()]
        kept = [one for one in self.decisions if not one.answer]
        if kept:
            worse = sum(one.is_mistake for one in kept)
            lines.append(f"  Dice kept in the poker phase: {len(kept)} times. Could have been better: {worse}.")
        lines += [f"  {one.describe()}" for one in self.mistakes]
        return "\n".join(lines)

    def __str__(self) -> str:
        return f"{self.name} (seat {self.seat}). {self.summary()}"

    def _answers(self) -> list[str]:
        lines = []
        for called in (True, False):
            seen = [one for one in self.decisions if one.right is not None and (one.action is CALL) == called]
            if seen:
                right, chance = sum(bool(one.right) for one in seen), fsum(one.chance for one in seen)
                what = "Bids called" if called else "Bids believed, and the cup seen"
                lines.append(f"  {what}: {len(seen)}. Right: {right}; to be expected by counting: {chance:.1f}.")
        return lines or ["  There was no bid to answer."]

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "name": self.name,
            "kind": "counting",
            "why": self.why,
            "mistakes": len(self.mistakes),
            "decisions": [one.to_json() for one in self.decisions],
        }


def review_by_counting(game: Blufpoker, record: Record, seat: Seat, why: str) -> CountedReview:
    """Replay a record and count the chances of one seat's answers and keeps; `BadRecord` where it does not replay."""
    counter, decisions = Odds(game, Random(0)), list[Counted]()
    for before, move, after in record.states():
        if move.seat != seat or before.phase not in (Phase.ANSWER, Phase.POKER):
            continue
        view = game.view(before, seat)
        chances = counter.chances(view, game.actions(before))
        best = max(chances.values())
        first = next(one for one in (move.action, *chances) if chances[one] >= best - ROUNDING)
        answer = before.phase is Phase.ANSWER
        right = _was_right(game, before, move.action, after) if answer else None
        decisions.append(
            Counted(
                before.rounds + 1,
                describe_position(view),
                move.action,
                chances[move.action],
                first,
                best,
                answer,
                right,
            )
        )
    return CountedReview(seat, record.agents[seat], why, tuple(decisions))


def _was_right(game: Blufpoker, before: State, action: Action, after: State) -> bool | None:
    """Whether an answer was right; nobody looks into the cup after a believed poker."""
    if after.phase is Phase.POKER:
        return None
    true = game.order.ranks[before.open + before.hidden] >= before.rank
    return true != (action is CALL)
