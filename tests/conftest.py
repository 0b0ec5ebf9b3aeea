"""Tests keep their tables to themselves, and none of them depends on how fast the machine is."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from mendax.report import progress

# Numba's files of compiled code are not made for two processes that write the same one at the same moment; so each
# process of pytest-xdist has a folder of its own, and so have its children. Set before anything imports numba.
if _process := os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ["NUMBA_CACHE_DIR"] = str(Path(__file__).parents[1] / ".pytest_cache" / f"numba-{_process}")

# A slow example is no fault: how long it takes depends on what else the machine does. CI has the same examples every
# time; new ones are looked for elsewhere.
settings.register_profile(
    "mendax",
    deadline=None,
    derandomize="MENDAX_CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
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
