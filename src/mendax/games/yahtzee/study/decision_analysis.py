"""How a player plays: where its points come from, and what its decisions cost against the exact solution.

What a decision costs, its *regret*, is the exact value of the best option less that of the chosen one. A game begins
with the value of best play; luck, which is zero on average, and regret make the score of it. So a player's mean
score and its mean regret add up to the value of best play, up to luck.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mendax.games.yahtzee.kernel.dice_sets import NUM_SETS, SETS
from mendax.games.yahtzee.kernel.tables import NUM_BOXES, RULE_NUMBER, YAHTZEE_BOX
from mendax.games.yahtzee.rules.scoring import BONUS_AT, BOXES, Box
from mendax.games.yahtzee.rules.types import Action, Keep, Score, dice_text
from mendax.games.yahtzee.solver.optimum import Optimum, optimum
from mendax.games.yahtzee.solver.outcomes import value_turn
from mendax.games.yahtzee.study.traces import Trace, Way, trace
from mendax.simd.float64x8 import LANES

Losses = npt.NDArray[np.float64]
"""By game, turn and decision of the turn: points lost."""

AT_LEAST: Final = (50, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1250, 1500)
"""The scores of the paper's Table 4."""
KINDS: Final = ("first keep", "second keep", "box")
"""The decisions of a turn."""
CRUMB: Final = 1e-6
"""A loss below this is rounding."""
_COSTLY: Final = 8
_BLOCKS: Final = 1 + BONUS_AT // LANES


def dissect(player: str, way: Way, games: int = 10_000, seed: int = 0) -> dict[str, Any]:
    """Play full games, weigh every decision, and tell it all as plain data for JSON."""
    played = trace(way, games, seed)
    exact = optimum(played.rules)
    scores, boxes = played.scores, played.boxes
    return {
        "player": player,
        "games": games,
        "mean": float(scores.mean()),
        "std": float(scores.std()),
        "bonus_rate": float((played.bonus > 0).mean()),
        "yahtzee_rate": float(((boxes == YAHTZEE_BOX) & (played.points > 0)).any(axis=1).mean()),
        "at_least_250": float((scores >= 250).mean()),
        "at_least": {str(least): float((scores >= least).mean()) for least in AT_LEAST},
        "boxes": {name_of(box): _describe_box(played, box) for box in BOXES},
        "upper_bonus": float(played.bonus.mean()),
        "extra": float(played.extra.sum(axis=1).mean()),
        "regret": _describe_losses(played, losses(played, exact), exact),
    }


def name_of(box: Box) -> str:
    """A box's full name in data files.

    >>> name_of(Box.FULL_HOUSE)
    'full_house'
    """
    return box.name.lower()


def losses(played: Trace, exact: Optimum) -> Losses:
    """What every decision cost."""
    worth, rules = exact.worth.reshape(-1), RULE_NUMBER[exact.rules]
    upper = np.minimum(played.upper, BONUS_AT)
    found = np.empty((played.filled.size, len(KINDS)))
    # Turns whose cards share boxes and neighbouring upper totals share one valuation, as in the solver.
    keys = ((played.filled * 2 + played.armed) * _BLOCKS + upper // LANES).reshape(-1)
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    moves, lanes = played.moves.reshape(-1, 6)[order], (upper % LANES).reshape(-1)[order]
    rows = np.empty((4, NUM_SETS * LANES))
    last, best_last, first, best_first = rows.reshape(4, NUM_SETS, LANES)
    for start, end in zip(starts, np.append(starts[1:], keys.size), strict=True):
        state, block = divmod(int(keys[order[start]]), _BLOCKS)
        value_turn(rows, state >> 1, state & 1, block * LANES, worth, rules)
        lane, at, (one, kept, other, kept_again, final, _) = lanes[start:end], order[start:end], moves[start:end].T
        found[at, 0] = best_first[one, lane] - first[kept, lane]
        found[at, 1] = best_last[other, lane] - last[kept_again, lane]
        found[at, 2] = last[final, lane]  # a roll in its best box
    by_turn = found.reshape(*played.filled.shape, len(KINDS))
    by_turn[:, :, 2] -= _box_values(played, upper, exact)
    return by_turn


def _box_values(played: Trace, upper: npt.NDArray[np.int64], exact: Optimum) -> npt.NDArray[np.float64]:
    """What the chosen boxes are worth: their points, and the cards they lead to."""
    boxes, points = played.boxes, played.points
    armed = played.armed | ((boxes == YAHTZEE_BOX) & (points > 0))
    total = upper + np.where(boxes < 6, points, 0)
    values: npt.NDArray[np.float64] = exact.worth[played.filled | 1 << boxes, armed, total] + (points + played.extra)
    return values


def _describe_box(played: Trace, box: Box) -> dict[str, float]:
    here = played.boxes == box
    points, turns = played.points[here], 1 + np.nonzero(here)[1]  # one of each a game
    return {
        "mean": float(points.mean()),
        "zero_rate": float((points == 0).mean()),
        "median_turn": int(np.quantile(turns, 0.5, method="inverted_cdf")),
        "first_rate": float(here[:, 0].mean()),
    }


def _describe_losses(played: Trace, lost: Losses, exact: Optimum) -> dict[str, Any]:
    games = len(lost)
    by_kind = lost.sum(axis=1).mean(axis=0)
    by_box = np.bincount(played.boxes.reshape(-1), lost[:, :, 2].reshape(-1), NUM_BOXES) / games
    return {
        "game": float(lost.sum() / games),
        "decision": float(lost.mean()),
        "right_rate": float((lost < CRUMB).mean()),
        "by_kind": dict(zip(KINDS, by_kind.tolist(), strict=True)),
        "by_turn": lost.sum(axis=2).mean(axis=0).tolist(),
        "by_box": {name_of(box): float(by_box[box]) for box in BOXES},
        "costly": _costly(played, lost, exact),
    }


def _costly(played: Trace, lost: Losses, exact: Optimum) -> list[dict[str, Any]]:
    """The worst decisions, the costliest first; what was done twice in one position is told once."""
    found = list[dict[str, Any]]()
    for place in np.argsort(-lost, axis=None, kind="stable"):
        game, turn, kind = map(int, np.unravel_index(place, lost.shape))
        if len(found) == _COSTLY or lost[game, turn, kind] < CRUMB:
            break
        told = _tell(played, game, turn, kind, exact) | {"loss": float(lost[game, turn, kind])}
        if told not in found:
            found.append(told)
    return found


def _tell(played: Trace, game: int, turn: int, kind: int, exact: Optimum) -> dict[str, Any]:
    """One decision in words; actions are written as everywhere in the game."""
    card, (at, chosen) = played.card(game, turn), played.moves[game, turn, 2 * kind : 2 * kind + 2].tolist()
    dice, rolls, values = SETS[at], kind + 1, exact.turn(card)
    did: Action = Keep(SETS[chosen]) if kind < 2 else Score(BOXES[chosen])
    best: Action = Keep(values.best_keep(dice, rolls)) if kind < 2 else Score(values.best_box(dice))
    return {
        "dice": dice_text(dice),
        "rolls": rolls,
        "open": [name_of(box) for box in card.open],
        "upper": card.upper,
        "did": str(did),
        "best": str(best),
    }
