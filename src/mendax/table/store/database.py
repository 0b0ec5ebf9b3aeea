"""One SQLite file: a writer thread whose commits are shared, and readers beside it.

A write is awaited until its commit. All writes that arrive while a commit runs go into the next one: a thousand
writers do not cost a thousand commits. After `kill -9` every write that was answered is there.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import IO, Any, Final, TypeAlias, TypeVar

from mendax.core.files import lock, writing_whole
from mendax.table.store import schema
from mendax.table.store.errors import StoreError, concerns_all, store_error

T = TypeVar("T")
Value: TypeAlias = "str | bytes | int | float | None"
Statement: TypeAlias = tuple[str, Sequence[Value]]
"""SQL and its arguments."""

GROUP: Final = 1000
"""The most writes that share a commit."""
GATHER: Final = 0.0
"""How long, in seconds, the first write of a group waits for others. Those that arrive during a commit share the next
one in any case; waiting longer saved little work when it was measured, and cost every write that time.
"""
READERS: Final = 2


@dataclass(frozen=True, slots=True)
class _Job:
    """One write and who waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    single: bool
    """Whether it changes rows with at most one statement, which SQLite undoes by itself when it fails."""
    waiting: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Database:
    """A store in one file, held by one process at a time; others may open it with `read_only`.

    With `full` every commit waits for the disk, which a power cut needs; without it a commit survives the death of the
    process, not that of the machine.
    """

    def __init__(self, path: Path, *, full: bool = False, read_only: bool = False, gather: float = GATHER) -> None:
        self.path = path
        self._gather = gather
        self._read_only = read_only
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._closed = False
        self._door = threading.Lock()
        """Nothing is handed in after the end of the queue."""
        self._held: IO[Any] | None = None
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._writer: sqlite3.Connection | None = None
        self._thread: threading.Thread | None = None
        self.commits = 0
        """How many commits were made."""
        try:
            self._open(full)
        except BaseException:
            self._release()
            raise
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")

    def _open(self, full: bool) -> None:
        if self._read_only:
            if not self.path.is_file():
                raise StoreError(f"{self.path}: there is no such store")
            with self._explained():
                connection = self._connect_reader()
                if schema.check(connection, self.path) != len(schema.STEPS):
                    raise StoreError(f"{self.path} is of an earlier version; `mendax serve` brings it up to date")
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._held = self.path.with_name(f"{self.path.name}.lock").open("a")
        except OSError as error:
            raise StoreError(f"{self.path} cannot be opened: {error.strerror}") from None
        if not lock(self._held):
            raise StoreError(f"{self.path} is in use by another server")
        if hasattr(os, "register_at_fork"):
            # A forked worker that outlives a killed server must not keep the lock from the next one.
            held = weakref.ref(self._held)
            os.register_at_fork(after_in_child=lambda: _let_go(held()))
        with self._explained():
            self._writer = writer = self._connect(f"{self.path.absolute().as_uri()}?mode=rwc")
            schema.check(writer, self.path)  # before anything is changed: the file may be somebody else's
            writer.execute("PRAGMA journal_mode = WAL")
            writer.execute(f"PRAGMA synchronous = {'FULL' if full else 'NORMAL'}")
            writer.execute("PRAGMA secure_delete = ON")  # what a player has deleted is not left in free pages
            writer.execute(f"PRAGMA journal_size_limit = {1 << 24}")
            schema.migrate(writer, self.path)
        self._thread = threading.Thread(target=self._write_groups, name="store-writer", daemon=True)
        self._thread.start()

    def _connect(self, address: str) -> sqlite3.Connection:
        connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=5.0)
        self._opened.append(connection)
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _connect_reader(self) -> sqlite3.Connection:
        """A connection that cannot write; a lone file in a folder that cannot be written is read as it is."""
        address = self.path.absolute().as_uri()
        with suppress(sqlite3.OperationalError):
            connection = self._connect(f"{address}?mode=ro")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return connection
        alone = not self.path.with_name(f"{self.path.name}-wal").exists()
        return self._connect(f"{address}?mode=ro{'&immutable=1' if alone else ''}")

    async def write(self, *statements: Statement) -> None:
        """Run statements, all or none of them; returns after their commit."""

        def run(connection: sqlite3.Connection) -> None:
            for sql, arguments in statements:
                connection.execute(sql, arguments)

        await self.transact(run, single=len(statements) == 1)

    async def transact(self, work: Callable[[sqlite3.Connection], T], *, single: bool = False) -> T:
        """Run a function in the writer thread; returns what it returned, after the commit.

        If it raises, what it wrote is undone, and nothing else of its group. With `single` the caller promises that it
        changes rows with one statement at most.
        """
        if self._thread is None:
            raise StoreError(f"{self.path} was opened for reading alone")
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[T] = loop.create_future()
        with self._door:
            if self._closed:
                raise StoreError(f"{self.path} is closed")
            self._queue.put(_Job(work, single, waiting, loop))
        return await waiting

    async def read(self, sql: str, arguments: Sequence[Value] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query, by another connection than the writer's."""
        return await self.consult(lambda connection: connection.execute(sql, arguments).fetchall())

    async def consult(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run several queries in a reader's thread; all of them see the same moment."""
        if self._closed:
            raise StoreError(f"{self.path} is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._consult, work)

    def _consult(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._explained():
            connection = self._reader()
            connection.execute("BEGIN")
            try:
                return work(connection)
            finally:
                connection.execute("ROLLBACK")

    def _reader(self) -> sqlite3.Connection:
        """The connection of this reader's thread."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._local.connection = self._connect_reader()
        return found

    async def checkpoint(self) -> None:
        """Move the log into the file and empty it: what was deleted is then nowhere any more."""
        await asyncio.get_running_loop().run_in_executor(self._readers, self._checkpoint)

    def _checkpoint(self) -> None:
        with self._explained():
            connection = sqlite3.connect(self.path, isolation_level=None, timeout=5.0)
            try:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                connection.close()

    async def backup(self, path: Path) -> None:
        """Write the store as it is now to another file, while it is in use; the file appears whole or not at all."""
        if path.resolve() == self.path.resolve():
            raise StoreError(f"{path} is the store itself")
        await asyncio.get_running_loop().run_in_executor(self._readers, self._backup, path)

    def _backup(self, path: Path) -> None:
        try:
            with writing_whole(path) as aside, self._explained(path):
                target = sqlite3.connect(aside)
                try:
                    self._reader().backup(target)
                finally:
                    target.close()
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror or error}") from None

    def close(self) -> None:
        """Commit what was handed in, move all of it into the one file, and let go of it."""
        with self._door:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        if self._thread is not None:
            self._thread.join()
        self._readers.shutdown()
        try:
            if self._writer is not None:
                with self._explained():
                    self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            self._release()

    def _release(self) -> None:
        for connection in reversed(self._opened):  # the writer's last: it takes the log file away
            with suppress(sqlite3.Error):
                connection.close()
        self._opened.clear()
        if self._held is not None:
            self._held.close()

    @contextmanager
    def _explained(self, path: Path | None = None) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise store_error(path or self.path, error) from None

    def _write_groups(self) -> None:
        """The writer's thread: gather, commit, answer; to the end."""
        going = True
        while going:
            group, going = self._next_group()
            if group:
                self._answer(group, self._commit(group))

    def _next_group(self) -> tuple[list[_Job], bool]:
        """The next writes, and whether others may follow."""
        first = self._queue.get()
        if first is None:
            return [], False
        group, until = [first], monotonic() + self._gather
        while len(group) < GROUP:
            try:
                job = self._queue.get(timeout=max(0.0, until - monotonic()))
            except Empty:
                break
            if job is None:
                return group, False
            group.append(job)
        return group, True

    def _commit(self, group: Sequence[_Job]) -> list[tuple[Any, BaseException | None]]:
        """What each write of a group returned or raised; the file's own failures are everybody's."""
        assert self._writer is not None
        writer = self._writer
        try:
            writer.execute("BEGIN IMMEDIATE")
            found = [self._run(writer, job) for job in group]
            writer.execute("COMMIT")
            self.commits += 1
            return found
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                if writer.in_transaction:
                    writer.execute("ROLLBACK")
            return [(None, store_error(self.path, error)) for _ in group]

    def _run(self, writer: sqlite3.Connection, job: _Job) -> tuple[Any, BaseException | None]:
        if not job.single:
            writer.execute("SAVEPOINT job")
        error: BaseException | None = None
        found = None
        try:
            found = job.work(writer)
        except sqlite3.Error as failure:
            if concerns_all(failure):
                raise
            error = store_error(self.path, failure)
        except Exception as failure:
            error = failure
        if not job.single:
            if error is not None:
                writer.execute("ROLLBACK TO job")
            writer.execute("RELEASE job")
        return found, error

    def _answer(self, group: Sequence[_Job], outcomes: Sequence[tuple[Any, BaseException | None]]) -> None:
        """Wake all that wait; one call for each event loop."""
        for loop in {job.loop for job in group}:
            mine = [(job.waiting, *outcome) for job, outcome in zip(group, outcomes, strict=True) if job.loop is loop]
            with suppress(RuntimeError):  # a loop that is closed has nobody who waits
                loop.call_soon_threadsafe(_settle, mine)


def _let_go(file: IO[Any] | None) -> None:
    if file is not None:
        file.close()


def _settle(outcomes: Sequence[tuple[asyncio.Future[Any], Any, BaseException | None]]) -> None:
    for waiting, found, error in outcomes:
        if waiting.done():  # whoever waited has gone
            continue
        if error is None:
            waiting.set_result(found)
        else:
            waiting.set_exception(error)
