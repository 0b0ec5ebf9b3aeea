"""The console that people read."""

from __future__ import annotations

import io

import pytest
from rich.table import Table

from mendax.report.console import PlainConsole, console


def titled() -> Table:
    table = Table(title="Title", title_justify="left")
    table.add_column("a long heading")
    table.add_row("x")
    return table


def test_no_color_means_no_bold_either(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown() -> str:
        out = console()
        out.file = io.StringIO()
        out.print(titled())
        out.print("word", style="bold red")
        return out.file.getvalue()

    monkeypatch.setenv("FORCE_COLOR", "1")  # as at a terminal
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in shown()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in shown()


def test_a_capture_in_a_pipe_has_everything_in_order() -> None:
    out = PlainConsole(file=io.StringIO(), width=40, highlight=False, markup=False)
    with out.capture() as captured:
        out.print("first")
        out.print(titled())
        out.print("a", end="")
        out.print("b  ")
    assert captured.get().splitlines()[:2] == ["first", "Title"]
    assert captured.get().endswith("ab\n")
    assert all(line == line.rstrip() for line in captured.get().splitlines())
