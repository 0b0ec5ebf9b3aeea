"""The reward: +1 for a challenge or an exact won, -1 for one lost (paper, "Learning").

Whoever's bid or pass is challenged wins or loses too; nobody else gets anything, and an exact is its speaker's alone.
The round that ends the game gives +1 or -1 for the game instead: the two differ only when the last round was not one's
own. The published agents are rewarded so; the paper says "for winning a challenge/exact bid".
"""

from __future__ import annotations

from collections.abc import Sequence

from mendax.core.game import Seat
from mendax.games.liars_dice.rules.types import CHALLENGES, Showdown


def round_reward(end: Showdown, seat: Seat) -> float:
    """What the end of a round is worth to a seat.

    >>> from mendax.games.liars_dice.rules.types import CHALLENGE_BID
    >>> end = Showdown(seat=0, answer=CHALLENGE_BID, target=1, found=2, right=True, loser=1, cups=())
    >>> [round_reward(end, seat) for seat in range(3)]
    [1.0, -1.0, 0.0]
    """
    if end.seat == seat:
        return 1.0 if end.right else -1.0
    if end.target == seat and end.answer in CHALLENGES:
        return -1.0 if end.right else 1.0
    return 0.0


def game_reward(payoffs: Sequence[float], seat: Seat) -> float:
    """What the end of the game is worth to a seat."""
    return 1.0 if payoffs[seat] > 0 else -1.0
