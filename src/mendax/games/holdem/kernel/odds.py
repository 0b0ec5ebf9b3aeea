"""Pot odds and implied odds, as a ratio to one: 5 means five to one."""

from __future__ import annotations

from math import inf

from mendax.core.errors import MendaxError


def pot_odds(pot: float, to_call: float) -> float:
    """What the pot offers for each chip that a call costs; infinite if a call costs nothing.

    >>> pot_odds(50, 10)
    5.0
    """
    return implied_odds(pot, to_call, 0)


def implied_odds(pot: float, to_call: float, later: float) -> float:
    """Pot odds with the chips added that are expected to be won in later betting (Sklansky, page 55).

    >>> implied_odds(50, 10, 20)
    7.0
    """
    if min(pot, to_call, later) < 0:
        raise MendaxError("a pot, a call and later winnings are not negative")
    return (pot + later) / to_call if to_call else inf


def break_even(odds: float) -> float:
    """How likely a call must win at some odds so that it costs nothing on average.

    >>> break_even(4.0)
    0.2
    """
    if odds < 0:
        raise MendaxError("odds are not negative")
    return 1 / (1 + odds)
