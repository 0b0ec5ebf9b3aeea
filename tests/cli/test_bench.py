"""`mendax bench`; `tests/bench` runs every benchmark."""

from __future__ import annotations

import pytest

import mendax.bench
from mendax.bench import Benchmark, Line, Measured
from tests.command_line import assert_refused, call, call_json


def two_lines(quick: bool) -> Measured:
    return Measured((Line("games", 1234.5, "games/s"), Line("seconds", 0.25, "s")), f"quick: {quick}", {"games": 7})


def needs_soar(quick: bool) -> Measured:
    raise ModuleNotFoundError("No module named 'soar_sml'", name="soar_sml")


@pytest.fixture(autouse=True)
def two_benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        "first": Benchmark("first", "two lines", f"{__name__}:two_lines"),
        "second": Benchmark("second", "cannot run", f"{__name__}:needs_soar"),
    }
    monkeypatch.setattr(mendax.bench, "benchmarks", lambda: known)


def test_one_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    assert call_json(capsys, "bench", "first", "--quick") == {
        "name": "first",
        "lines": [
            {"what": "games", "value": 1234.5, "unit": "games/s"},
            {"what": "seconds", "value": 0.25, "unit": "s"},
        ],
        "games": 7,
        "note": "quick: True",
    }
    code, out, err = call(capsys, "bench", "first")
    assert (code, err) == (0, "first: two lines ...\n")
    assert "1,234" in out
    assert "quick: False" in out


def test_of_all_benchmarks_one_that_cannot_run_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = call_json(capsys, "bench")
    assert first["name"] == "first"
    note = "this needs soar_sml, which is not installed: pip install 'mendax[soar]'"
    assert second == {"name": "second", "lines": [], "note": note}


def test_one_benchmark_that_cannot_run(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "bench", "second")
    assert (code, out) == (2, "")
    assert err.endswith("pip install 'mendax[soar]'\n")


def test_an_unknown_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(capsys, ["bench", "frist"], "did you mean 'first'")
