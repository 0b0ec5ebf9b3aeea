"""The tree: imports point one way, only games name games, and another package can bring its own."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from mendax.core.catalogue import GameEntry

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "mendax"
GENERAL = (
    "core",
    "theory",
    "soar",
    "logic",
    "learn",
    "simd",
    "arena",
    "report",
    "bench",
    "conformance",
    "table",
    "cli",
)
"""Folders that know no game."""
GAMES = re.compile(r"yahtzee|liars|one.die|blufpoker|holdem", re.IGNORECASE)
DIALECT = re.compile(r"\bminds?\b|\breckon|\bnought|the seed's", re.IGNORECASE)
EXAMPLE = ROOT / "examples" / "parrot"


def test_imports_point_one_way() -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_learning_runs_on_a_bare_gpu_machine() -> None:
    """What trains imports the `learn` extra, and nothing that a rented machine does not have."""
    allowed = {"jax", "numpy", "equinox", "optax", "safetensors", "pydantic", "numba", "typer", "rich", "mendax"}
    code = (
        "import sys, mendax.games.yahtzee.study.trainings, mendax.games.yahtzee.learning.after_state_training\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"jax", "optax"} <= loaded
    assert not loaded & {"duckdb", "matplotlib", "gymnasium", "pettingzoo", "soar_sml", "pyspiel", "highspy"}
    for folder in ("learn", "games/yahtzee/learning"):
        for path in (SOURCES / folder).glob("*.py"):
            named = set(re.findall(r"^(?:from|import) (\w+)", path.read_text(), re.MULTILINE))
            assert named <= allowed | set(sys.stdlib_module_names), path


def test_files_are_short() -> None:
    long = {str(path): size for path in SOURCES.rglob("*.py") if (size := len(path.read_text().splitlines())) > 400}
    assert not long


def docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """The docstrings of modules, classes and functions, and the strings that describe a field or a constant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in node.body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    yield statement.value


def code_lines(source: str) -> list[tuple[int, str]]:
    """The lines of a program, numbered, with its docstrings taken out; comments stay."""
    inside = set[int]()
    for text in docstrings(ast.parse(source)):
        assert text.end_lineno is not None
        inside.update(range(text.lineno, text.end_lineno + 1))
    return [(number, line) for number, line in enumerate(source.splitlines(), 1) if number not in inside]


def test_docstrings_are_told_from_code() -> None:
    source = 'x = "a"\n"""about x"""\n\n\ndef f() -> str:\n    """one\n    two"""\n    # a comment\n    return "s"\n'
    assert [number for number, _ in code_lines(source)] == [1, 3, 4, 5, 8, 9]


def test_only_games_name_games() -> None:
    """Everywhere else a game's name stands in docstring examples alone: not in code, comments or imports."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for folder in GENERAL
        for path in sorted((SOURCES / folder).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
        for number, line in lines_of(path)
        if GAMES.search(line)
    ]
    assert not found, "\n".join(found)


def lines_of(path: Path) -> list[tuple[int, str]]:
    """What counts of a file: of a program all but its docstrings, of any other file everything."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return code_lines(text) if path.suffix == ".py" else list(enumerate(text.splitlines(), 1))


def test_plain_words() -> None:
    pages = [*SOURCES.rglob("*"), *(ROOT / "docs").rglob("*"), ROOT / "README.md"]
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for path in sorted(pages)
        if path.suffix in (".py", ".md", ".soar", ".j2", ".html", ".txt")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if DIALECT.search(line)
    ]
    assert not found, "\n".join(found)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example of docs/plugins.md, installed as any package is, apart from our own environment."""
    target = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run(
        [*pip, "--no-deps", "--no-build-isolation", "--target", target, EXAMPLE],
        check=True,
        capture_output=True,
    )
    return target


def mendax(installed: Path, *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "mendax", *arguments],
        capture_output=True,
        input=typed,
        text=True,
        env={**os.environ, "PYTHONPATH": str(installed)},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_agent_from_another_package_plays(installed: Path) -> None:
    assert "parrot" in [line["name"] for line in json.loads(mendax(installed, "agents", "one-die", "--json"))]
    found = json.loads(
        mendax(installed, "match", "one-die", "parrot", "tree", "--games", "200", "--workers", "2", "--json")
    )
    assert found["forfeits"] == []
    assert found["agents"][0]["name"] == "parrot"
    assert found["agents"][0]["win_rate"] < 0.5


def test_a_game_from_another_package_is_listed(installed: Path) -> None:
    assert "coin" in [line["name"] for line in json.loads(mendax(installed, "games", "--json"))]
    names = [line["name"] for line in json.loads(mendax(installed, "agents", "coin", "--json"))]
    assert names == ["steady", "best-response:AGENT", "random"]
    for verb in ("solve", "review"):
        assert re.search(r"\bcoin +Name the side of a hidden coin", mendax(installed, verb, "--help"))


def test_a_game_from_another_package_is_solved(installed: Path) -> None:
    assert mendax(installed, "solve", "coin:heads=0.6") == "Name heads: right 60.0 % of the time.\n"
    found = json.loads(mendax(installed, "solve", "coin:heads=0.25", "--json"))
    assert found == {"game": "coin:heads=0.25", "value": 0.75, "guess": "tails"}


def test_a_game_from_another_package_is_played_and_reviewed(installed: Path, tmp_path: Path) -> None:
    records = str(tmp_path / "games.txt")
    options = ("--games", "400", "--workers", "1", "--records", records, "--json")
    found = json.loads(mendax(installed, "match", "coin:heads=0.8", "steady", *options))
    assert found["forfeits"] == []
    assert 0.7 < found["agents"][0]["mean_payoff"] < 0.9
    assert mendax(installed, "review", records).startswith("You named heads, the best guess; the coin was ")
    review = json.loads(mendax(installed, "review", "coin", records, "--number", "7", "--json"))
    assert (review["game"], review["number"], review["records"]) == ("coin:heads=0.8", 7, 400)
    assert [(seat["guess"], seat["cost"]) for seat in review["seats"]] == [("heads", 0)]


def test_a_game_from_another_package_is_played_by_a_person(installed: Path) -> None:
    """Its face asks, its advisor answers, its coach has the last word."""
    out = mendax(installed, "play", "coin:heads=0.75", "--games", "1", "--seed", "1", typed="?\ntails\n")
    assert "A coin lies under the cup." in out
    assert "0.750" in out, "the advisor's odds"
    assert re.search(r"You named tails, 0\.50 below the best guess; the coin was (heads|tails)\.", out)


def test_the_parts_of_the_example_conform(installed: Path) -> None:
    code = (
        "from mendax.conformance import check_agent, check_game\n"
        "from mendax.core.catalogue import build_agent, build_game\n"
        "def redeal(game, state, seat, rng):\n"
        "    return (rng.choice(('heads', 'tails')), '') if state[0] and not state[1] else state\n"
        "game = build_game('coin:heads=0.6')\n"
        "check_game(game, redeal)\n"
        "check_agent(game, build_agent(game, 'steady'))\n"
        "check_agent(build_game('one-die'), build_agent('one-die', 'parrot'))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr


def test_a_broken_package_is_warned_of_and_harms_nobody(tmp_path: Path) -> None:
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


def test_the_page_on_plugins_shows_the_example_as_it_is() -> None:
    page = (ROOT / "docs" / "plugins.md").read_text()
    shown = re.findall(r"`([\w/]+\.(?:py|toml))`:\n\n```\w+\n(.*?)```", page, re.DOTALL)
    names = [name for name, _ in shown]
    assert names == [
        "pyproject.toml",
        "mendax_parrot/parrot.py",
        "mendax_parrot/coin/__init__.py",
        "mendax_parrot/coin/solver.py",
        "mendax_parrot/coin/coach.py",
    ]
    for name, source in shown:
        assert source == (EXAMPLE / name).read_text(), f"docs/plugins.md must show {name} as it is"


def test_the_page_on_plugins_explains_every_field() -> None:
    page = (ROOT / "docs" / "plugins.md").read_text()
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == [field.name for field in fields(GameEntry)]
