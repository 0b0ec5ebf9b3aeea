"""Training: it goes on where it stopped, and its strategy is stored and read back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mendax.core.errors import MendaxError
from mendax.games.holdem.rules import Holdem
from mendax.games.holdem.solver.betting_tree import betting_tree
from mendax.games.holdem.solver.strategy import from_bytes, load_strategy, quantize
from mendax.games.holdem.solver.training import train
from mendax.theory.staged_tree import shares
from tests.games.holdem.solver.quick_training import make_quick, random_abstraction

GAME, SMALL = Holdem(), (3, 3, 3)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    make_quick(monkeypatch)


def test_a_training_is_taken_up_again(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    once = train(GAME, whole, 8192, seed=5, buckets=SMALL)
    assert once.strategy.iterations == 8192
    stops = iter([False, True, True, True])
    first = train(GAME, parts, 8192, seed=5, buckets=SMALL, stopped=lambda: next(stops))
    assert first.strategy.iterations == 4096
    second = train(GAME, parts, 8192, seed=5, buckets=SMALL)
    assert second.strategy.iterations == 8192
    assert whole.read_bytes() == parts.read_bytes()
    other = train(GAME, tmp_path / "other", 8192, seed=6, buckets=SMALL)
    assert other.strategy.to_bytes() != once.strategy.to_bytes()
    found = once.to_json()
    assert (found["iterations"], found["seed"], found["buckets"]) == (8192, 5, [169, 3, 3, 3])
    assert found["bytes"] == whole.stat().st_size


def test_another_training_is_not_mixed_in(tmp_path: Path) -> None:
    train(GAME, tmp_path / "one", 4096, seed=5, buckets=SMALL)
    with pytest.raises(MendaxError, match=r"seed 5 and buckets 169-3-3-3, not 6 and 169-3-3-3; remove it"):
        train(GAME, tmp_path / "one", 4096, seed=6, buckets=SMALL)
    (tmp_path / "one.state").write_bytes(b"nothing")
    with pytest.raises(MendaxError, match="is no state of a training"):
        train(GAME, tmp_path / "one", 4096, seed=5, buckets=SMALL)


@pytest.mark.parametrize("game", [Holdem(players=3), Holdem(raises=4)])
def test_only_what_it_is_made_for(game: Holdem, tmp_path: Path) -> None:
    with pytest.raises(MendaxError, match="solved with 2 players and raises=3"):
        train(game, tmp_path / "one", 4096)


def test_strategies_are_stored(tmp_path: Path) -> None:
    abstraction = random_abstraction((4, 5, 6))
    tree = betting_tree(abstraction.numbers)
    averages = np.random.default_rng(1).random(tree.size)
    averages[tree.nodes.rows[0] : tree.nodes.rows[0] + 3] = 0
    strategy = quantize(abstraction, averages, 7, 8)
    back = from_bytes(strategy.to_bytes())
    assert (back.iterations, back.seed) == (7, 8)
    assert np.array_equal(back.levels, strategy.levels)
    assert all(np.array_equal(*pair) for pair in zip(back.abstraction.centres, abstraction.centres, strict=True))
    for node in (0, 1, 500, 6000):
        buckets = np.arange(tree.buckets[tree.nodes.stage[node]])
        mixes = back.mixes(node, buckets)
        assert mixes.sum(axis=1) == pytest.approx(1)
        assert mixes.min() >= 0
        exact = shares(tree.table(averages, node))
        assert np.abs(mixes - exact)[node == 0 :].max() < 1 / 14
    assert back.mixes(0, np.array([0]))[0].tolist() == [0, 1, 0], "no average: it calls"


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    data = bytearray(quantize(random_abstraction(SMALL), np.ones(betting_tree((169, *SMALL)).size), 1, 1).to_bytes())
    data[-5] ^= 1
    (tmp_path / "damaged").write_bytes(data)
    with pytest.raises(MendaxError, match="is no strategy: its checksum does not fit"):
        load_strategy(str(tmp_path / "damaged"))
    (tmp_path / "text").write_text("nothing")
    with pytest.raises(MendaxError, match="is no strategy: it is not a strategy of this version"):
        load_strategy(str(tmp_path / "text"))
    with pytest.raises(MendaxError, match="cannot be read: No such file"):
        load_strategy(str(tmp_path / "missing"))
