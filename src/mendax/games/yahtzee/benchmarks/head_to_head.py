"""Two-player Yahtzee: how long `winner` prepares, and how often it beats `optimal`."""

from __future__ import annotations

import time
from functools import partial

import numpy as np

from mendax.bench import Line, Measured
from mendax.bench.timing import seconds_of
from mendax.games.yahtzee.rules import Rules
from mendax.games.yahtzee.solver.head_to_head import head_to_head, solve_head_to_head
from mendax.games.yahtzee.solver.play_to_win import play_to_win
from mendax.games.yahtzee.solver.value_table import FULL

DEALS = 50_000
"""Each is played twice, once from either seat, with the same dice."""
LATE = FULL ^ 0b11
"""Where two boxes are open."""


def winner_against_optimal(quick: bool = False) -> Measured:
    """Seconds of preparing, and how much more than half of its games `winner` wins.

    Quick prepares the last two turns and plays no games: they need all thirteen.
    """
    if not quick:
        solve_head_to_head(Rules.FORCED, 0, FULL ^ 1)  # warm: compiled
    what = "preparing the last two turns of seat" if quick else "preparing seat"
    lines = []
    for seat in range(2):
        whole, late = partial(head_to_head, Rules.FORCED, seat), partial(solve_head_to_head, Rules.FORCED, seat, LATE)
        lines.append(Line(f"{what} {seat}", seconds_of(late if quick else whole), "s"))
    if quick:
        return Measured(tuple(lines), "Quick: no games were played.")
    play_to_win(Rules.FORCED, 10, seed=0)  # warm: compiled
    began = time.perf_counter()
    ends = play_to_win(Rules.FORCED, DEALS, seed=0)
    lines.append(Line(f"{2 * DEALS:,} games", time.perf_counter() - began, "s"))
    mine, theirs = np.stack([ends[:, 0, 0], ends[:, 1, 1]]), np.stack([ends[:, 0, 1], ends[:, 1, 0]])
    wins = (mine > theirs) + 0.5 * (mine == theirs)
    rate = float(wins.mean())
    by_deal = wins.mean(axis=0)  # the two games of a deal share their dice
    error = 1.96 * float(by_deal.std()) / DEALS**0.5
    lines += [
        Line("winner wins", 100 * rate, "%"),
        Line("95 % interval, plus or minus", 100 * error, "%"),
        Line("winner wins going first", 100 * float(wins[0].mean()), "%"),
        Line("winner wins going second", 100 * float(wins[1].mean()), "%"),
        Line("winner's mean score", float(mine.mean()), "points"),
        Line("optimal's", float(theirs.mean()), "points"),
    ]
    return Measured(tuple(lines), values={"win_rate": rate, "ci95": [rate - error, rate + error]})
