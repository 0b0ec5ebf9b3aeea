"""The odds of hidden dice, as a player can compute them: the paper's probability calculator.

They take every hidden die as freshly rolled. What a bid tells about the bidder's dice is not in them.
"""

from __future__ import annotations

from functools import cache
from math import comb


def matching_faces(face: int, wild: int) -> int:
    """How many faces count for a bid of this face: two when another face is wild."""
    return 2 if wild and face != wild else 1


@cache
def at_least(count: int, number: int, matching: int, faces: int) -> float:
    """The chance that so many of a number of dice show one of some faces.

    >>> at_least(1, 2, 2, 6) == 1 - (4 / 6) ** 2
    True
    """
    if count <= 0:
        return 1.0
    ways = sum(_ways(hits, number, matching, faces) for hits in range(count, number + 1))
    return ways / _all_ways(number, faces)


@cache
def exactly(count: int, number: int, matching: int, faces: int) -> float:
    """The chance that just so many of a number of dice show one of some faces."""
    return _ways(count, number, matching, faces) / _all_ways(number, faces) if 0 <= count <= number else 0.0


def all_alike(shown: tuple[int, ...], hidden: int, faces: int) -> float:
    """The chance that dice are all of one face, some of them shown and the others hidden.

    >>> all_alike((4, 4), 1, 6) == all_alike((), 2, 6) == 1 / 6
    True
    """
    if len(set(shown)) > 1:
        return 0.0
    return 1 / _all_ways(hidden if shown else max(0, hidden - 1), faces)


def _ways(hits: int, number: int, matching: int, faces: int) -> int:
    return comb(number, hits) * _all_ways(hits, matching) * _all_ways(number - hits, faces - matching)


def _all_ways(number: int, faces: int) -> int:
    return int(faces**number)
