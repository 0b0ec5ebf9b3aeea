"""A match as it is stored: everything that was ever sent follows from this."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import time
from typing import Any, NamedTuple

from mendax.core.game import AnyGame, Seat, game_text
from mendax.core.match import Match, Move
from mendax.core.record import Record
from mendax.table.wire.messages import Player


class MoveText(NamedTuple):
    """A stored move; chance has no seat."""

    seat: Seat | None
    action: str
    default: bool


@dataclass(slots=True)
class RoundChance:
    """The commitment of a round, and what the players mixed in."""

    root: str
    size: int
    mixes: dict[Seat, str] | None = None
    """`None` until the mix is closed; nothing of the round is drawn before."""


@dataclass(frozen=True, slots=True)
class Header:
    """What is known of a match before its first move."""

    match: str
    table: str
    number: int
    game: AnyGame
    game_text: str
    players: tuple[Player, ...]
    owners: tuple[str | None, ...]
    """By seat: the player's id; agents have none."""
    open: bool
    secret: bytes = field(repr=False)
    started: float = 0.0

    def seat_of(self, player: str | None) -> Seat | None:
        """The seat of a player; none for a spectator, who has none, and not that of an agent, which has no owner."""
        return self.owners.index(player) if player is not None and player in self.owners else None

    def without(self, player: str, name: str) -> Header:
        """The same with another name and no owner in a player's seats."""
        players = tuple(
            Player(one.kind, name) if owner == player else one
            for one, owner in zip(self.players, self.owners, strict=True)
        )
        return replace(self, players=players, owners=tuple(None if one == player else one for one in self.owners))


def new_header(
    table: str, number: int, game: AnyGame, sitting: Sequence[tuple[Player, str | None]], is_open: bool
) -> Header:
    """A match that begins now, with a secret of its own."""
    players, owners = tuple(player for player, _ in sitting), tuple(owner for _, owner in sitting)
    match, secret = secrets.token_hex(8), secrets.token_bytes(32)
    return Header(match, table, number, game, game_text(game), players, owners, is_open, secret, time())


@dataclass(slots=True)
class Story:
    """A match so far: its moves, the chance of its rounds, and the agents' explanations."""

    header: Header
    moves: list[MoveText] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    """When each move was stored."""
    rounds: dict[int, RoundChance] = field(default_factory=dict)
    explanations: dict[int, Any] = field(default_factory=dict)
    """By number of the move; only at open tables."""

    def take(self, stored: Story) -> None:
        """Become what is stored."""
        self.moves, self.times = stored.moves, stored.times
        self.rounds, self.explanations = stored.rounds, stored.explanations

    @property
    def mixes(self) -> dict[int, dict[Seat, str]]:
        """What was mixed into each round whose mix is closed."""
        return {number: chance.mixes for number, chance in self.rounds.items() if chance.mixes is not None}

    def record(self) -> Record:
        """The whole match, hidden things included."""
        header = self.header
        moves = [Move(seat, header.game.parse_action(text), default) for seat, text, default in self.moves]
        tags = {"Match": header.match, "Table": header.table}
        return Record.of_match(Match(header.game, moves), [player.name for player in header.players], tags)
