"""`mendax play`: a person at the terminal."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import MENDAX, assert_refused, call, first_words, without_progress


def converse(*lines: str, options: tuple[str, ...] = ()) -> str:
    arguments = [*MENDAX, "play", "one-die", "--against", "honest", "--seed", "5", *options]
    done = subprocess.run(
        arguments, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert without_progress(done.stderr) == ""
    return done.stdout


def test_two_games(tmp_path: Path) -> None:
    """Odds on request, nonsense and illegal calls answered, explanations after, and the table."""
    records = tmp_path / "mine.txt"
    out = converse("?", "dance", "call 9", "call 6", "w", "", "c", "q", options=("--records", str(records)))
    assert "Game 1: you go first." in out
    assert "equilibrium, best first" in out
    assert "'dance' is no answer here: type the number that you call" in out
    assert "the dice cannot show '9'" in out
    assert "honest: challenge" in out, "the opponent's explanation opens after the game"
    assert "Game 2: honest goes first." in out
    table = out[out.index("This session") :]
    assert "you first" in table
    assert "honest first" in table
    assert len(records.read_text().split("[Mendax")) == 3


def test_a_person_never_sees_the_hidden_die(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Going second, with the other's die hidden: until the challenge nothing printed depends on it."""
    printed = set()
    for seed in range(12):
        monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
        code, out, _ = call(capsys, "play", "one-die", "--against", "random", "--seat", "1", "--seed", str(seed))
        assert code == 0
        assert "random calls" in out
        printed.add(out.split("random calls")[0])
    assert len(printed) == 1, "before the call everything is the same for every roll"


def test_odd_names_and_long_answers_are_just_text() -> None:
    out = converse("9" * 6000, "call 6", "q", options=("--name", "[/b]"))
    assert "[/b]" in out
    assert "the dice cannot show '9999" in out


def test_leaving_at_once_prints_no_table() -> None:
    assert "This session" not in converse("q")
    assert "This session" not in converse()


BAD = [
    (["play", "one-die", "--against", "tree", "--against", "tree"], "give --against AGENT once"),
    (["play", "one-die", "--against", "tree", "--seat", "2"], "seats 0 to 1"),
]


@pytest.mark.parametrize(("arguments", "complaint"), BAD, ids=first_words)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert_refused(capsys, arguments, complaint)


def test_a_number_of_games_may_be_written_short(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert call(capsys, "play", "one-die", "--against", "tree", "--games", "1e3")[0] == 0
    assert_refused(capsys, ["play", "one-die", "--against", "tree", "--games", "-1"], "is not a whole number from 0 on")
