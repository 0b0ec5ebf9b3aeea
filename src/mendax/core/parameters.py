"""The parameters of a game with what each means, read from its class: a field and the docstring below it."""

from __future__ import annotations

import ast
import inspect
from dataclasses import MISSING, dataclass, fields
from itertools import pairwise
from typing import Any, cast

from mendax.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter as people write it."""

    name: str
    default: str
    about: str

    def to_json(self) -> dict[str, str]:
        """The parameter as JSON."""
        return {"name": self.name, "default": self.default, "about": self.about}


def parameters(kind: type[AnyGame]) -> list[Parameter]:
    """Every parameter of a game.

    >>> from mendax.core.catalogue import find_game
    >>> [parameter.name for parameter in parameters(find_game("one-die").load_rules())]
    ['faces', 'dice', 'kept']
    """
    about = _docstrings(kind)
    return [
        Parameter(field.name, _text(field.default), about.get(field.name, ""))
        for field in fields(cast(Any, kind))
        if field.init and field.default is not MISSING
    ]


def _text(value: object) -> str:
    if value is None or value == "":
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _docstrings(kind: type) -> dict[str, str]:
    """The docstring below each field; empty where the source is not at hand."""
    try:
        tree = ast.parse(inspect.cleandoc(inspect.getsource(kind)))
    except (OSError, SyntaxError):
        return {}
    body = cast(ast.ClassDef, tree.body[0]).body
    found = {}
    for line, below in pairwise(body):
        if (
            isinstance(line, ast.AnnAssign)
            and isinstance(line.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
            and isinstance(below.value.value, str)
        ):
            found[line.target.id] = " ".join(below.value.value.split())
    return found
