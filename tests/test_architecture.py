"""The house: imports point one way, and another package can bring its own game and agent."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_imports_point_one_way() -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_learning_runs_on_a_bare_gpu_box() -> None:
    """What trains imports JAX and its friends, and nothing that such a machine does not have."""
    allowed = {"jax", "numpy", "equinox", "optax", "safetensors", "numba", "typer", "rich", "mendax"}
    code = (
        "import sys, mendax.games.yahtzee.study.trainings, mendax.games.yahtzee.learning.after_state_training\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"jax", "optax"} <= loaded
    assert not loaded & {"duckdb", "matplotlib", "gymnasium", "pettingzoo", "soar_sml", "pyspiel", "highspy"}
    for folder in ("learn", "agents/yahtzee/learning"):
        for path in (ROOT / "src/mendax" / folder).glob("*.py"):
            named = set(re.findall(r"^\s*(?:from|import) (\w+)", path.read_text(), re.MULTILINE))
            assert named <= allowed | set(sys.stdlib_module_names), path


def test_files_are_short_enough_to_hold_in_the_head() -> None:
    long = {
        str(path): size for path in (ROOT / "src").rglob("*.py") if (size := len(path.read_text().splitlines())) > 400
    }
    assert not long


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example of docs/plugins.md, installed as any package is, apart from our own environment."""
    target = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run(
        [*pip, "--no-deps", "--no-build-isolation", "--target", target, ROOT / "examples" / "parrot"],
        check=True,
        capture_output=True,
    )
    return target


def mendax(installed: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, "-m", "mendax", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_mind_from_another_package_plays(installed: Path) -> None:
    assert "parrot" in [line["name"] for line in json.loads(mendax(installed, "agents", "one-die", "--json"))]
    story = json.loads(
        mendax(installed, "match", "one-die", "parrot", "tree", "--games", "200", "--workers", "2", "--json")
    )
    assert story["forfeits"] == []
    assert story["agents"][0]["name"] == "parrot"
    assert story["agents"][0]["win_rate"] < 0.5


def test_a_game_from_another_package_is_played(installed: Path) -> None:
    assert "coin" in [line["name"] for line in json.loads(mendax(installed, "games", "--json"))]
    story = json.loads(mendax(installed, "match", "coin", "random", "--games", "400", "--workers", "1", "--json"))
    assert 0.4 < story["agents"][0]["mean_payoff"] < 0.6


def test_a_broken_package_is_said_aloud_and_harms_nobody(tmp_path: Path) -> None:
    info = tmp_path / "broken-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[mendax.agents]\nbroken = no_such_module:ENTRY\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "mendax", "agents", "one-die"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0
    assert "tree" in done.stdout
    assert re.fullmatch(r"mendax: warning: broken = no_such_module:ENTRY does not load: .*\n", done.stderr)


def test_the_example_is_as_short_as_promised_and_documented_as_it_is() -> None:
    page = (ROOT / "docs" / "plugins.md").read_text()
    for name in ("pyproject.toml", "mendax_parrot/__init__.py"):
        source = (ROOT / "examples" / "parrot" / name).read_text()
        assert source in page, f"docs/plugins.md must show {name} as it is"
        assert len(source.splitlines()) <= 30
