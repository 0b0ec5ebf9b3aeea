"""Tests keep their tables to themselves."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def own_cache() -> Iterator[None]:
    """A cache folder of this session; child processes inherit it."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MENDAX_CACHE"] = os.environ["MENDAX_DATA"] = folder
        yield
        del os.environ["MENDAX_CACHE"], os.environ["MENDAX_DATA"]
