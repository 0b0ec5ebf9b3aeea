"""Ctrl-C in a command: it stops cleanly, says so, and loses nothing that was played. SIGTERM and SIGHUP do the same."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command_line import MENDAX, without_progress
from tests.real_terminal import Terminal


def usual_ctrl_c() -> None:
    """Ctrl-C as in a terminal: a shell's background jobs ignore it, what `nohup` starts a lost terminal."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(tmp_path: Path) -> None:
    arguments = [*MENDAX, "match", "one-die", "tree", "matrix", "--games", "400000", "--seed", "1"]
    arguments += ["--workers", "2", "--out", str(tmp_path / "run"), "--json"]
    process = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=usual_ctrl_c
    )
    log = tmp_path / "run" / "games.jsonl"
    deadline = time.monotonic() + 60
    while not (log.exists() and log.stat().st_size > 2000) and time.monotonic() < deadline:
        time.sleep(0.02)  # until games have been played
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "goes on from here" in err
    summary = json.loads(out)
    assert summary["interrupted"]
    assert 0 < summary["games"] < 400_000
    kept = sum(json.loads(line)["stop"] - json.loads(line)["start"] for line in log.read_text().splitlines())
    assert kept == summary["games"], "nothing that was played is lost"


PRESSED_WHILE_SOLVING = """
import os, signal, sys
from mendax.cli.app import run
from mendax.games.one_die.rules import OneDie

chances = OneDie.chances

def pressed(self, state):
    os.kill(os.getpid(), getattr(signal, sys.argv[1]))
    return chances(self, state)

OneDie.chances = pressed
sys.exit(run(["solve", "one-die"]))
"""


@pytest.mark.parametrize(("sent", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_ctrl_c_says_stopped_while_solving(sent: str, code: int) -> None:
    """The solver asks the game for its chances: that is when Ctrl-C is pressed."""
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_WHILE_SOLVING, sent],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=usual_ctrl_c,
    )
    assert (done.returncode, done.stdout, without_progress(done.stderr)) == (code, "", "mendax: stopped\n")


def test_a_run_that_is_told_to_end_keeps_its_games(tmp_path: Path) -> None:
    """Also where Ctrl-C is ignored, as for the background jobs of a shell."""
    arguments = [*MENDAX, "match", "one-die", "tree", "matrix", "--games", "400000", "--out", str(tmp_path / "run")]
    process = subprocess.Popen(
        [*arguments, "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    log = tmp_path / "run" / "games.jsonl"
    deadline = time.monotonic() + 60
    while not (log.exists() and log.stat().st_size > 2000) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.terminate()
    out, err = process.communicate(timeout=60)
    kept = sum(json.loads(line)["stop"] - json.loads(line)["start"] for line in log.read_text().splitlines())
    assert process.returncode == 143, err
    assert f"mendax: stopped after {kept:,} of 400,000 games. The same command goes on from here." in err
    assert "Endings" in out


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_is_kept_when_the_program_is_told_to_end(tmp_path: Path, sent: signal.Signals) -> None:
    with Terminal("play", "one-die", "--against", "honest", "--seed", "3", data=tmp_path) as terminal:
        terminal.screen()
        terminal.type("5")
        terminal.send(sent)
        assert not terminal.screen()
        assert "The game is kept" in terminal.text
        assert "mendax: stopped" in terminal.text
        assert terminal.code == 128 + sent
    assert [file.name for file in (tmp_path / "saved").iterdir()] == ["one-die.txt"]


def test_a_game_is_kept_when_the_terminal_is_gone(tmp_path: Path) -> None:
    with Terminal("play", "one-die", "--against", "honest", "--seed", "3", data=tmp_path) as terminal:
        terminal.screen()
        terminal.type("5")
        terminal.hang_up()
    assert [file.name for file in (tmp_path / "saved").iterdir()] == ["one-die.txt"]


SWALLOWED = """
import os, signal
from mendax.core.interrupts import ending_as_by_ctrl_c, noting_ctrl_c

with ending_as_by_ctrl_c() as came:
    try:
        os.kill(os.getpid(), signal.SIGTERM)
    except BaseException:
        pass  # as some libraries do while they are imported
    with noting_ctrl_c() as stopped:
        print(stopped(), came())
with noting_ctrl_c() as stopped:
    print(stopped())
"""


def test_what_was_swallowed_is_noted_at_the_next_safe_point() -> None:
    done = subprocess.run([sys.executable, "-c", SWALLOWED], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "True 15\nFalse\n"
