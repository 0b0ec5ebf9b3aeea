"""Tables of the many-tables kernel made from states of the rules, for tests."""

from __future__ import annotations

from typing import cast

import jax
import numpy as np

from mendax.games.liars_dice.kernel import many_tables as many
from mendax.games.liars_dice.kernel.habits import NUM_COUNTS, Counts
from mendax.games.liars_dice.kernel.numbering import A_BID, A_PASS, full_ladder, num_words
from mendax.games.liars_dice.rules import PASS, Bid, State
from mendax.games.liars_dice.rules.turns import who_speaks


def table_of(state: State, habits: Counts | None = None) -> many.Table:
    """A state in which somebody speaks, as a table of NumPy arrays; any pushes."""
    players, seat = len(state.dice), who_speaks(state)
    counts = [[[cup.count(face) for face in range(1, 7)] for cup in dice] for dice in (state.cups, state.shown)]
    bid, bidder, pushed, num_passes = 0, -1, False, 0
    passed, highest, last_face = [False] * players, np.zeros((players, 6), np.int32), [0] * players
    words = np.zeros((num_words(players), 4), np.int32)
    for said in state.said:
        words[1:] = words[:-1].copy()
        if isinstance(said.action, Bid):
            bid = full_ladder(players).rank(said.action) + 1
            bidder, pushed, num_passes = said.seat, bool(said.action.push), 0
            passed[said.seat] &= not pushed
            highest[said.seat, said.action.face - 1] = said.action.count
            last_face[said.seat] = said.action.face
            words[0] = said.seat, A_BID, bid - 1, len(said.action.push)
        else:
            assert said.action is PASS
            num_passes = min(num_passes + 1, 2)
            passed[said.seat] = True
            words[0] = said.seat, A_PASS, 0, 0
    speakers = [-1, -1, *(said.seat for said in state.said)]
    fields = (
        state.dice,
        state.exacts,
        *counts,
        seat,
        bid,
        bidder,
        pushed,
        num_passes,
        speakers[-1],
        speakers[-2],
        passed,
        highest,
        last_face,
        words,
        np.zeros((players, NUM_COUNTS), np.int32) if habits is None else habits,
        np.zeros((players, NUM_COUNTS), np.int32),
    )
    return many.Table(*(cast(jax.Array, np.asarray(part)) for part in fields))


def stack(tables: list[many.Table]) -> many.Table:
    """Many tables as one batch."""
    batch: many.Table = jax.tree.map(lambda *parts: np.stack(parts), *tables)
    return batch
