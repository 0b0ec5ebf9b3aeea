"""A fixture for tests of tiny JAX programs."""

from __future__ import annotations

from collections.abc import Iterator

import jax
import pytest


@pytest.fixture(autouse=True, scope="module")
def quick_compiler() -> Iterator[None]:
    """Programs this small need no optimising: compiling is all the time they take."""
    jax.config.update("jax_disable_most_optimizations", True)  # type: ignore[no-untyped-call]
    yield
    jax.config.update("jax_disable_most_optimizations", False)  # type: ignore[no-untyped-call]
