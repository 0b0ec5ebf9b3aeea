"""The word *Face*: how a game is shown to a person."""

from __future__ import annotations

from typing import Any, Generic, TypeAlias, TypeVar

V = TypeVar("V")


class Face(Generic[V]):
    """Shows views in plain notation; a game with a face of its own overrides what it draws."""

    def describe(self, view: V) -> str:
        """A view in a few lines for a person."""
        return str(view)

    def holding(self, view: V) -> str:
        """What the seat holds that others do not see, in a few words; shown with its decisions at an open table."""
        return ""


AnyFace: TypeAlias = Face[Any]
