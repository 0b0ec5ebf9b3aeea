"""Running the command in tests, in this process or in one of its own."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import pytest

from mendax.cli.app import run

MENDAX = [sys.executable, "-m", "mendax"]
_PROGRESS = re.compile(r"^mendax: .* \([\d,]+ s so far\)\n", re.MULTILINE)


def without_progress(errors: str) -> str:
    """What a process wrote on its error stream, besides the lines that say how far long work is."""
    return _PROGRESS.sub("", errors)


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors."""
    code = run(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def call_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What the command prints with `--json`."""
    code, out, err = call(capsys, *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


def assert_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    """Bad input gets one clear line and exit code 2."""
    code, out, err = call(capsys, *arguments)
    assert code == 2
    assert complaint in err
    assert err.count("\n") == 1
    assert err.startswith("mendax: ")
    assert out == ""


def first_words(value: object) -> str:
    """The name of a case: its command line."""
    return " ".join(value)[:60] if isinstance(value, list) else ""
