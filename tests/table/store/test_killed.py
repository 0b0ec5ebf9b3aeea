"""`kill -9` of a process that writes: every acknowledged write is there, once, and the next process goes on."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from mendax.table.store.database import Database
from mendax.table.store.tables import load_running


def run_and_kill(store: Path, log: Path, delay: float) -> set[tuple[str, str]]:
    """Start the writer, kill it some time after its first answer, and return what it acknowledged."""
    with log.open("wb") as out:
        writer = subprocess.Popen([sys.executable, "-m", "tests.table.store.busy_writer", store], stdout=out)
    try:
        until = time.monotonic() + 60
        while not log.stat().st_size and writer.poll() is None and time.monotonic() < until:
            time.sleep(0.005)
        assert writer.poll() is None, "the writer ended by itself"
        time.sleep(delay)
    finally:
        writer.kill()
        writer.wait()
    return {(first, second) for first, second in (line.split() for line in log.read_text().splitlines())}


async def check(store: Path, acknowledged: set[tuple[str, str]]) -> None:
    db = Database(store)
    try:
        assert await db.read("PRAGMA integrity_check") == [("ok",)]
        stored = await db.read("SELECT match, number FROM moves")
        tables = {(code, "table") for (code,) in await db.read("SELECT code FROM tables")}
        assert len(stored) == len(set(stored))
        assert acknowledged <= {(match, str(number)) for match, number in stored} | tables
        for running in await load_running(db):
            assert [move.number for move in running.moves] == list(range(len(running.moves))), "no hole"
    finally:
        db.close()


def kill_often(folder: Path, times: int, seed: int) -> None:
    delays, acknowledged = Random(seed), set[tuple[str, str]]()
    for kill in range(times):
        found = run_and_kill(folder / "store.db", folder / f"log{kill}", delays.uniform(0.0, 0.5))
        assert found
        assert not found & acknowledged, "no write is acknowledged by two processes"
        acknowledged |= found
        asyncio.run(check(folder / "store.db", acknowledged))


def test_no_acknowledged_write_is_lost_by_a_kill(tmp_path: Path) -> None:
    kill_often(tmp_path, 3, seed=1)


@pytest.mark.slow
def test_no_acknowledged_write_is_lost_by_twenty_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, 20, seed=2)
