"""Warm agents: made once a process, lent to one player of one match at a time, reset each time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from weakref import finalize

from mendax.soar.agent import SoarAgent


class WarmAgents:
    """Agents of one kind, kept with their rules loaded.

    What an agent saw before changes its choices, even where its rules remember nothing: candidates are ordered as
    working memory grew, and a random draw picks by position. So each player of a match has an agent to itself, reset
    before the match. A reset takes a tenth of a millisecond, a new agent a millisecond for each dozen of its rules.

    >>> from mendax.soar import SoarAgent
    >>> warm = WarmAgents(lambda: SoarAgent("any"))
    >>> class Player: ...
    >>> player = Player()
    >>> agent = warm.lend(player, Random(1))
    >>> del player
    >>> warm.lend(Player(), Random(2)) is agent  # it came back when its borrower was garbage-collected
    True
    """

    def __init__(self, make: Callable[[], SoarAgent]) -> None:
        self._make = make
        self._free: list[SoarAgent] = []

    def lend(self, borrower: object, rng: Random) -> SoarAgent:
        """A reset agent that draws from this generator; it comes back when the borrower is garbage-collected."""
        agent = self._free.pop() if self._free else self._make()
        finalize(borrower, self._free.append, agent).atexit = False
        agent.reset(rng)
        return agent
