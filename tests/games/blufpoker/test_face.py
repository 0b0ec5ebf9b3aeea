"""A person at a table of Blufpoker."""

from __future__ import annotations

import pytest

from mendax.cli.app import run
from mendax.games.blufpoker.face import FACE, points_text
from mendax.games.blufpoker.rules import Blufpoker
from tests.games.blufpoker.rules.test_game import BELIEVED, OPENING, play

THREE = Blufpoker()


def shown(moves: str, seat: int | None, game: Blufpoker = THREE) -> str:
    return FACE.describe(game.view(play(moves, game=game), seat))


def test_points_are_letters() -> None:
    assert [points_text(points, 5) for points in range(6)] == ["none", "H", "HO", "HOR", "HORS", "HORSE"]
    assert points_text(2, 3) == "HO"
    assert points_text(2, 6) == "2"


def test_what_a_seat_is_shown() -> None:
    assert "The cup holds 532: nobody else sees a die. You make the first bid" in shown(OPENING, 0)
    assert "532" not in shown(OPENING, 1)
    answer = shown(f"{OPENING}, bid 532", 1)
    assert "Penalty points: seat 0 none, you none, seat 2 none (HORSE loses)." in answer
    assert "On the table: [?] [?] [?]" in answer
    assert "Does the cup hold 532 or more?" in answer
    rolling = shown(f"{BELIEVED}, roll 2, die 6", 1)
    assert "Bid to beat: 532. Not rolled yet: [5] [3]   Rolled: the 2 became [6]   Together: 653" in rolling
    bidding = f"{BELIEVED}, roll 2, die 6, stop"
    assert "The cup holds 653: all see [5] [3]. Your bid must be higher than 532." in shown(bidding, 1)
    for seat in (0, 2, None):
        assert "On the table: [5] [3] [?]" in shown(bidding, seat)
    poker = "start 0, die 4, die 4, die 4, bid 444, believe, die 6, die 6, die 1"
    assert "roll 444 or higher. Roll 1 of 3: [6] [6] [1]" in shown(poker, 1)
    assert "seat 1 rolled [6] [6] [1]" in shown(poker, 2)


def test_the_end() -> None:
    single = Blufpoker(single_round=True)
    told = shown(f"{OPENING}, bid 532, call", 0, single)
    assert "Last round: you bid 532, seat 1 called, the cup held 532, and the point went to seat 1." in told


def test_play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A person plays a whole game with odds, wrong texts and explanations, and others' dice stay hidden."""
    says = iter(["?", "bid 999", "w"])
    prompts = []

    def answer(prompt: str = "") -> str:
        prompts.append(prompt)
        print(prompt)
        return next(says, "1")

    monkeypatch.setattr("builtins.input", answer)
    naive = ("--against", "naive", "--against", "naive:lowest/overbid/believe=0.8")
    assert run(["play", "blufpoker:points=2", *naive, "--seed", "3", "--games", "1"]) == 0
    out = capsys.readouterr().out
    assert "around the table sit you, naive and naive:lowest/overbid/believe=0.8." in out
    assert "What the odds say" in out
    assert "three dice from 1 to 6, the highest first" in out
    assert "No round has ended yet" in out
    assert "you get a penalty point: 1 in all" in out
    assert " lost: " in out
    assert "naive finds" not in out
    assert "naive rolls a" not in out
