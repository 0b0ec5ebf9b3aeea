"""Stakes: what a penalty point for each seat costs, measured by the chance of losing the match."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from mendax.games.blufpoker.agents.reasoning.layouts import Floats

_STEPS: Final = 400
_GRID: Final = 2
"""Stakes are rounded to halves, so that rounds of many matches share their values."""


class Stakes(NamedTuple):
    """By seats from oneself on: what its point costs. One's own costs 1, the best seat's for oneself 0."""

    point: tuple[float, ...]

    @property
    def nobody(self) -> float:
        """The cost of a round without a point: nothing has changed."""
        return sum(self.point) / len(self.point)


@lru_cache(maxsize=4096)
def chance_to_lose(missing: tuple[int, ...]) -> float:
    """The chance that the first of these seats is the first to get all its missing points.

    Each seat is taken to get points equally often. As the events of independent processes of the same rate, the
    points of one seat do not depend on those of another, and one integral over time gives the chance.
    """
    if 0 in missing:
        return float(missing[0] == 0)
    mean = float(missing[0])
    width = (mean + 10 * mean**0.5 + 10) / _STEPS
    times = width * (np.arange(_STEPS) + 0.5)
    density = _poisson(missing[0] - 1, times)
    alive = np.ones_like(times)
    for others in missing[1:]:
        alive *= sum(_poisson(number, times) for number in range(others))
    return float((density * alive).sum() * width)


def _poisson(number: int, times: Floats) -> Floats:
    logs = np.log(np.arange(1, number + 1)).sum() if number else 0.0
    chances: Floats = np.exp(number * np.log(times) - times - logs)
    return chances


@lru_cache(maxsize=4096)
def stakes(missing: tuple[int, ...]) -> Stakes:
    """The stakes of a round, by the points each seat misses, from oneself on.

    >>> stakes((5, 5, 5)).point, stakes((4, 1, 4)).point
    ((1.0, 0.0, 0.0), (1.0, 0.0, 0.5))
    """
    chances = [
        chance_to_lose(tuple(left - (seat == loser) for seat, left in enumerate(missing)))
        for loser in range(len(missing))
    ]
    least = min(chances)
    if chances[0] <= least:  # the match is all but decided: only one's own points count
        return Stakes((1.0, *[0.0] * (len(missing) - 1)))
    return Stakes(tuple(round(_GRID * (chance - least) / (chances[0] - least)) / _GRID for chance in chances))
