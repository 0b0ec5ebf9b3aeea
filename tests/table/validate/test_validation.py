"""Programs that do one thing wrong fail the check of that thing."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

from mendax.table.validate import validation
from mendax.table.validate.validation import SCENES, Report, validate
from tests.command_line import assert_refused, call
from tests.table.client.programs import shown


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that breaks down afterwards may take its time; one that ends is not waited for any longer."""
    monkeypatch.setattr(validation, "AFTERWARDS", 60.0)


def report_on(folder: Path, scene: str, *changes: tuple[str, str], seconds: float = 60.0) -> Report:
    """The report on the page's program with changes, in one scene."""
    program = shown("python")
    for old, new in changes:
        assert old in program
        program = program.replace(old, new)
    file = folder / "changed.py"
    file.write_text(program)
    scenes = [one for one in SCENES if one.name == scene]
    return asyncio.run(validate([sys.executable, str(file)], "one-die", seconds=seconds, scenes=scenes))


def failed(report: Report) -> dict[str, str]:
    return {check.name: check.detail for check in report.checks if not check.passed}


def test_a_program_that_does_not_come_back_fails(tmp_path: Path) -> None:
    found = failed(report_on(tmp_path, "reconnect", ("            continue", "            return 'gone'")))
    assert found == {"reconnect": "it ended with exit code 1 before it was done; its last line: gone"}


def test_a_program_that_gives_up_after_a_refusal_fails(tmp_path: Path) -> None:
    found = failed(report_on(tmp_path, "refused", ('"type"] == "refused"', '"type"] == "never"'), seconds=2.0))
    assert found["refused"].startswith(("it does not answer its turn", "it did not until the match ended"))


def test_a_program_that_answers_a_turn_that_is_over_fails(tmp_path: Path) -> None:
    always = (' and not frame.get("over")', ""), ('"turn": turn["turn"]', '"turn": frame["turn"]')
    found = failed(report_on(tmp_path, "late", *always))
    assert "after that was over" in found["frames"]


def test_a_program_that_knows_all_frames_fails(tmp_path: Path) -> None:
    strict = 'frame = json.loads(text); "later" in frame["type"] and (print("what is this", flush=True), os._exit(3))'
    found = failed(report_on(tmp_path, "unknown", ("frame = json.loads(text)", strict)))
    assert found == {"unknown": "it ended with exit code 3 before it was done; its last line: what is this"}


def test_a_program_that_breaks_down_at_the_end_fails(tmp_path: Path) -> None:
    found = failed(report_on(tmp_path, "match", ("print(told)", 'print(told + "")')))
    error = 'TypeError: can only concatenate list (not "str") to list'
    assert found == {"match": f"it ended with exit code 1 afterwards; its last line: {error}"}


def test_a_program_that_plays_one_match_only_may(tmp_path: Path) -> None:
    report = report_on(tmp_path, "next", ('frame["type"] == "error" or', 'frame["type"] in ("end", "error") or'))
    assert report.passed
    assert report.checks[0].detail == "it ends after one match"


def test_illegal_actions_are_told(tmp_path: Path) -> None:
    illegal = ("choose(turn)}", "'raise' if frame is turn else choose(turn)}")
    found = failed(report_on(tmp_path, "match", illegal))
    assert found.keys() == {"legal"}, "it has answered again, and played to the end"
    assert "'raise' is refused" in found["legal"]


def test_a_program_that_ends_at_once_or_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bot.py"
    file.write_text("raise SystemExit('no seat for me')")
    code, out, _ = call(capsys, "bot", "validate", "--json", "--game", "one-die", sys.executable, str(file))
    found = json.loads(out)
    assert (code, found["passed"], found["game"]) == (2, False, "one-die")
    assert found["checks"][0]["detail"].endswith("before it joined; its last line: no seat for me")
    assert not any(check["passed"] for check in found["checks"])
    assert_refused(capsys, ["bot", "validate", "--", "no-such-program"], "no-such-program cannot be started")
    assert_refused(capsys, ["bot", "validate", "--game", "chess", "x"], "there is no game 'chess'")
