"""Progress where there is no terminal: a line now and then for long work, nothing for short work."""

from __future__ import annotations

import re
import time

import pytest

from mendax.report import progress


def said(capsys: pytest.CaptureFixture[str], wanted: str) -> str:
    """What has been said once the wanted words are among it; a thread says them in its own time."""
    text = ""
    deadline = time.monotonic() + 60
    while wanted not in text and time.monotonic() < deadline:
        text += capsys.readouterr().err
        time.sleep(0.001)
    return text


def test_long_work_in_a_pipe_shows_a_sign_of_life(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "FIRST_LINE", 0.001)
    with progress.spinner("Solving kuhn") as update:
        assert re.search(r"mendax: Solving kuhn \(\d+ s so far\)\n", said(capsys, "so far)\n"))
        monkeypatch.setattr(progress, "LONGEST_SILENCE", 0.001)
        update("12 sub-games")
        assert "mendax: Solving kuhn: 12 sub-games (" in said(capsys, "12")
        with progress.spinner("The coach looks back"):
            assert "mendax: The coach looks back (" in said(capsys, "coach")
    with progress.progress(3000, "kuhn") as count:
        count(1500)
        assert "mendax: kuhn: 1,500 of 3,000 (" in said(capsys, "1,500")
    with progress.live_bar("Training", 2.0) as show:
        show(0.5, "score 12")
        assert "mendax: Training: 25 %, score 12 (" in said(capsys, "25 %")


def test_short_work_says_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "FIRST_LINE", 3600.0)
    with progress.spinner("Solving"), progress.progress(10, "games") as count:
        count(5)
    assert capsys.readouterr() == ("", "")
