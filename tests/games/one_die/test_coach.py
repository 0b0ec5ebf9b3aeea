"""The review of one-die: by the exact solution, in wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from mendax.core.match import Match
from mendax.core.record import Record
from mendax.games.one_die.coach import COACH
from mendax.games.one_die.rules import OneDie
from tests.command_line import call, call_json


def record(*moves: str, game: OneDie | None = None) -> Record:
    match = Match(game or OneDie())
    for text in moves:
        match.play(match.game.parse_action(text))
    return Record.of_match(match, ["you", "tree"])


def test_a_needless_lie_costs_what_the_solution_says() -> None:
    """A lie of 6 is always challenged and never wins; the truth of 5 wins 14 of 15 games against best play."""
    review = COACH.review(record("roll 5", "call 6", "challenge"), 0)
    (judged,) = review.decisions
    assert judged.situation == "with 5"
    assert judged.best == "call 5"
    assert judged.lost == pytest.approx(100 * 14 / 15)
    assert "wins in a hundred games; better: call 5" in str(review)
    assert COACH.review(record("roll 5", "call 6", "challenge"), 1).lost == pytest.approx(0, abs=1e-9)


def test_what_the_solution_does_costs_nothing() -> None:
    review = COACH.review(record("roll 2", "call 4", "accept", "roll 5", "call 5", "challenge"), 0)
    assert review.lost == pytest.approx(0, abs=1e-9)
    assert review.summary().splitlines()[0] == "By the exact solution 2 of 2 decisions were as good as any."


def test_a_seat_that_decided_nothing_has_a_review_too() -> None:
    review = COACH.review(record("roll 5", "call 6"), 1)
    assert review.lost == 0
    assert review.summary() == "By the exact solution: there was nothing to decide."


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(str(record("roll 5", "call 6", "challenge")))
    code, out, _ = call(capsys, "review", str(file))
    assert code == 0
    assert "you (seat 0). By the exact solution the one decision was not the best." in out
    assert "with 5: call 6 cost" in out
    assert "tree (seat 1). By the exact solution the one decision was as good as any." in out
    seats = call_json(capsys, "review", str(file))["seats"]
    assert seats[0]["unit"] == "wins in a hundred games"
    assert seats[0]["decisions"][0]["best"] == "call 5"
