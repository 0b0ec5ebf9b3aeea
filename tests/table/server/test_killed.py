"""`kill -9` under load, at random moments: no acknowledged move is lost or doubled, and every match ends."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.table.server.faults import TABLES, Ordeal, Outcome


def ordeal(data: Path, kills: int, between: float, seed: int) -> Outcome:
    async def run() -> Outcome:
        return await Ordeal(data, seed).run(kills, between)

    return asyncio.run(run())


def check(outcome: Outcome, kills: int) -> None:
    assert outcome.kills == kills
    assert outcome.acknowledged > 10 * kills
    assert not outcome.wrong
    assert (outcome.lost, outcome.doubled) == (0, 0)
    assert outcome.unfinished == 0
    assert outcome.matches == len(TABLES) * kills
    assert sum(outcome.resumed) > kills, "matches were running when the server was killed"


def test_a_server_is_killed_twice(tmp_path: Path) -> None:
    check(ordeal(tmp_path, 2, 0.2, 1), 2)


@pytest.mark.slow
def test_a_server_is_killed_twenty_times(tmp_path: Path) -> None:
    check(ordeal(tmp_path, 20, 1.0, 2), 20)
