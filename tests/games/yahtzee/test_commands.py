"""`mendax solve`, `advise` and `play` of Yahtzee; `test_coach.py` has `review`."""

from __future__ import annotations

import os
import subprocess

import pytest

from mendax.games.yahtzee.published import EXPECTED_SCORES
from mendax.games.yahtzee.rules import Rules
from tests.command_line import MENDAX, assert_refused, call, call_json, first_words


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    found = call_json(capsys, "solve", "yahtzee", "--rules", "free")
    assert found["value"] == pytest.approx(EXPECTED_SCORES[Rules.FREE], abs=1e-9)
    last = call_json(
        capsys, "solve", "yahtzee", "--card", "1s=3,2s=6,3s=9,4s=12,5s=15,6s=18,3k=20,4k=0,fh=25,ss=30,ls=40,yz=0"
    )
    assert last["score"] == 213
    assert last["further"] == pytest.approx(23.333333, abs=1e-5), "chance alone: the best of three rolls"
    code, out, _ = call(capsys, "solve", "yahtzee", "--card", "yz=50")
    assert code == 0
    assert "On the card: 50" in out
    assert "Standard deviation" not in out, "that takes much longer: only when it is asked for"
    assert "std" not in found


def test_the_spread_is_computed_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    card = ["--card", "1s=3,2s=6,3s=9,4s=12,5s=15,6s=18,3k=20,4k=0,fh=25,ss=30,ls=40,yz=0"]
    code, out, _ = call(capsys, "solve", "yahtzee", *card, "--spread")
    assert code == 0
    assert "Standard deviation" in out
    assert "the spread took" in out
    odds = call_json(capsys, "solve", "yahtzee", *card, "--at-least", "218,244")["survival"]
    assert odds["218"] == pytest.approx(1)
    assert odds["244"] == 0


def test_advise(capsys: pytest.CaptureFixture[str]) -> None:
    """Options come best first, each with its value and what it costs."""
    found = call_json(capsys, "advise", "yahtzee", "--dice", "66621", "--rolls", "1")
    assert found["options"][0]["action"] == "keep 6 6 6"
    assert found["options"][0]["cost"] == 0
    assert found["value"] > EXPECTED_SCORES[Rules.FORCED]
    assert len(found["options"]) == 16
    last = call_json(capsys, "advise", "yahtzee", "--dice", "2,2,3,3,3", "--rolls", "3", "--card", "3s=9")
    assert last["options"][0]["action"] == "score fh"
    assert [option["cost"] for option in last["options"]] == sorted(option["cost"] for option in last["options"])
    code, out, _ = call(capsys, "advise", "yahtzee", "--dice", "66621", "--best", "3")
    assert code == 0
    assert "and 13 more" in out


def test_a_person_plays_alone() -> None:
    done = subprocess.run(
        [*MENDAX, "play", "yahtzee", "--seed", "5"],
        input="?\nnone\nq\n",
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "optimal, best first" in done.stdout
    assert "0.0 %" not in done.stdout
    assert "Turn 1 of 13, roll 2 of 3: one roll left." in done.stdout


def test_dice_can_be_read_on_an_ascii_terminal() -> None:
    done = subprocess.run(
        [*MENDAX, "advise", "yahtzee", "--dice", "13356", "--best", "1"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "| o   o |" in done.stdout
    assert "?" not in done.stdout


FULL_CARD = "1s=0,2s=0,3s=0,4s=0,5s=0,6s=0,3k=0,4k=0,fh=0,ss=0,ls=0,yz=0,ch=5"
BAD = [
    (["solve", "yahtzee", "--rules", "house"], "no yahtzee rules 'house'"),
    (["solve", "yahtzee", "--card", "6s=31"], "6s can never hold 31"),
    (["solve", "yahtzee", "--at-least", ","], "'' is none"),
    (["solve", "yahtzee", "--card", "xx=1"], "no box 'xx'"),
    (["solve", "yahtzee:players=2"], "one player"),
    (["solve", "yahtzee", "--rules", "no-bonus", "--card", "yz=50,1s=5,extras=1"], "no extras are ever paid"),
    (["advise", "yahtzee", "--dice", "1237"], "not up to five dice"),
    (["advise", "yahtzee", "--dice", "1234"], "five dice lie on the table, not 4"),
    (["advise", "yahtzee", "--dice", "12345", "--card", "fh=20"], "fh can never hold 20"),
    (["advise", "yahtzee", "--dice", "12345", "--rolls", "4"], "--rolls"),
    (["advise", "yahtzee", "--dice", "12345", "--card", FULL_CARD], "card is full"),
]


@pytest.mark.parametrize(("arguments", "complaint"), BAD, ids=first_words)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert_refused(capsys, arguments, complaint)
