"""The compiled kernels do what the NumPy ones do."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.logic import S5Model, compiled, kernels
from mendax.logic.examples import muddy_children
from tests.logic.strategies import EXAMPLES


@given(st.integers(1, 30), st.integers(1, 8), st.integers(0, 1 << 30))
@EXAMPLES
def test_compiled_and_numpy_agree(size: int, num_labels: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, num_labels, size).astype(np.uint32)
    alive, holds = rng.random(size) < 0.7, rng.random(size) < 0.7
    for name in ("true_throughout", "same_throughout"):
        ours, theirs = (getattr(module, name)(labels, num_labels, alive, holds) for module in (kernels, compiled))
        assert np.array_equal(ours, theirs), name


def test_large_models_use_the_compiled_kernels() -> None:
    assert kernels.kernels(kernels.LARGE) == (compiled.true_throughout, compiled.same_throughout)
    assert kernels.kernels(kernels.LARGE - 1) == (kernels.true_throughout, kernels.same_throughout)


def test_without_numba_numpy_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "mendax.logic.compiled")
    monkeypatch.setattr("mendax.logic.kernels._compiled", kernels._compiled.__wrapped__)
    monkeypatch.delattr("mendax.logic.compiled")
    monkeypatch.setitem(sys.modules, "numba", None)
    assert kernels.kernels(kernels.LARGE) == (kernels.true_throughout, kernels.same_throughout)


def test_a_large_story_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirteen children: large enough to be compiled, and for worlds that are gone to be taken out on the way."""
    children = 13
    stories: list[list[tuple[str, ...]]] = []
    for large in (kernels.LARGE, sys.maxsize):
        monkeypatch.setattr(kernels, "LARGE", large)
        model: S5Model = muddy_children.explicit(children).announce(muddy_children.somebody_is_muddy(children))
        sizes = [model.worlds]
        while model.num_worlds > 1:
            model = model.announce(muddy_children.nobody_knows(children))
            sizes.append(model.worlds)
        stories.append(sizes)
    assert stories[0] == stories[1]
    assert len(stories[0]) == children
    assert stories[0][-1] == ("1" * children,)
