"""Decision analysis: where a player's points come from, and what its decisions cost against the exact solution.

The *regret* of a decision is the exact value of the best option minus that of the chosen one. A score is the value of
best play, plus chance, which is zero on average, minus regret. So a player's mean score and mean regret add up to the
value of best play, up to chance.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mendax.games.yahtzee.kernel.dice_sets import NUM_SETS, SETS
from mendax.games.yahtzee.kernel.tables import RULE_NUMBER, YAHTZEE_BOX
from mendax.games.yahtzee.published import SCORE_LEVELS
from mendax.games.yahtzee.rules.scoring import BONUS_AT, BOXES, NUM_BOXES, Box
from mendax.games.yahtzee.rules.types import Action, Keep, Score, dice_text
from mendax.games.yahtzee.solver.optimum import Optimum, optimum
from mendax.games.yahtzee.solver.turn_kernel import turn_rows
from mendax.games.yahtzee.study.traces import Player, Trace, trace
from mendax.simd.float64x8 import LANES

Losses = npt.NDArray[np.float64]
"""By game, turn and decision of the turn: points lost."""

KINDS: Final = ("first keep", "second keep", "box")
"""The decisions of a turn."""
ROUNDING: Final = 1e-6
"""A loss below this is a rounding error."""
_COSTLY: Final = 8
_BLOCKS: Final = 1 + BONUS_AT // LANES


def analyse(name: str, player: Player, games: int = 10_000, seed: int = 0) -> dict[str, Any]:
    """Play full games and value every decision; plain data, as the study's files have it."""
    played = trace(player, games, seed)
    exact = optimum(played.rules)
    scores, boxes = played.scores, played.boxes
    return {
        "player": name,
        "games": games,
        "mean": float(scores.mean()),
        "std": float(scores.std()),
        "bonus_rate": float((played.bonus > 0).mean()),
        "yahtzee_rate": float(((boxes == YAHTZEE_BOX) & (played.points > 0)).any(axis=1).mean()),
        "at_least_250": float((scores >= 250).mean()),
        "at_least": {str(least): float((scores >= least).mean()) for least in SCORE_LEVELS},
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
    """The regret of every decision."""
    values, rules = exact.values.reshape(-1), RULE_NUMBER[exact.rules]
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
        turn_rows(rows, state >> 1, state & 1, block * LANES, values, rules)
        lane, at, (one, kept, other, kept_again, final, _) = lanes[start:end], order[start:end], moves[start:end].T
        found[at, 0] = best_first[one, lane] - first[kept, lane]
        found[at, 1] = best_last[other, lane] - last[kept_again, lane]
        found[at, 2] = last[final, lane]  # a roll in its best box
    by_turn = found.reshape(*played.filled.shape, len(KINDS))
    by_turn[:, :, 2] -= _box_values(played, upper, exact)
    return by_turn


def _box_values(played: Trace, upper: npt.NDArray[np.int64], exact: Optimum) -> npt.NDArray[np.float64]:
    """The values of the chosen boxes: their points, and the cards they lead to."""
    boxes, points = played.boxes, played.points
    armed = played.armed | ((boxes == YAHTZEE_BOX) & (points > 0))
    total = upper + np.where(boxes < 6, points, 0)
    values: npt.NDArray[np.float64] = exact.values[played.filled | 1 << boxes, armed, total] + (points + played.extra)
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
        "right_rate": float((lost < ROUNDING).mean()),
        "by_kind": dict(zip(KINDS, by_kind.tolist(), strict=True)),
        "by_turn": lost.sum(axis=2).mean(axis=0).tolist(),
        "by_box": {name_of(box): float(by_box[box]) for box in BOXES},
        "costly": _costly(played, lost, exact),
    }


def _costly(played: Trace, lost: Losses, exact: Optimum) -> list[dict[str, Any]]:
    """The worst decisions, the costliest first; the same decision in the same position is listed once."""
    found = list[dict[str, Any]]()
    for place in np.argsort(-lost, axis=None, kind="stable"):
        game, turn, kind = map(int, np.unravel_index(place, lost.shape))
        if len(found) == _COSTLY or lost[game, turn, kind] < ROUNDING:
            break
        described = _describe(played, game, turn, kind, exact) | {"loss": float(lost[game, turn, kind])}
        if described not in found:
            found.append(described)
    return found


def _describe(played: Trace, game: int, turn: int, kind: int, exact: Optimum) -> dict[str, Any]:
    """One decision; actions are written in the game's notation."""
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
