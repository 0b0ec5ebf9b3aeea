"""Progress on the error stream, so that it never mixes with output.

At a terminal it is a bar or a spinner. Anywhere else it is a line now and then, so that long work shows a sign of life.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Final, TypeAlias

FIRST_LINE: Final = 5.0
"""Seconds of silence before the first line where there is no terminal; each later line waits twice as long."""
LONGEST_SILENCE: Final = 300.0

ShowProgress: TypeAlias = Callable[[int, str], AbstractContextManager[Callable[[int], None]]]
"""From a total and a title to a context that hands out `update(done)`; `progress` is one."""


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar with a count and a speed."""
    with live_bar(what, total, counted=True) as update:
        yield lambda done: update(done, "")


@contextmanager
def live_bar(what: str, total: float, *, counted: bool = False) -> Iterator[Callable[[float, str], None]]:
    """A bar with a line of text of the caller's; `update(done, text)` moves it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    target = Console(stderr=True)
    if not target.is_terminal:
        with _saying(what) as say, _turning(say):

            def tell(done: float, text: str) -> None:
                share = f"{done:,.0f} of {total:,.0f}" if counted else f"{100 * done / total:.0f} %"
                say(f"{what}: {share}{', ' if text else ''}{text}")

            yield tell
        return
    count = (MofNCompleteColumn(),) if counted else ()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        *count,
        TextColumn("{task.fields[now]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=target, transient=True) as bar:
        task = bar.add_task(what, total=total, now="getting ready")

        def update(done: float, text: str) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, now=text or (f"{speed:,.0f} a second" if speed else ""))

        with _turning(lambda text: bar.update(task, now=text)):
            yield update


_spinning: list[Callable[[str], None]] = []
"""How the spinner or bar that is shown now is given another text; two on one screen would write over each other."""


@contextmanager
def spinner(what: str) -> Iterator[Callable[[str], None]]:
    """For work whose length nobody knows beforehand; inside another one, or inside a bar, it only changes the text."""
    from rich.console import Console

    target = Console(stderr=True)
    if _spinning:
        show = _spinning[-1]
        show(what)
        yield lambda more: show(f"{what}: {more}")
        return
    if not target.is_terminal:
        with _saying(what) as say, _turning(say):
            yield lambda more: say(f"{what}: {more}")
        return
    with (
        target.status(what, spinner="line" if target.options.ascii_only else "dots") as status,
        _turning(status.update),
    ):
        yield lambda more: status.update(f"{what}: {more}")


@contextmanager
def _turning(show: Callable[[str], None]) -> Iterator[None]:
    _spinning.append(show)
    try:
        yield
    finally:
        _spinning.pop()


@contextmanager
def _saying(what: str) -> Iterator[Callable[[str], None]]:
    """Says on the error stream what is being done, when it takes long; hands out what changes the text.

    A thread says it, because the work may be one long call.
    """
    text, began, over = what, time.monotonic(), threading.Event()

    def change(more: str) -> None:
        nonlocal text
        text = more

    def speak() -> None:
        silence = FIRST_LINE
        while not over.wait(silence):
            silence = min(2 * silence, LONGEST_SILENCE)
            with suppress(OSError, ValueError):  # nobody can read it: then it is not said
                sys.stderr.write(f"mendax: {text} ({time.monotonic() - began:,.0f} s so far)\n")
                sys.stderr.flush()

    speaker = threading.Thread(target=speak, daemon=True)
    speaker.start()
    try:
        yield change
    finally:
        over.set()
        speaker.join()
