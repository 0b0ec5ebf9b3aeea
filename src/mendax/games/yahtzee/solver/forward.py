"""The forward pass that the distribution of the score and the head-to-head solver share.

It starts from one state and follows best play turn by turn. A *layer* is all states with the same number of filled
boxes that can come up, with the probability of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import njit

from mendax.games.yahtzee.kernel.tables import RULE_NUMBER
from mendax.games.yahtzee.rules.scoring import BONUS_AT, NUM_BOXES
from mendax.games.yahtzee.solver.backward import Progress, layer_masks
from mendax.games.yahtzee.solver.optimum import Optimum
from mendax.games.yahtzee.solver.turn_outcomes import NUM_OUTCOMES, Chances, after_outcome, layer_outcome_chances
from mendax.games.yahtzee.solver.value_table import NUM_MASKS, Ints

_SHAPE = (NUM_MASKS, 2, BONUS_AT + 1)
_FAR = 1 << 20
"""More than any score."""


class Layer(NamedTuple):
    """The states with the same number of filled boxes that can come up."""

    rows: Ints
    """By filled boxes, whether armed and upper total: the number of the state, or -1."""
    reach: Chances
    """By number: how likely the state comes up."""
    spans: Ints
    """By number: the lowest and one past the highest score that it can come with, without its upper total."""


class Turn(NamedTuple):
    """A turn of best play from every state of a layer."""

    masks: Ints
    """All sets of so many filled boxes."""
    before: Layer
    chances: Chances
    """By state of the layer before, and outcome: its probability."""
    after: Layer


@njit(cache=True, error_model="numpy")
def _reach(rows: Ints, reach: Chances, spans: Ints, chances: Chances, masks: Ints, after: Chances, then: Ints) -> None:
    """Into `after` and `then`: the probability of every state of the next layer, and its span."""
    for index in range(masks.size):
        mask = masks[index]
        for armed in range(2):
            for upper in range(BONUS_AT + 1):
                row = rows[mask, armed, upper]
                if row < 0:
                    continue
                for outcome in range(NUM_OUTCOMES):
                    chance = chances[row, outcome]
                    if chance > 0:
                        filled, now, total, gained = after_outcome(mask, armed, upper, outcome)
                        after[filled, now, total] += reach[row] * chance
                        span = then[filled, now, total]
                        shift = gained - (total - upper)
                        span[0] = min(span[0], spans[row, 0] + shift)
                        span[1] = max(span[1], spans[row, 1] + shift)


def _next_layer(masks: Ints, before: Layer, chances: Chances) -> Layer:
    after = np.zeros(_SHAPE)
    spans = np.zeros((*_SHAPE, 2), dtype=np.int64)
    spans[..., 0] = _FAR
    _reach(before.rows, before.reach, before.spans, chances, masks, after, spans)
    found = np.nonzero(after)
    rows = np.full(_SHAPE, -1)
    rows[found] = np.arange(found[0].size)
    return Layer(rows, after[found], spans[found])


def follow_best_play(
    table: Optimum, start: tuple[int, int, int] = (0, 0, 0), progress: Progress | None = None
) -> Iterator[Turn]:
    """Turn by turn from a state: filled boxes, whether armed, upper total."""
    rows = np.full(_SHAPE, -1)
    rows[start] = 0
    layer = Layer(rows, np.ones(1), np.array([[0, 1]]))
    for num_filled in range(start[0].bit_count(), NUM_BOXES):
        masks = layer_masks(num_filled)
        chances = np.zeros((layer.reach.size, NUM_OUTCOMES))
        layer_outcome_chances(masks, layer.rows, table.values.reshape(-1), RULE_NUMBER[table.rules], chances)
        after = _next_layer(masks, layer, chances)
        yield Turn(masks, layer, chances, after)
        layer = after
        if progress is not None:
            progress(num_filled + 1)
