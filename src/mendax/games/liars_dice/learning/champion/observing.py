"""What networks see of a table: the view of the seat to speak, what is hidden from it, and the score of a match."""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp

from mendax.games.liars_dice.kernel import many_tables as many
from mendax.games.liars_dice.kernel.many_tables import Array, Table
from mendax.games.liars_dice.kernel.numbering import MOST_DICE, NUM_FACES, rungs
from mendax.games.liars_dice.learning.agent_constants import NAMES
from mendax.games.liars_dice.learning.champion.features import Seen, features
from mendax.games.liars_dice.learning.champion.recognition import without_strangers

LEARNER, PAST, PAST_RIVAL, RIVAL, FIRST_AGENT = 0, 1, 2, 3, 4
"""Who plays a seat: the network that learns, a past or frozen one, one that learned to beat it, the rival that learns
to, or one of the paper's agents."""
NUM_KINDS: Final = FIRST_AGENT + len(NAMES)


def seen_of(table: Table) -> Seen:
    """The view of the seat to speak, counted from it."""
    players, me = table.dice.shape[0], table.turn

    def around(rows: Array) -> Array:
        return jnp.roll(rows, -me, axis=0)

    def counted(seat: Array) -> Array:
        return jnp.where(seat < 0, -1, (seat - me) % players)

    return Seen(
        table.cups[me],
        around(table.shown),
        around(table.dice),
        around(table.cups.sum(axis=1)),
        around(table.exacts),
        around(table.passed),
        around(table.highest),
        table.bid,
        counted(table.bidder),
        table.pushed,
        table.num_passes,
        counted(table.last),
        counted(table.before),
        table.words.at[:, 0].set((table.words[:, 0] - me) % players),
        around(table.habits),
    )


def observe(table: Table, forgets_strangers: Array | None = None) -> Array:
    """What the seat to speak sees, as numbers; perhaps it forgets strangers."""
    seen = seen_of(table)
    if forgets_strangers is not None:
        seen = without_strangers(jnp, seen, forgets_strangers)
    found: Array = features(jnp, seen, table.dice.shape[0])
    return found


def observe_all(table: Table, kinds: Array) -> Array:
    """Who plays the seats, and what is hidden from the seat to speak, counted from it: for the critic alone."""
    players, me = table.dice.shape[0], table.turn
    counts, faces = rungs(players).T
    found = many.matching(table)
    parts = [
        (jnp.roll(kinds, -me)[:, None] == jnp.arange(NUM_KINDS)).reshape(-1),
        jnp.roll(table.cups, -me, axis=0).reshape(-1) / 2.0,
        jnp.roll(many.all_alike(table), -me),
        (counts <= found[faces - 1]) & (counts <= table.dice.sum()),
        found / 5.0,
    ]
    return jnp.concatenate([part.astype(jnp.float16) for part in parts])


def num_hidden(players: int) -> int:
    """How many numbers `observe_all` gives."""
    return num_who(players) + players * (NUM_FACES + 1) + players * MOST_DICE * NUM_FACES + NUM_FACES


def num_who(players: int) -> int:
    """How many of them, the first ones, say who plays."""
    return players * NUM_KINDS


def observe_score(dice: Array, exacts: Array, kinds: Array) -> Array:
    """By seat: dice and exacts before a round and who plays, counted from that seat."""
    players = dice.shape[0]
    order = (jnp.arange(players)[:, None] + jnp.arange(players)) % players
    heat = (dice[order][..., None] > jnp.arange(MOST_DICE)).reshape(players, -1)
    who = (kinds[order][..., None] == jnp.arange(NUM_KINDS)).reshape(players, -1)
    return jnp.concatenate([heat, exacts[order] & (dice[order] > 0), who], axis=-1).astype(jnp.float16)


def num_score(players: int) -> int:
    """How many numbers `observe_score` gives for a seat."""
    return players * (MOST_DICE + 1 + NUM_KINDS)
