"""What a client was told and the store does not have is found: the counts of the benchmark can fail."""

from __future__ import annotations

import asyncio
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from mendax.bench import benchmarks
from mendax.bench.amounts import read_amount
from mendax.cli.app import run
from mendax.core.errors import MendaxError
from mendax.table.load.clients import Played, Watched, first_action
from mendax.table.load.server_process import ServerProcess
from mendax.table.load.stored_moves import Losses, stored_moves
from mendax.table.load.thousand_tables import Amount, quantile
from mendax.table.store.data_folder import DataFolder
from mendax.table.store.database import Database
from mendax.table.store.rows import MatchRow, MoveRow, Sitter, TableRow

ACTIONS = ((None, "roll 2"), (None, "roll 3"), (0, "call 2"), (1, "accept"), (1, "call 4"), (0, "challenge"))
TIMES = (10.0, 10.0, 11.0, 12.5, 14.0, 15.0)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A store with one match: a program at seat 0, an agent at seat 1."""
    seats = (Sitter("program", "Ann", None), Sitter("agent", "tree"))
    rows: list[Any] = [
        TableRow("bcdfghjk", "{}", 0.0),
        MatchRow("m", "bcdfghjk", 1, "one-die:kept=true", 1, seats, b"", False, 0.0),
        *(
            MoveRow("m", number, seat, action, False, None, at)
            for number, ((seat, action), at) in enumerate(zip(ACTIONS, TIMES, strict=True))
        ),
    ]

    async def store() -> None:
        db = Database(DataFolder(tmp_path).store)
        await db.write(*(row.insert() for row in rows))
        db.close()

    asyncio.run(store())
    return tmp_path


class Recorded:
    """A server that gives out one record."""

    def __init__(self, *frames: dict[str, Any]) -> None:
        self.frames = list(frames)

    def call(self, method: str, path: str) -> dict[str, Any]:
        return {"frames": self.frames}


def losses(data: Path, played: Played, watched: Watched, *frames: dict[str, Any]) -> Losses:
    with stored_moves(data) as store:
        return store.losses(cast(ServerProcess, Recorded(*frames)), [watched], [played])


def test_what_was_told_and_is_stored_is_no_loss(data: Path) -> None:
    played = Played("bcdfghjk", {"m.0": "call 2", "m.1": "challenge"})
    watched = Watched("bcdfghjk")
    frame = {"type": "event", "seq": 1, "match": "m", "move": 0}
    watched.take(json.dumps(frame), 1.0)
    found = losses(data, played, watched, frame, {"type": "end"})
    assert found == Losses(acknowledged=2, lost=0, doubled=0, frames=1, different=0)
    assert found.total == 0


def test_what_is_lost_doubled_or_different_is_found(data: Path) -> None:
    watched = Watched("bcdfghjk")
    watched.take(json.dumps({"type": "event", "seq": 1, "match": "m", "move": 0}), 1.0)
    watched.take(json.dumps({"type": "event", "seq": 2, "match": "m", "move": 1}), 1.0)
    other = losses(data, Played("bcdfghjk", {"m.0": "call 3", "m.7": "accept"}), watched, {"type": "event", "seq": 9})
    assert (other.lost, other.doubled, other.different) == (2, 1, 2)
    assert other.total == 5


def test_waits_are_from_due_to_seen(data: Path) -> None:
    """Each move is due a second after the one before it was stored; the dice were due at no time."""
    watched = Watched("bcdfghjk", frames={"m": []})
    with stored_moves(data) as store:
        told, at = store._told("m")
        assert at == list(TIMES)
        assert told[-1] == 5
        watched.seen = {("m", heard): at[number] + 0.25 for heard, number in enumerate(told)}
        due = {number: at[number - 1] + 1.0 for number in told if number and at[number] != at[number - 1]}
        found = store.waits([watched], 1.0, 0.0, 100.0)
        assert sorted(found) == sorted(at[number] + 0.25 - when for number, when in due.items())
        assert len(found) == 4
        assert len(store.waits([watched], 1.0, 12.0, 13.6)) == 2
        assert store.number_between(10.5, 14.5) == 3
        assert store.decisions_at(["bcdfghjk"], 0.0, 12.0) == 1


def test_quantiles() -> None:
    assert [quantile([float(value) for value in range(1, 101)], share) for share in (0.01, 0.5, 0.99, 1.0)] == [
        1.0,
        50.0,
        99.0,
        100.0,
    ]
    assert math.isnan(quantile([], 0.5))


def test_the_first_action_fills_every_hole() -> None:
    form = {"text": "{bid} push {push}", "slots": {"bid": ["1x2", "1x3"], "push": ["4", "5"]}}
    assert first_action([form]) == "1x2 push 4"


def test_options_are_typed(capsys: pytest.CaptureFixture[str]) -> None:
    read = read_amount(Amount, {"game": "g", "agent": "a", "soar": "", "tables": "7", "pace": "0.5"})
    assert read == replace(Amount("g", "a", ""), tables=7, pace=0.5)
    with pytest.raises(MendaxError, match="there is no option 'table'; there is: game, agent"):
        read_amount(Amount, {"table": "7"})
    assert run(["bench", "table", "--set", "tables=many"]) == 2
    assert "tables must be a number, not 'many'" in capsys.readouterr().err
    assert run(["bench", "soar", "--set", "tables=1"]) == 2
    assert "has no options" in capsys.readouterr().err
    assert run(["bench", "--set", "tables=1"]) == 2
    assert "--set needs the name of one benchmark" in capsys.readouterr().err
    with pytest.raises(MendaxError, match="60 of 50 tables cannot be watched"):
        benchmarks()["table"].load({"tables": "50", "watched": "60"})(False)
