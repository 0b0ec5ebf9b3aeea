"""Whole games of Blufpoker through a real terminal: mistakes, help, undo, save and go on, review, small screens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.command_line import call
from tests.real_terminal import Terminal, check_small

TABLE = ("--against", "odds", "--against", "naive", "--seed", "3", "--seat", "0")


def plain(screen: str) -> str:
    """Believe the first bid of a round, call the others; roll the lowest die once; the truth, or the lowest bid."""
    if "Does the cup hold that" in screen:
        return "c" if "believed and bid" in screen else "b"
    if rolling := re.findall(r"Type the die to roll: ([1-6, or]*[1-6])", screen):
        return "stop" if "stop: bid now" in screen else str(rolling[-1])[-1]
    if bids := re.findall(r"^Bid (\d+)", screen, re.MULTILINE):
        return "t" if "the truth" in screen else str(bids[-1])
    return "none" if "Type the dice to keep" in screen else "t"


def test_a_whole_game_with_everything_a_person_may_ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second half is on a small terminal that can only show ASCII."""
    saved, records = tmp_path / "later.txt", tmp_path / "games.txt"
    options = ("--save", str(saved), "--records", str(records))
    with Terminal("play", "blufpoker:points=2", *TABLE, *options, data=tmp_path) as terminal:
        first = terminal.screen()
        assert "The table is open for practice" in first
        assert "You have 551. You make the first bid of the round." in first
        assert "'dance' is no answer here: type three dice to bid" in terminal.type("dance")
        assert "the first bid of a round is what the cup holds: 551" in terminal.type("6 5 4")
        assert "Three dice and one cup." in terminal.type("rules")
        assert "believe the bid" in terminal.type("help")
        assert "bid 551" in terminal.type("?")
        assert "you bid 551" in terminal.type("t")
        assert "Too late: chance has answered your last move." in terminal.type("u")
        assert "No round has ended yet" in terminal.type("w")
        assert not terminal.type("q")
    assert "The game is kept" in terminal.text

    with Terminal(
        "play", str(saved), "--records", str(records), data=tmp_path, columns=60, encoding="ascii"
    ) as terminal:
        assert "Game 1, where you left it" in terminal.screen()
        end = terminal.play(plain)
        assert re.search(r"(You have|odds has|naive has) lost with HO\.", end)
        assert "Enter: another game" in terminal.type("dance")
        assert "in the cup: " in terminal.type("w all")
        assert "how often" in terminal.type("n all")
        assert terminal.type("r")
        assert not terminal.type("q")
    assert "penalty point: 1 in all" in terminal.text
    assert "games not lost of" in terminal.text
    assert "|   ?   |" in terminal.text
    check_small(terminal.text, 60)
    assert "by counting" in call(capsys, "review", str(records))[1]


def test_a_bid_is_taken_back_before_a_die_has_answered(tmp_path: Path) -> None:
    options = ("--against", "naive:one/truthful/call", "--seed", "3", "--seat", "0")
    with Terminal("play", "blufpoker:players=2,points=5", *options, data=tmp_path) as terminal:
        screen = terminal.screen()
        for _ in range(20):
            if "stop: bid now" in screen:
                break
            screen = terminal.type(plain(screen) if "Does the cup hold" not in screen else "b")
        assert "hide" in terminal.type("stop")
        assert "Taken back." in terminal.type("u")
        assert not terminal.type("q")
