"""`mendax replay`."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import pytest

from tests.command_line import assert_refused, call, call_json, first_words


def test_a_corrupt_record_names_the_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    records = tmp_path / "games.txt"
    options = ("--games", "2", "--workers", "1", "--records", str(records))
    call_json(capsys, "match", "one-die", "honest", "random", *options)
    records.write_text(records.read_text().replace("roll", "rolled", 1))
    code, _, err = call(capsys, "replay", str(records))
    assert code == 2
    assert "record at line 1: move 1" in err


@pytest.fixture
def one_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    records = tmp_path / "game.txt"
    call_json(
        capsys, "match", "one-die", "honest", "random", "--games", "1", "--workers", "1", "--records", str(records)
    )
    return records


def test_one_record_is_one_record(capsys: pytest.CaptureFixture[str], one_record: Path) -> None:
    assert "1 record, which replays exactly." in call(capsys, "replay", str(one_record))[1]
    assert "has 1 record, there is no number 2" in call(capsys, "replay", str(one_record), "--number", "2")[2]


def test_a_mark_of_the_encoding_is_no_part_of_a_record(capsys: pytest.CaptureFixture[str], one_record: Path) -> None:
    one_record.write_bytes(b"\xef\xbb\xbf" + one_record.read_bytes())
    assert call(capsys, "replay", str(one_record))[0] == 0


def test_records_come_from_the_standard_input(
    capsys: pytest.CaptureFixture[str], one_record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("\ufeff" + one_record.read_text()))
    assert "1 record, which replays exactly." in call(capsys, "replay", "-")[1]
    monkeypatch.setattr("sys.stdin", StringIO("nonsense"))
    assert_refused(capsys, ["replay", "-"], "-: record at line 1")


def test_control_characters_of_a_record_do_not_reach_the_terminal(
    capsys: pytest.CaptureFixture[str], one_record: Path
) -> None:
    one_record.write_text(one_record.read_text().replace('"honest"', '"ho\\u001b[31mnest"'))
    code, out, _ = call(capsys, "replay", str(one_record))
    assert code == 0
    assert "\x1b" not in out
    assert "ho[31mnest (seat" in out


BAD = [
    (["replay", "/no/such/file"], "cannot be read"),
    (["replay", "/dev/null"], "no record"),
    (["replay", sys.executable], "cannot be read"),
]


@pytest.mark.parametrize(("arguments", "complaint"), BAD, ids=first_words)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert_refused(capsys, arguments, complaint)
