"""Batch ratings with bootstrap error bars over deals: Plackett-Luce for ranks, an additive model for money.

All games are fitted at once, so the order they were played in does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
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
    unit: str = ""
    """Of money a hand; empty for points as in chess."""

    def to_json(self) -> dict[str, Any]:
        """The rating as JSON."""
        return {"points": self.points, "ci95": list(self.ci95)}

    def __str__(self) -> str:
        form = "+.0f" if not self.unit else "+.3f"
        return f"{self.points:{form}} ± {(self.ci95[1] - self.ci95[0]) / 2:{form[1:]}}"


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


def rate_ranks(
    seatings: npt.NDArray[np.int64],
    payoffs: npt.NDArray[np.float64],
    deals: npt.NDArray[np.int64],
    num_entrants: int,
    seed: int = 0,
    *,
    by_losses: bool = False,
) -> list[Rating]:
    """The rating of every entrant from all games at once.

    By losses, it is the loser who is chosen from all, and who is chosen more often is weaker.
    """
    sign = -1.0 if by_losses else 1.0
    stages = stages_of(seatings, sign * payoffs, deals % NUM_BLOCKS, num_entrants)
    points = fit(stages, stages.counts.sum(axis=0))
    used = np.flatnonzero(stages.counts.sum(axis=1))
    return _with_intervals(
        sign * points, used, seed, lambda blocks: sign * fit(stages, stages.counts[blocks].sum(axis=0), points)
    )


def rate_money(
    seatings: npt.NDArray[np.int64],
    money: npt.NDArray[np.float64],
    deals: npt.NDArray[np.int64],
    num_entrants: int,
    unit: str,
    seed: int = 0,
) -> list[Rating]:
    """The rating of every entrant: what it wins a hand from a table of average entrants, by least squares.

    In the model a chair wins the entrant's rating less the mean rating of the other chairs.
    """
    seats = seatings.shape[1]
    normal, right = np.zeros((NUM_BLOCKS, num_entrants, num_entrants)), np.zeros((NUM_BLOCKS, num_entrants))
    blocks = deals % NUM_BLOCKS
    patterns, which, _ = unique_rows(seatings.astype(np.float64))
    for number, pattern in enumerate(patterns.astype(np.int64)):
        design = np.zeros((seats, num_entrants))
        for chair, entrant in enumerate(pattern):
            design[:, entrant] -= 1.0 / (seats - 1)
            design[chair, entrant] += 1.0 + 1.0 / (seats - 1)
        mine = which == number
        hands = np.bincount(blocks[mine], minlength=NUM_BLOCKS)
        normal += hands[:, None, None] * (design.T @ design)
        for chair in range(seats):
            right += np.bincount(blocks[mine], money[mine, chair], NUM_BLOCKS)[:, None] * design[chair]
    used = np.flatnonzero(normal.any(axis=(1, 2)))

    def solve(chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        points = np.linalg.pinv(normal[chosen].sum(axis=0), hermitian=True) @ right[chosen].sum(axis=0)
        return np.asarray(points - points.mean())

    return _with_intervals(solve(used), used, seed, solve, unit)


def _with_intervals(
    points: npt.NDArray[np.float64],
    used: npt.NDArray[np.int64],
    seed: int,
    fit_blocks: Callable[[npt.NDArray[np.int64]], npt.NDArray[np.float64]],
    unit: str = "",
) -> list[Rating]:
    """Points with the intervals of a bootstrap over blocks of deals."""
    rng = np.random.default_rng(seed)
    samples = np.array([fit_blocks(rng.choice(used, len(used))) for _ in range(NUM_SAMPLES)])
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    return [
        Rating(float(point), (float(bottom), float(top)), unit)
        for point, bottom, top in zip(points, low, high, strict=True)
    ]
