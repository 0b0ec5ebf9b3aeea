"""A coach for any game with an adviser: what each decision cost by the adviser's own values."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from mendax.core.catalogue import build_agent, find_game
from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.core.record import Record


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision beside the adviser's best."""

    move: int
    """Which move of the match it was, counted from 1."""
    round: int
    """Rounds finished before it."""
    position: str
    """What the seat held, in a few words."""
    action: str
    best: str
    """The adviser's best action; the same where nothing was lost."""
    lost: float


@dataclass(frozen=True, slots=True)
class AdvisedReview:
    """How one seat played a match, by an adviser's values."""

    seat: Seat
    name: str
    adviser: str
    scale: str
    """What the values measure."""
    decisions: tuple[Judged, ...]
    """All decisions for which the adviser has values."""

    @property
    def lost(self) -> float:
        """The sum over all decisions."""
        return sum(one.lost for one in self.decisions)

    @property
    def mistakes(self) -> list[Judged]:
        """Decisions that lost something, the costliest first."""
        return sorted((one for one in self.decisions if one.lost > 5e-4), key=lambda one: -one.lost)

    def summary(self) -> str:
        """How many decisions were as good as any, and the costliest."""
        good = len(self.decisions) - len(self.mistakes)
        lines = [f"By {self.adviser}: {good} of {len(self.decisions)} decisions of {self.name} were as good as any."]
        lines += [self._line(one) for one in self.mistakes[:3]]
        return "\n".join(lines)

    def __str__(self) -> str:
        lines = [f"Seat {self.seat}, {self.name}: what each decision lost by {self.adviser} ({self.scale})"]
        lines += [
            self._line(one) if one.lost > 5e-4 else f"  move {one.move}{self._at(one)}: {one.action}"
            for one in self.decisions
        ]
        return "\n".join(
            [*lines, f"In all {self.lost:.3f} lost by {len(self.mistakes)} of {len(self.decisions)} decisions."]
        )

    @staticmethod
    def _at(one: Judged) -> str:
        held = f" with {one.position}" if one.position else ""
        return f" (round {one.round + 1}){held}" if one.round else held

    def _line(self, one: Judged) -> str:
        return f"  move {one.move}{self._at(one)}: {one.action} lost {one.lost:.3f}, {one.best} was better"

    def to_json(self) -> dict[str, Any]:
        """The review as JSON."""
        decisions = [
            {
                "move": one.move,
                "round": one.round,
                "holding": one.position,
                "action": one.action,
                "best": one.best,
                "lost": one.lost,
            }
            for one in self.decisions
        ]
        return {
            "seat": self.seat,
            "name": self.name,
            "adviser": self.adviser,
            "scale": self.scale,
            "lost": self.lost,
            "decisions": decisions,
        }


@dataclass(frozen=True, slots=True)
class AdvisedCoach:
    """Reviews matches by an agent's values; the agent sees what the seat saw."""

    adviser: str

    def review(self, record: Record, seat: Seat) -> AdvisedReview:
        """What each decision of a seat lost."""
        game, face = record.game, find_game(record.game.name).load_face().for_game(record.game)
        agent = build_agent(game, self.adviser)(game, seat, Random(0))
        judged, scale = [], "payoff"
        for number, (state, move, _) in enumerate(record.states(), 1):
            if move.seat != seat:
                continue
            view, actions = game.view(state, seat), game.actions(state)
            explanation = agent.act(view, actions, explain=True).explanation
            values = {o.action: o.value for o in explanation.options if o.value is not None} if explanation else {}
            if explanation is None or move.action not in values:
                continue
            scale, best = explanation.scale, max(values, key=lambda one: values[one])
            lost = values[best] - values[move.action]
            said = (face.say(view, move.action), face.say(view, best))
            judged.append(Judged(number, game.round(state), face.holding(view), *said, lost))
        if not judged:
            raise MendaxError(f"{self.adviser} has no values for what seat {seat} did")
        return AdvisedReview(seat, record.agents[seat], self.adviser, scale, tuple(judged))
