"""An agent in a worker's memory, and a match that it plays on trial so that its first real decisions are not slow."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from mendax.core.agent import AnyAgent
from mendax.core.game import Seat, Turn
from mendax.core.streams import Stream
from mendax.table.deciders.followed import FollowedMatch
from mendax.table.deciders.question import JsonValue

ROUNDS: Final = 3
MOVES: Final = 120
"""A trial ends after so many rounds or moves."""


@dataclass(slots=True)
class LiveAgent:
    """An agent in memory, and what it must still be told."""

    agent: AnyAgent
    rng: Stream
    seed: bytes
    listens: bool
    pending: list[tuple[int, tuple[Any, ...]]] = field(default_factory=list)
    """Events it has not heard yet, with the number of their move. They wait until it is asked, so that nothing but
    a question about an agent ever calls it."""
    decided: tuple[int, str] | None = None
    """The number of the move it decided last, and its action."""
    answer: dict[str, JsonValue] = field(default_factory=dict)
    explained: bool = False


@dataclass(slots=True)
class Trial:
    """A match of an agent against players who do anything."""

    match: FollowedMatch
    live: LiveAgent
    seat: Seat
    chance: Stream = field(default_factory=Stream)

    def goes_on(self) -> bool:
        """Play until the agent is to act; false if the trial is over."""
        match, game = self.match, self.match.game
        while (turn := game.turn(match.state)) != self.seat:
            if turn is Turn.OVER or self._is_long():
                return False
            state = match.state
            action = game.draw(state, self.chance) if turn is Turn.CHANCE else self.chance.choice(game.actions(state))
            self.play(str(action))
        return not self._is_long()

    def play(self, text: str) -> None:
        """Make a move and note what the agent hears of it."""
        match, before = self.match, self.match.state
        turn, number = match.game.turn(before), len(match.moves)
        action = match.play((turn if isinstance(turn, int) else None, text, False))
        if self.live.listens:
            self.live.pending.append((number, match.game.events(before, action, match.state, self.seat)))

    def _is_long(self) -> bool:
        return self.match.game.round(self.match.state) >= ROUNDS or len(self.match.moves) >= MOVES
