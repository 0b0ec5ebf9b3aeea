"""A server that is killed and started again: no acknowledged move is lost, and every number stays what it was."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mendax.cli.app import run
from tests.table.server.running import PATIENCE, Json, call, first_form, joined, running


@contextmanager
def process(data: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`mendax serve` in a process of its own, and its address."""
    own = ["--port", "0", "--data", str(data), "--workers", "1", "--no-warm"]
    command = [sys.executable, "-m", "mendax", "serve", *own, *options]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert started.stdout is not None
        line = started.stdout.readline()
        assert line.startswith("Mendax tables at http://127.0.0.1:"), line or started.communicate()[1]
        yield started, line.split()[3].rstrip("/")
    finally:
        if started.poll() is None:
            started.kill()
        started.communicate()


def new_seat(url: str, game: str, seats: list[str | None], **options: object) -> tuple[str, str]:
    """A table and the token of a seat there, whose turns are long enough for any machine."""
    options = {"program_seconds": 600, **options}
    status, table = call(url, "POST", "/api/tables", {"game": game, "seats": seats, **options})
    assert status == 201, table
    _, seat = call(url, "POST", f"/api/tables/{table['code']}/seats", {"name": "Ann", "kind": "program"})
    return table["code"], seat["token"]


def address(url: str) -> str:
    return url.replace("http", "ws") + "/ws"


async def some_turns(url: str, token: str, turns: int) -> tuple[list[Json], Json]:
    """Answer so many turns, and stop in the middle of the next."""
    async with joined(address(url), token) as client:
        for _ in range(turns):
            turn = await client.until("turn")
            await client.act(turn, first_form(turn))
            await client.until("ack")
        pending = await client.until("turn")
        return client.durable, pending


async def to_the_end(url: str, token: str) -> tuple[list[Json], list[Json]]:
    async with joined(address(url), token) as client:
        await client.play(first_form)
        return client.durable, client.of("turn")


async def first_commit(url: str, token: str) -> list[Json]:
    async with joined(address(url), token, mix=True) as client:
        await client.until("commit")
        return client.durable


def test_a_killed_server_resumes_its_matches(tmp_path: Path) -> None:
    with process(tmp_path) as (first, url):
        seats = [new_seat(url, "liars-dice:dice=3", [None, "probability"]) for _ in range(2)]
        before = [asyncio.run(some_turns(url, token, 2)) for _, token in seats]
        _, mixing = new_seat(url, "one-die", [None, "honest"])
        committed = asyncio.run(first_commit(url, mixing))
        os.kill(first.pid, signal.SIGKILL)
        first.wait(PATIENCE)
    with process(tmp_path) as (second, url):
        _, health = call(url, "GET", "/health")
        assert health["resumed"] == 3
        for (_, token), (frames, pending) in zip(seats, before, strict=True):
            again, turns = asyncio.run(to_the_end(url, token))
            assert again[: len(frames)] == frames, "the same frames with the same numbers"
            assert {**turns[0], "seconds": 0} == {**pending, "seconds": 0}, "the turn that was pending"
            assert again[-1]["type"] == "end"
        again, _ = asyncio.run(to_the_end(url, mixing))
        assert again[: len(committed)] == committed, "a round that was committed keeps its commitment"
        second.send_signal(signal.SIGTERM)
        assert second.wait(PATIENCE) == 0
        assert second.stderr is not None
        assert second.stderr.read() == ""
    assert [path.name for path in tmp_path.glob("*.db*") if path.suffix != ".lock"] == ["tables.db"], "one file is all"


def test_a_port_in_use_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert run(["serve", "--port", port, "--data", str(tmp_path)]) == 2
    assert capsys.readouterr() == ("", f"mendax: port {port} of 127.0.0.1 is in use; choose another with --port\n")


def test_two_servers_do_not_share_a_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(tmp_path):
        assert run(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith("is in use by another server\n")
