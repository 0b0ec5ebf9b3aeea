"""What is chosen when a table is made, checked against the catalogue."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from mendax.core.catalogue import GameEntry, agents, find_game, look_up
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame
from mendax.table.store.result_lines import built
from mendax.table.wire.limits import AGENT_LETTERS, GAME_LETTERS, MAX_PACE, MAX_SEATS, MAX_SECONDS

AgentText = Annotated[str, Meta(min_length=1, max_length=AGENT_LETTERS)]
Seconds = Annotated[float, Meta(ge=0.2, le=MAX_SECONDS)]
_ARGUMENT = re.compile(r"[A-Za-z0-9_+/-]+(?:[.][0-9]+)?", re.ASCII)
_NOT_FOR_STRANGERS = ("FILE", "DIR", "AGENT", "OPTIONS")
"""Arguments that would let a stranger open files here, or start a long computation."""
MAX_LENGTH = 100
"""The highest number that a parameter may have: a match is to end some day."""


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is asked for and stored."""

    game: Annotated[str, Meta(min_length=1, max_length=GAME_LETTERS)]
    seats: Annotated[tuple[AgentText | None, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    """By place: an agent's name, or `null` for a place that a client may take."""
    open: bool | None = None
    """Practice: when a round ends all that was hidden is shown. Without a choice: with at most one client."""
    goes_on: bool = False
    """Match after match with the players then present."""
    public: bool = False
    """Listed for everybody."""
    pace: Annotated[float, Meta(ge=0, le=MAX_PACE)] = 0.0
    """Seconds between a move and the next of an agent."""
    least: Annotated[int, Meta(ge=1, le=MAX_SEATS)] | None = None
    """Players that a match needs to begin at a table that goes on. Without a choice: two."""
    person_seconds: Seconds | None = None
    program_seconds: Seconds | None = None


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Options with every choice made."""

    options: TableOptions
    game: AnyGame
    """With every seat taken."""
    open: bool
    least: int

    @property
    def follows(self) -> bool:
        """Whether the number of players may change between matches."""
        return self.options.goes_on and hasattr(self.game, "players")

    def game_for(self, players: int) -> AnyGame:
        """The game for so many players; raises where it is not played so."""
        if players == self.game.seats:
            return self.game
        if not self.follows:
            raise MendaxError(f"the table needs {self.game.seats} players")
        return _with_players(self.options.game, players)


def plan_table(options: TableOptions) -> TablePlan:
    """Check options: the game is built, every agent is known and may be asked for by a stranger."""
    size = len(options.seats)
    game = _with_players(options.game, size)
    if game.seats != size:
        raise MendaxError(f"{game.name} has {game.seats} seats here, and {size} are given")
    _check_parameters(game)
    for agent in filter(None, options.seats):
        check_agent(game.name, agent)
    clients = sum(agent is None for agent in options.seats)
    least = size if not options.goes_on or not hasattr(game, "players") else (options.least or min(2, size))
    if least > size:
        raise MendaxError(f"a match cannot need {least} players at a table of {size}")
    plan = TablePlan(options, game, clients <= 1 if options.open is None else options.open, least)
    for players in range(least, size):  # raises now rather than when somebody leaves
        plan.game_for(players)
    return plan


def _with_players(text: str, players: int) -> AnyGame:
    """The game for so many, whatever its text says of them."""
    name, _, parameters = text.partition(":")
    entry = find_game(name)
    kept = [part for part in parameters.split(",") if part and not part.startswith("players=")]
    if "players" in entry.load_rules().__dataclass_fields__:  # type: ignore[attr-defined]
        kept.append(f"players={players}")
    return built(f"{name}:{','.join(kept)}")


def _check_parameters(game: AnyGame) -> None:
    fields: dict[str, Any] = game.__dataclass_fields__  # type: ignore[attr-defined]
    for name in fields:
        value = getattr(game, name)
        if isinstance(value, int | float) and value > MAX_LENGTH:
            raise MendaxError(f"{name} may be at most {MAX_LENGTH:,} at a table")


def check_agent(game: str, text: str) -> None:
    """Raise if an agent is unknown, or if its argument is not for strangers."""
    name, colon, argument = text.partition(":")
    entry = look_up(name, agents(game), f"{game} agent")
    if not colon:
        if entry.argument and not entry.argument.startswith("["):
            raise MendaxError(f"{entry.title} is not played at a table")
        return
    if not entry.argument.startswith("[") or any(word in entry.argument for word in _NOT_FOR_STRANGERS):
        raise MendaxError(f"{name} takes no argument at a table")
    if not _ARGUMENT.fullmatch(argument):
        raise MendaxError(f"that is no argument of {name}")


def quick_text(entry: GameEntry) -> str:
    """The game that one click on the page plays."""
    return f"{entry.name}:{entry.quick}" if entry.quick else entry.name


def read_options(raw: bytes | str) -> TableOptions:
    """Options as they are stored."""
    return msgspec.json.decode(raw, type=TableOptions)


def options_text(options: TableOptions) -> str:
    """Options as they are stored."""
    return msgspec.json.encode(options).decode()
