"""The screens in the documents are those that a person sees: each is played again, line by line."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from mendax.cli.app import run

ROOT = Path(__file__).parent.parent
PAGES = ("liars-dice", "one-die", "blufpoker", "holdem", "yahtzee")
COLUMNS = 100


def pictures(page: str) -> list[str]:
    """The sessions on a page: code that begins with a command to play."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    return re.findall(r"```\n(\$ mendax play .*?)```", text, re.DOTALL)


def screen_of(
    command: str, typed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """What the command shows to somebody who types these lines and then leaves."""
    waiting = iter(typed)

    def read(prompt: str = "") -> str:
        line = next(waiting, None)
        print(prompt if line is None else f"{prompt}{line}")
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    assert run(shlex.split(command)[1:]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_pictures_and_they_are_true(
    page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = pictures(page)
    assert found
    for picture in found:
        first, _, rest = picture.partition("\n")
        typed = re.findall(r"^> ?(.*)$", rest, re.MULTILINE)
        shown = screen_of(first.removeprefix("$ "), typed, monkeypatch, capsys)
        lines = [line.rstrip() for line in shown.splitlines()]
        assert lines[: rest.count("\n")] == rest.splitlines()
