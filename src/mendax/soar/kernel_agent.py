"""The kernel's side of an agent: the agent it is, its commands, its Python functions and what it prints."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from types import TracebackType
from typing import Any, Self

from mendax.soar.errors import FunctionError, SoarError
from mendax.soar.kernel import PRINT_EVENT, kernel
from mendax.soar.mirror import Value

_TROUBLE = re.compile(r"^(?:warning|error):.*", re.MULTILINE | re.IGNORECASE)


class KernelAgent:
    """An agent in the kernel; `SoarAgent` is what to use."""

    def __init__(self, name: str, functions: Mapping[str, Callable[..., Value]]) -> None:
        self.name = name
        self.functions = dict(functions)
        self._failure: tuple[str, BaseException] | None = None
        self._said: list[str] = []
        self._kernel = kernel()
        self.native, self._leave = self._kernel.create(self, name)
        self.handle: Any = self.native.this
        self.native.SetBlinkIfNoChange(False)
        self.native.RegisterForPrintEvent(PRINT_EVENT, partial(_hear, self._said), None)
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
        self._leave()

    def execute(self, command: str) -> str:
        """What the kernel answers to a command line; a refused command raises `SoarError`."""
        accepted, answer = self.attempt(command)
        if not accepted:
            raise SoarError(f"{self.name}: {command!r} failed: {' '.join(answer.split())}")
        return answer

    def attempt(self, command: str) -> tuple[bool, str]:
        """Whether the kernel takes a command line, and what it answers."""
        self.be_there()
        with self._kernel.lock:
            answer = str(self.native.ExecuteCommandLine(command))
            return bool(self.native.GetLastCommandLineResult()), answer

    def be_there(self) -> None:
        """Raise `SoarError` once it is closed: the kernel crashes on an agent that it no longer has."""
        if self.handle is None:
            raise SoarError(f"{self.name} has left the kernel")

    @property
    def said(self) -> str:
        """What its rules wrote in the last run."""
        return "".join(self._said)

    def answer(self, function: str, argument: str) -> str:
        """Called by the kernel for a right-hand-side function; an exception waits for the run to end."""
        try:
            value = self.functions[function](*argument.split())
            if type(value) not in (str, int, float):
                raise TypeError(f"a word or a number must be returned, not {value!r}")
            return str(value)
        except BaseException as error:
            self._failure = self._failure or (f"right-hand-side function {function}({argument})", error)
            self.native.StopSelf()
            return ""

    def complain(self) -> None:
        """Raise what went wrong in the run that has just ended, if anything did."""
        failure, self._failure = self._failure, None
        if failure is not None:
            where, error = failure
            if not isinstance(error, Exception):  # Ctrl-C
                raise error
            raise FunctionError(f"{self.name}: {where}: {type(error).__name__}: {error}") from error
        trouble = _TROUBLE.search("".join(self._said))
        if trouble is not None:
            raise SoarError(f"{self.name}: the kernel says: {trouble[0]}")


def _hear(said: list[str], event: int, data: None, agent: Any, text: str) -> None:
    """Apart from the agent: the kernel keeps it, and would keep the agent with it."""
    said.append(text)
