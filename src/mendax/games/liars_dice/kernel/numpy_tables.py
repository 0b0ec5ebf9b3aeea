"""Many tables at once in NumPy, for whoever plays without JAX: the first axis of every array is the table.

The game is that of `many_tables.py`, with the same numbers for actions; tests compare it with the rules at every step.
Here chance is drawn from a generator, and rounds that end are settled apart, so that tables can be dropped then.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.games.liars_dice.kernel.habits import NUM_COUNTS
from mendax.games.liars_dice.kernel.numbering import (
    A_BID,
    A_PASS,
    CHALLENGE_FIRST_PASS,
    CHALLENGE_PASS,
    EXACT,
    FIRST_BID,
    NUM_FACES,
    PASS,
    num_bids,
    num_words,
    rungs,
)
from mendax.games.liars_dice.kernel.seats import seat_after
from mendax.games.liars_dice.rules.game import LiarsDice
from mendax.games.liars_dice.rules.options import Opens

Array: TypeAlias = npt.NDArray[Any]


class Tables(NamedTuple):
    """Rounds in which somebody is to speak."""

    dice: Array
    """By seat, shown ones included."""
    exacts: Array
    cups: Array
    """By seat and face: hidden dice."""
    shown: Array
    turn: Array
    bid: Array
    """One more than the standing bid's place on the ladder; 0 before there is a bid."""
    bidder: Array
    pushed: Array
    num_passes: Array
    """How many passes followed the bid; more than two count as two."""
    last: Array
    """Who spoke last; -1 for nobody."""
    before: Array
    passed: Array
    """By seat: whether it has passed since its last roll."""
    highest: Array
    """By seat and face: the highest number it bid in this round."""
    last_face: Array
    """By seat: the face it bid last in this round; 0 for none."""
    words: Array
    """The last bids and passes, the latest first: seat, kind, place on the ladder, dice pushed."""
    habits: Array
    """By seat: its habits in the rounds that are over (`habits.py`); where rounds are played on, none are added."""

    def at(self, rows: Array) -> Tables:
        """Some of the tables."""
        return Tables(*(part[rows] for part in self))


class Scores(NamedTuple):
    """What rounds led to."""

    dice: Array
    exacts: Array
    opener: Array
    """Who opens the next round where the rules say the loser does: the one who lost the die, or said exact rightly."""


def roll(rng: np.random.Generator, number: Array) -> Array:
    """By face: how many of a number of dice show it; any shape."""
    return rng.multinomial(number, np.full(NUM_FACES, 1 / NUM_FACES)).astype(np.int64)


def open_rounds(dice: Array, exacts: Array, opener: Array, cups: Array) -> Tables:
    """Rounds that begin with these cups."""
    number, players = dice.shape
    nothing, nobody = np.zeros(number, np.int64), np.full(number, -1)
    return Tables(
        dice,
        exacts,
        cups,
        np.zeros((number, players, NUM_FACES), np.int64),
        opener,
        nothing,
        nobody,
        np.zeros(number, bool),
        nothing,
        nobody,
        nobody,
        np.zeros((number, players), bool),
        np.zeros((number, players, NUM_FACES), np.int64),
        np.zeros((number, players), np.int64),
        np.zeros((number, num_words(players), 4), np.int64),
        np.zeros((number, players, NUM_COUNTS), np.int64),
    )


def draw_openers(rng: np.random.Generator, dice: Array) -> Array:
    """A seat that has dice, each as likely as the others."""
    left = dice > 0
    number = np.minimum((rng.random(len(dice)) * left.sum(1)).astype(np.int64), left.sum(1) - 1)
    found: Array = (left.cumsum(1) > number[:, None]).argmax(1)
    return found


def next_round(rng: np.random.Generator, game: LiarsDice, scores: Scores) -> Tables:
    """The round after these, by the game's rule of who opens."""
    dice = scores.dice
    if game.options.opens is Opens.RANDOM:
        opener = draw_openers(rng, dice)
    else:  # `first` is about the first round of a match alone
        alive = np.take_along_axis(dice, scores.opener[:, None], 1)[:, 0] > 0
        opener = np.where(alive, scores.opener, seat_after(np, dice, scores.opener))
    return open_rounds(dice, scores.exacts, opener, roll(rng, dice))


def pushes(cup: Array) -> Array:
    """By face of a bid and face of a die: the dice that a push from these cups shows."""
    own = np.eye(NUM_FACES, dtype=bool)
    shown = np.where(own | own[0], cup[..., None, :], 0)
    # One die must stay hidden: of the face itself, if there is one, else a 1.
    natural = np.diagonal(shown, axis1=-2, axis2=-1) > 0
    kept = np.where(natural[..., None], own, own[0])
    whole = shown.sum(-1) == cup.sum(-1)[..., None]
    found: Array = shown - (kept & whole[..., None])
    return found


def legal(tables: Tables, game: LiarsDice) -> Array:
    """By action: whether the seat to speak may take it."""
    number, players = tables.dice.shape
    rows, seat, passes = np.arange(number), tables.turn, tables.num_passes
    counts, faces = rungs(players).T
    begun = tables.bid > 0
    reachable = tables.before != seat
    answers = [
        begun & ((passes == 0) | ((passes == 1) & reachable)),
        begun & (passes > 0),
        begun & (passes > 1) & reachable,
        begun & tables.exacts[rows, seat] & (tables.bidder != seat),
        begun & (tables.dice[rows, seat] > 1) & ~tables.passed[rows, seat] & game.options.passes,
    ]
    bids = (np.arange(len(counts)) >= tables.bid[:, None]) & (counts <= tables.dice.sum(1)[:, None])
    can_push = (pushes(tables.cups[rows, seat]).sum(-1) > 0) & game.options.push
    return np.concatenate([np.stack(answers, 1), bids, bids & can_push[:, faces - 1]], axis=1)


def speak(tables: Tables, action: Array, rng: np.random.Generator) -> Tables:
    """The tables after bids and passes, given by their numbers."""
    number, players = tables.dice.shape
    bids, rows = num_bids(players), np.arange(number)
    place = np.maximum(action - FIRST_BID, 0) % bids
    face = rungs(players)[place, 1]
    pushing = action >= FIRST_BID + bids
    push = np.where(pushing[:, None], pushes(tables.cups[rows, tables.turn])[rows, face - 1], 0)
    return bid_or_pass(tables, action == PASS, place, push, rng)


def bid_or_pass(tables: Tables, passes: Array, place: Array, push: Array, rng: np.random.Generator) -> Tables:
    """The tables after bids at a place on the ladder, with any push by face, and passes."""
    number, players = tables.dice.shape
    rows, seat = np.arange(number), tables.turn
    place, pushing, push_size = np.where(passes, 0, place), push.sum(1) > 0, push.sum(1)
    count, face = rungs(players)[place].T
    cups, shown = tables.cups.copy(), tables.shown.copy()
    passed, highest, last_face = tables.passed.copy(), tables.highest.copy(), tables.last_face.copy()
    again = rows[pushing], seat[pushing]
    cups[again] = roll(rng, tables.cups[again].sum(1) - push_size[pushing])
    shown[rows, seat] += push
    passed[rows, seat] = passes | (passed[rows, seat] & ~pushing)
    mine = rows[~passes], seat[~passes], face[~passes] - 1
    highest[mine], last_face[mine[:2]] = count[~passes], face[~passes]
    word = np.stack([seat, np.where(passes, A_PASS, A_BID), place, push_size], axis=1)
    return tables._replace(
        cups=cups,
        shown=shown,
        turn=seat_after(np, tables.dice, seat),
        bid=np.where(passes, tables.bid, place + 1),
        bidder=np.where(passes, tables.bidder, seat),
        pushed=np.where(passes, tables.pushed, pushing),
        num_passes=np.where(passes, np.minimum(tables.num_passes + 1, 2), 0),
        last=seat,
        before=tables.last,
        passed=passed,
        highest=highest,
        last_face=last_face,
        words=np.concatenate([word[:, None], tables.words[:, :-1]], axis=1),
    )


def settle(tables: Tables, action: Array, most: int) -> Scores:
    """What challenges and exacts, given by their numbers, lead to; nobody has more dice than `most`."""
    number, players = tables.dice.shape
    rows = np.arange(number)
    everything = tables.cups + tables.shown
    count, face = rungs(players)[tables.bid - 1].T
    by_face = everything.sum(1)
    found = by_face[rows, face - 1] + np.where(face > 1, by_face[:, 0], 0)
    alike = (everything > 0).sum(2) == 1
    about_pass = (action == CHALLENGE_PASS) | (action == CHALLENGE_FIRST_PASS)
    passer = np.where(action == CHALLENGE_PASS, tables.last, tables.before)
    exact = action == EXACT
    right = np.where(about_pass, ~alike[rows, passer], np.where(exact, found == count, found < count))
    target = np.where(about_pass, passer, tables.bidder)
    gains = exact & right
    loser = np.where(right, target, tables.turn)
    dice, exacts = tables.dice.copy(), tables.exacts.copy()
    dice[rows[~gains], loser[~gains]] -= 1
    dice[rows[gains], tables.turn[gains]] += 1
    exacts[rows[exact], tables.turn[exact]] = False
    return Scores(np.minimum(dice, most), exacts, np.where(gains, tables.turn, loser))
