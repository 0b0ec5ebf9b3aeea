"""`mendax solve | exploit | advise | review | train | export | acpc GAME`: a game contributes commands with options.

A game that contributes none gets the general command, where there is one.
"""

from __future__ import annotations

import inspect
import io
import sys
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import typer

from mendax.core.catalogue import GameEntry, find_game, games, load
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame

Command = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Verb:
    """A command that games fill in."""

    name: str
    about: str
    general: str = ""
    """A function for games that contribute none, as "module:name"."""
    needs: str = ""
    """The part of its entry that a game must have for the general function."""
    reads_records: bool = False
    """Whether a file of records may stand instead of the game: it says which game it is of."""
    parts: tuple[Verb, ...] = ()
    """Commands under this one, such as `acpc serve`; the game may be left out where one game alone has them."""

    def find(self, entry: GameEntry) -> str:
        """Where a game's command is; empty when it has none."""
        if self.parts:
            return next(filter(None, (part.find(entry) for part in self.parts)), "")
        fits = not self.needs or getattr(entry, self.needs)
        return entry.commands.get(self.name) or (self.general if fits else "")

    @property
    def entries(self) -> list[GameEntry]:
        """The games that have this command."""
        return [entry for entry in games().values() if self.find(entry)]


VERBS = {
    verb.name: verb
    for verb in (
        Verb("solve", "Solve a game: its value, and how good the solution is.", "mendax.cli.solve:solve"),
        Verb("exploit", "What a perfect opponent wins from an agent, and how.", "mendax.theory.commands:exploit"),
        Verb("advise", "What to do in a position: every option with its value."),
        Verb(
            "review", "Look back on a played game: what each decision cost.", "mendax.cli.review:review", "coach", True
        ),
        Verb("train", "Learn a game by playing it, and leave a player."),
        Verb("export", "Write recorded games in another format.", reads_records=True),
        Verb(
            "acpc",
            "Play with other programs by the protocol of the Annual Computer Poker Competition.",
            parts=(
                Verb("acpc serve", "Deal a match to agents and to programs that join."),
                Verb("acpc join", "Play an agent at somebody's table."),
            ),
        ),
    )
}


def run_verb(name: str, arguments: Sequence[str]) -> Any:
    """Run a command of a game with the rest of the command line."""
    verb = VERBS[name]
    alone = ""
    if verb.parts:
        part, arguments = _find_part(verb, arguments)
        if part is None:
            return _list_parts(verb)(args=["--help"], prog_name=f"mendax {name}", standalone_mode=False)
        verb, name = part, part.name
        entries = verb.entries
        alone = entries[0].name if len(entries) == 1 else ""
    target = (next(filter(_is_game, arguments), "") or alone) if alone else _find_target(verb, arguments)
    if not target:
        return _list_games(verb)(args=list(arguments) or ["--help"], prog_name=f"mendax {name}", standalone_mode=False)
    left = list(arguments)
    if _is_record_file(verb, target):
        text = _game_of(Path(target))
    else:
        if target in left:
            left.remove(target)
        text = target
    entry = find_game(text.partition(":")[0])
    where = verb.find(entry)
    if not where:
        there_is = ", ".join(one.name for one in verb.entries)
        raise MendaxError(f"there is no `mendax {name}` for {entry.name} yet; there is one for: {there_is}")
    game = entry.build(text.partition(":")[2])
    app = _app(verb.about)
    app.command()(bind(cast(Command, load(where)), game, named_in(text)))
    return app(args=left, prog_name=f"mendax {name} {text}", standalone_mode=False)


def _find_part(verb: Verb, arguments: Sequence[str]) -> tuple[Verb | None, list[str]]:
    """The command under a verb that is meant, and the other arguments; `None` when help is wanted."""
    given = [argument for argument in arguments if not argument.startswith("-")]
    if not given:
        return None, list(arguments)
    known = {part.name.removeprefix(f"{verb.name} "): part for part in verb.parts}
    left = list(arguments)
    word = next((word for word in given if word in known), "")
    if not word:
        raise MendaxError(f"`mendax {verb.name}` does what? There is: {', '.join(known)}")
    left.remove(word)
    return known[word], left


def _find_target(verb: Verb, arguments: Sequence[str]) -> str:
    """The argument that says which game: a game, or a file of records; empty when there is none.

    Options may stand before it, so an argument that is neither may be an option's value. So may a game's name that
    stands after a file of records: a folder to write to, say.
    """
    given = [argument for argument in arguments if not argument.startswith("-") or argument == "-"]
    if given and verb.reads_records and not _is_game(given[0]) and (given[0] == "-" or Path(given[0]).is_file()):
        return given[0]
    for fits in (_is_game, partial(_is_record_file, verb)):
        if found := next(filter(fits, given), ""):
            return found
    if given and verb.reads_records and Path(given[0]).is_dir():
        raise MendaxError(f"{given[0]} cannot be read: it is a folder; the game is named before it")
    if given and given[0] != arguments[0]:
        there_is = ", ".join(entry.name for entry in verb.entries)
        raise MendaxError(f"which game? There is `mendax {verb.name}` for: {there_is}")
    return given[0] if given else ""


def named_in(text: str) -> frozenset[str]:
    """The parameters of a game that are given with its name.

    >>> sorted(named_in("liars-dice:players=4,dice=2"))
    ['dice', 'players']
    """
    return frozenset(part.partition("=")[0].strip() for part in text.partition(":")[2].split(",") if part)


def bind(command: Command, game: AnyGame, named: Container[str] = ()) -> Command:
    """A game's command without its first parameter, the game, which is known: typer sees the options.

    An option with the name of a parameter that was given with the game, such as `players`, begins with its value.
    """
    signature = inspect.signature(command, eval_str=True)
    parameters = list(signature.parameters.values())[1:]
    for at, one in enumerate(parameters):
        value = getattr(game, one.name, None) if one.name in named else None
        # Another type is another thing of that name: a number of dice, and the dice of a position.
        if value is not None and type(value) is type(one.default):
            parameters[at] = one.replace(default=value)

    def bound(**options: Any) -> None:
        command(game, **options)

    bound.__doc__ = command.__doc__
    bound.__annotations__ = {one.name: one.annotation for one in parameters}
    bound.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return bound


def _app(about: str) -> typer.Typer:
    return typer.Typer(
        help=about,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _list_games(verb: Verb) -> typer.Typer:
    """`mendax VERB --help`: the games that have it, a line each. Their options show with `mendax VERB GAME --help`."""
    app = _app(f"{verb.about} `mendax {verb.name} GAME --help` shows a game's own options.")
    app.callback()(lambda: None)
    for entry in verb.entries:
        app.command(entry.name, help=entry.about)(lambda: None)
    return app


def _list_parts(verb: Verb) -> typer.Typer:
    """`mendax VERB --help` for a verb with commands under it, a line each."""
    app = _app(f"{verb.about} `mendax {verb.parts[0].name} --help` shows the options.")
    app.callback()(lambda: None)
    for part in verb.parts:
        app.command(part.name.removeprefix(f"{verb.name} "), help=part.about)(lambda: None)
    return app


def _is_game(text: str) -> bool:
    return text.partition(":")[0] in games()


def _is_record_file(verb: Verb, text: str) -> bool:
    if not verb.reads_records or _is_game(text) or Path(text).is_dir():
        return False
    return Path(text).exists() or "/" in text or "." in text or text == "-"


def _game_of(file: Path) -> str:
    """The name of the game that a file's first record is of."""
    from mendax.core.record_files import load_records

    if str(file) == "-":  # the command reads it again
        text = sys.stdin.read()
        sys.stdin = io.StringIO(text)
        name = load_records(file)[0].game.name
        sys.stdin = io.StringIO(text)
        return name
    return load_records(file)[0].game.name
