"""A real terminal for tests: `mendax` in a pseudo-terminal, with the line editor that a person has there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect

from tests.command_line import MENDAX

ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07]*\x07|[()][A-Z0-9]|[=>])")
READY = r"\x1b\[\?2004h.*?\x1b\[\?25h"
"""The line editor switches bracketed paste on when it asks, and shows the cursor when it has drawn the prompt."""


class Terminal:
    """`mendax` at a terminal of some size: type a line, read what is answered."""

    def __init__(self, child: pexpect.spawn[str]) -> None:
        self.child = child
        self.shown = ""
        """All that was shown so far, without escape codes."""

    def ready(self) -> str:
        """Wait for the prompt; hands back what was shown since the last one."""
        self.child.expect(READY)
        return self._keep(self.child.before or "")

    def type(self, line: str) -> str:
        """Type a line and wait for the next prompt."""
        self.child.sendline(line)
        return self.ready()

    def leave(self, line: str = "q") -> str:
        """Type a line after which the program ends well; hands back its last words."""
        self.child.sendline(line)
        self.child.expect(pexpect.EOF)
        last = self._keep(self.child.before or "")
        self.child.close()
        assert self.child.exitstatus == 0, last
        return last

    def _keep(self, text: str) -> str:
        plain = ESCAPES.sub("", text).replace("\r", "").replace("\b", "")
        self.shown += plain
        return plain


@contextmanager
def at_a_terminal(*arguments: str, folder: Path, columns: int = 80, rows: int = 50) -> Iterator[Terminal]:
    """Run `mendax` with these arguments; what the user keeps is in the folder."""
    surroundings = {
        **os.environ,
        "MENDAX_DATA": str(folder),
        "TERM": "xterm",
        "PAGER": "cat",
        "PROMPT_TOOLKIT_NO_CPR": "1",  # nobody here answers where the cursor is
    }
    child = pexpect.spawn(
        MENDAX[0],
        [*MENDAX[1:], *arguments],
        env=surroundings,
        encoding="utf-8",
        codec_errors="replace",
        dimensions=(rows, columns),
        timeout=60,
    )
    child.delaybeforesend = None
    try:
        yield Terminal(child)
    finally:
        child.close(force=True)
