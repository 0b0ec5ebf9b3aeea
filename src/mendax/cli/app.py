"""The commands and how their errors reach a person. Each command imports what it needs when it runs."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

import typer

from mendax import __version__
from mendax.cli import (
    bench,
    bot,
    games,
    ladder,
    match,
    play,
    replay,
    reproduce,
    results,
    rules,
    serve,
    tour,
    verify,
    worlds,
)
from mendax.cli.standard_streams import open_standard_streams
from mendax.cli.verbs import VERBS, run_verb
from mendax.core.catalogue import look_up
from mendax.core.errors import EXTRAS, MendaxError, MissingExtra, Stopped
from mendax.core.interrupts import ending_as_by_ctrl_c

app = typer.Typer(
    name="mendax",
    help="A laboratory for games of chance and deception: play, solve, learn and explain.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("tour")(tour.tour)
app.command("games")(games.games)
app.command("agents")(games.agents)
app.command("play")(play.play)
app.command("match")(match.match)
app.command("tournament")(match.tournament)
app.command("ladder")(ladder.ladder)
for _verb in VERBS.values():  # listed here; `run` hands them to the games
    app.command(_verb.name, help=_verb.about)(lambda: None)
app.command("rules")(rules.rules)
app.command("replay")(replay.replay)
app.command("worlds")(worlds.worlds)
app.command("verify")(verify.verify)
app.command("results")(results.results)
app.command("reproduce")(reproduce.reproduce)
app.command("serve")(serve.serve)
app.command("bot")(bot.bot)
app.command("bot validate", context_settings={"allow_interspersed_args": False})(bot.validate)
app.command("bench")(bench.bench)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"mendax {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", help="Print the version.", callback=_version, is_eager=True),
) -> None:
    pass


def run(arguments: Sequence[str]) -> int:
    """Run the command with its arguments and answer with the exit code."""
    with ending_as_by_ctrl_c() as ended_by:
        code = _run(arguments)
        if came := ended_by():
            if code != _STOPPED:  # it ended as if nothing had happened, as a game that is left
                _complain("stopped")
            return 128 + came
    return code


_STOPPED = 130
"""The exit code after Ctrl-C."""


def _run(arguments: Sequence[str]) -> int:
    warnings.showwarning = _say_warning
    open_standard_streams()
    try:
        if not arguments:
            games.welcome()
            return 0
        if not arguments[0].startswith("-"):
            look_up(
                arguments[0],
                {command.name: command for command in app.registered_commands if command.name},
                "command",
            )
        if tuple(arguments[:2]) == ("bot", "validate"):  # a command under another one, which has an argument itself
            arguments = ["bot validate", *arguments[2:]]
        if arguments[0] in VERBS:
            code = run_verb(arguments[0], arguments[1:])
        else:
            if arguments[0] == "reproduce":
                _list_studies()
            code = app(args=list(arguments), standalone_mode=False)
        sys.stdout.flush()
        if code == _STOPPED:  # typer has turned Ctrl-C into this
            raise Stopped("stopped")
        return code if isinstance(code, int) else 0
    except Stopped as error:
        return _complain(str(error), _STOPPED)
    except MendaxError as error:
        return _complain(str(error))
    except (KeyboardInterrupt, typer.Abort):
        return _complain("stopped", _STOPPED)
    except SystemExit as error:  # typer leaves so when the reader of a pipe is gone
        return error.code if isinstance(error.code, int) else 1
    except BrokenPipeError:  # the reader has seen enough, as in `mendax ... | head`
        _silence_output()
        return 0
    except OSError as error:
        _silence_output()
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRAS:
            raise
        return _complain(str(MissingExtra(error.name or "")))
    except Exception as error:
        # Errors of the command line itself: typer's own kinds moved between its versions, so we ask
        # for what they have in common.
        if hasattr(error, "format_message"):
            return _complain(error.format_message() or "see mendax --help")
        raise


def _list_studies() -> None:
    """The studies belong to `mendax reproduce --help`; they are looked up only for it."""
    command = next(command for command in app.registered_commands if command.name == "reproduce")
    command.epilog = reproduce.epilogue()


def _silence_output() -> None:
    """What could not be written cannot be written at the end either; do not let Python try."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, code: int = 2) -> int:
    sys.stderr.write(f"mendax: {' '.join(message.split())}\n")
    return code


def _say_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    sys.stderr.write(f"mendax: warning: {message}\n")
