"""The catalogue: which games and agents there are, each described by one frozen entry.

A slice of `mendax.games` names its parts in an `ENTRY`; another package ships the same object through a
Python entry point. Parts are written as "module:name" and loaded when they are used, so listing imports
none of them. `docs/plugins.md` shows how to bring your own.
"""

from __future__ import annotations

import difflib
import pkgutil
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from mendax.core.agent import Factory
from mendax.core.coach import Coach
from mendax.core.errors import MendaxError, MissingExtra, UnknownName
from mendax.core.face import AnyFace, Face
from mendax.core.game import AnyGame, read_parameters
from mendax.core.pieces import Pieces
from mendax.core.results import Result, Winnings
from mendax.core.tour import Tour

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from pathlib import Path

    from mendax.core.record import Record

T = TypeVar("T")

GAMES_GROUP = "mendax.games"
AGENTS_GROUP = "mendax.agents"
SLICES = "mendax.games"
"""The package whose folders are our own games."""


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """An agent in the catalogue."""

    name: str
    about: str
    factory: str
    """Where its factory is, as "module:name"."""
    argument: str = ""
    """What stands after the colon in `name:argument`, such as AGENT or N; empty when nothing does, and in
    brackets, as [N], when it may be left out.

    With an argument, `factory` names a function that makes the factory from the game's name and the
    argument's text.
    """
    game: str = ""
    """The game it plays, where the entry does not stand in a game's own; `*` is any game."""
    thinks: str = ""
    """How it thinks, in a sentence for those who play against it; where there is none, `about` is told."""

    @property
    def title(self) -> str:
        """The name as people type it."""
        return f"{self.name}:{self.argument}" if self.argument else self.name

    def make(self, game: str, argument: str) -> Factory:
        """The factory, for a game's name and the text after the colon."""
        optional = self.argument.startswith("[")
        if bool(argument) != bool(self.argument) and not optional:
            raise MendaxError(f"this agent is written {self.title}, not {self.name}:{argument}".rstrip(":"))
        found: Any = load(self.factory)
        factory: Factory = found(game, argument) if self.argument else found
        return factory


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the catalogue: all of its parts, named once. Only the rules are required."""

    DEFAULT_SOLVER: ClassVar[str] = "mendax.theory:solve"

    name: str
    about: str
    rules: str
    """The game's class."""
    agents: tuple[AgentEntry, ...] = ()
    advisor: str = ""
    """The agent that tells a person at the table what the odds say."""
    solver: str = DEFAULT_SOLVER
    """A function from the game to its solution, a `Result`; options are keywords. By default the linear
    programs for any small two-player zero-sum game."""
    coach: str = ""
    """A `Coach`: looks back on a finished match."""
    trainer: str = ""
    """A function that trains an agent for the game and returns a `Result`."""
    environments: str = ""
    """A function that registers the game's environments with Gymnasium and returns their names."""
    studies: tuple[str, ...] = ()
    """`Study` objects: published results that `mendax reproduce` makes again."""
    benchmarks: tuple[str, ...] = ()
    """Tuples of `Benchmark` objects."""
    face: str = ""
    """A `Face`: how the game is shown to a person."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """By verb (solve, exploit, advise, review, train, export, acpc serve, acpc join): a function that takes the game
    and, as annotated keywords, its own options of `mendax VERB GAME`."""
    tour: str = ""
    """A `Tour`: what `mendax tour` shows a newcomer."""
    rule_words: str = ""
    """A function from the text of a learned Soar rule to what it says, in the game's words."""
    formats: Mapping[str, str] = field(default_factory=dict)
    """By the ending of a file's name, such as `.phh`: a function from the file to its records."""
    worlds: str = ""
    """A function from a record to its `Inspection`: what each seat can know after each event."""
    pieces: str = ""
    """A function from the game to its `Pieces`: the single dice and cards of its chance, which a table can prove."""
    ranking: str = ""
    """A function from the `Winnings` of players to a `Result`: who wins and who loses, of those with hands enough."""
    title: str = ""
    """The name as people write it, such as "Liar's Dice"; by default `name` with a capital letter."""
    page: str = ""
    """The script that shows the game in the browser, as "package:file"; what lies beside it is served too."""
    quick: str = ""
    """Parameters of the table that one click in the browser makes, such as `hands=20`."""
    opponents: tuple[str, ...] = ()
    """The agents at that table; by default random players."""
    rated: tuple[str, ...] = ()
    """The agents that `mendax ladder` lets play each other; games with fewer than two are not on the ladder."""
    rated_at: str = ""
    """Parameters of the table at which they are rated, such as `players=2`."""
    first: bool = False
    """Whether the page in the browser offers this game first."""

    @property
    def heading(self) -> str:
        """The title, or what stands for it."""
        return self.title or self.name.replace("-", " ").capitalize()

    def load_rules(self) -> type[AnyGame]:
        """The game's class."""
        return cast(type[AnyGame], load(self.rules))

    def build(self, parameters: str = "") -> AnyGame:
        """The game with parameters written as `faces=4,kept=true`."""
        kind = self.load_rules()
        return kind(**read_parameters(kind, parameters))

    def load_coach(self) -> Coach | None:
        """Who looks back on a finished match, if anybody can."""
        return cast(Coach, load(self.coach)) if self.coach else None

    def load_face(self) -> AnyFace:
        """How the game is shown; a game without a face of its own shows its notation."""
        return cast(AnyFace, load(self.face)) if self.face else Face()

    def load_tour(self) -> Tour | None:
        """What a newcomer is shown, if anything."""
        return cast(Tour, load(self.tour)) if self.tour else None

    def load_ranking(self) -> Callable[[Sequence[Winnings]], Result] | None:
        """What ranks players by the money of their hands, if anything does."""
        return cast("Callable[[Sequence[Winnings]], Result]", load(self.ranking)) if self.ranking else None


GENERAL_AGENTS = (
    AgentEntry(
        "best-response",
        "Knows AGENT and takes all that can be taken from it",
        "mendax.theory.agents:best_response_to",
        "AGENT",
        game="*",
    ),
    AgentEntry(
        "random",
        "Any legal action, equally often",
        "mendax.core.uniform:uniform",
        game="*",
        thinks="It does not think: it takes any move that is allowed, all equally often.",
    ),
)
"""Agents that know no game and play any."""


def load(where: str) -> object:
    """What is at "module:name"; a missing library is named with the extra that brings it."""
    module, _, name = where.partition(":")
    try:
        return cast(object, getattr(import_module(module), name))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "mendax":
            raise
        raise MissingExtra(error.name) from None


@cache
def games() -> Mapping[str, GameEntry]:
    """Every game there is, by name: ours, and those of other packages; ours keep their names."""
    slices = import_module(SLICES)
    modules = [module.name for module in pkgutil.iter_modules(slices.__path__, f"{SLICES}.") if module.ispkg]
    own: list[GameEntry] = [import_module(name).ENTRY for name in modules]
    entries = {entry.name: entry for entry in own}
    for entry in entries_of_packages(GAMES_GROUP, GameEntry):
        entries.setdefault(entry.name, entry)
    return entries


@cache
def agents(game: str) -> Mapping[str, AgentEntry]:
    """Every agent that plays a game, by name: the game's own, the general ones, those of other packages."""
    known = games().get(game)  # a game that is not in the catalogue still has the general agents
    entries = {entry.name: entry for entry in (*(known.agents if known else ()), *GENERAL_AGENTS)}
    for entry in entries_of_packages(AGENTS_GROUP, AgentEntry):
        if entry.game in (game, "*"):
            entries.setdefault(entry.name, entry)
    return entries


def reader_of(ending: str) -> Callable[[Path], list[Record]] | None:
    """What reads records from files with that ending, if a game brings it."""
    found = next((entry.formats[ending] for entry in games().values() if ending in entry.formats), None)
    return None if found is None else cast("Callable[[Path], list[Record]]", load(found))


def find_game(name: str) -> GameEntry:
    """The entry of a game."""
    return look_up(name, games(), "game")


def load_pieces(game: AnyGame) -> Pieces | None:
    """The single dice and cards of a game's chance, if the game says what they are."""
    entry = games().get(game.name)
    return cast(Callable[[AnyGame], Pieces], load(entry.pieces))(game) if entry is not None and entry.pieces else None


def face_of(game: AnyGame) -> AnyFace:
    """How a game with its parameters is shown; one that is not in the catalogue shows its notation."""
    entry = games().get(game.name)
    return (Face() if entry is None else entry.load_face()).for_game(game)


def build_game(text: str) -> AnyGame:
    """A game from its text: `one-die`, `one-die:faces=4`."""
    name, _, parameters = text.partition(":")
    return find_game(name).build(parameters)


def build_table(text: str, people: int) -> AnyGame:
    """The game with a seat for everyone, if its text leaves open how many play.

    >>> build_table("yahtzee", 3).seats, build_table("yahtzee:players=2", 3).seats
    (3, 2)
    """
    game = build_game(text)
    if game.seats == people or "players=" in text or not hasattr(game, "players"):
        return game
    return build_game(f"{text}{',' if ':' in text else ':'}players={people}")


def build_agent(game: AnyGame | str, text: str) -> Factory:
    """The factory of an agent for a game or a game's name, from its text: `tree`, `best-response:tree`."""
    name = game if isinstance(game, str) else game.name
    agent, _, argument = text.partition(":")
    return look_up(agent, agents(name), f"{name} agent").make(name, argument)


def solve_game(game: AnyGame | str, **options: Any) -> Result:
    """A game's solution by its own solver."""
    built = build_game(game) if isinstance(game, str) else game
    solver = cast(Callable[..., Result], load(find_game(built.name).solver))
    return solver(built, **options)


def look_up(name: str, known: Mapping[str, T], what: str) -> T:
    """The entry of that name, or an error with the closest name and the list."""
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    guess = f"; did you mean '{near[0]}'?" if near else "."
    raise UnknownName(f"there is no {what} '{name}'{guess} There is: {', '.join(known)}")


def entries_of_packages(group: str, kind: type[T]) -> Iterable[T]:
    """What other packages name in a group of entry points; what is broken, or of another kind, is warned of."""
    from importlib.metadata import entry_points  # slow to import, and workers never need it

    for point in entry_points(group=group):
        if (entry := _load_point(point, kind)) is not None:
            yield entry


def _load_point(point: EntryPoint, kind: type[T]) -> T | None:
    """What an entry point names; a broken one gives a warning and does not break the catalogue."""
    try:
        entry = point.load()
    except Exception as error:
        warnings.warn(f"{point.name} = {point.value} does not load: {error}", stacklevel=2)
        return None
    if not isinstance(entry, kind):
        warnings.warn(f"{point.name} = {point.value} is not a {kind.__name__}", stacklevel=2)
        return None
    return entry
