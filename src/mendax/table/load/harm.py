"""What harmful programs at one table cost the others: their waits with the programs there, and without them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from mendax.bench import Line, Measured
from mendax.bench.amounts import read_amount
from mendax.core.errors import MendaxError
from mendax.table.load.clients import Crowd, Watched, watch
from mendax.table.load.server_process import ServerProcess, server_process
from mendax.table.load.stored_moves import stored_moves
from mendax.table.load.thousand_tables import PATIENCE, quantile


@dataclass(frozen=True, slots=True)
class Amount:
    """How many tables, and for how long."""

    game: str
    agent: str
    tables: int = 300
    players: int = 3
    pace: float = 1.0
    seconds: float = 10.0
    """Of each window."""
    rounds: int = 6
    """Windows without the harmful programs and with them, in turn: what else the machine does falls on both."""
    cores: int = 2


def harmful_programs(quick: bool = False, **options: str) -> Measured:
    """The waits of some tables, without and with harmful programs at another one; `options` are fields of `Amount`."""
    amount = read_amount(Amount, options)
    if quick:
        amount = replace(amount, tables=4, pace=0.1, seconds=1.0, rounds=2)
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with server_process(data, "--workers", str(amount.cores), cores=amount.cores) as server:
            found = asyncio.run(_measure(amount, server, data))
            errors = server.stop()
    if errors:
        raise MendaxError(f"the server complained: {errors.strip()[-300:]}")
    return _measured(amount, found, load)


@dataclass(slots=True)
class _Found:
    """What was measured without harm, or with it."""

    windows: list[list[float]] = field(default_factory=list)
    """The waits of each window."""
    cpu: float = 0.0
    """Processor seconds of the server's own process."""
    seconds: float = 0.0

    @property
    def waits(self) -> list[float]:
        """Of all windows, in order."""
        return sorted(wait for window in self.windows for wait in window)

    def halves_ratio(self) -> float:
        """p99 of every second window to that of the others: how far two measurements of the same thing differ."""
        one, other = (_Found(self.windows[part::2]) for part in (0, 1))
        return quantile(one.waits, 0.99) / quantile(other.waits, 0.99)


async def _measure(amount: Amount, server: ServerProcess, data: Path) -> dict[bool, _Found]:
    """What was measured, without harm and with it."""
    seats: list[str | None] = [amount.agent] * amount.players
    crowd = Crowd()
    watched = []
    for _ in range(amount.tables):
        code = await asyncio.to_thread(server.new_table, amount.game, seats, open=False, goes_on=True, pace=amount.pace)
        watched.append(Watched(code))
        crowd.add(watch(server.ws, watched[-1]))
    measured = {False: _Found(), True: _Found()}
    try:
        if not await crowd.until(lambda: all(one.frames for one in watched), PATIENCE):
            raise MendaxError("the spectators see nothing")
        for number in range(2 * amount.rounds):
            harmed = bool(number % 2)
            with _harm(server, amount.game) if harmed else _peace():
                await asyncio.sleep(min(3.0, amount.seconds))
                began, cpu = time.time(), server.cpu_seconds()["server"]
                await asyncio.sleep(amount.seconds)
                ended = time.time()
                found = measured[harmed]
                found.cpu += server.cpu_seconds()["server"] - cpu
                found.seconds += ended - began
                await asyncio.sleep(min(2.0, amount.seconds))
            with stored_moves(data) as store:
                found.windows.append(store.waits(watched, amount.pace, began, ended))
    finally:
        await crowd.leave()
    return measured


@contextmanager
def _harm(server: ServerProcess, game: str) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, "-m", "mendax.table.load.harmful_programs", server.url, game])
    try:
        yield
        if process.poll() is not None:
            raise MendaxError("the harmful programs have ended")
    finally:
        process.kill()
        process.wait()


@contextmanager
def _peace() -> Iterator[None]:
    yield


def _measured(amount: Amount, found: dict[bool, _Found], load: float) -> Measured:
    lines, worst = [], {}
    for harmed, name in ((False, "without"), (True, "with")):
        waits = found[harmed].waits
        worst[harmed] = quantile(waits, 0.99)
        lines += [
            Line(f"from due to seen, {name} harmful programs, p50", 1000 * quantile(waits, 0.5), "ms"),
            Line(f"from due to seen, {name} harmful programs, p99", 1000 * worst[harmed], "ms"),
            Line(f"processors in use, server, {name} them", found[harmed].cpu / found[harmed].seconds, "cores"),
        ]
    lines.append(Line("ratio of p99, with to without", worst[True] / worst[False], "times"))
    lines.append(Line("ratio of p99, every second window without to the others", found[False].halves_ratio(), "times"))
    note = (
        f"{amount.tables} tables of agents, a spectator at each; at another table one program neither reads nor "
        "answers, one breaks its connection three times a second, and one sends 2,000 frames a second. Windows with "
        f"them and without them take turns. The machine's load before it began was {load:.1f}."
    )
    return Measured(tuple(lines), note, {"load_before": round(load, 1)})
