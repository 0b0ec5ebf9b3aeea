"""The word *Result*: what a computation returns, a frozen dataclass with a JSON form."""

from __future__ import annotations

from typing import Any, Protocol


class Result(Protocol):
    """A finished computation: typed fields for Python, `to_json` for programs, `str()` for people."""

    def to_json(self) -> dict[str, Any]:
        """The result as JSON, with the stable names of `docs/index.md`."""
