"""Ctrl-C in long work: noted and handled at a safe point, so that nothing is left half done.

A program that is told to end, or whose terminal is gone, ends in the same way.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Terminated(KeyboardInterrupt):
    """The program was told to end: like Ctrl-C, but nothing else is begun."""


_came = 0
"""The signal that told this program to end."""


@contextmanager
def ending_as_by_ctrl_c() -> Iterator[Callable[[], int]]:
    """SIGTERM and SIGHUP do what Ctrl-C does. Yields a function that says which of them came, or 0."""
    global _came

    def end(number: int, frame: object) -> None:
        global _came
        _came = number
        handler = signal.getsignal(signal.SIGINT)
        # Somebody notes Ctrl-C, or waits for it at a prompt: then it is theirs to handle.
        if callable(handler) and handler is not signal.default_int_handler:
            signal.raise_signal(signal.SIGINT)
        else:
            raise Terminated

    if threading.current_thread() is not threading.main_thread():
        yield lambda: 0
        return
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # What is ignored stays ignored, as under nohup.
    before = {number: signal.signal(number, end) for number in numbers if signal.getsignal(number) is signal.SIG_DFL}
    _came = 0
    try:
        yield lambda: _came
    finally:
        _came = 0
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def noting_ctrl_c() -> Iterator[Callable[[], bool]]:
    """Yields a function that says whether Ctrl-C was pressed. A second Ctrl-C raises `KeyboardInterrupt` at once."""
    # What was raised in the middle of an import, or of a finaliser, may have been swallowed there.
    noted = bool(_came)

    def note(number: int, frame: object) -> None:
        nonlocal noted
        if noted:
            raise KeyboardInterrupt
        noted = True

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False  # only the main thread may touch signals
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: noted
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ignoring_ctrl_c() -> Iterator[None]:
    """Ctrl-C does nothing in the block, nor in processes that are started in it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
