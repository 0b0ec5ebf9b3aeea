"""Public test suites for games, agents, learners, pieces and entries of the catalogue, ours and other people's.

`check_game`, `check_agent`, `check_learner`, `check_pieces` and `check_entry` raise `AssertionError` with the reason
where something is wrong.
"""

from mendax.conformance.agents import check_agent
from mendax.conformance.entries import check_entry
from mendax.conformance.games import check_game
from mendax.conformance.learners import check_learner
from mendax.conformance.pieces import check_pieces

__all__ = ["check_agent", "check_entry", "check_game", "check_learner", "check_pieces"]
