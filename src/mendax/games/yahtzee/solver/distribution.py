"""The exact distribution of the final score under best play, and the mean of every box.

Chances are carried forwards from a card, layer by layer. For every state that can come up, the chance of every score
so far is known; the upper total is part of the state, so only the points beyond it are spread out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange

from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, BOXES, EXTRA, NUM_BOXES, OPEN, Card
from mendax.games.yahtzee.solver.backward import Progress
from mendax.games.yahtzee.solver.forward import follow_best_play
from mendax.games.yahtzee.solver.optimum import Optimum, card_state
from mendax.games.yahtzee.solver.turn_outcomes import BOX_STARTS, OUTCOMES, Chances, after_outcome
from mendax.games.yahtzee.solver.value_table import FULL, Ints


@dataclass(frozen=True, slots=True)
class Distribution:
    """How games end under best play from a card on."""

    chances: Chances
    """By final score: its probability."""
    box_means: tuple[float, ...]
    """By box: the mean of its final points."""
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


@njit(cache=True, parallel=True, error_model="numpy")
def _spread(
    masks: Ints,
    source: Ints,
    target: Ints,
    chances: Chances,
    scores: Chances,
    places: Ints,
    next_scores: Chances,
    next_places: Ints,
) -> None:
    """Carry the chances of scores into the next layer. A target mask is filled in by one thread alone.

    Places are, by row: where score 0 would lie in the flat array, and the lowest and one past the
    highest score with a chance.
    """
    for index in prange(masks.size):
        mask = masks[index]
        for box in range(NUM_BOXES):
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
                        then, now, total, gained = after_outcome(mask & ~(1 << box), armed, upper, outcome)
                        shift = gained - (total - upper)
                        to = target[then, now, total]
                        begin = next_places[to, 0] + shift
                        into = next_scores[begin + low : begin + high]
                        part = scores[start + low : start + high]
                        for position in range(part.size):
                            into[position] += chance * part[position]


def distribution(table: Optimum, card: Card | None = None, progress: Progress | None = None) -> Distribution:
    """The exact distribution of the final score under best play, from a card on."""
    card = card or Card()
    start = card_state(card)
    scores, places = np.ones(1), np.array([[0, 0, 1]])
    box_points = np.array([0.0 if points == OPEN else points for points in card.points])
    extras, states = float(EXTRA * card.extras), 0
    rows = np.full((FULL + 1, 2, BONUS_AT + 1), -1)
    rows[start] = 0
    for turn in follow_best_play(table, start, progress):
        shares = turn.before.reach @ turn.chances
        np.add.at(box_points, OUTCOMES[:, 0], shares * OUTCOMES[:, 1])
        extras += float(shares @ OUTCOMES[:, 2])
        states += turn.before.reach.size
        low, high = turn.after.spans.T
        ends = np.cumsum(high - low)
        next_places = np.column_stack([ends - high, low, high])
        next_scores = np.zeros(int(ends[-1]))
        masks = np.unique(np.nonzero(turn.after.rows >= 0)[0])
        _spread(masks, turn.before.rows, turn.after.rows, turn.chances, scores, places, next_scores, next_places)
        rows, scores, places = turn.after.rows, next_scores, next_places
    return _result(card, start[2], rows, scores, places, box_points, extras, states)


def _result(
    card: Card,
    start_upper: int,
    rows: Ints,
    scores: Chances,
    places: Ints,
    box_points: Chances,
    extras: float,
    states: int,
) -> Distribution:
    """The distribution from the states with a full card."""
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
