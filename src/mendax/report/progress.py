"""Progress on the error stream, so that it never mixes with output; silent where nobody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

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
        yield lambda done, text: None
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

        yield update


_spinning: list[Callable[[str], None]] = []
"""How the spinner that turns now is given another text; two on one screen would write over each other."""


@contextmanager
def spinner(what: str) -> Iterator[Callable[[str], None]]:
    """For work whose length nobody knows beforehand; inside another one it only changes the text."""
    from rich.console import Console

    target = Console(stderr=True)
    if not target.is_terminal:
        yield lambda more: None
        return
    if _spinning:
        show = _spinning[-1]
        show(what)
        yield lambda more: show(f"{what}: {more}")
        return
    with target.status(what, spinner="line" if target.options.ascii_only else "dots") as status:
        _spinning.append(status.update)
        try:
            yield lambda more: status.update(f"{what}: {more}")
        finally:
            _spinning.pop()
