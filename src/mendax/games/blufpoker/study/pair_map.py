"""The map: every pair of naive players, with the knowledge agent in the third seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mendax.arena.results import Results
from mendax.arena.statistics import wilson
from mendax.games.blufpoker.agents.strategies import ALL_STRATEGIES, Strategy
from mendax.games.blufpoker.study.comparison import Ends
from mendax.games.blufpoker.study.tables import Table

LISTED: Final = 10
"""How many of the worst and of the best pairs are listed."""
AGENT: Final = "knowing"
FAIR: Final = 1 / 3
"""The share of games that each of three equal players loses."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of naive players and how often the knowledge agent loses beside them."""

    first: str
    second: str
    lost: float
    ci95: Ends


@dataclass(frozen=True, slots=True)
class PartMean:
    """The mean over all pairs in which a seat's strategy has a part."""

    seat: int
    """1 sits after the knowledge agent and answers its bids; 2 sits before it, and it answers theirs."""
    part: str
    """`roll`, `bid` or `call`."""
    word: str
    lost: float


@dataclass(frozen=True, slots=True)
class PairMap:
    """How often the knowledge agent loses, by the strategies of players 1 and 2."""

    strategies: tuple[str, ...]
    games: int
    """Of each pair."""
    lost: tuple[tuple[float, ...], ...]
    """The share of games that the knowledge agent loses: a row for each player 1, a column for each player 2."""
    mean: float
    above_third: int
    """Pairs with which it loses more than a third."""
    surely_above_third: int
    """Of these, pairs whose 95 % interval is above a third as well."""
    never_lost: int
    """Pairs with which it lost no game."""
    worst: tuple[Pair, ...]
    best: tuple[Pair, ...]
    parts: tuple[PartMean, ...]

    @property
    def pairs(self) -> int:
        """How many there are."""
        return len(self.strategies) ** 2

    def lost_with(self, first: str, second: str) -> float:
        """What the knowledge agent loses with a pair."""
        return self.lost[self.strategies.index(first)][self.strategies.index(second)]

    def to_json(self) -> dict[str, Any]:
        """The numbers by their stable names."""
        return asdict(self)


def tables(strategies: Sequence[Strategy] = ALL_STRATEGIES) -> list[Table]:
    """Every ordered pair, the second seat changing first."""
    return [(f"naive:{first}", f"naive:{second}", AGENT) for first in strategies for second in strategies]


def make_map(results: Results, strategies: Sequence[Strategy] = ALL_STRATEGIES) -> PairMap:
    """The map of a run of `tables`."""
    size, games = len(strategies), results.job.schedule.games
    pairing = results.places[1]
    counts = np.bincount(pairing[results.played & (results.payoffs[:, 2] < 0)], minlength=size**2)
    rates = counts / games
    pairs = [
        Pair(str(first), str(second), float(rates[at]), wilson(int(counts[at]), games))
        for at, (first, second) in enumerate((first, second) for first in strategies for second in strategies)
    ]
    ranked = sorted(pairs, key=lambda pair: -pair.lost)
    square = rates.reshape(size, size)
    return PairMap(
        tuple(map(str, strategies)),
        games,
        tuple(tuple(map(float, row)) for row in square),
        float(rates.mean()),
        sum(pair.lost > FAIR for pair in pairs),
        sum(pair.ci95[0] > FAIR for pair in pairs),
        sum(not pair.lost for pair in pairs),
        tuple(ranked[:LISTED]),
        tuple(ranked[: -LISTED - 1 : -1]),
        tuple(_part_means(square, strategies)),
    )


def _part_means(square: npt.NDArray[np.float64], strategies: Sequence[Strategy]) -> Iterator[PartMean]:
    texts = [str(strategy).split("/") for strategy in strategies]
    for seat, by_strategy in ((1, square.mean(axis=1)), (2, square.mean(axis=0))):
        for at, part in enumerate(("roll", "bid", "call")):
            for word in dict.fromkeys(text[at] for text in texts):
                chosen = [number for number, text in enumerate(texts) if text[at] == word]
                yield PartMean(seat, part, word, float(by_strategy[chosen].mean()))
