"""Warm minds: made once a process, lent to one match at a time, clean each time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from weakref import finalize

from mendax.soar.mind import Mind


class WarmMinds:
    """Minds of one kind, kept with their rules loaded.

    What a mind saw before moves its choices, even where its rules remember nothing: candidates stand in the
    order in which working memory came about, and chance picks by the place. So each player of a match has a
    mind to itself, and begins with it as if it were new. A reset takes a tenth of a millisecond, a new
    mind as many milliseconds as it has dozens of rules.

    >>> from mendax.soar import Mind
    >>> warm = WarmMinds(lambda: Mind("any"))
    >>> class Player: ...
    >>> player = Player()
    >>> mind = warm.lend(player, Random(1))
    >>> del player
    >>> warm.lend(Player(), Random(2)) is mind  # it came back when its borrower was gone
    True
    """

    def __init__(self, make: Callable[[], Mind]) -> None:
        self._make = make
        self._free: list[Mind] = []

    def lend(self, borrower: object, rng: Random) -> Mind:
        """A clean mind that draws from this generator; it comes back by itself when the borrower is gone."""
        mind = self._free.pop() if self._free else self._make()
        finalize(borrower, self._free.append, mind).atexit = False
        mind.reset(rng)
        return mind
