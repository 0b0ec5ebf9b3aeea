"""The time that a decision takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from mendax.table.deciders import stopwatch
from mendax.table.deciders.stopwatch import Stopwatch


def test_waiting_for_a_processor_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, clock = tmp_path / "schedstat", iter((10.0, 13.0, 20.0, 20.5))
    told.write_text("5 1000000000 1")
    monkeypatch.setattr(stopwatch, "WAITED", str(told))
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))
    watch = Stopwatch()
    told.write_text("9 3500000000 4")
    assert watch.seconds() == 0.5, "three seconds, of which it waited two and a half"
    watch.start()
    assert watch.seconds() == 0.5


def test_without_such_a_file_all_time_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((10.0, 13.0))
    monkeypatch.setattr(stopwatch, "WAITED", str(tmp_path / "none"))
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))
    assert Stopwatch().seconds() == 3.0
