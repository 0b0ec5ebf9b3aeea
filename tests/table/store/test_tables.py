"""Typed rows: what is stored comes back, moves are idempotent, and a restart finds what was running."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from mendax.table.store.database import Database
from mendax.table.store.errors import MoveTaken, StoreError
from mendax.table.store.tables import (
    ExplanationRow,
    RoundRow,
    SeatRow,
    StoredMatch,
    TableRow,
    add_moves,
    end_table,
    find_match,
    find_player,
    find_player_by_token,
    find_table,
    leave_seat,
    load_match,
    load_running,
    load_seats,
    load_tables,
    match_ended,
    round_mixed,
)
from tests.table.store.rows import ANN, BEN, TABLE, a_match, a_move, furnish


def with_store(folder: Path, use: Callable[[Database], Awaitable[None]]) -> None:
    """Use a store that is closed in the end, whatever happens."""

    async def main() -> None:
        db = Database(folder / "store.db")
        try:
            await use(db)
        finally:
            db.close()

    asyncio.run(main())


def test_players_tables_and_seats_come_back(tmp_path: Path) -> None:
    other = TableRow("ZZZZZZZZ", "{}", 5.0)
    seats = [SeatRow(TABLE.code, 0, "person", "Ann", "p1"), SeatRow(TABLE.code, 1, "agent", "tree")]

    async def use(db: Database) -> None:
        await furnish(db)
        await db.write(other.insert(), *(seat.insert() for seat in seats))
        assert await find_player(db, "p2") == BEN
        assert await find_player(db, "p3") is None
        assert await find_player_by_token(db, "hash of Ann's token") == ANN
        assert await find_player_by_token(db, "") is None
        assert await find_table(db, TABLE.code) == TABLE
        assert await load_tables(db) == [other, TABLE]
        assert await load_seats(db, TABLE.code) == seats == await load_seats(db)
        ben = SeatRow(TABLE.code, 1, "person", "Ben", "p2")
        await db.write(ben.insert(), leave_seat(TABLE.code, 0))
        assert await load_seats(db, TABLE.code) == [ben]
        await db.write(*end_table(TABLE.code, 50.0))
        assert await load_tables(db) == [other]
        assert await find_table(db, TABLE.code) == replace(TABLE, ended=50.0)
        assert await load_seats(db) == []

    with_store(tmp_path, use)


def test_what_refers_to_nothing_is_refused(tmp_path: Path) -> None:
    async def use(db: Database) -> None:
        await furnish(db)
        for row in (
            SeatRow("NOTABLE!", 0, "agent", "tree"),
            SeatRow(TABLE.code, 0, "person", "Cid", "p9"),
            ANN,
            replace(ANN, id="p3"),
        ):
            with pytest.raises(StoreError, match="refuses this"):
                await db.write(row.insert())
        with pytest.raises(StoreError, match="refuses this: FOREIGN KEY"):
            await add_moves(db, [a_move("nomatch", 0)])

    with_store(tmp_path, use)


def test_a_restart_finds_the_running_matches_with_all_their_parts(tmp_path: Path) -> None:
    first, second, done = a_match("m1", 1), a_match("m2", 2), a_match("m3", 3)
    moves = (a_move("m1", 0, None, "roll 3"), a_move("m1", 1), a_move("m1", 2, 1, "challenge"))
    rounds = (RoundRow("m1", 0, "ab", 9, {1: "x", 0: "ü"}), RoundRow("m1", 1, "cd", 9))
    reason = ExplanationRow("m1", 2, 1, '{"value": 0.5}')

    async def before(db: Database) -> None:
        await furnish(db, first, second, done)
        for number in (2, 0, 1):
            await db.write(moves[number].insert())
        await db.write(RoundRow("m1", 0, "ab", 9).insert(), rounds[1].insert(), reason.insert())
        await db.write(round_mixed("m1", 0, {1: "x", 0: "ü"}))
        await db.write(round_mixed("m1", 0, {0: "too late"}), replace(reason, explanation="another").insert())
        await db.write(match_ended("m3", 300.0, "challenge", (1.0, -1.0), [(1.5, -1.5), (-0.5, 0.5)]))
        await db.write(match_ended("m3", 400.0, "again", None))

    async def after(db: Database) -> None:
        assert await load_running(db) == [StoredMatch(first, moves, rounds, (reason,)), StoredMatch(second, (), (), ())]
        assert await load_match(db, "m1") == StoredMatch(first, moves, rounds, (reason,))
        assert await load_match(db, "m9") is None
        assert await find_match(db, "m9") is None
        assert await find_match(db, "m3") == replace(
            done, ended=300.0, end="challenge", payoffs=(1.0, -1.0), hands=((1.5, -1.5), (-0.5, 0.5))
        )

    with_store(tmp_path, before)
    with_store(tmp_path, after)


def test_a_request_is_stored_once(tmp_path: Path) -> None:
    move = a_move("m1", 0)
    late = move._replace(action="call 4", at=999.0)
    elsewhere = move._replace(number=1)

    async def use(db: Database) -> None:
        await furnish(db, a_match("m1", 1))
        assert await add_moves(db, [move]) == (move,)
        for again in (move, late, elsewhere):
            assert await add_moves(db, [again]) == (move,), "the first answer stands, whatever comes after it"
        assert await add_moves(db, [move._replace(number=1, seat=1)]) == (move._replace(number=1, seat=1),)
        assert await db.read("SELECT count(*) FROM moves") == [(2,)]

    with_store(tmp_path, use)


def test_the_same_request_many_times_at_once_is_stored_once(tmp_path: Path) -> None:
    moves = [a_move("m1", 0, 0, f"call {face}") for face in (3, 4, 5, 6)] * 50

    async def use(db: Database) -> None:
        await furnish(db, a_match("m1", 1))
        found = await asyncio.gather(*(add_moves(db, [move]) for move in moves))
        assert set(found) == {(moves[0],)}
        assert await db.read("SELECT action FROM moves") == [("call 3",)]

    with_store(tmp_path, use)


def test_a_number_belongs_to_one_move(tmp_path: Path) -> None:
    chance = a_move("m1", 0, None, "roll 3")

    async def use(db: Database) -> None:
        await furnish(db, a_match("m1", 1))
        assert await add_moves(db, [chance]) == (chance,)
        assert await add_moves(db, [chance._replace(at=5.0)]) == (chance,), "chance drawn again is the same"
        for other in (chance._replace(action="roll 4"), a_move("m1", 0)):
            with pytest.raises(MoveTaken, match="match m1 has another move 0"):
                await add_moves(db, [other])

    with_store(tmp_path, use)


def test_a_move_and_what_belongs_to_it_are_stored_together_or_not_at_all(tmp_path: Path) -> None:
    moves = [a_move("m1", 0, None, "roll 3"), a_move("m1", 1), a_move("m1", 2, None, "roll 5")]
    end = match_ended("m1", 300.0, "end", (1.0, -1.0))

    async def use(db: Database) -> None:
        await furnish(db, a_match("m1", 1))
        await add_moves(db, moves[:1])
        with pytest.raises(MoveTaken):
            await add_moves(db, [moves[1], moves[2]._replace(number=0)], [end])
        assert [running.moves for running in await load_running(db)] == [(moves[0],)]
        assert await add_moves(db, moves[1:], [end]) == tuple(moves[1:])
        assert await load_running(db) == []
        assert await add_moves(db, moves[1:], [("DELETE FROM moves", ())]) == (moves[1],), "all of it was done before"
        assert await db.read("SELECT count(*) FROM moves") == [(3,)]

    with_store(tmp_path, use)
