"""Training on a machine with a GPU and little more: no duckdb, matplotlib, gymnasium, jinja2 or tensorboardX."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.command_line import without_progress

ROOT = Path(__file__).parents[4]
ABSENT = ["duckdb", "gymnasium", "jinja2", "matplotlib", "pettingzoo", "soar_sml", "tensorboardX"]


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The environment of a Python that does not find these libraries, with our sources on its path."""
    hide = f"""
        import sys
        from importlib.machinery import PathFinder

        class Hides(PathFinder):
            @classmethod
            def find_spec(cls, name, path=None, target=None):
                return None if name in {ABSENT} else PathFinder.find_spec(name, path, target)

        sys.meta_path[sys.meta_path.index(PathFinder)] = Hides
        """
    (tmp_path / "sitecustomize.py").write_text(dedent(hide))
    # A network this small needs no optimising: compiling is all the time it takes.
    return {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT / 'src'}", "JAX_DISABLE_MOST_OPTIMIZATIONS": "true"}


@pytest.mark.slow  # what each missing library costs is tested beside it, in one process
def test_it_trains_and_says_what_was_left_out(bare: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "model"
    tiny = ["network.width=4", "network.layers=1", "network.memory=2", "learning.games=13"]
    command = [sys.executable, "-m", "mendax", "train", "yahtzee", "--preset", "after-states", "--games", "1"]
    command += ["--out", str(out), *(part for setting in tiny for part in ("--set", setting))]
    done = subprocess.run(command, env=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    notes = without_progress(done.stderr).splitlines()
    assert notes[0] == "mendax: no TensorBoard files: tensorboardX is not installed (pip install 'mendax[tensorboard]')"
    assert notes[1].startswith("mendax: no metrics.parquet: duckdb is not installed (pip install 'mendax[parquet]')")
    assert len(notes) == 2
    assert {path.name for path in out.iterdir()} == {
        *("checkpoint.safetensors", "model.safetensors", "metrics.jsonl", "result.json")
    }


def test_the_study_loads(bare: dict[str, str]) -> None:
    """All trainings of the study can be run there; only its report needs more."""
    code = "import mendax.games.yahtzee.study.runs"
    done = subprocess.run([sys.executable, "-c", code], env=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
