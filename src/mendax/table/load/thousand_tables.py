"""A thousand closed tables of cheap agents that move once a second, and what that asks of a server."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from mendax.bench import Line, Measured
from mendax.bench.amounts import read_amount
from mendax.core.errors import MendaxError
from mendax.table.load.clients import Crowd, Played, Watched, play, watch
from mendax.table.load.server_process import ServerProcess, server_process
from mendax.table.load.stored_moves import Losses, stored_moves

PATIENCE: Final = 120.0


@dataclass(frozen=True, slots=True)
class Amount:
    """How much load, and for how long."""

    game: str
    agent: str
    """Plays at the thousand tables, at every seat."""
    soar: str
    """The Soar agent that plays beside them; empty: none."""
    tables: int = 1000
    players: int = 3
    pace: float = 1.0
    """Seconds from a move to the next."""
    seconds: float = 60.0
    watched: int = 50
    """Tables with a spectator, by which the waits are measured."""
    programs: int = 20
    """Further tables, at which a remote program plays against one agent: so its turn comes often."""
    soar_tables: int = 60
    soar_seconds: float = 20.0
    cores: int = 2
    """Processors that the server and its workers may use."""


@dataclass(frozen=True, slots=True)
class _Window:
    """What was measured in a time."""

    ended: float
    moves_per_second: float
    waits: Sequence[float]
    decisions_per_second: float = 0.0
    cpu: float = 0.0
    """Processors in use by the server's own process."""
    workers_cpu: float = 0.0
    memory: float = 0.0
    """Megabytes in use at its end, by the server and its workers."""


def thousand_tables(quick: bool = False, **options: str) -> Measured:
    """Moves a second, waits and memory under load; `options` are the fields of `Amount`."""
    amount = read_amount(Amount, options)
    if quick:
        amount = replace(
            amount, tables=6, pace=0.1, seconds=1.0, watched=3, programs=3, soar_tables=1, soar_seconds=0.6
        )
    if amount.watched > amount.tables:
        raise MendaxError(f"{amount.watched} of {amount.tables} tables cannot be watched")
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        workers = str(min(amount.cores, len(os.sched_getaffinity(0))))
        with server_process(data, "--workers", workers, cores=amount.cores) as server:
            return asyncio.run(_Load(amount, server, data).measure(load))


class _Load:
    """One run: tables are made, warmed up, measured, and held against the store."""

    def __init__(self, amount: Amount, server: ServerProcess, data: Path) -> None:
        self.amount, self.server, self.data = amount, server, data
        self.crowd, self.stop = Crowd(), asyncio.Event()
        self.watched: list[Watched] = []
        self.played: list[Played] = []
        self.soar_tables: list[str] = []

    async def measure(self, load: float) -> Measured:
        amount, server = self.amount, self.server
        try:
            await asyncio.to_thread(self._make_tables)
            await self._join()
            await asyncio.sleep(min(5.0, amount.seconds))  # the last tables have begun, the agents are warm
            first, acks = await self._window(amount.seconds)
            second = None
            if amount.soar and amount.soar_tables:
                await asyncio.to_thread(self._make_soar_tables)
                await asyncio.sleep(min(5.0, amount.soar_seconds))
                second, _ = await self._window(amount.soar_seconds)
            self.stop.set()
            await self.crowd.until(lambda: not any(one.waiting for one in self.played), PATIENCE)
            losses = await asyncio.to_thread(_losses, self)
        finally:
            await self.crowd.leave()
        errors = server.stop()
        return _measured(amount, load, first, acks, second, losses, errors)

    def _make_tables(self) -> None:
        amount, server = self.amount, self.server
        seats: list[str | None] = [amount.agent] * amount.players
        options = {"open": False, "goes_on": True, "pace": amount.pace}
        codes = [server.new_table(amount.game, seats, **options) for _ in range(amount.tables)]
        step = amount.tables / max(1, amount.watched)
        self.watched = [Watched(codes[int(number * step)]) for number in range(amount.watched)]
        self.played = [
            Played(server.new_table(amount.game, [None, amount.agent], **options)) for _ in range(amount.programs)
        ]

    def _make_soar_tables(self) -> None:
        amount = self.amount
        seats: list[str | None] = [amount.soar] * amount.players
        self.soar_tables = [
            self.server.new_table(amount.game, seats, open=False, goes_on=True) for _ in range(amount.soar_tables)
        ]

    async def _join(self) -> None:
        server = self.server
        for one in self.watched:
            self.crowd.add(watch(server.ws, one))
        for number, program in enumerate(self.played):
            token = await asyncio.to_thread(server.sit, program.table, f"program {number}")
            self.crowd.add(play(server.ws, token, program, self.stop))
        if not await self.crowd.until(lambda: all(one.frames for one in self.watched), PATIENCE):
            raise MendaxError("the spectators see nothing")

    async def _window(self, seconds: float) -> tuple[_Window, list[float]]:
        """What happens in a time, and what programs waited in it.

        Where something has not happened at all, as in a second of a busy machine, it takes as long again.
        """
        began, cpu = time.time(), self.server.cpu_seconds()
        while True:
            await asyncio.sleep(seconds)
            window = await self._since(began, cpu, min(2.0, seconds))
            acks = sorted(wait for one in self.played for at, wait in one.waits if began <= at < window.ended)
            missing = (
                (self.watched and not window.waits)
                or (self.played and not acks)
                or (self.soar_tables and not window.decisions_per_second)
                or not (window.moves_per_second and window.cpu and window.workers_cpu)
            )
            if not missing or window.ended - began > PATIENCE:
                return window, acks

    async def _since(self, began: float, cpu: dict[str, float], seen_after: float) -> _Window:
        ended, cpu_then, memory = time.time(), self.server.cpu_seconds(), self.server.memory()
        await asyncio.sleep(seen_after)  # what was due in this time is seen
        with stored_moves(self.data) as store:
            took = ended - began
            return _Window(
                ended,
                store.number_between(began, ended) / took,
                sorted(store.waits(self.watched, self.amount.pace, began, ended)),
                store.decisions_at(self.soar_tables, began, ended) / took,
                (cpu_then["server"] - cpu["server"]) / took,
                (cpu_then["workers"] - cpu["workers"]) / took,
                memory,
            )


def _losses(load: _Load) -> Losses:
    with stored_moves(load.data) as store:
        return store.losses(load.server, load.watched, load.played)


def quantile(values: Sequence[float], share: float) -> float:
    """A value of a sorted list that so large a share does not exceed.

    >>> quantile([1.0, 2.0, 3.0, 4.0], 0.5)
    2.0
    """
    return values[max(0, round(share * len(values)) - 1)] if values else float("nan")


def _wait_lines(what: str, waits: Sequence[float]) -> list[Line]:
    return [Line(f"{what}, p{round(100 * share)}", 1000 * quantile(waits, share), "ms") for share in (0.5, 0.99)]


def _measured(
    amount: Amount,
    load: float,
    first: _Window,
    acks: Sequence[float],
    second: _Window | None,
    losses: Losses,
    errors: str,
) -> Measured:
    if losses.total or not losses.acknowledged or not losses.frames or errors:
        raise MendaxError(f"what clients were told is not what is stored: {losses} {errors.strip()[-500:]}")
    lines = [
        Line("tables", amount.tables + amount.programs, "tables"),
        Line("moves", first.moves_per_second, "a second"),
        *_wait_lines("from due to seen by a spectator", first.waits),
        *_wait_lines("from sent to acknowledged", acks),
        Line("memory of the server and its workers", first.memory, "MB"),
        Line("processors in use, server", first.cpu, "cores"),
        Line("processors in use, workers", first.workers_cpu, "cores"),
    ]
    if second is not None:
        lines.append(Line("Soar decisions beside it", second.decisions_per_second, "a second"))
        lines += _wait_lines("from due to seen by a spectator, Soar beside it", second.waits)
        lines.append(Line("memory, Soar beside it", second.memory, "MB"))
    note = (
        f"{amount.tables} closed tables of {amount.players} agents each move once in {amount.pace:g} s, and "
        f"{amount.programs} more have a remote program; the server and {amount.cores} workers share {amount.cores} "
        f"cores with the clients that measure. Held against the store: {losses.acknowledged} acknowledged actions and "
        f"{losses.frames} frames of spectators, none lost, doubled or different. "
        f"The machine's load before it began was {load:.1f}."
    )
    values = {
        "game": amount.game,
        "lost": losses.lost,
        "doubled": losses.doubled,
        "different": losses.different,
        "acknowledged": losses.acknowledged,
        "load_before": round(load, 1),
    }
    return Measured(tuple(lines), note, values)
