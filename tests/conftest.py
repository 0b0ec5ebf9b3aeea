"""Tests keep their tables to themselves, and none of them depends on how fast the machine is."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from mendax.report import progress

# A slow example is no fault: how long it takes depends on what else the machine does.
settings.register_profile("mendax", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("mendax")


@pytest.fixture(autouse=True, scope="session")
def no_progress() -> Iterator[None]:
    """Where a machine is slow, a command says how far it is; tests compare what it says besides."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(progress, "FIRST_LINE", 3600.0)
        yield


@pytest.fixture(autouse=True, scope="session")
def own_cache() -> Iterator[None]:
    """A cache folder of this session; child processes inherit it."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MENDAX_CACHE"] = os.environ["MENDAX_DATA"] = folder
        yield
        del os.environ["MENDAX_CACHE"], os.environ["MENDAX_DATA"]
