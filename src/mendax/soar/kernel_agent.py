"""The kernel's side of an agent: its native agent, command lines, Python functions and printed text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from types import TracebackType
from typing import Any, Self

from mendax.soar.errors import FunctionError, SoarError
from mendax.soar.kernel import PRINT_EVENT, kernel
from mendax.soar.mirror import Value

_WARNING = re.compile(r"^(?:warning|error):.*", re.MULTILINE | re.IGNORECASE)


class KernelAgent:
    """A native agent of the kernel; the base of `SoarAgent`, which is what to use."""

    def __init__(self, name: str, functions: Mapping[str, Callable[..., Value]]) -> None:
        self.name = name
        self.functions = dict(functions)
        self._failure: tuple[str, BaseException] | None = None
        self._printed: list[str] = []
        self._kernel = kernel()
        self.native, self._remove = self._kernel.create(self, name)
        self.handle: Any = self.native.this
        self.native.SetBlinkIfNoChange(False)
        self.native.RegisterForPrintEvent(PRINT_EVENT, partial(_keep_text, self._printed), None)
        for function in self.functions:
            self._kernel.provide(function)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave the kernel; doing it twice is harmless."""
        self.native = self.handle = None
        self._remove()

    def execute(self, command: str) -> str:
        """Run a command line and return what the kernel prints; a refused command raises `SoarError`."""
        accepted, text = self.attempt(command)
        if not accepted:
            raise SoarError(f"{self.name}: {command!r} failed: {' '.join(text.split())}")
        return text

    def attempt(self, command: str) -> tuple[bool, str]:
        """Whether the kernel accepts a command line, and what it prints."""
        self.check_open()
        with self._kernel.lock:
            text = str(self.native.ExecuteCommandLine(command))
            return bool(self.native.GetLastCommandLineResult()), text

    def check_open(self) -> None:
        """Raise `SoarError` if the agent is closed: the kernel crashes on an agent that it no longer has."""
        if self.handle is None:
            raise SoarError(f"{self.name} has left the kernel")

    @property
    def printed(self) -> str:
        """What the rules printed in the last run."""
        return "".join(self._printed)

    def call_function(self, function: str, argument: str) -> str:
        """Called by the kernel for a right-hand-side function; an exception is raised when the run has ended."""
        try:
            value = self.functions[function](*argument.split())
            if type(value) not in (str, int, float):
                raise TypeError(f"a word or a number must be returned, not {value!r}")
            return str(value)
        except BaseException as error:
            self._failure = self._failure or (f"right-hand-side function {function}({argument})", error)
            self.native.StopSelf()
            return ""

    def raise_failure(self) -> None:
        """Raise what went wrong in the run that has just ended, if anything did."""
        failure, self._failure = self._failure, None
        if failure is not None:
            where, error = failure
            if not isinstance(error, Exception):  # Ctrl-C
                raise error
            raise FunctionError(f"{self.name}: {where}: {type(error).__name__}: {error}") from error
        warning = _WARNING.search(self.printed)
        if warning is not None:
            raise SoarError(f"{self.name}: the kernel says: {warning[0]}")


def _keep_text(printed: list[str], event: int, data: None, agent: Any, text: str) -> None:
    """Not a method: the kernel holds this callback, and would keep the agent alive with it."""
    printed.append(text)
