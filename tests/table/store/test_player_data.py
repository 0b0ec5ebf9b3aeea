"""What the store knows of a player is given out whole, without what others hid, and is gone when it is deleted."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from mendax.table.store.database import Database
from mendax.table.store.errors import StoreError
from mendax.table.store.player_data import Deletion, delete_player, export_player, last_table
from mendax.table.store.results_file import ResultsFile
from mendax.table.store.rows import ExplanationRow, PlayerRow, RoundRow, SeatRow, Sitter, TableRow
from mendax.table.store.tables import add_moves, end_table, find_match, load_match, load_seats
from tests.table.store.rows import ANN, BEN, TABLE, TREE, a_match, a_move, finished, furnish, sitting

NAME = "Rumpelstilzchen"
RARE = replace(ANN, id="player-of-that-name", name=NAME)


async def store_of_three(folder: Path) -> Database:
    """Matches of the player alone with an agent, with another person, and one that runs."""
    db = Database(folder / "store.db")
    me = sitting(RARE)
    await furnish(
        db,
        finished("alone", 1, (me, TREE), (1.0, -1.0)),
        finished("shared", 2, (sitting(BEN), me), (1.0, -1.0)),
        a_match("running", 3, me, TREE),
        finished("others", 4, (sitting(BEN), TREE), (1.0, -1.0)),
    )
    await db.write(
        replace(RARE, token_hash="another").insert(), SeatRow(TABLE.code, 0, "person", NAME, RARE.id).insert()
    )
    for match in ("alone", "shared", "running", "others"):
        moves = [a_move(match, 0, None, "roll 6"), a_move(match, 1, 0, "call 5"), a_move(match, 2, 1, "challenge")]
        await add_moves(db, moves)
        await db.write(RoundRow(match, 0, "ab", 9, {0: "x"}).insert(), ExplanationRow(match, 2, 1, "{}").insert())
    return db


def test_a_player_gets_its_own_moves_and_nothing_hidden(tmp_path: Path) -> None:
    async def main() -> None:
        db = await store_of_three(tmp_path)
        found = (await export_player(db, RARE.id)).to_json()
        assert found["player"] == {"id": RARE.id, "name": NAME, "kind": "person", "created": 1.0}
        assert [(one["match"], one["seats"]) for one in found["matches"]] == [
            ("alone", [0]),
            ("shared", [1]),
            ("running", [0]),
        ]
        own = {one["match"]: [move["action"] for move in one["moves"]] for one in found["matches"]}
        assert own == {"alone": ["call 5"], "shared": ["challenge"], "running": ["call 5"]}
        text = json.dumps(found)
        assert not any(hidden in text for hidden in ("roll 6", "secret", "another", "hash", BEN.id))
        with pytest.raises(StoreError, match="there is no such player"):
            await export_player(db, "nobody")
        db.close()

    asyncio.run(main())


def test_a_deleted_player_is_nowhere(tmp_path: Path) -> None:
    async def main() -> None:
        db = await store_of_three(tmp_path)
        results = ResultsFile(tmp_path / "results.csv")
        await results.bring_up_to_date(db)
        assert NAME in results.path.read_text()
        assert await delete_player(db, results, RARE.id) == Deletion(("alone",), ("shared", "running"))
        assert await load_match(db, "alone") is None
        for table in ("moves", "rounds", "explanations"):
            assert await db.read(f"SELECT DISTINCT match FROM {table} ORDER BY match") == [
                ("others",),
                ("running",),
                ("shared",),
            ]
        shared = await find_match(db, "shared")
        assert shared is not None
        assert shared.seats == (sitting(BEN), Sitter("person", "deleted"))
        assert await load_seats(db) == []
        for path in tmp_path.iterdir():
            data = path.read_bytes()
            assert NAME.encode() not in data, path
            assert RARE.id.encode() not in data, path
        with pytest.raises(StoreError, match="there is no such player"):
            await delete_player(db, results, RARE.id)
        others = await export_player(db, BEN.id)
        assert [one.match.id for one in others.matches] == ["shared", "others"]
        db.close()

    asyncio.run(main())


def test_the_last_table_of_a_player_is_found_when_it_has_ended(tmp_path: Path) -> None:
    async def main() -> None:
        db = Database(tmp_path / "store.db")
        ann, ben = sitting(ANN), sitting(BEN)
        tables = [TableRow(code, "{}", 10.0) for code in ("first", "second", "third")]
        await furnish(db)
        await db.write(*(table.insert() for table in tables))
        for number, (code, seats) in enumerate(
            [("first", (ann, TREE)), ("second", (TREE, ann)), ("third", (ben, TREE)), ("first", (ben, TREE))], 1
        ):
            await db.write(replace(finished(f"m{number}", number, seats, (1.0, -1.0)), table=code).insert())

        async def found(player: PlayerRow, match: str | None = None) -> str | None:
            return await last_table(db, player, match)

        assert await found(ANN) is None, "no table has ended"
        await db.write(*end_table("first", 2000.0))
        assert (await found(ANN), await found(ANN, "m2")) == ("first", "first"), "the second goes on"
        await db.write(*end_table("third", 2001.0), *end_table("second", 2002.0))
        assert await found(ANN) == "second"
        assert (await found(ANN, "m1"), await found(ANN, "m2")) == ("first", "second")
        assert await found(ANN, "m3") == "second", "a match of others"
        assert (await found(BEN), await found(BEN, "m3")) == ("first", "third")
        assert await found(replace(ANN, id="p")) is None, "a part of an id"
        db.close()

    asyncio.run(main())
