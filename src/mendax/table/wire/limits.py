"""How much a client may send, ask for and hold; published in `docs/protocol.md`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes, rates and numbers. A client that exceeds one is told so; only that client is affected."""

    frame_bytes: int = 4096
    """The longest frame that a client may send; a longer one ends its connection."""
    body_bytes: int = 16_384
    """The longest body of a request."""
    frames_per_second: float = 20.0
    """Frames that a connection may send in the long run, besides an answer to each turn."""
    frames_burst: int = 60
    """Frames that a connection may send at once."""
    excess_frames: int = 200
    """After so many frames over the rate the connection is ended."""
    bad_frames: int = 20
    """After so many frames that are no frames of the protocol the connection is ended."""
    requests_per_second: float = 50.0
    """Requests that an address may make in the long run."""
    requests_burst: int = 200
    """Requests that an address may make at once."""
    connects_per_second: float = 50.0
    """WebSocket connections that an address may open in the long run."""
    connects_burst: int = 500
    """WebSocket connections that an address may open at once."""
    connections: int = 4000
    """WebSocket connections in all."""
    connections_per_address: int = 500
    """WebSocket connections of one address."""
    connections_per_seat: int = 4
    """Connections of one seat; the oldest gives way."""
    spectators_per_table: int = 200
    """Connections that watch a table."""
    join_seconds: float = 10.0
    """Time from opening a connection to its `join` or `watch`."""
    waiting_frames: int = 2000
    """Frames that wait for a client that does not read, besides those that it lacked when it came; then the connection
    is ended."""
    tables: int = 5000
    """Tables that wait or play."""
    seats_per_player: int = 50
    """Tables at which one player sits at a time."""
    seat_seconds: float = 120.0
    """Between matches: the place of a client that is not connected for so long is free again."""
    idle_seconds: float = 3600.0
    """A table that waits for players so long, with nobody connected, is closed."""
    least_pace: float = 0.1
    """Seconds between moves at a table of agents alone, at the least."""
    person_seconds: float = 300.0
    """Time for a turn of a person, unless the table says otherwise."""
    program_seconds: float = 10.0
    """Time for a turn of a program, unless the table says otherwise."""
    gone_seconds: float = 1.0
    """Time for a turn of a seat that is gone and for which a default was played already."""
    mix_seconds: float = 2.0
    """Time to send a contribution to a round's chance after its commitment."""

    def to_json(self) -> dict[str, float | int]:
        """The limits by name."""
        return asdict(self)


LIMITS: Final = Limits()

EXPLAINED_BYTES: Final = 500_000
"""Explanations in one frame: many clients take no message above a mebibyte."""
CODE_LETTERS: Final = 8
NAME_LETTERS: Final = 24
TOKEN_LETTERS: Final = 64
ACTION_LETTERS: Final = 200
TURN_LETTERS: Final = 48
MIX_LETTERS: Final = 64
GAME_LETTERS: Final = 200
AGENT_LETTERS: Final = 60
MAX_SEATS: Final = 10
MAX_PACE: Final = 60.0
MAX_SECONDS: Final = 3600.0
