"""`mendax bot`: an agent of ours plays at a server elsewhere, comes back, and leaves."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mendax.core.errors import MendaxError
from mendax.table.client.address import Address
from mendax.table.client.bot import Bot
from mendax.table.client.seated import Seated
from mendax.table.server.connection import REPLACED, RESTART
from tests.command_line import MENDAX, assert_refused, call
from tests.table.server.running import PATIENCE, Running, running


def close_all(server: Running, code: int) -> None:
    """Have the server end all connections."""
    loop = next(iter(server.service.lobby._tasks.values())).get_loop()
    loop.call_soon_threadsafe(server.service.sockets.close_all, code)


def test_it_makes_a_table_and_plays(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--agent", "matrix", "--new", "one-die", "--against", "honest", "--games", "3")
    code, out, err = call(capsys, "bot", server.url, *arguments, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["games"], found["agent"]) == (3, "matrix")
    assert [match["seat"] for match in found["matches"]] == [0, 1, 0], "the seats are turned"
    assert [match["late"] for match in found["matches"]] == [0, 0, 0]
    assert {match["payoff"] for match in found["matches"]} <= {-1.0, 1.0}


def test_two_of_them_meet_at_a_table(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    code = server.new_table("liars-dice:dice=2", [None, None])["code"]
    token = server.sit(code, "Ann")["token"]
    first = subprocess.Popen([*MENDAX, "bot", server.url, "--agent", "honest", "--table", code])
    status, out, _ = call(capsys, "bot", server.url, "--agent", "probability", "--token", token)
    assert status == 0
    assert out.startswith("match 1 (liars-dice:players=2,dice=2, seat 0): payoff ")
    assert first.wait(PATIENCE) == 0


class CutOff(Seated):
    """A connection that the server ends after some of the actions: by turns, not by the clock."""

    server: Running
    acts = 0

    async def act(self, turn: str, action: str) -> None:
        await super().act(turn, action)
        self.acts += 1
        if self.acts in (3, 9, 15):
            close_all(self.server, RESTART)


def test_it_comes_back_when_the_line_is_cut(tmp_path: Path) -> None:
    lines: list[str] = []

    async def play(server: Running, token: str) -> Bot:
        seated = CutOff(Address.read(server.url), token, say=lines.append)
        seated.server = server
        bot = Bot(seated, "greedy", 1, say=lines.append)
        await bot.play()
        return bot

    with running(tmp_path) as server:
        token = server.sit(server.new_table("yahtzee", [None, "greedy"])["code"])["token"]
        bot = asyncio.run(play(server, token))
    (match,) = bot.matches
    assert match.late == 0
    assert lines.count("the connection was cut; trying again") == 3


def test_ctrl_c_leaves_the_table(server: Running) -> None:
    table = server.new_table("one-die", [None, None])
    command = [*MENDAX, "bot", server.url, "--agent", "honest", "--table", table["code"]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bot:
        deadline = time.monotonic() + PATIENCE
        while not seats(server, table["code"])[0]["here"]:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.kill(bot.pid, signal.SIGINT)
        _, err = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 130
    assert err == "mendax: the table is left after 0 matches\n"
    deadline = time.monotonic() + PATIENCE
    while seats(server, table["code"])[0]["kind"]:  # the server may still be at the frame that leaves
        assert time.monotonic() < deadline
        time.sleep(0.05)


def seats(server: Running, code: str) -> list[dict[str, object]]:
    _, found = server.call("GET", f"/api/tables/{code}")
    places: list[dict[str, object]] = found["seats"]
    return places


def test_a_seat_that_another_connection_took_is_told(server: Running) -> None:
    token = server.sit(server.new_table("one-die", [None, None])["code"])["token"]

    async def play() -> None:
        bot = Bot(Seated(Address.read(server.url), token), "honest", 0)
        playing = asyncio.create_task(bot.play())
        while bot.seated.welcome is None:
            await asyncio.sleep(0.01)
        close_all(server, REPLACED)
        await playing

    with pytest.raises(MendaxError, match="another program has taken"):
        asyncio.run(play())


def test_a_server_that_stays_away_is_given_up(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        token = server.sit(server.new_table("one-die", [None, None])["code"])["token"]
        seated = Seated(Address.read(server.url), token, patience=0.2)
        bot = Bot(seated, "honest", 0)

        async def play() -> None:
            playing = asyncio.create_task(bot.play())
            while seated.welcome is None:
                await asyncio.sleep(0.01)
            seated.address = Address.read("127.0.0.1:9")
            close_all(server, RESTART)
            await playing

        with pytest.raises(MendaxError, match=r"Connection refused; given up after 0\.2 s"):
            asyncio.run(play())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--token", "nobody"], "the server says: the token is not known"),
        (["--table", "bcdfghjk"], "the server says: there is no such table"),
        (["--table", "../x"], "the server"),
        (["--new", "chess"], "there is no game 'chess'"),
        (["--new", "one-die", "--against", "nobody"], "the server says: there is no one-die agent 'nobody'"),
        (["--new", "one-die", "--against", "tree", "--against", "tree"], "one-die has 2 seats"),
        (["--table", "bcdfghjk", "--against", "tree"], "--against names the other players"),
        ([], "where does it sit?"),
        (["--table", "x", "--new", "one-die"], "where does it sit?"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_what_cannot_be_done_is_one_line(
    server: Running, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert_refused(capsys, ["bot", server.url, "--agent", "honest", *arguments], complaint)


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("http://127.0.0.1:9", "no table server answers at http://127.0.0.1:9: Connection refused"),
        ("ftp://127.0.0.1", "is no address of a server"),
        ("http://127.0.0.1:99999", "is no address of a server"),
        ("http://127.0.0.1:8000/?token=x", "a token is given by --token"),
        ("no.such.host.invalid", "no table server answers at http://no.such.host.invalid"),
    ],
)
def test_a_wrong_address_is_one_line(capsys: pytest.CaptureFixture[str], url: str, complaint: str) -> None:
    assert_refused(capsys, ["bot", url, "--agent", "honest", "--token", "x"], complaint)


def test_something_else_than_a_table_server_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as other:
        try:
            assert other.stdout is not None
            port = other.stdout.readline().split("port ")[1].split()[0]
            url = f"127.0.0.1:{port}"
            assert_refused(capsys, ["bot", url, "--agent", "honest", "--token", "x"], "no table server answers at")
            assert_refused(capsys, ["bot", url, "--agent", "honest", "--table", "x"], "is it a table server?")
        finally:
            other.terminate()
