"""`mendax solve liars-dice` and `mendax bench liars-dice-cfr`."""

from __future__ import annotations

import json
import os
import signal
from threading import Timer
from typing import Any

import pytest

from mendax.cli.app import run
from mendax.games.liars_dice import commands as cfr
from mendax.games.liars_dice.benchmarks import cfr as liars_dice_cfr
from mendax.games.liars_dice.rules import LiarsDice
from mendax.theory.cfr import CFR

ONE_DIE = "liars-dice:players=2,dice=1,rules=open-spiel"


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = call(capsys, *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


def test_so_many_iterations(capsys: pytest.CaptureFixture[str]) -> None:
    story = told(capsys, "solve", ONE_DIE, "--iterations", "300")
    assert story["iterations"] == 300
    assert story["information_sets"] == 24_576
    assert story["bounds"][0] <= -7 / 258 <= story["bounds"][1]
    assert story["value"] == story["opener_value"] == pytest.approx(-7 / 258, abs=1e-3)
    assert 0 < story["exploitability"] < 1.1e-3
    assert story["seconds"] > 0


def test_so_many_seconds_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "solve", f"{ONE_DIE},opens=random", "--seconds", "0.1")
    text = " ".join(out.split())
    assert code == 0
    assert "Value to whoever opens -0.02" in text
    assert "24,576 information sets" in text
    assert "1x5" in text


def test_until_it_is_good_enough(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cfr, "ACCURACY", 1e-3)
    story = told(capsys, "solve", f"{ONE_DIE},opens=random")
    assert story["exploitability"] < 1e-3
    assert story["iterations"] in {16 << doubled for doubled in range(8)}
    assert story["value"] == 0.0, "either seat opens as often as the other"


def test_small_games_and_whole_games_by_linear_programs(capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("players=2,dice=1,faces=3,rules=open-spiel", "players=2,dice=2,faces=2,rules=plain"):
        story = told(capsys, "solve", f"liars-dice:{game}")
        assert "subgames" in story
        assert abs(story["exploitability"]) < 1e-12


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("liars-dice", "--seconds", "1"), "two players"),
        (("liars-dice:players=2,dice=2,rules=plain", "--iterations", "5"), "one round"),
        ((ONE_DIE, "--card", "6s=24"), "yahtzee"),
        (("one-die", "--iterations", "5"), "solved exactly"),
        (("yahtzee", "--seconds", "5"), "solved exactly"),
        ((ONE_DIE, "--iterations", "0"), "iterations"),
    ],
)
def test_what_cannot_be_done(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str) -> None:
    code, out, err = call(capsys, "solve", *arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_ctrl_c_tells_what_there_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    prepare = cfr._prepare

    def prepare_and_press(game: LiarsDice) -> CFR:
        solver = prepare(game)
        Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        return solver

    monkeypatch.setattr(cfr, "_prepare", prepare_and_press)
    before = signal.getsignal(signal.SIGINT)
    code, out, err = call(capsys, "solve", ONE_DIE, "--seconds", "100", "--json")
    story = json.loads(out)
    assert story["seconds"] < 100
    assert story["iterations"] > 0
    assert (code, err) == (130, f"mendax: stopped after {story['iterations']:,} iterations\n")
    assert signal.getsignal(signal.SIGINT) is before


def test_the_benchmark_measures_us_without_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSpiel beside us takes a minute; here it counts as not installed."""
    monkeypatch.setattr(liars_dice_cfr, "_open_spiel", lambda: (None, None))
    story = liars_dice_cfr.solving()
    assert story["information_sets"] == 24_576
    lines = {line["what"]: line["value"] for line in story["lines"]}
    assert lines["mendax, exploitability after 100"] == pytest.approx(4.91e-3, rel=0.05)
    assert lines["mendax, exploitability after 300"] == pytest.approx(1.03e-3, rel=0.05)
    assert 0 < lines["mendax, best"] <= lines["mendax, CFR+ on the public tree, one thread, median"]
    assert "not installed" in story["note"]
