"""How many turns a player took, and how many of them needed the subgoal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class TurnCounts:
    """Turns played, and those that took the subgoal."""

    turns: int = 0
    deliberated: int = 0
