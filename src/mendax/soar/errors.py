"""Errors between Python and the kernel; each message is one line a person can act on."""

from __future__ import annotations

from mendax.core.errors import MendaxError


class SoarError(MendaxError):
    """The kernel cannot do what was asked."""


class RuleError(SoarError):
    """A rule that the kernel did not accept as it is written; the message names the file, line and rule."""


class NoCommand(SoarError):
    """A run that ended without a command; `stack` lists the states and operators it was in."""

    def __init__(self, message: str, stack: str) -> None:
        super().__init__(message)
        self.stack = stack


class FunctionError(SoarError):
    """A right-hand-side function written in Python raised an exception, which is this error's cause."""
