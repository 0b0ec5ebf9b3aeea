"""The command as a whole: what it loads, how it fails, and where its output goes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import MENDAX, assert_refused, call, without_progress


def test_help_is_light() -> None:
    """Nothing heavy is imported for help or by `import mendax`: that is what keeps them fast."""
    script = (
        "import sys, mendax\n"
        "from mendax.cli.app import run\n"
        "run(['--help']); run(['games']); run(['agents', 'one-die'])\n"
        "heavy = {'numpy', 'scipy', 'numba', 'jax', 'duckdb', 'matplotlib'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--version")
    assert code == 0
    assert out.startswith("mendax ")


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--help")
    assert code == 0
    for command in ("games", "match", "solve", "exploit", "advise", "review", "train", "reproduce", "bench"):
        assert f" {command} " in out


def test_an_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(capsys, ["mach"], "did you mean 'match'")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a full disk to try")
def test_a_full_disk_is_one_clear_line(tmp_path: Path) -> None:
    for arguments, out in (
        (["solve", "one-die", "--json"], "/dev/full"),
        (["reproduce", "one-die", "--quick"], "/dev/null"),
    ):
        blocked = tmp_path / "numbers.json"
        blocked.mkdir(exist_ok=True)
        more = ["--out", str(tmp_path), "--workers", "1"] if arguments[0] == "reproduce" else []
        with Path(out).open("w") as target:
            done = subprocess.run(
                [*MENDAX, *arguments, *more], stdout=target, stderr=subprocess.PIPE, text=True, check=False
            )
        assert done.returncode == 2
        errors = without_progress(done.stderr)
        assert errors.startswith("mendax: ")
        assert errors.count("\n") == 1


def test_a_reader_that_leaves_early_is_no_error() -> None:
    process = subprocess.Popen([*MENDAX, "solve", "one-die", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    process.wait(timeout=60)


@pytest.mark.parametrize(
    "command", ["games >&-", "solve one-die --json >&-", "--help >&-", "play one-die --against honest <&-"]
)
def test_closed_streams_are_no_error(command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m mendax {command}', sys.executable], capture_output=True, text=True, check=False
    )
    assert (done.returncode, without_progress(done.stderr)) == (0, "")


def test_a_terminal_that_shows_ascii_only() -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    arguments = ["match", "one-die", "tree", "matrix", "--games", "10", "--workers", "1"]
    done = subprocess.run([*MENDAX, *arguments], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "tree - matrix" in done.stdout
