"""A line from a person: with editing, history and completion at a terminal, plain otherwise."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mendax.core.face import LONG_COMMANDS

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


class Left(BaseException):
    """The person has left the table. No `Exception`, because that would be a fault of their agent."""


class Prompt:
    """Asks for lines. The line editor is loaded with the first question, and only where somebody sits at a terminal."""

    def __init__(self) -> None:
        self._editor: PromptSession[str] | None = None

    def ask(self, prompt: str, completions: Sequence[str] = ()) -> str:
        """A line without the blanks around it; raises `Left` when the person leaves."""
        try:
            answer = self._read(prompt, completions).strip()
        except (EOFError, OSError):  # the input has ended, or the terminal is gone
            raise Left from None
        if LONG_COMMANDS.get(answer.lower(), answer.lower()) == "q":
            raise Left
        return answer

    def _read(self, prompt: str, completions: Sequence[str]) -> str:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return input(prompt)
        try:
            from prompt_toolkit import PromptSession
            from prompt_toolkit.completion import WordCompleter
        except ModuleNotFoundError:  # Python's own line editor is better than none
            import readline  # noqa: F401

            return input(prompt)
        if self._editor is None:
            self._editor = PromptSession()
        completer = WordCompleter(list(completions), sentence=True) if completions else None
        return self._editor.prompt(prompt, completer=completer, complete_while_typing=False)
