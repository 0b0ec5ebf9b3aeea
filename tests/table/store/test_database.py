"""The file: shared commits, failures that concern one write or all, damaged and foreign files, backup, closing."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from mendax.table.store import schema
from mendax.table.store.database import Database
from mendax.table.store.errors import StoreError
from mendax.table.store.tables import add_moves, load_match
from tests.table.store.rows import TABLE, a_match, a_move, furnish


def test_a_thousand_writers_share_commits(tmp_path: Path) -> None:
    async def main() -> None:
        db = Database(tmp_path / "store.db", gather=0.05)
        await furnish(db, *(a_match(f"m{number}", number) for number in range(1000)))
        before = db.commits
        await asyncio.gather(*(add_moves(db, [a_move(f"m{number}", 0)]) for number in range(1000)))
        assert db.commits - before < 50
        assert await db.read("SELECT count(*) FROM moves") == [(1000,)]
        db.close()

    asyncio.run(main())


def test_a_write_that_fails_fails_alone(tmp_path: Path) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        connection.execute(*a_move("m1", 7).insert())
        raise ValueError("no")

    begun, may_end = threading.Event(), threading.Event()

    def hold(connection: sqlite3.Connection) -> None:
        begun.set()
        may_end.wait()

    async def main() -> None:
        db = Database(tmp_path / "store.db")
        await furnish(db, a_match("m1", 1))
        before = db.commits
        holding = asyncio.create_task(db.transact(hold))
        await asyncio.to_thread(begun.wait)
        # All of these are handed in while the writer is at another group: by that they are one, on any machine.
        asking = asyncio.gather(
            add_moves(db, [a_move("m1", 0)]),
            db.write(a_match("m2", 2).insert(), a_match("m1", 3).insert()),
            db.transact(fail),
            db.write(("NO SUCH STATEMENT", ())),
            db.write(("INSERT INTO moves VALUES (?)", (1,))),
            add_moves(db, [a_move("m1", 1)]),
            db.transact(lambda connection: connection.total_changes > 0),
            return_exceptions=True,
        )
        await asyncio.sleep(0)
        may_end.set()
        await holding
        found = await asking
        assert db.commits - before == 2, "they were one group"
        assert found[0] == (a_move("m1", 0),)
        assert found[5:] == [(a_move("m1", 1),), True]
        assert [type(error) for error in found[1:5]] == [StoreError, ValueError, StoreError, StoreError]
        stored = await load_match(db, "m1")
        assert stored is not None
        assert stored.moves == (a_move("m1", 0), a_move("m1", 1))
        assert await load_match(db, "m2") is None, "both statements or none"
        db.close()

    asyncio.run(main())


def test_whoever_stops_waiting_harms_nobody(tmp_path: Path) -> None:
    async def main() -> None:
        db = Database(tmp_path / "store.db", gather=0.05)
        await furnish(db, a_match("m1", 1))
        gone = asyncio.create_task(add_moves(db, [a_move("m1", 0)]))
        await asyncio.sleep(0)
        gone.cancel()
        assert await add_moves(db, [a_move("m1", 1)]) == (a_move("m1", 1),)
        assert gone.cancelled()
        db.close()

    asyncio.run(main())


def test_closing_commits_and_leaves_one_file(tmp_path: Path) -> None:
    async def main() -> None:
        db = Database(tmp_path / "store.db", gather=0.05)
        await furnish(db, a_match("m1", 1))
        last = asyncio.create_task(add_moves(db, [a_move("m1", 0)]))
        await asyncio.sleep(0)
        await asyncio.to_thread(db.close)
        assert await last == (a_move("m1", 0),)
        db.close()
        for use in (db.read("SELECT 1"), db.write(TABLE.insert())):
            with pytest.raises(StoreError, match=r"store\.db is closed"):
                await use

    asyncio.run(main())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["store.db", "store.db.lock"]
    copy = tmp_path / "copy" / "store.db"
    copy.parent.mkdir()
    shutil.copy(tmp_path / "store.db", copy)
    assert count(copy) == 1


def count(path: Path, read_only: bool = False) -> int:
    """How many moves a store has."""

    async def main() -> int:
        db = Database(path, read_only=read_only)
        try:
            ((found,),) = await db.read("SELECT count(*) FROM moves")
            return int(found)
        finally:
            db.close()

    return asyncio.run(main())


def test_one_process_writes_and_others_read(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def main() -> None:
        db = Database(path)
        await furnish(db, a_match("m1", 1))
        with pytest.raises(StoreError, match=r"store\.db is in use by another server"):
            Database(path)
        reader = Database(path, read_only=True)
        await add_moves(db, [a_move("m1", 0)])
        assert await reader.read("SELECT count(*) FROM moves") == [(1,)]
        with pytest.raises(StoreError, match="was opened for reading alone"):
            await reader.write(TABLE.insert())
        with pytest.raises(StoreError, match="cannot be written: it is read-only"):
            await reader.read("DELETE FROM moves")
        reader.close()
        db.close()

    asyncio.run(main())
    assert count(path) == 1


def test_a_forked_worker_does_not_keep_the_store_locked(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    db = Database(path)
    (alive, end), (begun, begin) = os.pipe(), os.pipe()
    worker = os.fork()
    if worker == 0:
        os.close(end)
        os.write(begin, b".")
        os.read(alive, 1)  # until the test lets go
        os._exit(0)
    try:
        os.read(begun, 1)
        db.close()
        assert count(path) == 0, "opened again while the worker lives"
        assert os.waitpid(worker, os.WNOHANG) == (0, 0)
    finally:
        os.close(end)
        os.waitpid(worker, 0)
        for one in (alive, begun, begin):
            os.close(one)


def test_a_copy_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    count(tmp_path / "store.db")
    (tmp_path / "store.db").chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        assert count(tmp_path / "store.db", read_only=True) == 0
    finally:
        tmp_path.chmod(0o755)


def test_backup_while_it_is_in_use(tmp_path: Path) -> None:
    """Every copy is a moment of the store: the moves of a match without a hole, never fewer than were acknowledged."""

    async def main() -> None:
        db = Database(tmp_path / "store.db")
        await furnish(db, *(a_match(f"m{number}", number) for number in range(5)))
        acknowledged = [0] * 5

        async def play(match: int) -> None:
            for number in range(300):
                await add_moves(db, [a_move(f"m{match}", number)])
                acknowledged[match] += 1

        playing = asyncio.gather(*map(play, range(5)))
        for copy in range(4):
            known = list(acknowledged)
            await db.backup(tmp_path / f"copy{copy}.db")
            backup = Database(tmp_path / f"copy{copy}.db", read_only=True)
            for match, least in enumerate(known):
                found = await load_match(backup, f"m{match}")
                assert found is not None
                assert [move.number for move in found.moves] == list(range(len(found.moves)))
                assert len(found.moves) >= least
            backup.close()
        await playing
        with pytest.raises(StoreError, match=r"store\.db is the store itself"):
            await db.backup(tmp_path / "store.db")
        with pytest.raises(StoreError, match=r"copy\.db cannot be (opened|written)"):
            await db.backup(tmp_path / "no" / "copy.db")
        db.close()

    asyncio.run(main())
    assert count(tmp_path / "copy0.db") <= 1500


def spoil_the_head(path: Path) -> None:
    path.write_bytes(b"not a database at all, but long enough" * 100)


def spoil_the_pages(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:] = bytes(len(data) - 4096)
    path.write_bytes(data)


def of_another_program(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE moves (something_else)")
    connection.close()


def of_a_later_version(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (spoil_the_head, "is not a store of tables, or is damaged"),
        (spoil_the_pages, "is damaged; put a backup in its place"),
        (of_another_program, "is a database of another program, not a store of tables"),
        (of_a_later_version, f"was written by a later Mendax: store version 99, this one has {len(schema.STEPS)}"),
        (a_folder, "cannot be opened|there is no such store"),
    ],
)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_damaged_or_foreign_file_is_one_clear_line(
    tmp_path: Path, spoil: Callable[[Path], None], complaint: str, read_only: bool
) -> None:
    path = tmp_path / "store.db"
    count(path)
    spoil(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(StoreError, match=complaint) as found:
        count(path, read_only)
    assert str(found.value).startswith(str(path))
    assert "\n" not in str(found.value)
    assert not path.is_file() or path.read_bytes() == before, "what is not ours is not touched"


def test_a_store_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"store\.db: there is no such store"):
        Database(tmp_path / "store.db", read_only=True)
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"cannot be opened: (File exists|Not a directory)"):
        Database(tmp_path / "file" / "store.db")


FULL = """
import asyncio, resource, sys
from pathlib import Path
from mendax.table.store.database import Database
from mendax.table.store.errors import StoreError
from mendax.table.store.tables import add_moves
from tests.table.store.rows import a_match, a_move, furnish

async def main():
    db = Database(Path(sys.argv[1]))
    await furnish(db, a_match("m1", 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    number = 0
    try:
        while True:
            await add_moves(db, [a_move("m1", number)])
            number += 1
    except StoreError as error:
        print(error)
    more = [add_moves(db, [a_move("m1", number + more)]) for more in range(9)]
    later = await asyncio.gather(*more, return_exceptions=True)
    print(*{str(error) for error in later})
    assert await db.read("SELECT count(*) FROM moves") == [(number,)]
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    await add_moves(db, [a_move("m1", number)])
    db.close()
    print(number + 1)

asyncio.run(main())
"""


def test_a_full_disk_is_one_clear_line_and_loses_nothing(tmp_path: Path) -> None:
    """No file may be longer than 200 kB: a full disk, as far as a program can tell. Then there is room again."""
    path = tmp_path / "store.db"
    done = subprocess.run([sys.executable, "-c", FULL, path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, later, stored = done.stdout.splitlines()
    assert first == later == f"{path} cannot be read or written: the disk is full or fails"
    assert int(stored) > 10
    assert count(path) == int(stored)


def test_a_full_file_is_one_clear_line(tmp_path: Path) -> None:
    async def main() -> None:
        db = Database(tmp_path / "store.db")
        await furnish(db, a_match("m1", 1))
        await db.transact(lambda connection: connection.execute("PRAGMA max_page_count = 40").fetchall())
        long = [a_move("m1", number, action="x" * 1000) for number in range(500)]
        found = await asyncio.gather(*(add_moves(db, [move]) for move in long), return_exceptions=True)
        failed = [error for error in found if isinstance(error, BaseException)]
        assert {str(error) for error in failed} == {f"{db.path} cannot be written: the disk is full"}
        assert await db.read("SELECT count(*) FROM moves") == [(500 - len(failed),)]
        db.close()

    asyncio.run(main())


EARLIER = schema.STEPS[:1]
LATER = (
    *EARLIER,
    "ALTER TABLE tables ADD COLUMN place TEXT;\nUPDATE tables SET place = 'here';\n",
    "CREATE TABLE more (x);",
)


def test_a_file_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
    schema.migrate(connection, tmp_path / "store.db", EARLIER)
    connection.execute(*TABLE.insert())
    schema.migrate(connection, tmp_path / "store.db", LATER)
    assert schema.version_of(connection) == 3
    assert connection.execute("SELECT code, place FROM tables").fetchall() == [(TABLE.code, "here")]
    assert connection.execute("SELECT * FROM more").fetchall() == []
    schema.migrate(connection, tmp_path / "store.db", LATER)
    connection.close()


def test_a_step_that_fails_leaves_the_version_before_it(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(connection, tmp_path / "store.db", (*LATER[:2], "CREATE TABLE more (x);\nNO SUCH STATEMENT;\n"))
    assert schema.version_of(connection) == 2
    assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'more'").fetchone() == (0,)
    schema.migrate(connection, tmp_path / "store.db", LATER)
    assert schema.version_of(connection) == 3
    connection.close()
