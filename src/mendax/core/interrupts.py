"""Ctrl-C in long work: noted and handled at a safe point, so that nothing is left half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def noting_ctrl_c() -> Iterator[Callable[[], bool]]:
    """Yields a function that says whether Ctrl-C was pressed. A second Ctrl-C raises `KeyboardInterrupt` at once."""
    noted = False

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
