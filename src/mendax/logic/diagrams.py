"""Binary decision diagrams through the `dd` package: CUDD where it is compiled, pure Python elsewhere."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from mendax.core.errors import MissingExtra
from mendax.logic.errors import LogicError

Diagram: TypeAlias = Any
"""A Boolean function as a diagram; `dd` has no types."""
Diagrams: TypeAlias = Any
"""What makes and keeps diagrams."""

MANY_NODES = 8_000_000
"""From so many nodes on (about half a GB) CUDD collects garbage."""

BACKENDS = ("cudd", "python")


def new_diagrams(backend: str | None = None) -> Diagrams:
    """A new set of diagrams; without a backend the fastest that is installed."""
    if backend not in (None, *BACKENDS):
        raise LogicError(f"there is no backend {backend!r}; there are: {', '.join(BACKENDS)}")
    try:
        import_module("dd")
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "dd") from None
    if backend != "python" and (cudd := _cudd()):
        diagrams = _fixed_order(cudd.BDD())
        diagrams.configure(garbage_collection=False)
        return diagrams
    if backend == "cudd":
        raise LogicError("this installation of dd has no CUDD; the backend 'python' works everywhere")
    return _fixed_order(import_module("dd.autoref").BDD())


@cache
def _cudd() -> Any:
    """The module, or None where `dd` was installed without it."""
    try:
        return import_module("dd.cudd")
    except ImportError:
        return None


def _fixed_order(diagrams: Diagrams) -> Diagrams:
    """Variables stay in the order of their declaration, so that the same work takes the same time."""
    diagrams.configure(reordering=False)
    return diagrams


def collect_when_large(diagrams: Diagrams) -> None:
    """Turn CUDD's garbage collection on once there are many nodes.

    A collection also forgets every result that CUDD remembers. Long stories meet the same diagrams again and again, so
    until memory matters it is several times faster to collect nothing.
    """
    if not _is_cudd(diagrams) or diagrams.configure()["garbage_collection"]:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dd warns that the unit of another entry has changed
        many = diagrams.statistics()["peak_nodes"] > MANY_NODES
    if many:
        diagrams.configure(garbage_collection=True)


def _is_cudd(diagrams: Diagrams) -> bool:
    return type(diagrams).__module__ == "dd.cudd"


def somewhere(diagrams: Diagrams, names: Iterable[str], one: Diagram, other: Diagram) -> Diagram:
    """Where both hold for some values of these names; CUDD finds it without making the conjunction first."""
    if _is_cudd(diagrams):
        return _cudd().and_exists(one, other, names)
    return diagrams.exist(names, one & other)
