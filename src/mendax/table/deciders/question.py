"""What a table asks about one of our agents, and what it is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from mendax.core.game import Seat

JsonValue: TypeAlias = "str | int | float | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
"""What JSON can hold."""
PlayedMove: TypeAlias = tuple[Seat | None, str, bool]
"""A move of the match so far: the seat (`None` is chance), the action's text, whether it was the default action."""


@dataclass(frozen=True, slots=True)
class Question:
    """What does the agent at this seat do now? The seat is to act after the moves."""

    match: str
    """The key of the match: one worker follows all questions with the same key."""
    game: str
    """The game's text, as `game_text` writes it."""
    seat: Seat
    agent: str
    """The agent's text, as the catalogue reads it."""
    seed: bytes | int
    """The agent's own seed in this match; it must lead to nobody's dice."""
    moves: Sequence[PlayedMove]
    """All moves so far, chance included."""
    explain: bool = False
    advise: bool = False
    """Whether the agent is asked as an adviser of whoever sits there: it plays nothing and is not kept."""

    def seed_bytes(self) -> bytes:
        """The seed as bytes."""
        if isinstance(self.seed, bytes):
            return self.seed
        size = self.seed.bit_length() // 8 + 1
        return self.seed.to_bytes(size, "little", signed=True)


@dataclass(frozen=True, slots=True)
class Answer:
    """The agent's action, or the fault for which the caller plays the default action."""

    action: str = ""
    """Its text; empty where there is a fault."""
    explanation: Mapping[str, JsonValue] | None = None
    seconds: float = 0.0
    """How long the worker was busy with the question, without waiting for a processor."""
    rebuilt: bool = False
    """Whether the agent was built again from its seed and the match so far."""
    differed: bool = False
    """Whether a rebuilt agent, asked again, decided otherwise than it had."""
    fault: str = ""
    """What was wrong, without anything hidden: it broke down, answered illegally, was late, or its worker died."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What an adviser says about a turn, or why it says nothing."""

    hint: Mapping[str, JsonValue] = field(default_factory=dict)
    """The table for people: `columns`, `rows`, `sentence`, `beliefs`."""
    explanation: Mapping[str, JsonValue] | None = None
    fault: str = ""
