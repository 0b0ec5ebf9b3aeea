"""Public test suites for games, agents and entries of the catalogue, ours and other people's.

`check_game`, `check_agent` and `check_entry` raise `AssertionError` with the reason where something is wrong.
"""

from mendax.conformance.agents import check_agent
from mendax.conformance.entries import check_entry
from mendax.conformance.games import check_game

__all__ = ["check_agent", "check_entry", "check_game"]
