"""Explicit registries: plain mappings from names to what they build, open to other packages.

Another package adds a game or an agent through a Python entry point; nothing registers itself as a
side effect of being imported. `docs/plugins.md` shows how.
"""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from mendax.core.agent import Factory
from mendax.core.errors import MendaxError, UnknownName
from mendax.core.game import AnyGame, Seat, read_parameters
from mendax.core.record import Record

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")

GAMES_GROUP = "mendax.games"
AGENTS_GROUP = "mendax.agents"

Reviewer: TypeAlias = Callable[[Record, Seat], str]
"""Tells a person in a few lines how one seat played a match that is over.

It is given the whole record: what the game keeps hidden to the end, it keeps to itself.
"""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the registry: what `mendax games` lists and how to build it."""

    name: str
    about: str
    where: str
    """Where the class lives, as `module:Class`, so that listing games imports none of them."""
    advisor: str = ""
    """The agent that tells a person at the table what the odds say; empty when there is none."""
    reviewer: str = ""
    """Where the `Reviewer` lives, as `module:name`, that looks back on a finished match; empty when there is none."""

    def load(self) -> type[AnyGame]:
        """The game's class."""
        return cast(type[AnyGame], load(self.where))

    def build(self, parameters: str = "") -> AnyGame:
        """The game with parameters written as `faces=4,kept=true`."""
        kind = self.load()
        return kind(**read_parameters(kind, parameters))

    def load_reviewer(self) -> Reviewer | None:
        """Who looks back on a finished match, if anybody can."""
        return cast(Reviewer, load(self.reviewer)) if self.reviewer else None


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """A mind in the registry, for one game or, with game `*`, for all that it can play."""

    game: str
    name: str
    about: str
    where: str
    """Where its factory lives, as `module:name`, so that listing minds imports none of them."""
    argument: str = ""
    """What stands after the colon in `name:argument`, such as AGENT or N; empty when nothing does, and in
    brackets, as [N], when it may be left out.

    With an argument, `where` names a function that makes the factory from the game's name and the
    argument's text.
    """

    @property
    def title(self) -> str:
        """The name as people type it."""
        return f"{self.name}:{self.argument}" if self.argument else self.name

    def make(self, game: str, argument: str) -> Factory:
        """The factory, for a game and the text after the colon."""
        optional = self.argument.startswith("[")
        if bool(argument) != bool(self.argument) and not optional:
            raise MendaxError(f"this agent is written {self.title}, not {self.name}:{argument}".rstrip(":"))
        found: Any = load(self.where)
        factory: Factory = found(game, argument) if self.argument else found
        return factory


def load(where: str) -> object:
    """What lives at `module:name`."""
    module, _, name = where.partition(":")
    found: object = getattr(import_module(module), name)
    return found


def game_entries(own: Iterable[GameEntry]) -> dict[str, GameEntry]:
    """Our games and those of other packages; ours keep their names."""
    entries = {entry.name: entry for entry in own}
    for point in _points(GAMES_GROUP):
        if (entry := _load(point, GameEntry)) is not None:
            entries.setdefault(entry.name, entry)
    return entries


def agent_entries(own: Iterable[AgentEntry], game: str) -> dict[str, AgentEntry]:
    """The minds that play a game: ours, the general ones, and those of other packages."""
    entries = {entry.name: entry for entry in own if entry.game in (game, "*")}
    for point in _points(AGENTS_GROUP):
        entry = _load(point, AgentEntry)
        if entry is not None and entry.game in (game, "*"):
            entries.setdefault(entry.name, entry)
    return entries


def look_up(name: str, known: Mapping[str, T], what: str) -> T:
    """The entry of that name, or an error with the closest name and the list."""
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    guess = f"; did you mean '{near[0]}'?" if near else "."
    raise UnknownName(f"there is no {what} '{name}'{guess} There is: {', '.join(known)}")


def _points(group: str) -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points  # slow to import, and workers never need it

    return entry_points(group=group)


def _load(point: EntryPoint, kind: type[T]) -> T | None:
    """Another package's mistake is said aloud, and does not take our own games down with it."""
    try:
        entry = point.load()
    except Exception as error:
        warnings.warn(f"{point.name} = {point.value} does not load: {error}", stacklevel=2)
        return None
    if not isinstance(entry, kind):
        warnings.warn(f"{point.name} = {point.value} is not a {kind.__name__}", stacklevel=2)
        return None
    return entry
