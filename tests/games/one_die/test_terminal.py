"""Whole games of one-die through a real terminal: mistakes, help, undo, save and go on, review, small screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import call
from tests.real_terminal import Terminal, check_small


def brave(screen: str) -> str:
    """Challenge every call, and call the highest number."""
    return "c" if "True or a lie?" in screen else "6"


def test_a_whole_game_with_everything_a_person_may_ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second half is on a small terminal that can only show ASCII."""
    saved, records = tmp_path / "later.txt", tmp_path / "games.txt"
    options = ("--seed", "4", "--seat", "0", "--save", str(saved), "--records", str(records))
    with Terminal("play", "one-die", "--against", "honest", *options, data=tmp_path) as terminal:
        assert "2 is the truth, the others are lies." in terminal.screen()
        assert "type the number that you call" in terminal.type("dance")
        assert "a call may not be lower than what is under your cup, 2" in terminal.type("1")
        assert "Nothing beats 6: who accepts it loses." in terminal.type("rules").replace("\n", " ").replace("  ", " ")
        assert "to name a number" in terminal.type("help")
        assert "the truth" in terminal.type("?")
        assert "you call 3" in terminal.type("3")
        late = terminal.type("u")
        assert "Too late: chance has answered your last move." in late
        assert "The game is not over yet" in terminal.type("w")
        assert not terminal.type("save")
    assert "The game is kept" in terminal.text

    with Terminal(
        "play", str(saved), "--records", str(records), data=tmp_path, columns=60, encoding="ascii"
    ) as terminal:
        assert "Game 1, where you left it" in terminal.screen()
        end = terminal.play(brave)
        assert "win" in end
        assert "By the exact solution" in end
        assert "Enter: another game" in terminal.type("?")
        assert "before the game was kept" in terminal.type("w")
        assert "you (seat 0). By the exact solution" in terminal.type("r")
        assert "Game 2: you go first." in terminal.type("")
        assert "Enter: another game" in terminal.type("6")
        assert "honest: challenge. It took the call for the truth." in terminal.type("why").replace("why", "")
        assert not terminal.type("q")
    assert "honest first" in terminal.text
    assert "| o     |" in terminal.text
    check_small(terminal.text, 60)
    assert "you (seat 0). By the exact solution" in call(capsys, "review", str(records))[1]


def test_a_move_is_taken_back_where_no_chance_has_answered(tmp_path: Path) -> None:
    """With kept dice nothing is rolled after an answer."""
    options = ("--seed", "4", "--seat", "1")
    with Terminal("play", "one-die:kept=true", "--against", "honest", *options, data=tmp_path) as terminal:
        assert "honest called 2. True or a lie?" in terminal.screen()
        assert "too low now" in terminal.type("a")
        taken = terminal.type("undo")
        assert "Taken back." in taken
        assert "honest called 2. True or a lie?" in taken
        assert "Enter: another game" in terminal.type("c")
        assert not terminal.type("q")
