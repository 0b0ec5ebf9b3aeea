"""Whole games of Liar's Dice through a real terminal: mistakes, help, undo, save and go on, review, small screens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.command_line import call
from tests.real_terminal import Terminal, check_small

TABLE = ("--against", "probability", "--against", "honest", "--seed", "3", "--seat", "0")


def careful(screen: str) -> str:
    """Challenge whatever can be challenged, else make the lowest bid."""
    for key in ("c", "c bid", "c pass", "c first"):
        if f"{key}: challenge" in screen:
            return key
    found = re.findall(r"Lowest bids: (\S+)", screen)
    assert found, screen
    return str(found[-1])


def test_a_whole_game_with_everything_a_person_may_ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second half is on a small terminal that can only show ASCII."""
    saved, records = tmp_path / "later.txt", tmp_path / "games.txt"
    options = ("--save", str(saved), "--records", str(records))
    with Terminal("play", "liars-dice:dice=2", *TABLE, *options, data=tmp_path) as terminal:
        first = terminal.screen()
        assert "Game 1: around the table sit you, probability and honest." in first
        assert "under your cup" in first
        assert "'dance' is no bid and no answer" in terminal.type("dance")
        assert "only 6 dice are on the table" in terminal.type("7 4")
        assert "Everybody rolls 2 dice under a cup" in terminal.type("rules")
        assert "bid six 4s" in terminal.type("help")
        assert "100 %" in terminal.type("?")
        assert "You have made no move yet." in terminal.type("u")
        assert "you bid 1x2 (one 2)" in terminal.type("one two")
        taken = terminal.type("u")
        assert "Taken back." in taken
        assert "Lowest bids: 1x2" in taken
        assert "you bid 1x3" in terminal.type("13")
        assert "No round has ended yet" in terminal.type("w")
        assert not terminal.type("save")
        assert f"The game is kept: mendax play {saved}" in terminal.text.replace("\n", " ").replace("  ", " ")
        assert terminal.code == 0

    with Terminal(
        "play", str(saved), "--records", str(records), data=tmp_path, columns=60, encoding="ascii"
    ) as terminal:
        again = terminal.screen()
        assert "Game 1, where you left it" in again
        assert "Said: you 1x3" in again
        end = terminal.play(careful)
        assert re.search(r"(You win|probability wins|honest wins)\.", end)
        assert "Dice left:" in end
        assert "By the odds" in end
        assert "Enter: another game" in terminal.type("dance")
        assert "with " in terminal.type("w all")
        assert "chance" in terminal.type("n all")
        assert "by the odds of the hidden dice:" in terminal.type("r")
        assert not terminal.type("q")
    assert "This session" in terminal.text
    assert "All cups are lifted. Those that count for" in terminal.text
    assert not saved.exists()
    assert "| o   o |" in terminal.text
    check_small(terminal.text, 60)
    assert "you (seat 0), by the odds of the hidden dice:" in call(capsys, "review", str(records))[1]
