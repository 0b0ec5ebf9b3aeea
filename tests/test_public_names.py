"""What `import mendax` exports."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import mendax

EXPORTED = [
    "Agent",
    "AgentEntry",
    "Belief",
    "Decision",
    "Explanation",
    "Factory",
    "Game",
    "GameEntry",
    "MendaxError",
    "MixedAgent",
    "Move",
    "Option",
    "Outcome",
    "Record",
    "Seat",
    "Summary",
    "Turn",
    "__version__",
    "agents",
    "build_agent",
    "build_game",
    "games",
    "match",
    "match_schedule",
    "play_match",
    "read_records",
    "run_games",
    "solve",
    "tournament",
    "tournament_schedule",
]


def test_the_public_names_are_these() -> None:
    """A change of this list is a change for everybody who uses Mendax: it belongs into the changelog."""
    assert sorted(mendax.__all__) == sorted(EXPORTED)
    assert set(mendax.__all__) <= set(dir(mendax))


def test_every_public_name_loads() -> None:
    for name in mendax.__all__:
        assert getattr(mendax, name) is not None


def test_the_names_that_type_checkers_see_are_the_same() -> None:
    tree = ast.parse(Path(mendax.__file__).read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [alias for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert sorted([*(alias.asname or alias.name for alias in imports), "__version__"]) == sorted(mendax.__all__)


def test_import_loads_nothing_else() -> None:
    code = "import sys, mendax; print(*[name for name in sys.modules if name.startswith('mendax.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(mendax, "no_such_name")
