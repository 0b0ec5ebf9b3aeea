"""Everything best play leads to, exactly: the whole distribution of the final score, box by box means.

Chances are carried forwards from a card, layer by layer (a layer is all states with as many filled
boxes). For every state that can come up, the chance of every score so far is known; the upper total
is part of the state, so only the points beyond it are spread out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, BOXES, EXTRA, OPEN, Card
from mendax.games.yahtzee.solver.expected_score import RULE_NUMBER
from mendax.games.yahtzee.solver.optimum import Optimum, state_of
from mendax.games.yahtzee.solver.outcomes import BOX_STARTS, NUM_OUTCOMES, OUTCOMES, Chances, outcome_of, turn_outcomes
from mendax.games.yahtzee.solver.value_table import FULL, NUM_MASKS

Rows = npt.NDArray[np.int64]
_FAR: Final = 1 << 20
"""More than any score."""
SIZES: Final = np.array([mask.bit_count() for mask in range(NUM_MASKS)])


@dataclass(frozen=True, slots=True)
class Distribution:
    """How games end that go on from a card by best play."""

    chances: Chances
    """By final score: its probability."""
    box_means: tuple[float, ...]
    """By box: the mean of what stands in it in the end."""
    bonus_rate: float
    """How often the upper bonus is reached."""
    yahtzee_rate: float
    """How often the Yahtzee box ends with 50."""
    extras: float
    """The mean of the points for further Yahtzees."""
    states: int
    """How many turn-start states can come up."""

    @property
    def mean(self) -> float:
        """The expected final score."""
        return float(self.chances @ np.arange(self.chances.size))

    @property
    def std(self) -> float:
        """The standard deviation of the final score."""
        return float(np.sqrt(self.chances @ (np.arange(self.chances.size) - self.mean) ** 2))

    def at_least(self, score: int) -> float:
        """The probability of this score or more."""
        return float(self.chances[max(score, 0) :].sum())


@njit(cache=True, error_model="numpy")
def _reach(
    source: Rows, reach: Chances, chances: Chances, masks: Rows, places: Rows, after: Chances, spans: Rows
) -> None:
    """The chance of every state of the next layer, and the span of scores it may come with."""
    for index in range(masks.size):
        mask = masks[index]
        for armed in range(2):
            for upper in range(BONUS_AT + 1):
                row = source[mask, armed, upper]
                if row < 0:
                    continue
                for outcome in range(NUM_OUTCOMES):
                    chance = chances[row, outcome]
                    if chance > 0:
                        then, now, total, gained = outcome_of(mask, armed, upper, outcome)
                        after[then, now, total] += reach[row] * chance
                        span = spans[then, now, total]
                        shift = gained - (total - upper)
                        span[0] = min(span[0], places[row, 1] + shift)
                        span[1] = max(span[1], places[row, 2] + shift)


@njit(cache=True, parallel=True, error_model="numpy")
def _spread(
    masks: Rows,
    source: Rows,
    target: Rows,
    chances: Chances,
    scores: Chances,
    places: Rows,
    next_scores: Chances,
    next_places: Rows,
) -> None:
    """Carry the chances of scores into the next layer. A target mask is filled in by one thread alone.

    Places are, by row: where score 0 would lie in the flat array, and the lowest and one past the
    highest score with a chance.
    """
    for index in prange(masks.size):
        mask = masks[index]
        for box in range(13):
            if not (mask >> box) & 1:
                continue
            for armed in range(2):
                for upper in range(BONUS_AT + 1):
                    row = source[mask & ~(1 << box), armed, upper]
                    if row < 0:
                        continue
                    start, low, high = places[row]
                    for outcome in range(BOX_STARTS[box], BOX_STARTS[box + 1]):
                        chance = chances[row, outcome]
                        if chance == 0:
                            continue
                        then, now, total, gained = outcome_of(mask & ~(1 << box), armed, upper, outcome)
                        shift = gained - (total - upper)
                        to = target[then, now, total]
                        begin = next_places[to, 0] + shift
                        into = next_scores[begin + low : begin + high]
                        part = scores[start + low : start + high]
                        for position in range(part.size):
                            into[position] += chance * part[position]


def each_turn(table: Optimum) -> Iterator[tuple[Rows, Chances, Chances]]:
    """Turn by turn from the empty card: the states' rows, how likely each is, and the outcomes of its turn."""
    rows = np.full((NUM_MASKS, 2, BONUS_AT + 1), -1)
    rows[0, 0, 0] = 0
    reach = np.ones(1)
    spans = np.zeros((*rows.shape, 2), dtype=np.int64)
    for size in range(13):
        masks = np.flatnonzero(size == SIZES)
        chances = np.zeros((reach.size, NUM_OUTCOMES))
        turn_outcomes(masks, rows, table.worth.reshape(-1), RULE_NUMBER[table.rules], chances)
        yield rows, reach, chances
        after = np.zeros(rows.shape)
        _reach(rows, reach, chances, masks, np.zeros((reach.size, 3), dtype=np.int64), after, spans)
        found = np.nonzero(after)
        rows = np.full(rows.shape, -1)
        rows[found] = np.arange(found[0].size)
        reach = after[found]


def distribution(
    table: Optimum, card: Card | None = None, progress: Callable[[int], None] | None = None
) -> Distribution:
    """The exact distribution of the final score under best play, from a card on."""
    card = card or Card()
    start_mask, start_armed, start_upper = state_of(card)
    worth, rules = table.worth.reshape(-1), RULE_NUMBER[table.rules]
    rows = np.full((NUM_MASKS, 2, BONUS_AT + 1), -1)
    rows[start_mask, start_armed, start_upper] = 0
    reach, scores = np.ones(1), np.ones(1)
    places = np.array([[0, 0, 1]])
    box_points = np.array([0.0 if points == OPEN else points for points in card.points])
    extras, states = float(EXTRA * card.extras), 0
    for size in range(start_mask.bit_count(), 13):
        masks = np.flatnonzero(size == SIZES)
        chances = np.zeros((reach.size, NUM_OUTCOMES))
        turn_outcomes(masks, rows, worth, rules, chances)
        shares = reach @ chances
        np.add.at(box_points, OUTCOMES[:, 0], shares * OUTCOMES[:, 1])
        extras += float(shares @ OUTCOMES[:, 2])
        states += reach.size
        after = np.zeros((NUM_MASKS, 2, BONUS_AT + 1))
        spans = np.zeros((*after.shape, 2), dtype=np.int64)
        spans[..., 0] = _FAR
        _reach(rows, reach, chances, masks, places, after, spans)
        found = np.nonzero(after)
        next_rows = np.full(rows.shape, -1)
        next_rows[found] = np.arange(found[0].size)
        low, high = spans[found].T
        ends = np.cumsum(high - low)
        next_places = np.column_stack([ends - high, low, high])
        next_scores = np.zeros(int(ends[-1]))
        targets = np.unique(found[0])
        _spread(targets, rows, next_rows, chances, scores, places, next_scores, next_places)
        rows, reach, scores, places = next_rows, after[found], next_scores, next_places
        if progress is not None:
            progress(size + 1)
    return _result(card, start_upper, rows, scores, places, box_points, extras, states)


def _result(
    card: Card,
    start_upper: int,
    rows: Rows,
    scores: Chances,
    places: Rows,
    box_points: Chances,
    extras: float,
    states: int,
) -> Distribution:
    """Put the full cards together."""
    base = card.total - (BONUS if card.upper >= BONUS_AT else 0) - start_upper
    ends = [
        (base + low + upper + (BONUS if upper >= BONUS_AT else 0), armed, upper, scores[start + low : start + high])
        for armed in range(2)
        for upper in range(BONUS_AT + 1)
        if (row := rows[FULL, armed, upper]) >= 0
        for start, low, high in [places[row]]
    ]
    total = np.zeros(max(offset + part.size for offset, _, _, part in ends))
    for offset, _, _, part in ends:
        total[offset : offset + part.size] += part
    return Distribution(
        total,
        tuple(float(box_points[box]) for box in BOXES),
        float(sum(part.sum() for _, _, upper, part in ends if upper >= BONUS_AT)),
        float(sum(part.sum() for _, armed, _, part in ends if armed)),
        extras,
        states,
    )
