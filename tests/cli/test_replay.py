"""`mendax replay`."""

from __future__ import annotations

import sys
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


BAD = [
    (["replay", "/no/such/file"], "cannot be read"),
    (["replay", "/dev/null"], "no record"),
    (["replay", sys.executable], "cannot be read"),
]


@pytest.mark.parametrize(("arguments", "complaint"), BAD, ids=first_words)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert_refused(capsys, arguments, complaint)
