"""The programs of `docs/bots.md` play whole games, and pass the checks that the page describes."""

from __future__ import annotations

import ast
import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mendax.core.catalogue import build_game, games
from mendax.core.record import read_records
from mendax.table.validate import validate
from tests.command_line import call
from tests.table.client.programs import PAGE, node_program, python_program, shown
from tests.table.server.running import Running

TABLES: list[tuple[str, list[str | None]]] = [
    ("one-die", [None, "tree"]),
    ("liars-dice", [None, "probability", "honest"]),
    ("yahtzee", [None, "greedy"]),
    ("blufpoker", [None, "odds", "naive"]),
    ("holdem:hands=3", [None, "tight", "loose"]),
]


def run(server: Running, command: list[str], token: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "MENDAX_URL": server.url, "MENDAX_TOKEN": token}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


def play(server: Running, command: list[str], game: str, seats: list[str | None]) -> None:
    """Play one match by a program; it ends by itself, and every move of its seat is its own."""
    code = server.new_table(game, seats)["code"]
    done = run(server, command, server.sit(code)["token"])
    assert (done.returncode, done.stderr) == (0, "")
    table = server.until_ended(code)
    _, found = server.call("GET", f"/api/matches/{table['match']}/record")
    (record,) = read_records(found["record"], build_game)
    assert [move.default for move in record.moves if move.seat == 0].count(True) == 0
    payoffs = [float(number) for number in re.findall(r"-?[\d.]+", done.stdout.splitlines()[-1])]
    assert payoffs == list(record.payoffs)


def test_the_tables_are_of_all_games() -> None:
    assert {game.partition(":")[0] for game, _ in TABLES} == set(games())


def test_the_python_program_is_short_and_needs_nothing_of_mendax() -> None:
    program = shown("python")
    assert len(program.splitlines()) <= 30
    imported = {
        name.name for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Import) for name in node.names
    }
    assert imported <= {*sys.stdlib_module_names, "websockets"}
    assert "import" not in re.sub(r"(?m)^import .*$", "", program)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[game for game, _ in TABLES])
def test_the_python_program_plays_every_game(
    server: Running, tmp_path: Path, game: str, seats: list[str | None]
) -> None:
    play(server, python_program(tmp_path), game, seats)


def test_the_node_program_plays(server: Running, tmp_path: Path) -> None:
    play(server, node_program(tmp_path), "liars-dice:dice=2", [None, "probability"])


@pytest.mark.parametrize("program", [python_program, node_program])
def test_a_wrong_token_is_told_and_ends_the_program(
    server: Running, tmp_path: Path, program: Callable[[Path], list[str]]
) -> None:
    done = run(server, program(tmp_path), "nobody")
    assert done.returncode == 1
    assert "the token is not known" in done.stderr


def test_the_python_program_passes_the_checks_that_the_page_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = call(capsys, "bot", "validate", "--game", "one-die", "--", *python_program(tmp_path))
    assert (code, err) == (0, ""), out
    printed = [line.partition(": ")[0] for line in out.splitlines()]
    assert printed == re.findall(r"^ok    [^:\n]*", PAGE.read_text(), re.MULTILINE)


def test_the_node_program_passes_the_checks(tmp_path: Path) -> None:
    report = asyncio.run(validate(node_program(tmp_path), "one-die"))
    assert report.passed, report.to_json()
