"""What every game and every agent must keep to, ours and other people's.

`check_game` and `check_agent` raise `AssertionError` with the reason where one does not.
"""

from mendax.conformance.agents import check_agent
from mendax.conformance.games import check_game

__all__ = ["check_agent", "check_game"]
