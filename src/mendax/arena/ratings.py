"""Batch ratings: Plackett-Luce (Bradley-Terry for two seats) with bootstrap error bars over deals.

All games are fitted at once, so the order they were played in does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mendax.arena.patterns import unique_rows

ELO = 400 / np.log(10)
"""A strength ratio of ten to one is 400 points, as in chess."""
NUM_BLOCKS = 100
NUM_SAMPLES = 200
MAX_STEPS = 2000


@dataclass(frozen=True, slots=True)
class Rating:
    """Points around a mean of 0, and the 95 % interval of the bootstrap."""

    points: float
    ci95: tuple[float, float]

    def to_json(self) -> dict[str, Any]:
        """The rating as JSON."""
        return {"points": self.points, "ci95": list(self.ci95)}


@dataclass(frozen=True, slots=True)
class Stages:
    """Rankings split into choices: who was chosen from whom, and how often in each block."""

    chosen: npt.NDArray[np.float64]
    """A row a kind of choice, a column an entrant: 1 where it came out on top."""
    present: npt.NDArray[np.float64]
    """A row a kind of choice, a column an entrant: how many of its seats were still in it."""
    counts: npt.NDArray[np.float64]
    """A row a block of deals, a column a kind of choice."""


def stages_of(
    seatings: npt.NDArray[np.int64],
    payoffs: npt.NDArray[np.float64],
    blocks: npt.NDArray[np.int64],
    num_entrants: int,
) -> Stages:
    """Split every game into choices: the best payoff is chosen from all, the next from the rest, and so on.

    Seats with equal payoffs above the last place are each chosen from the same set (Breslow's treatment of
    ties); those who share the last place were never chosen. A game with equal payoffs for all says that they
    are equal: each is chosen once.
    """
    kinds: dict[tuple[int, tuple[int, ...]], int] = {}
    index: list[int] = []
    where: list[int] = []
    weights: list[float] = []
    order = np.argsort(-payoffs, axis=1, kind="stable")
    keys = np.concatenate(
        [np.take_along_axis(seatings, order, 1), np.take_along_axis(payoffs, order, 1), blocks[:, None]],
        axis=1,
    )
    patterns, _, repeats = unique_rows(keys)
    seats = seatings.shape[1]
    for pattern, repeat in zip(patterns, repeats, strict=True):
        entrants = [int(entrant) for entrant in pattern[:seats]]
        paid = list(pattern[seats:-1])
        groups = [[entrants[seat] for seat in range(seats) if paid[seat] == level] for level in dict.fromkeys(paid)]
        if len(set(entrants)) == 1:
            continue  # one entrant against itself
        for at, group in enumerate(groups):
            if at == len(groups) - 1 and at > 0:
                break
            rivals = tuple(sorted(entrant for later in groups[at:] for entrant in later))
            for winner in group:
                index.append(kinds.setdefault((winner, rivals), len(kinds)))
                where.append(int(pattern[-1]))
                weights.append(float(repeat) / (len(group) if len(groups) == 1 else 1))
    chosen, present = np.zeros((len(kinds), num_entrants)), np.zeros((len(kinds), num_entrants))
    for (winner, rivals), row in kinds.items():
        chosen[row, winner] = 1.0
        np.add.at(present[row], list(rivals), 1.0)
    counts = np.zeros((NUM_BLOCKS, len(kinds)))
    np.add.at(counts, (where, index), weights)
    return Stages(chosen, present, counts)


def fit(
    stages: Stages, counts: npt.NDArray[np.float64], start: npt.NDArray[np.float64] | None = None
) -> npt.NDArray[np.float64]:
    """Plackett-Luce points by Hunter's minorisation; a weak prior keeps a perfect score finite.

    The prior is one game won and one lost against an imagined entrant of average strength.
    """
    wins = counts @ stages.chosen + 1.0
    strength = np.ones(stages.chosen.shape[1]) if start is None else np.exp(start / ELO)
    for _ in range(MAX_STEPS):
        shares = (counts / (stages.present @ strength)) @ stages.present + 2.0 / (strength + 1.0)
        stronger = wins / shares
        stronger /= np.exp(np.log(stronger).mean())
        moved = float(np.abs(np.log(stronger / strength)).max())
        strength = stronger
        if moved < 1e-7:
            break
    points = ELO * np.log(strength)
    return np.asarray(points - points.mean())


def rate(
    seatings: npt.NDArray[np.int64],
    payoffs: npt.NDArray[np.float64],
    deals: npt.NDArray[np.int64],
    num_entrants: int,
    seed: int = 0,
) -> list[Rating]:
    """The rating of every entrant from all games at once."""
    stages = stages_of(seatings, payoffs, deals % NUM_BLOCKS, num_entrants)
    points = fit(stages, stages.counts.sum(axis=0))
    used = np.flatnonzero(stages.counts.sum(axis=1))
    rng = np.random.default_rng(seed)
    samples = np.array(
        [fit(stages, stages.counts[rng.choice(used, len(used))].sum(axis=0), points) for _ in range(NUM_SAMPLES)]
    )
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    return [
        Rating(float(point), (float(bottom), float(top))) for point, bottom, top in zip(points, low, high, strict=True)
    ]
