"""Every benchmark runs, and measures its peer."""

from __future__ import annotations

import inspect
import json
import math
from importlib.util import find_spec

import pytest

from mendax.bench import benchmarks
from tests.table.page.browser.chromium import HOW_TO_GET, find_browser, needs_browser

PEERS = {
    "one-die-games": ("pyspiel", "open_spiel"),
    "liars-dice-cfr": ("pyspiel", "open_spiel"),
    "liars-dice-games": ("pyspiel", "open_spiel"),
    "yahtzee-solve": ("yatzy_solver", "yatzy-solver"),
    "muddy-children": ("mlsolver", "mlsolver"),
    "holdem-eval": ("phevaluator", "phevaluator"),
    "holdem-hands": ("pokerkit", "pokerkit"),
}
"""By benchmark: the peer's module, and the word its lines begin with."""


LONG = {
    "yahtzee-solve",
    "yahtzee-games",
    "yahtzee-head-to-head",
    "liars-dice-cfr",
    "liars-dice-learning",
    "holdem-soarbot",
    "engines",
    "cluster",
}
"""They solve, compile or train at length what other tests hold to the same numbers, or start a cluster."""
ALL = [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in benchmarks()]


def test_every_benchmark_can_be_called() -> None:
    assert benchmarks().keys() > LONG
    for one in benchmarks().values():
        inspect.signature(one.load()).bind(True)


@pytest.mark.parametrize("name", ALL)
def test_a_benchmark_measures(name: str) -> None:
    if name == "page" and find_browser() is None and not needs_browser():
        pytest.skip(HOW_TO_GET)
    measured = benchmarks()[name].load()(True)
    assert measured.lines
    for line in measured.lines:
        assert math.isfinite(line.value), line
        assert line.value > 0, line
        assert line.unit
    if name in PEERS:
        module, word = PEERS[name]
        if find_spec(module) is None:
            assert "not installed" in measured.note
        else:
            assert [line for line in measured.lines if line.what.startswith(word)], "the peer is measured"
            assert [line for line in measured.lines if line.what.startswith("ratio")]
    found = json.loads(json.dumps(measured.to_json()))
    assert [line["what"] for line in found["lines"]] == [line.what for line in measured.lines]
    assert found.get("note", "") == measured.note
