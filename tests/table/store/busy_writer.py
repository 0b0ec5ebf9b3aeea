"""A process that stores moves of many matches and prints each one after it was acknowledged; it never ends.

python -m tests.table.store.busy_writer STORE
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from mendax.table.store.database import Database
from mendax.table.store.tables import TableRow, add_moves, find_table, load_running
from tests.table.store.rows import TABLE, a_match, a_move, furnish

MATCHES = 40


async def main(path: Path) -> None:
    db = Database(path)
    if await find_table(db, TABLE.code) is None:
        await furnish(db, *(a_match(f"m{number:03}", number) for number in range(MATCHES)))
    await asyncio.gather(
        *(_go_on(db, running.match.id, len(running.moves)) for running in await load_running(db)), _tables(db)
    )


async def _go_on(db: Database, match: str, number: int) -> None:
    """Store one move after another. After every third one the client did not hear the answer, and sends it again."""
    while True:
        move = a_move(match, number, number % 2)
        await add_moves(db, [move])
        if number % 3 == 0:
            assert await add_moves(db, [move]) == (move,)
        os.write(1, f"{match} {number}\n".encode())
        number += 1


async def _tables(db: Database) -> None:
    """Large rows beside the small ones, so that the log is moved into the file now and then."""
    number = len(await db.read("SELECT code FROM tables"))
    while True:
        await db.write(TableRow(f"T{number:07}", " " * 50_000, 0.0).insert())
        os.write(1, f"T{number:07} table\n".encode())
        number += 1


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
