"""The places of a table: who has each of them, and who is connected there."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import time

from mendax.table.server.connection import Connection
from mendax.table.wire.messages import Occupant


@dataclass(slots=True, eq=False)
class Place:
    """A place at the table and who has it."""

    number: int
    kind: str = ""
    name: str = ""
    player: str | None = None
    connections: list[Connection] = field(default_factory=list)
    seen: float = field(default_factory=time)
    """When its client sat down or was last connected."""
    absent: bool = False
    """Whether a default was played since its client was last connected."""
    defaulted: bool = False
    """Whether a default was played in this match."""
    leaving: bool = False
    """Whether its client leaves when this match is over."""

    @property
    def taken(self) -> bool:
        """Whether somebody sits there."""
        return bool(self.kind)

    @property
    def here(self) -> bool:
        """Whether it can answer now."""
        return self.kind == "agent" or bool(self.connections)

    def give(self, kind: str, name: str, player: str | None) -> None:
        """Somebody sits down."""
        self.kind, self.name, self.player, self.seen = kind, name, player, time()
        self.absent = self.defaulted = self.leaving = False

    def empty(self) -> None:
        """Nobody sits there any more."""
        self.give("", "", None)

    def occupant(self) -> Occupant:
        """The place as everybody may see it."""
        return Occupant(self.number, self.kind, self.name, self.here)
