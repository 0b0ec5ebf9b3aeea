"""A coach for any game with an adviser: what each decision cost by the adviser's own values."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from mendax.core.catalogue import build_agent, find_game
from mendax.core.errors import MendaxError
from mendax.core.face import name_seats
from mendax.core.game import Seat
from mendax.core.record import Record


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision beside the adviser's best."""

    move: int
    """Which move of the match it was, counted from 1."""
    round: int
    """Rounds finished before it."""
    situation: str
    """What the seat held and what it had to answer, in a few words."""
    action: str
    best: str
    """The adviser's best action; the same where nothing was lost."""
    lost: float


@dataclass(frozen=True, slots=True)
class AdvisedReview:
    """How one seat played a match, by an adviser's values."""

    seat: Seat
    name: str
    adviser: AdvisedCoach
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
        return sorted((one for one in self.decisions if self._shown(one.lost)), key=lambda one: -one.lost)

    def summary(self) -> str:
        """How many decisions were as good as any, and the costliest."""
        return "\n".join([self._heading(), *(f"  {self._line(one)}" for one in self.mistakes[:3])])

    def __str__(self) -> str:
        lines = [f"{self.name} (seat {self.seat}). {self._heading()}"]
        lines += [f"  {self._line(one)}" for one in self.decisions]
        mistakes = self.mistakes
        if mistakes:
            wrong = f"{len(mistakes)} decision{'s' * (len(mistakes) != 1)}"
            lines.append(f"In all {wrong} cost {self._amount(self.lost)}{self._meaning()}.")
        return "\n".join(lines)

    def _heading(self) -> str:
        good, number = len(self.decisions) - len(self.mistakes), len(self.decisions)
        by = f"By {self.adviser.title or self.adviser.agent}"
        if not number:
            return f"{by}: there was nothing to decide."
        if number == 1:
            return f"{by} the one decision was {'as good as any' if good else 'not the best'}."
        return f"{by} {good} of {number} decisions were as good as any."

    def _line(self, one: Judged) -> str:
        where = f"round {one.round + 1}, {one.situation}" if one.round else one.situation
        told = f"{where}: {one.action}" if where else one.action
        if not self._shown(one.lost):
            return told
        return f"{told} cost {self._amount(one.lost)}; better: {one.best}"

    def _amount(self, lost: float) -> str:
        return f"{lost:.{self.adviser.decimals}f} {self.adviser.unit or self.scale}"

    def _meaning(self) -> str:
        return f" {self.adviser.meaning}" if self.adviser.meaning else ""

    def _shown(self, lost: float) -> bool:
        """Whether it is more than the last figure can show."""
        return lost >= 0.5 * 0.1**self.adviser.decimals

    def to_json(self) -> dict[str, Any]:
        """The review as JSON."""
        decisions = [
            {
                "move": one.move,
                "round": one.round,
                "situation": one.situation,
                "action": one.action,
                "best": one.best,
                "lost": one.lost,
            }
            for one in self.decisions
        ]
        return {
            "seat": self.seat,
            "name": self.name,
            "adviser": self.adviser.agent,
            "unit": self.adviser.unit or self.scale,
            "lost": self.lost,
            "decisions": decisions,
        }


@dataclass(frozen=True, slots=True)
class AdvisedCoach:
    """Reviews matches by an agent's values; the agent sees what the seat saw."""

    agent: str
    title: str = field(default="", kw_only=True)
    """What people call it: `the exact solution`."""
    unit: str = field(default="", kw_only=True)
    """What a loss is counted in; without it, the agent's own scale."""
    factor: float = field(default=1.0, kw_only=True)
    """What a value of 1 is in that unit."""
    decimals: int = field(default=3, kw_only=True)
    meaning: str = field(default="", kw_only=True)
    """When one loses that, in a few words: `against one who plays it`."""

    def review(self, record: Record, seat: Seat) -> AdvisedReview:
        """What each decision of a seat lost."""
        game, face = record.game, find_game(record.game.name).load_face().for_game(record.game)
        agent = build_agent(game, self.agent)(game, seat, Random(0))
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
            lost = self.factor * (values[best] - values[move.action])
            where, said, better = (
                name_seats(text, record.agents)
                for text in (face.situation(view), face.say(view, move.action), face.say(view, best))
            )
            judged.append(Judged(number, game.round(state), where, said, better, lost))
        if not judged and any(move.seat == seat for move in record.moves):
            raise MendaxError(f"{self.agent} has no values for what seat {seat} did")
        return AdvisedReview(seat, record.agents[seat], self, scale, tuple(judged))
