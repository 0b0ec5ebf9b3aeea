"""`mendax solve liars-dice` and `mendax bench liars-dice-cfr`."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mendax.cli.app import run
from mendax.core.catalogue import solve_game
from mendax.games.liars_dice import commands
from mendax.games.liars_dice.benchmarks import cfr as liars_dice_cfr
from mendax.games.liars_dice.solver import CfrSolution, cfr

ONE_DIE = "liars-dice:players=2,dice=1,rules=open-spiel"


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def solved(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = call(capsys, "solve", *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


def test_so_many_iterations(capsys: pytest.CaptureFixture[str]) -> None:
    found = solved(capsys, ONE_DIE, "--iterations", "300")
    assert found["iterations"] == 300
    assert found["information_sets"] == 24_576
    assert found["bounds"][0] <= -7 / 258 <= found["bounds"][1]
    assert found["value"] == found["opener_value"] == pytest.approx(-7 / 258, abs=1e-3)
    assert 0 < found["exploitability"] < 1.1e-3
    assert found["seconds"] > 0


def test_so_many_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    found = solved(capsys, ONE_DIE, "--seconds", "0.1")
    assert found["seconds"] >= 0.1
    assert found["iterations"] > 0


def test_a_solution_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "solve", f"{ONE_DIE},opens=random", "--iterations", "300")
    text = " ".join(out.split())
    assert code == 0
    assert "Value to whoever opens -0.02" in text
    assert "24,576 information sets" in text
    assert "1x5" in text


def test_until_it_is_good_enough(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cfr, "ACCURACY", 1e-3)
    found = solved(capsys, f"{ONE_DIE},opens=random")
    assert found["exploitability"] < 1e-3
    assert found["iterations"] in {16 << doubled for doubled in range(8)}
    assert found["value"] == 0.0, "either seat opens as often as the other"


def test_small_games_and_whole_games_by_linear_programs(capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("players=2,dice=1,faces=3,rules=open-spiel", "players=2,dice=2,faces=2,rules=plain"):
        found = solved(capsys, f"liars-dice:{game}")
        assert "subgames" in found
        assert abs(found["exploitability"]) < 1e-12


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("liars-dice", "--seconds", "1"), "two players"),
        (("liars-dice:players=2,dice=2,rules=plain", "--iterations", "5"), "one round"),
        (("liars-dice:players=2,dice=2,single_round=true", "--iterations", "5"), "push=false"),
        ((ONE_DIE, "--card", "6s=24"), "No such option: --card"),
        (("one-die", "--iterations", "5"), "No such option: --iterations"),
        ((ONE_DIE, "--iterations", "0"), "iterations"),
    ],
)
def test_what_cannot_be_done(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str) -> None:
    code, out, err = call(capsys, "solve", *arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_ctrl_c_shows_what_there_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def press_ctrl_c(what: str) -> Iterator[Callable[[str], None]]:
        pressed = False

        def update(text: str) -> None:
            nonlocal pressed
            if not pressed and "iterations" in text and not text.startswith("0 "):
                pressed = True
                os.kill(os.getpid(), signal.SIGINT)

        yield update

    monkeypatch.setattr(commands, "spinner", press_ctrl_c)
    before = signal.getsignal(signal.SIGINT)
    code, out, err = call(capsys, "solve", ONE_DIE, "--seconds", "100", "--json")
    found = json.loads(out)
    assert found["seconds"] < 100
    assert found["iterations"] > 0
    assert (code, err) == (130, f"mendax: stopped after {found['iterations']:,} iterations\n")
    assert signal.getsignal(signal.SIGINT) is before


def test_the_solver_in_python() -> None:
    """The same without the command: progress in words, and a reason to stop."""
    texts: list[str] = []
    found = solve_game(ONE_DIE, iterations=50, report=texts.append)
    assert isinstance(found, CfrSolution)
    assert found.iterations == 50
    assert texts[0] == "compiling (once)"
    assert texts[-1] == "measuring after 50 iterations"
    openings = dict(found.openings())
    assert openings.keys() == {(die,) for die in range(1, 7)}
    assert all(sum(mix.values()) == pytest.approx(1) for mix in openings.values())
    stopped = solve_game(ONE_DIE, seconds=100.0, stopped=lambda: True)
    assert isinstance(stopped, CfrSolution)
    assert stopped.iterations == 0


def test_the_benchmark_measures_us_without_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSpiel beside us takes a minute; here it counts as not installed."""
    monkeypatch.setattr(liars_dice_cfr, "_open_spiel", lambda block: (None, None))
    measured = liars_dice_cfr.solving()
    assert measured.values["information_sets"] == 24_576
    lines = {line.what: line.value for line in measured.lines}
    assert lines["mendax, exploitability after 100"] == pytest.approx(4.91e-3, rel=0.05)
    assert lines["mendax, exploitability after 300"] == pytest.approx(1.03e-3, rel=0.05)
    assert 0 < lines["mendax, best"] <= lines["mendax, CFR+ on the public tree, one thread, median"]
    assert "not installed" in measured.note
