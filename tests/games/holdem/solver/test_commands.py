"""`mendax solve holdem` and `mendax exploit holdem`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import assert_refused, call, call_json
from tests.games.holdem.solver.quick_training import make_quick


def test_solve_trains_a_strategy_that_plays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_quick(monkeypatch)
    out = tmp_path / "mine.strategy"
    options = ("--buckets", "4,3,2", "--seed", "2", "--out", str(out))
    found = call_json(capsys, "solve", "holdem", "--iterations", "4096", *options)
    assert found["information_sets"] == 8 * 169 + 70 * 4 + 630 * 3 + 5670 * 2
    assert (found["iterations"], found["buckets"], found["bytes"]) == (4096, [169, 4, 3, 2], out.stat().st_size)
    code, text, err = call(capsys, "solve", "holdem", "--iterations", "8000", *options)
    assert (code, err) == (0, "")
    assert text.startswith("8,192 iterations of Monte Carlo CFR in ")
    assert f"equilibrium:{out}playsit." in "".join(text.split())
    played = call_json(
        capsys, "match", "holdem", f"equilibrium:{out}", "always-call", "--games", "4", "--workers", "1", "--seed", "1"
    )
    assert played["forfeits"] == []


def test_a_default_place_in_the_cache_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_quick(monkeypatch)
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path / "cache"))
    found = call_json(capsys, "solve", "holdem", "--iterations", "1", "--buckets", "2,2,2")
    assert found["out"] == str(tmp_path / "cache" / "holdem-equilibrium.strategy")
    assert found["iterations"] == 4096, "whole batches"


def test_exploit_by_local_best_response(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--boards", "8", "--workers", "1", "--seed", "3")
    found = call_json(capsys, "exploit", "holdem", "equilibrium", *options)
    assert (found["method"], found["exact"], found["agent"]) == ("local best response", False, "equilibrium")
    assert found["unit"] == "thousandths of a big blind a game"
    low, high = found["ci95"]
    assert low < found["exploitability"] < high
    assert found["standard_error"] > 0
    assert found["hands"] == 8 * 48
    assert {"seconds", "by_seat"} <= set(found)


def test_bad_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert_refused(capsys, ["solve", "holdem", "--buckets", "10,x,3"], "--buckets are three numbers from 2 to 30000")
    assert_refused(capsys, ["solve", "holdem:players=3"], "holdem is solved with 2 players and raises=3, not 3 players")
    assert_refused(capsys, ["solve", "holdem", "--out", str(tmp_path / "no" / "file")], "cannot be written")
    assert_refused(capsys, ["exploit", "holdem:players=4", "always-call"], "with 2 players, not 4")
    assert_refused(capsys, ["exploit", "holdem", "poki"], "poki only plays: a best response needs an agent that states")
    assert_refused(capsys, ["exploit", "holdem:raises=4", "equilibrium"], "equilibrium plays holdem with 2 players and")
    assert_refused(
        capsys, ["exploit", "holdem", f"equilibrium:{tmp_path / 'none'}"], "none cannot be read: No such file"
    )
    assert_refused(capsys, ["exploit", "holdem", "nobody"], "there is no holdem agent 'nobody'")
