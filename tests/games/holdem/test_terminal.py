"""A whole session of Hold'em through a real terminal: mistakes, help, undo, save and go on, review, a small screen."""

from __future__ import annotations

from pathlib import Path

from tests.real_terminal import Terminal, check_small


def call(screen: str) -> str:
    """Check and call always."""
    return "c"


def test_a_whole_session_with_everything_a_person_may_ask(tmp_path: Path) -> None:
    """The second half is on a small terminal that can only show ASCII."""
    saved = tmp_path / "later.txt"
    options = ("--seed", "3", "--seat", "0", "--save", str(saved))
    game = ("play", "holdem:hands=3", "--against", "tight", "--against", "loose")
    with Terminal(*game, *options, data=tmp_path) as terminal:
        assert "f: fold   c: call 3   r: raise, 2 more" in terminal.screen()
        assert "'dance' is no answer here: type f (fold), c (call) or r (raise)" in terminal.type("dance")
        assert "there are 3 to call: call or fold" in terminal.type("check")
        assert "at most 3 raises" in " ".join(terminal.type("rules").split())
        assert "the pot is four times what you must pay" in " ".join(terminal.type("help").split())
        assert "so a call must win" in " ".join(terminal.type("?").split())
        assert "No round has ended yet" in terminal.type("w")
        assert "you call 3" in terminal.type("c")
        assert "Too late: chance has answered your last move." in terminal.type("u")
        assert not terminal.type("save")
    assert "The game is kept" in terminal.text

    with Terminal("play", str(saved), data=tmp_path, columns=60, encoding="ascii") as terminal:
        assert "Game 1, where you left it" in terminal.screen()
        end = terminal.play(call)
        assert "The match is over after 3 hands." in end
        assert "the odds against unknown cards" in " ".join(end.split())
        assert "loose with " in terminal.type("w")
        assert "the odds against unknown cards" in " ".join(terminal.type("r").split())
        assert not terminal.type("q")
    assert "|" in terminal.text
    check_small(terminal.text, 60)


def test_a_call_is_taken_back_while_the_stage_goes_on(tmp_path: Path) -> None:
    """The small blind raises, is raised again, and would rather have called."""
    options = ("--seed", "3", "--seat", "1")
    with Terminal("play", "holdem", "--against", "always-raise", *options, data=tmp_path) as terminal:
        assert "r: raise, 2 more" in terminal.screen()
        assert "always-raise raises to" in terminal.type("r")
        assert "Taken back." in terminal.type("u")
        assert "you call" in terminal.type("c")
