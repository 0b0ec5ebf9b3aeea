"""The programs of `docs/bots.md`, exactly as they stand there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "bots.md"


def shown(language: str) -> str:
    """The one program of the page in a language."""
    (program,) = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return str(program)


def python_program(folder: Path) -> list[str]:
    """The command that runs the page's Python program."""
    file = folder / "bot.py"
    file.write_text(shown("python"))
    return [sys.executable, str(file)]


def node_program(folder: Path) -> list[str]:
    """The command that runs the page's JavaScript program; without node the test says so and is skipped."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed: the JavaScript program of docs/bots.md is not tested here")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    major, minor = map(int, version.strip().lstrip("v").split(".")[:2])
    if (major, minor) < (20, 10):
        pytest.skip(
            f"node {version.strip()} has no WebSocket: the JavaScript program of docs/bots.md is not tested here"
        )
    file = folder / "bot.mjs"
    file.write_text(shown("js"))
    return [node, *([] if major >= 22 else ["--experimental-websocket"]), str(file)]
