"""Who sits where in which game: rotations, named orderings, and the same deals for all of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations
from typing import NamedTuple, TypeAlias

from mendax.core.errors import MendaxError

Seating: TypeAlias = tuple[int, ...]
"""The entrant at each seat, by its number."""


class Fixture(NamedTuple):
    """One game to play."""

    number: int
    pairing: int
    deal: int
    """Games of the same deal get the same chance: common random numbers."""
    seating: Seating


@dataclass(frozen=True, slots=True)
class Pairing:
    """Entrants who meet, in every seating that they meet in; each deal is played in all of them."""

    seatings: tuple[Seating, ...]
    games: int

    @property
    def entrants(self) -> tuple[int, ...]:
        """Who meets here."""
        return tuple(sorted({entrant for seating in self.seatings for entrant in seating}))


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of a match or a tournament, numbered from 0."""

    pairings: tuple[Pairing, ...]
    _ends: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ends", tuple(accumulate(pairing.games for pairing in self.pairings)))

    def __len__(self) -> int:
        return self._ends[-1]

    def fixtures(self, start: int, stop: int) -> Iterator[Fixture]:
        """The games from `start` up to `stop`."""
        at = bisect_right(self._ends, start)
        number = start
        while number < stop:
            pairing = self.pairings[at]
            first, size = self._ends[at] - pairing.games, len(pairing.seatings)
            end = min(stop, self._ends[at])
            for game in range(number, end):
                deal, turn = divmod(game - first, size)
                yield Fixture(game, at, deal, pairing.seatings[turn])
            number = end
            at += 1


def rotations(entrants: Sequence[int]) -> tuple[Seating, ...]:
    """Every entrant in every seat once, the order around the table kept.

    >>> rotations([0, 1, 2])
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    return tuple((*entrants[turn:], *entrants[:turn]) for turn in range(len(entrants)))


def parse_orderings(texts: Iterable[str], seats: int) -> tuple[str, ...]:
    """Named orderings such as XXXY, checked against the table."""
    orderings = tuple(text.strip().upper() for text in texts)
    for ordering in orderings:
        if len(ordering) != seats or set(ordering) != {"X", "Y"}:
            raise MendaxError(
                f"an ordering for {seats} seats is {seats} letters X and Y, both of them; not '{ordering}'"
            )
    return orderings


def default_orderings(seats: int) -> tuple[str, ...]:
    """One against the others, both ways, then side by side and alternating.

    >>> default_orderings(4)
    ('XXXY', 'YYYX', 'XXYY', 'XYXY')
    """
    half = seats // 2
    found = (
        "X" * (seats - 1) + "Y",
        "Y" * (seats - 1) + "X",
        "X" * half + "Y" * (seats - half),
        ("XY" * seats)[:seats],
    )
    return tuple(dict.fromkeys(found))


def match_schedule(num_entrants: int, seats: int, games: int, orderings: Sequence[str] = ()) -> Schedule:
    """One table: as many entrants as seats rotate; two entrants may share more seats by orderings."""
    everyone = tuple(range(num_entrants))
    if orderings or (num_entrants == 2 and seats > 2):
        if num_entrants != 2:
            raise MendaxError(f"orderings are for two agents, X and Y, not for {num_entrants}")
        return Schedule((_ordered(0, 1, tuple(orderings) or default_orderings(seats), games),))
    if num_entrants != seats:
        raise MendaxError(f"a match at {seats} seats needs {seats} agents, not {num_entrants}")
    return Schedule((Pairing(rotations(everyone), games),))


def tournament_schedule(num_entrants: int, seats: int, games: int, orderings: Sequence[str] = ()) -> Schedule:
    """Round robin: every group of entrants that fits the table, or every pair in the given orderings."""
    everyone = range(num_entrants)
    if orderings:
        pairs = combinations(everyone, 2)
        pairings = tuple(_ordered(x, y, tuple(orderings), games) for x, y in pairs)
    else:
        pairings = tuple(Pairing(rotations(group), games) for group in combinations(everyone, seats))
    if not pairings:
        raise MendaxError(f"a tournament at {seats} seats needs at least {2 if orderings else seats} agents")
    return Schedule(pairings)


def _ordered(x: int, y: int, orderings: Sequence[str], games: int) -> Pairing:
    return Pairing(tuple(tuple(x if letter == "X" else y for letter in text) for text in orderings), games)
