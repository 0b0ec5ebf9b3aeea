"""The benchmarks measure both evaluators and PokerKit, and say so when one is missing."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import numpy as np
import pytest

from mendax.games.holdem.benchmarks.evaluations import evaluations, random_rows, sequential_rows
from mendax.games.holdem.benchmarks.hands import hands
from mendax.games.holdem.benchmarks.soarbot import decisions
from mendax.games.holdem.kernel.evaluate import evaluate


@pytest.mark.parametrize("peer", ["phevaluator", "eval7"])
def test_an_evaluator_is_measured_or_said_to_be_missing(peer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec(peer) is not None:
        measured = evaluations(quick=True)
        assert any(line.what.startswith(peer) for line in measured.lines)
        assert f"{peer} is not installed" not in measured.note
    monkeypatch.setitem(sys.modules, peer, None)
    measured = evaluations(quick=True)
    assert f"{peer} is not installed" in measured.note
    assert not any(peer in line.what for line in measured.lines)


def test_without_pokerkit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    measured = hands(quick=True)
    assert "PokerKit is not installed" in measured.note
    assert not any("pokerkit" in line.what for line in measured.lines)


def test_speeds_have_stable_names() -> None:
    rates = evaluations(quick=True).to_json()["evaluations_per_second"]
    assert all(set(rates[kind]) == {"1", "2"} for kind in ("random", "sequential"))
    assert {players: set(rate) for players, rate in hands(quick=True).to_json()["hands_per_second"].items()} == {
        "6": {"1", "2"},
        "2": {"1", "2"},
    }


def test_the_hands_that_are_measured() -> None:
    """Seven different cards each, random ones in no order, sequential ones one after the other."""
    some, ordered = random_rows(3000), sequential_rows(3000)
    for rows in (some, ordered):
        assert rows.shape == (3000, 7)
        assert all(len(set(row)) == 7 for row in rows.tolist())
    assert len(np.unique(some)) == 52
    assert ordered.tolist() == sorted(ordered.tolist())
    assert np.array_equal(some, random_rows(3000))


def test_phevaluator_agrees_with_ours() -> None:
    evaluate_cards = pytest.importorskip("phevaluator").evaluate_cards
    rows = random_rows(5000)
    assert [7463 - evaluate_cards(*row) for row in rows.tolist()] == evaluate(rows).tolist()


def test_soarbot_is_measured() -> None:
    lines = {line.what: line for line in decisions(quick=True).lines}
    for name in ("soarbot", "soarbot:hutchison", "soarbot:bluff", "soarbot-m"):
        assert lines[name].value > 0
        assert 0 < lines[f"{name}: our bridge's share"].value < 100
    assert lines["soarbot-m: rules"].value > lines["soarbot: rules"].value > 150
