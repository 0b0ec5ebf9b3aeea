"""Who sits where in which game: rotations and orderings of seats, with the same deals for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, TypeAlias

from mendax.core.errors import MendaxError

Seating: TypeAlias = tuple[int, ...]
"""The entrant at each seat, by its number."""
Pairing: TypeAlias = tuple[Seating, ...]
"""Entrants who meet, in every seating that they meet in."""


class Fixture(NamedTuple):
    """One game to play."""

    number: int
    pairing: int
    deal: int
    """Games of the same deal get the same chance: common random numbers."""
    seating: Seating


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of a match or a tournament, numbered from 0.

    They go deal by deal, and within a deal pairing by pairing, so that a run that stops early leaves
    everyone with about the same number of games.
    """

    pairings: tuple[Pairing, ...]
    games: int
    """For each pairing."""

    def __post_init__(self) -> None:
        if len({len(pairing) for pairing in self.pairings}) > 1:
            raise ValueError("all pairings of a schedule have the same number of seatings")

    def __len__(self) -> int:
        return self.games * len(self.pairings)

    @property
    def size(self) -> int:
        """How many seatings a pairing has; each deal is played in all of them."""
        return len(self.pairings[0])

    def place(self, number: int) -> tuple[int, int, int]:
        """The deal, the pairing and the number of the seating of a game; the last deal may be cut short for all."""
        deals, left = divmod(self.games, self.size)
        whole = deals * self.size * len(self.pairings)
        if number < whole:
            deal, rest = divmod(number, self.size * len(self.pairings))
            return (deal, *divmod(rest, self.size))
        return (deals, *divmod(number - whole, left))

    def fixtures(self, start: int, stop: int) -> Iterator[Fixture]:
        """The games from `start` up to `stop`."""
        seatings = [(at, seating) for at, pairing in enumerate(self.pairings) for seating in pairing]
        whole = self.games // self.size * len(seatings)
        for number in range(start, min(stop, whole)):
            deal, place = divmod(number, len(seatings))
            at, seating = seatings[place]
            yield Fixture(number, at, deal, seating)
        for number in range(max(start, whole), stop):
            deal, at, turn = self.place(number)
            yield Fixture(number, at, deal, self.pairings[at][turn])


def entrants(pairing: Pairing) -> tuple[int, ...]:
    """Who meets in a pairing."""
    return tuple(sorted({entrant for seating in pairing for entrant in seating}))


def rotations(group: Sequence[int]) -> Pairing:
    """Every entrant in every seat once, the order around the table kept.

    >>> rotations([0, 1, 2])
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    return tuple((*group[turn:], *group[:turn]) for turn in range(len(group)))


def both_ways(group: Sequence[int]) -> Pairing:
    """Every entrant in every seat, the circle in both directions: who sits before whom matters.

    Two entrants have one circle.

    >>> both_ways([0, 1, 2])
    ((0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0), (1, 0, 2), (0, 2, 1))
    """
    return tuple(dict.fromkeys((*rotations(group), *rotations(group[::-1]))))


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
    """One against the others, side by side and alternating, each also with X and Y exchanged.

    That is fair to both, whatever the advantage of a seat.

    >>> default_orderings(4)
    ('XXXY', 'YYYX', 'XXYY', 'YYXX', 'XYXY', 'YXYX')
    """
    half = seats // 2
    found = ("X" * (seats - 1) + "Y", "X" * half + "Y" * (seats - half), ("XY" * seats)[:seats])
    exchange = str.maketrans("XY", "YX")
    return tuple(dict.fromkeys(text for one in found for text in (one, one.translate(exchange))))


def match_schedule(num_entrants: int, seats: int, games: int, orderings: Sequence[str] = ()) -> Schedule:
    """One table: as many entrants as seats rotate; two entrants may share more seats by orderings."""
    everyone = tuple(range(num_entrants))
    if orderings or (num_entrants == 2 and seats > 2):
        if num_entrants != 2:
            raise MendaxError(f"orderings are for two agents, X and Y, not for {num_entrants}")
        return Schedule((pair_up(0, 1, tuple(orderings) or default_orderings(seats)),), games)
    if num_entrants != seats:
        raise MendaxError(f"a match at {seats} seats needs {seats} agents, not {num_entrants}")
    return Schedule((rotations(everyone),), games)


def tournament_schedule(num_entrants: int, seats: int, games: int, orderings: Sequence[str] = ()) -> Schedule:
    """Round robin: every group of entrants that fills the table, each circle in both directions, or every pair in the
    given orderings.
    """
    everyone = range(num_entrants)
    if orderings:
        pairs = combinations(everyone, 2)
        pairings = tuple(pair_up(x, y, orderings) for x, y in pairs)
    else:
        pairings = tuple(both_ways(group) for group in combinations(everyone, seats))
    if not pairings:
        raise MendaxError(f"a tournament at {seats} seats needs at least {2 if orderings else seats} agents")
    return Schedule(pairings, games)


def pair_up(x: int, y: int, orderings: Sequence[str]) -> Pairing:
    """Two entrants X and Y who share a table in the given orderings."""
    return tuple(tuple(x if letter == "X" else y for letter in text) for text in orderings)
