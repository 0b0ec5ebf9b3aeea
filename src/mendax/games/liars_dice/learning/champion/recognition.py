"""Whether a seat takes all others for agents of the paper, by the words they have said in the rounds that are over.

A training that learns from its matches with these agents everywhere plays as if a stranger might be one of them, and a
stranger who knows that wins from it. So it may learn from them only where they are recognised, and it may remember
nothing of anybody else: then habits that nobody ever showed it cannot lead it astray.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mendax.games.liars_dice.kernel.habits import EIGHTHS, LIKENESS, WORDS
from mendax.games.liars_dice.learning.champion.features import Seen

LEAST_WORDS: Final = 3
"""Judged words of a seat, at least: nearly everybody says one or two as these agents would."""
SLACK: Final = 2.0
NATS_A_WORD: Final = 0.45
"""A seat is recognised while the log-chance of its words is above -(slack + nats a word). PMH and EMH lose a third of a
nat a word; a word that they never say costs six."""


def alike(habits: Any) -> Any:
    """By seat: whether it speaks like PMH or like EMH."""
    words = habits[..., WORDS]
    log_chance = habits[..., list(LIKENESS)].max(axis=-1) / EIGHTHS
    return (words >= LEAST_WORDS) & (log_chance >= -(SLACK + NATS_A_WORD * words))


def recognised(table: Any) -> Any:
    """Whether all others who have dice speak like PMH or like EMH, for the seat to speak."""
    others = (np.arange(table.dice.shape[0]) != table.turn) & (table.dice > 0)
    return (alike(table.habits) | ~others).all()


def without_strangers(xp: Any, seen: Seen, forgets: Any = True) -> Seen:
    """A view with no habits at all, unless all others who have dice are recognised, or the speaker does not forget."""
    others = seen.dice[..., 1:] > 0
    known = (alike(seen.habits)[..., 1:] | ~others).all(-1) | xp.logical_not(forgets)
    return seen._replace(habits=xp.where(known[..., None, None], seen.habits, 0))
