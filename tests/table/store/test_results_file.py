"""The results file and the daily logs: what is in them, and that they can be joined, lost and made again."""

from __future__ import annotations

import asyncio
import csv
import json
import logging
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from mendax.core.errors import MendaxError
from mendax.table.store import daily_log
from mendax.table.store.daily_log import DailyLog, LogLine
from mendax.table.store.database import Database
from mendax.table.store.errors import StoreError
from mendax.table.store.results_file import COLUMNS, ResultsFile
from mendax.table.store.rows import MatchRow, Sitter
from tests.table.store.rows import ANN, TREE, a_match, finished, furnish, sitting

FORMULA = Sitter("person", '=1+"1", no; name', "p2")
MATCHES = (
    finished("m1", 1, (sitting(ANN), TREE), (1.0, -1.0)),
    finished("m2", 2, (FORMULA, TREE), (0.5, -0.5), game="holdem:hands=2", hands=((1.5, -1.5), (-1.0, 1.0))),
)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_a_line_for_each_player_of_each_match_or_hand(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "new" / "results.csv")
    for match in (*MATCHES, a_match("m3", 3), replace(MATCHES[0], payoffs=None)):
        file.add(match)
    found = rows(file.path)
    assert tuple(found[0]) == COLUMNS
    assert found[0] == {
        "match": "m1",
        "hand": "1",
        "table": "ABCDEFGH",
        "number": "1",
        "time": "1970-01-01T00:16:41+00:00",
        "game": "one-die",
        "player": "Ann",
        "kind": "person",
        "seat": "0",
        "opponents": "tree",
        "payoff": "1.0",
        "score": "1.0",
        "ending": "challenge",
    }
    assert [(one["match"], one["hand"], one["seat"], one["payoff"], one["score"]) for one in found] == [
        ("m1", "1", "0", "1.0", "1.0"),
        ("m1", "1", "1", "-1.0", "0.0"),
        ("m2", "1", "0", "1.5", "1.5"),
        ("m2", "1", "1", "-1.5", "-1.5"),
        ("m2", "2", "0", "-1.0", "-1.0"),
        ("m2", "2", "1", "1.0", "1.0"),
    ]
    assert found[2]["player"] == "'" + FORMULA.name, "no spreadsheet takes a name for a formula"
    assert found[3]["opponents"] == "'" + FORMULA.name


@pytest.mark.parametrize("damage", ["lost", "torn", "behind", "spoiled"])
def test_the_file_is_made_again_from_the_store(tmp_path: Path, damage: str) -> None:
    async def main() -> None:
        db = Database(tmp_path / "store.db")
        await furnish(db, a_match("m3", 3), *MATCHES)
        file = ResultsFile(tmp_path / "results.csv")
        for match in MATCHES:
            file.add(match)
        whole = file.path.read_bytes()
        assert not await file.bring_up_to_date(db), "what is right is left alone"
        if damage == "lost":
            file.path.unlink()
        elif damage == "torn":
            file.path.write_bytes(whole[:-20])
        elif damage == "behind":
            file.path.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
        else:
            file.path.write_bytes(whole.replace(b"Ann", b"Eve"))
        assert await file.bring_up_to_date(db, anew=damage == "spoiled")
        assert file.path.read_bytes() == whole
        db.close()

    asyncio.run(main())


@pytest.mark.parametrize("damage", ["", "lost", "spoiled"])
def test_some_matches_are_taken_out_and_others_written_as_they_are_now(tmp_path: Path, damage: str) -> None:
    async def main() -> None:
        db = Database(tmp_path / "store.db")
        gone = finished("m4", 4, (sitting(ANN), TREE), (1.0, -1.0))
        unknown = finished("m5", 5, (TREE, sitting(ANN)), (1.0, -1.0), game="no-such-game")
        await furnish(db, *MATCHES, unknown)
        file = ResultsFile(tmp_path / "results.csv")
        for match in (gone, *MATCHES, unknown):
            file.add(match)
        await db.write(("UPDATE matches SET seats = replace(seats, 'Ann', 'deleted') WHERE id = 'm1'", ()))
        if damage == "lost":
            file.path.unlink()
        elif damage == "spoiled":
            file.path.write_bytes(b"\xff" * 100)
        await file.change(db, {"m4"}, {"m1", "running"})
        found = [(one["match"], one["player"], one["opponents"], one["score"]) for one in rows(file.path)]
        assert found[:2] == [("m1", "deleted", "tree", "1.0"), ("m1", "tree", "deleted", "0.0")]
        assert [one[0] for one in found[2:6]] == ["m2"] * 4
        assert found[6:] == [("m5", "tree", "Ann", ""), ("m5", "Ann", "tree", "")], "a game that is gone has no score"
        assert not await file.bring_up_to_date(db)
        db.close()

    asyncio.run(main())


def test_a_file_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    async def main() -> None:
        db = Database(tmp_path / "store.db")
        (tmp_path / "results.csv").mkdir()
        with pytest.raises(MendaxError, match=r"results\.csv cannot be read: Is a directory"):
            await ResultsFile(tmp_path / "results.csv").bring_up_to_date(db)
        with pytest.raises(StoreError, match=r"results\.csv cannot be written: Is a directory"):
            ResultsFile(tmp_path / "results.csv").add(MATCHES[0])
        db.close()

    asyncio.run(main())


def log_of(match: MatchRow) -> list[LogLine]:
    return [
        LogLine.match_began(match),
        LogLine.event(match, 1, 86399.5, "seat 0 calls 3"),
        LogLine.event(match, 1, 86400.25, "seat 1 chällenges", default=True),
        LogLine.round_ended(match, 1, 86400.5, (1.0, -1.0)),
        LogLine.match_ended(replace(match, ended=86401.0), 1),
    ]


def test_a_log_for_each_day(tmp_path: Path) -> None:
    with closing(DailyLog(tmp_path / "logs")) as log:
        log.write(*log_of(MATCHES[0]))
    days = {path.name: list(map(json.loads, path.read_text().splitlines())) for path in (tmp_path / "logs").iterdir()}
    where = {"match": "m1", "hand": 1, "table": "ABCDEFGH", "number": 1}
    assert days == {
        "1970-01-01.jsonl": [
            {
                "time": "1970-01-01T00:01:41.000+00:00",
                "what": "match",
                **where,
                "game": "one-die",
                "open": True,
                "seats": ["person", "agent tree"],
            },
            {"time": "1970-01-01T23:59:59.500+00:00", "what": "event", **where, "text": "seat 0 calls 3"},
        ],
        "1970-01-02.jsonl": [
            {
                "time": "1970-01-02T00:00:00.250+00:00",
                "what": "event",
                **where,
                "text": "seat 1 chällenges",
                "default": True,
            },
            {"time": "1970-01-02T00:00:00.500+00:00", "what": "round", **where, "standing": [1.0, -1.0]},
            {
                "time": "1970-01-02T00:00:01.000+00:00",
                "what": "end",
                **where,
                "ending": "challenge",
                "payoffs": [1.0, -1.0],
            },
        ],
    }


def test_a_log_names_nobody_and_joins_the_results(tmp_path: Path) -> None:
    with closing(DailyLog(tmp_path)) as log:
        log.write(*log_of(MATCHES[0]), *log_of(MATCHES[1]))
    texts = [path.read_text() for path in tmp_path.glob("*.jsonl")]
    assert not any("Ann" in text or FORMULA.name in text for text in texts)
    ResultsFile(tmp_path / "results.csv").add(MATCHES[0])
    ended = {(one["match"], str(one["hand"])) for one in map(json.loads, texts[0].splitlines() + texts[1].splitlines())}
    assert {(one["match"], one["hand"]) for one in rows(tmp_path / "results.csv")} <= ended


def test_a_torn_line_stays_alone(tmp_path: Path) -> None:
    path = tmp_path / "1970-01-01.jsonl"
    path.write_text('{"time": "19')
    with closing(DailyLog(tmp_path)) as log:
        log.write(log_of(MATCHES[0])[0])
    first, second = path.read_text().splitlines()
    assert first == '{"time": "19'
    assert json.loads(second)["what"] == "match"


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "logs").touch()
    log = DailyLog(tmp_path / "logs")
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            log.write(log_of(MATCHES[0])[0])
    assert len(caplog.records) == 1, "said once"
    assert str(tmp_path) not in caplog.text
    (tmp_path / "logs").unlink()
    log.write(log_of(MATCHES[0])[0])
    log.close()
    assert (tmp_path / "logs" / "1970-01-01.jsonl").read_text().count("\n") == 1


def test_only_the_end_of_a_long_log_is_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ended before the first end that is seen there counts as written."""
    log = DailyLog(tmp_path)
    with closing(log):
        log.write(*log_of(MATCHES[0]), *log_of(MATCHES[1]))
    since, ended = log.ended(2e9)
    assert since == 0.0
    assert ended == {MATCHES[0].id, MATCHES[1].id}
    (path, *_) = sorted(tmp_path.glob("*.jsonl"), reverse=True)
    monkeypatch.setattr(daily_log, "TAIL", len(path.read_bytes().splitlines()[-1]) + 3)
    since, ended = log.ended(2e9)
    assert ended == {MATCHES[1].id}
    assert since == log_of(MATCHES[1])[-1].at + daily_log.SLACK
    assert DailyLog(tmp_path / "none").ended(86_400.0 * 3 + 5) == (86_400.0 * 3, set())
