"""Sincere speakers: they do what is likely to succeed by the dice they see, and do not lie.

People and simple agents often speak so. Some do not listen; others are trusting and take the standing bid for sincere
too. The champion, which lies, would misread their words, and not know that its own are believed; so it considers for
each seat whether it hears somebody like itself or a sincere speaker, and learns which from the cups that are lifted.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mendax.games.liars_dice.kernel.numbering import MOST_DICE, NUM_FACES, num_bids, rungs
from mendax.games.liars_dice.kernel.numpy_tables import Array, Tables, legal
from mendax.games.liars_dice.learning.champion.odds_table import bid_odds, exact_odds, known_dice
from mendax.games.liars_dice.rules.game import LiarsDice

LIKE_ONESELF, SINCERE, TRUSTING = range(3)
"""Kinds of speakers."""
NUM_KINDS: Final = 3
SHARPNESS: Final = 8.0
"""An action's weight is its chance of success to this power."""
MISTAKES: Final = 0.05
"""How often anybody is taken to say any word, whatever its dice are: so a word that the policy hardly ever says tells
little. Without that its dice would follow from differences between chances that never mattered in a training."""
_LEAST_WEIGHT: Final = 1e-12


def sincere_mix(tables: Tables, game: LiarsDice, trusting: Array | bool) -> Array:
    """By table and action: the probability that a sincere speaker takes it, who may be trusting; it never pushes."""
    number, players = tables.dice.shape
    rows, seat = np.arange(number), tables.turn
    most = players * MOST_DICE
    counts, faces = rungs(players).T
    known = known_dice(np, tables.cups[rows, seat], tables.shown)
    hidden = tables.cups.sum(-1)
    place = np.maximum(tables.bid - 1, 0)
    count, face = rungs(players)[place].T
    believed = np.where(trusting, _meant(tables, count, face), 0)
    # What is meant to be 1s counts for every bid.
    known += np.where((np.arange(1, NUM_FACES + 1) == face[:, None]) | (face[:, None] == 1), believed[:, None], 0)
    unknown = hidden.sum(1) - hidden[rows, seat] - believed
    bids = bid_odds(np, known, unknown, counts, faces, tables.dice.sum(1), most)
    true, exact = bids[rows, place], exact_odds(np, known, unknown, count, face, most)
    everything = (tables.cups + tables.shown)[rows, seat]
    own_alike = (everything > 0).sum(1) == 1
    answers = [1 - true, 1 - _alike(tables, tables.last), 1 - _alike(tables, tables.before), exact, own_alike]
    success = np.concatenate([np.stack(answers, 1), bids], axis=1).astype(np.float64)
    weights = np.where(legal(tables, game)[:, : -num_bids(players)], success**SHARPNESS + _LEAST_WEIGHT, 0.0)
    mix = weights / weights.sum(1, keepdims=True)
    return np.concatenate([mix, np.zeros((number, num_bids(players)))], axis=1)


def _meant(tables: Tables, count: Array, face: Array) -> Array:
    """By table: how many hidden dice a sincere bidder would have for the standing bid; 0 where one bid oneself."""
    rows, bidder = np.arange(len(count)), tables.bidder
    hidden = tables.cups.sum(-1)
    shown = tables.shown.sum(1)
    seen = shown[rows, face - 1] + np.where(face > 1, shown[:, 0], 0)
    others = (hidden.sum(1) - hidden[rows, bidder]) * np.where(face > 1, 2, 1) / NUM_FACES
    meant = np.clip(np.rint(count - seen - others), 0, hidden[rows, bidder])
    found: Array = np.where((bidder >= 0) & (bidder != tables.turn), meant, 0).astype(np.int64)
    return found


def _alike(tables: Tables, seat: Array) -> Array:
    """By table: the chance that all dice of another seat show one face, by what it shows."""
    rows = np.arange(len(seat))
    kinds = (tables.shown[rows, seat] > 0).sum(1)
    hidden = tables.cups[rows, seat].sum(1)
    found: Array = np.where(kinds > 1, 0.0, (1 / NUM_FACES) ** (hidden - (kinds == 0)))
    return found


def by_mistake(mix: Array, tables: Tables, game: LiarsDice, number: Array | int, mistakes: float = MISTAKES) -> Array:
    """By table: the chance of an action, by a mix or, as likely as any other, by mistake."""
    evenly = 1 / legal(tables, game).sum(1)
    found: Array = (1 - mistakes) * mix[np.arange(len(mix)), number] + mistakes * evenly
    return found
