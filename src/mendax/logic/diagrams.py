"""Binary decision diagrams through the `dd` package: CUDD where it is compiled, pure Python elsewhere."""

from __future__ import annotations

from typing import Any, TypeAlias

from mendax.core.errors import MissingExtra
from mendax.logic.errors import LogicError

Diagram: TypeAlias = Any
"""A Boolean function as a diagram; `dd` has no types."""
Diagrams: TypeAlias = Any
"""What makes and keeps diagrams."""

BACKENDS = ("cudd", "python")


def new_diagrams(backend: str | None = None) -> Diagrams:
    """A new set of diagrams; without a backend the fastest that is installed."""
    if backend not in (None, *BACKENDS):
        raise LogicError(f"there is no backend {backend!r}; there are: {', '.join(BACKENDS)}")
    if backend != "python":
        try:
            from dd import cudd
        except ModuleNotFoundError as error:
            if error.name == "dd":
                raise MissingExtra("dd") from None
            if backend == "cudd":
                raise LogicError("this installation of dd has no CUDD; the backend 'python' works everywhere") from None
        else:
            return _fixed_order(cudd.BDD())
    try:
        from dd import autoref
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "dd") from None
    return _fixed_order(autoref.BDD())


def _fixed_order(diagrams: Diagrams) -> Diagrams:
    """Variables stay in the order of their declaration, so that the same work takes the same time."""
    diagrams.configure(reordering=False)
    return diagrams
