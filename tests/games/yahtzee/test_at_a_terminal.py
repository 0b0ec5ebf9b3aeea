"""A whole game of Yahtzee through a real terminal, as a person plays it."""

from __future__ import annotations

from pathlib import Path

from mendax.games.yahtzee.rules.scoring import NAMES
from tests.real_terminal import Terminal

WITH_GREEDY = ("play", "yahtzee", "--against", "greedy", "--seed", "3", "--seat", "0")


def fill(terminal: Terminal, box: str) -> str:
    """Score a box with the dice on the table, whatever they pay there."""
    asked = " ".join(terminal.type(box).split())
    firm = "Fill it with zero?" in asked
    assert firm or "(Enter: yes, u: take it back)" in asked
    return terminal.type("y" if firm else "")


def first_turn(terminal: Terminal) -> None:
    """The dice of seed 3: 1 1 2 5 5. Mistakes, questions, and a box taken back."""
    opening = terminal.screen()
    assert "Game 1: you go first." in opening
    assert "Turn 1 of 13, roll 1 of 3: two rolls left." in opening
    assert "the dice are 1 1 2 5 5: there is no 6 among them" in terminal.type("66")
    assert "neither dice, such as 66, nor a box, such as fh" in terminal.type("dance")
    assert "You have made no move yet." in terminal.type("u")
    assert "They had nothing to decide." in terminal.type("w")
    assert "63 points or more in these six bring a bonus of 35" in " ".join(terminal.type("rules").split())
    helped = terminal.type("help")
    assert "keep two sixes and roll the rest" in helped
    assert "take your last move back" in helped
    hint = terminal.type("?")
    assert "optimal, best first" in hint
    assert hint.index("keep 5 5") < hint.index("keep 2 5 5")
    assert "0.0 %" not in hint
    assert "no roll left" in terminal.type("all")
    assert "two rolls left" in terminal.type("undo"), "both rolls that were not made come back"
    assert "Fill it with zero?" in terminal.type("fh")
    assert "Fill it with zero?" in terminal.type(""), "Enter alone does not fill a box with zero"
    assert "Taken back." in terminal.type("u")
    assert "Chance: 14 points, without the two rolls that are left. (Enter: yes" in terminal.type("ch")
    assert "Taken back." in terminal.type("u")
    assert "roll 2 of 3: one roll left" in terminal.type("5 5")
    assert "Too late: chance has answered your last move." in terminal.type("u")


def test_a_whole_game(tmp_path: Path) -> None:
    """Begun, left after two turns, taken up again and played to its end, then reviewed."""
    with Terminal(*WITH_GREEDY, data=tmp_path) as terminal:
        first_turn(terminal)
        assert "The coach speaks" in terminal.type("coach")
        scored = fill(terminal, "5s")
        assert "points in fives." in scored
        assert "greedy keeps 2 4, and scores 40 points in large straight with 2 3 4 5 6." in scored
        assert "After turn 1 of 13: you 15, greedy 40." in scored
        explained = terminal.type("w")
        assert explained.count("greedy with ") == 3, "three decisions of its last turn"
        assert "Coach: keep none costs " in terminal.type("none")
        second = fill(terminal, "fh")
        assert "Coach: " in second or "points in full house" in second
        last = terminal.leave("save")
        assert "The game is kept: mendax play" in last
    (saved,) = (tmp_path / "saved").glob("*.txt")
    with Terminal("play", str(saved), data=tmp_path) as terminal:
        assert "where you left it" in terminal.screen()
        assert "greedy keeps" not in terminal.text, "what was told once is not told again"
        assert "Turn 3 of 13, roll 1 of 3" in terminal.text
        assert "full house is filled already" in terminal.type("fh")
        for box in NAMES:
            if box not in ("5s", "fh"):
                told = fill(terminal, box)
        assert " by " in told.split("Looking back")[0].splitlines()[-1], "the margin"
        assert "Looking back: the best play expects 254.59 points" in " ".join(told.split())
        assert "end." not in told
        assert "Enter: another game" in terminal.type("dance"), "other text starts nothing"
        review = terminal.type("r")
        assert "How it adds up:" in review
        assert all(len(line) <= 80 for line in review.splitlines())
        assert terminal.type("w").count("greedy with ") == 3
        assert terminal.type("w all").count("greedy with ") == 33, "since the game was taken up again"
        assert "This session" in terminal.leave()
    assert not saved.exists(), "a game that was played to its end is not kept"


def play_alone(folder: Path, columns: int) -> list[str]:
    """All boxes from the top at the first roll; hands back the lines of text, without drawings and what was typed."""
    with Terminal("play", "yahtzee", "--seed", "5", "--games", "1", data=folder, columns=columns) as terminal:
        terminal.screen()
        terminal.type("help")
        terminal.type("?")
        for box in NAMES[:-1]:
            fill(terminal, box)
        assert "(Enter: yes" in terminal.type("chance")
        told = terminal.leave("")
        assert "The game is over: " in told
        assert "won" not in told
        assert "Looking back: the best play expects 254.59 points" in " ".join(told.split())
        return [line for line in terminal.text.splitlines() if line.isascii() and not line.startswith(">")]


def test_sixty_columns_break_no_word(tmp_path: Path) -> None:
    """The same game on a narrow and on a wide screen has the same words."""
    narrow, wide = play_alone(tmp_path, 60), play_alone(tmp_path, 160)
    assert max(map(len, narrow)) <= 60
    assert max(map(len, wide)) > 60
    assert " ".join(narrow).split() == " ".join(wide).split()
