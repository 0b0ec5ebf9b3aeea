"""A real terminal in tests: a program in a pseudo-terminal, with the line editor that people have."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pexpect

_ASKS = "\x1b[?2004h"
"""What the line editor sends when it begins to ask: pasted text is to be marked."""
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]")
LIMIT = 120
"""Seconds to wait for a prompt; only a program that hangs takes so long."""


def usual_signals() -> None:
    """As in a terminal, also where the tests were started by `nohup`."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Terminal:
    """`mendax` at a terminal of some size; every screen up to a prompt is kept."""

    def __init__(self, *arguments: str, data: Path, columns: int = 80, encoding: str = "utf-8") -> None:
        environment = {
            **os.environ,
            "MENDAX_DATA": str(data),
            "TERM": "xterm",
            "NO_COLOR": "1",
            "PAGER": "cat",
            "COLUMNS": str(columns),
            "PROMPT_TOOLKIT_NO_CPR": "1",  # nobody answers where the cursor is
            "PYTHONIOENCODING": encoding,
        }
        self.screens: list[str] = []
        command = [sys.executable, "-m", "mendax", *arguments]
        self._child = pexpect.spawn(
            command[0],
            command[1:],
            env=environment,
            dimensions=(40, columns),
            encoding="utf-8",
            timeout=LIMIT,
            preexec_fn=usual_signals,
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._child.close(force=True)

    @property
    def text(self) -> str:
        """Everything that was on the screen."""
        return "\n".join(self.screens)

    def screen(self) -> str:
        """What has come since the last prompt, up to the next one; empty when the program has ended."""
        ended = self._child.expect_exact([_ASKS, pexpect.EOF])
        written = _ESCAPES.sub("", str(self._child.before)).replace("\r\n", "\n").rstrip("\r")
        screen = re.sub(r"[^\n]*\r", "", written)  # a line that is written over
        screen = re.sub(r"^[\u2800-\u28ff] .*\n", "", screen, flags=re.MULTILINE)  # a spinner, wiped out again
        self.screens.append(screen)
        return "" if ended else screen or "\n"

    def type(self, line: str) -> str:
        """Type a line; the screen up to the next prompt, or empty when the program has ended."""
        self._child.send(f"{line}\r")
        return self.screen()

    def play(self, choose: Callable[[str], str], most: int = 400) -> str:
        """Type what is chosen by the screen until a game has ended; its last screen."""
        screen = self.screens[-1]
        for _ in range(most):
            if not screen or "Enter: another game" in screen:
                return screen
            screen = self.type(choose(screen))
        raise AssertionError(f"still playing:\n{self.screens[-1]}")

    def leave(self, line: str = "q") -> str:
        """Type a line after which the program ends well; its last words."""
        self.type(line)
        assert self.code == 0, self.screens[-1]
        return self.screens[-1]

    def send(self, number: int) -> None:
        """Send the program a signal."""
        self._child.kill(number)

    def hang_up(self) -> None:
        """Close the terminal and wait for the program to end."""
        self._child.ptyproc.fileobj.close()
        self._child.ptyproc.wait()

    @property
    def code(self) -> int:
        """The exit code of a program that has ended."""
        self._child.close()
        status = self._child.exitstatus
        assert status is not None
        return int(status)


def check_small(text: str, columns: int) -> None:
    """Nothing but ASCII, and no line longer than the screen; the name of a file is as long as it is."""
    assert text.isascii()
    assert "\\u" not in text
    long = [line for line in text.splitlines() if len(line) > columns and "The game is kept" not in line]
    assert not long, long
