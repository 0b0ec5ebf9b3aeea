"""The frames, as strict schemas: an unknown field, a wrong type or a text that is too long is an error.

A frame is one JSON object with a `type`. Durable frames have a `seq`, counted from 1 within a match for each seat and
for the spectators: they come again, with the same numbers, after a reconnect or a restart. The others do not.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from mendax.table.wire.limits import ACTION_LETTERS, CODE_LETTERS, MIX_LETTERS, TOKEN_LETTERS, TURN_LETTERS

PROTOCOL: Final = 1
"""Raised when a client of the former number would no longer understand the frames."""

Code: TypeAlias = Annotated[str, Meta(min_length=CODE_LETTERS, max_length=CODE_LETTERS, pattern="^[a-z]+$")]
Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=TOKEN_LETTERS)]
MatchId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=TURN_LETTERS)]
TurnId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=TURN_LETTERS)]
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]
Round: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]


class Frame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", omit_defaults=True):
    """One message; `type` says which."""


# What clients send.


class Join(Frame, frozen=True, tag="join"):
    """Take the seat that a token stands for."""

    token: Token
    table: Code | None = None
    """Needed only by a player who sits at more than one table."""
    match: MatchId | None = None
    """The match of the last durable frame that the client has."""
    since: Seq = 0
    """The `seq` of that frame: only later ones are sent."""
    mix: bool = False
    """Whether the client contributes to the chance of each round."""
    views: bool = False
    """Whether it is sent the position after every change, not only with its turns."""


class Watch(Frame, frozen=True, tag="watch"):
    """Watch a table."""

    table: Code
    match: MatchId | None = None
    since: Seq = 0
    views: bool = False


class Act(Frame, frozen=True, tag="act"):
    """Answer a turn with an action in the game's notation."""

    turn: TurnId
    action: Annotated[str, Meta(min_length=1, max_length=ACTION_LETTERS)]


class Mix(Frame, frozen=True, tag="mix"):
    """A contribution to the chance of a round that was committed."""

    match: MatchId
    round: Round
    text: Annotated[str, Meta(min_length=1, max_length=MIX_LETTERS, pattern="^[!-~]+$")]


class Leave(Frame, frozen=True, tag="leave"):
    """Give the seat up."""

    after: bool = False
    """Whether the match that is on is played to its end first."""


class AskHint(Frame, frozen=True, tag="hint"):
    """Ask the game's adviser about one's turn; open tables only."""

    turn: TurnId


class Ping(Frame, frozen=True, tag="ping"):
    """Ask whether the server is there."""

    id: Annotated[int, Meta(ge=0, le=2**53)] = 0


ClientFrame: TypeAlias = Join | Watch | Act | Mix | Leave | AskHint | Ping


# What the server sends.


class Occupant(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a place of the table; a free place has no kind and no name."""

    place: int
    kind: str
    """`person`, `program`, `agent`, or empty."""
    name: str
    here: bool
    """Whether a client is connected; agents always are."""


class TableInfo(Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody may know of a table."""

    code: str
    game: str
    open: bool
    goes_on: bool
    public: bool
    pace: float
    least: int
    """Players that a match needs to begin."""
    status: str
    """`waiting`, `playing` or `ended`."""
    seats: tuple[Occupant, ...]
    match: str | None
    number: int
    """Of the match at this table, from 1; 0 before the first."""


class Welcome(Frame, frozen=True, tag="welcome"):
    """The answer to `join` and `watch`."""

    protocol: int
    table: TableInfo
    place: int | None
    """The client's place at the table; none for spectators."""
    name: str
    """The client's name as others see it; empty for spectators."""


class Table(Frame, frozen=True, tag="table"):
    """Somebody came or went, or the table's status changed."""

    table: TableInfo


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a match."""

    kind: str
    name: str


class Next(Frame, frozen=True, tag="next"):
    """A match begins: always the frame with `seq` 1."""

    seq: int
    match: str
    number: int
    game: str
    rules: int
    """The version of the game's rules."""
    open: bool
    seat: int | None
    """The client's seat in this match; none for spectators and for players who wait for the next one."""
    players: tuple[Player, ...]


class Commit(Frame, frozen=True, tag="commit"):
    """The commitment to all chance of a round, before anything of it is used."""

    seq: int
    match: str
    round: int
    root: str
    size: int
    """How many dice and cards are committed."""


class Mixed(Frame, frozen=True, tag="mixed"):
    """The players' contributions to a round, by seat; they were sent after the commitment."""

    seq: int
    match: str
    round: int
    mixes: dict[str, str]


class Event(Frame, frozen=True, tag="event"):
    """Something happened, as far as this seat may know it."""

    seq: int
    match: str
    move: int
    """Which move it belongs to, among those that this seat was told of, from 0."""
    text: str
    data: Any
    default: bool = False
    """Whether the move was the game's default, played for a seat that was late or gone."""


class DrawFrame(Frame, frozen=True, tag="draw"):
    """By this move so many pieces of the round are drawn or set apart, whoever sees them."""

    seq: int
    match: str
    round: int
    move: int | None
    """The number of the move; none where the numbers of moves are not public."""
    order: int
    """The first piece."""
    sides: tuple[int, ...]
    """The sides of each die; 0 for a card."""
    ordered: bool
    """Whether the first of them says in which order the others are taken."""


class ProofFrame(Frame, frozen=True, tag="proof"):
    """Shows that a die or a card is the one that was committed."""

    seq: int
    match: str
    round: int
    leaf: int
    salt: str
    value: str
    path: tuple[str, ...]
    result: str
    """What the die shows, or the card."""
    move: int | None
    """The move that announced it; none for a card that was not dealt, and where their numbers are not public."""
    order: int


class RoundEnd(Frame, frozen=True, tag="round"):
    """A round or a hand has ended."""

    seq: int
    match: str
    round: int
    """How many are finished."""
    standing: tuple[float, ...]
    hidden: Any | UnsetType = UNSET
    """Open tables: every move of the round in full, chance included."""
    explanations: Any | UnsetType = UNSET
    """Open tables: what led the agents to their moves of the round."""


class End(Frame, frozen=True, tag="end"):
    """The match is over."""

    seq: int
    match: str
    payoffs: tuple[float, ...]
    scores: tuple[float, ...]
    ending: str


class Turn(Frame, frozen=True, tag="turn"):
    """It is the seat's turn."""

    turn: str
    """To be echoed in `act`."""
    match: str
    view: str
    """What the seat may know, in the game's notation."""
    data: Any
    """The same as JSON."""
    forms: Any
    """What is legal: texts with holes, and what may stand in each hole."""
    seconds: float
    """Time left."""
    length: float
    """Time for the whole turn."""


class View(Frame, frozen=True, tag="view"):
    """The position as this seat may know it, for clients that asked for views."""

    match: str
    after: int
    """The `seq` of the last durable frame before it."""
    view: str
    data: Any


class HintTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What the adviser says, in the game's words: a table, best option first, and what it believes."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sentence: str
    beliefs: tuple[str, ...]


class Hint(Frame, frozen=True, tag="hint"):
    """What the game's adviser says about a turn."""

    turn: str
    hint: HintTable
    explanation: Any
    """The explanation behind it, with the options as actions."""


class Ack(Frame, frozen=True, tag="ack"):
    """The action is stored and counts."""

    turn: str
    action: str


class Refused(Frame, frozen=True, tag="refused"):
    """The action does not count; if the turn is still on, another may be sent."""

    turn: str
    reason: str
    over: bool = False
    """Whether that turn is over or was none of this seat: no other action is awaited."""


class Error(Frame, frozen=True, tag="error"):
    """Something the client sent cannot be used."""

    reason: str


class Pong(Frame, frozen=True, tag="pong"):
    """The answer to `ping`."""

    id: int = 0


ServerFrame: TypeAlias = (
    Welcome
    | Table
    | Next
    | Commit
    | Mixed
    | Event
    | DrawFrame
    | ProofFrame
    | RoundEnd
    | End
    | Turn
    | View
    | Hint
    | Ack
    | Refused
    | Error
    | Pong
)

_client: Final = msgspec.json.Decoder(ClientFrame)
_server: Final = msgspec.json.Decoder(ServerFrame)
encode: Final = msgspec.json.Encoder(order="deterministic").encode
"""A frame as bytes; the same frame always gives the same bytes."""


class BadFrame(Exception):
    """A text that is no frame; the message says why, and repeats nothing of it."""


def read_client_frame(raw: str | bytes) -> ClientFrame:
    """A client's frame.

    >>> read_client_frame('{"type": "act", "turn": "m.3", "action": "call 4"}')
    Act(turn='m.3', action='call 4')
    """
    frame: ClientFrame = _read(_client, raw)
    return frame


def read_server_frame(raw: str | bytes) -> ServerFrame:
    """A server's frame, for clients and tests."""
    frame: ServerFrame = _read(_server, raw)
    return frame


def _read(decoder: msgspec.json.Decoder[Any], raw: str | bytes) -> Any:
    try:
        return decoder.decode(raw)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadFrame(_why(error)) from None


def _why(error: Exception) -> str:
    """What is wrong with a frame, in a line that holds nothing of what was sent."""
    text = str(error)
    if isinstance(error, msgspec.ValidationError):
        where = text.rpartition(" - at `")[2].rstrip("`") if " - at `" in text else ""
        if text.startswith("Object contains unknown field"):
            return "the frame has a field that is not in the protocol"
        if text.startswith("Invalid value") and where in ("", "$.type"):
            return "there is no frame of that type"
        if text.startswith(("Expected", "Object missing")):
            return f"bad frame: {text[:120]}"
        return "bad frame"
    return "the frame is not JSON"
