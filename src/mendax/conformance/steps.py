"""Playthroughs: what the suite for games looks at."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, TypeAlias

from mendax.core.game import AnyGame, Seat
from mendax.core.match import Move

Redeal: TypeAlias = Callable[[AnyGame, Any, Seat | None, Random], Any]
"""The same state with everything dealt again that a seat may not know; `None` is a spectator."""


class Step(NamedTuple):
    """One move of a playthrough."""

    before: Any
    move: Move
    after: Any
