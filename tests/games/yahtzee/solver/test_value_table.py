"""The table on disk: found again, and never believed when it is damaged."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mendax.games.yahtzee.rules import Rules
from mendax.games.yahtzee.solver.expected_score import solve_table
from mendax.games.yahtzee.solver.value_table import load_or_solve, pack, unpack


def test_a_table_survives_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path / "new"))
    first = load_or_solve(Rules.FREE)
    (file,) = (tmp_path / "new").iterdir()
    before = file.stat().st_mtime_ns
    assert np.array_equal(load_or_solve(Rules.FREE), first)
    assert file.stat().st_mtime_ns == before, "the second time it is only read"
    assert np.array_equal(unpack(pack(first)), first)


@pytest.mark.parametrize("damage", ["bit", "cut", "empty", "other"])
def test_a_damaged_table_is_noticed_and_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path))
    right = load_or_solve(Rules.FORCED)
    file = tmp_path / "yahtzee-forced.table"
    data = bytearray(file.read_bytes())
    if damage == "bit":
        data[5_000_000] ^= 1
    broken = {"bit": bytes(data), "cut": bytes(data[:-8]), "empty": b"", "other": b"something else"}[damage]
    file.write_bytes(broken)
    with pytest.warns(UserWarning, match="is damaged"):
        again = load_or_solve(Rules.FORCED)
    assert np.array_equal(again, right)
    assert np.array_equal(unpack(file.read_bytes()), right), "and it is sound again on disk"


@pytest.mark.parametrize("obstacle", ["a file for a folder", "a folder for the table", "a device for the home"])
def test_an_unusable_cache_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, obstacle: str) -> None:
    """No warning (warnings are errors in tests), the right table, and nothing left behind."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("MENDAX_CACHE", str(folder))
    if obstacle == "a file for a folder":
        folder.write_text("not a folder")
    elif obstacle == "a folder for the table":
        (folder / "yahtzee-forced.table").mkdir(parents=True)
    else:
        monkeypatch.delenv("MENDAX_CACHE")
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
        monkeypatch.setenv("HOME", "/dev/null")
    table = load_or_solve(Rules.FORCED)
    assert np.array_equal(table, solve_table(Rules.FORCED))
    left = {path.name for path in tmp_path.rglob("*")}
    assert left <= {"cache", "yahtzee-forced.table"}


def test_an_agent_that_only_plays_needs_no_compiler() -> None:
    load_or_solve(Rules.FORCED)
    script = (
        "import sys\nfrom mendax.cli.app import run\n"
        "assert run(['advise', 'yahtzee', '--dice', '13356']) == 0\n"
        "sys.exit('numba was imported' if 'numba' in sys.modules else 0)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
