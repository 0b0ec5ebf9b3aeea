"""The paper's game on many tables at once, in JAX: pure functions of one table, mapped over all of them.

Chance is handed in, so that a test can give the rules the same dice. `rules/game.py` is the authority: tests compare
the two at every step. The game is the paper's: six faces, 1s wild, no special rounds, chance draws who opens.

Actions are the numbers of `numbering.py`.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import jax
import jax.numpy as jnp

from mendax.games.liars_dice.kernel.habits import (
    AS_EMH,
    AS_PMH,
    BIDS,
    BLUFFS,
    CHALLENGES,
    DOUBT,
    EXACTS,
    JUDGED,
    JUMPS,
    LEAST_SUM,
    MOST_JUMP,
    NUM_COUNTS,
    ODDS,
    PASSES,
    PUSHES,
    ROUNDS,
    SUPPORT,
    WORDS,
    judged_columns,
    odds_in_shares,
)
from mendax.games.liars_dice.kernel.numbering import (
    A_BID,
    A_PASS,
    CHALLENGE_BID,
    CHALLENGE_FIRST_PASS,
    CHALLENGE_PASS,
    EXACT,
    FIRST_BID,
    MOST_DICE,
    NUM_FACES,
    PASS,
    num_bids,
    num_words,
    rungs,
)
from mendax.games.liars_dice.kernel.seats import seat_after

Array: TypeAlias = jax.Array


class Table(NamedTuple):
    """A round in which somebody is to speak."""

    dice: Array
    """By seat, shown ones included."""
    exacts: Array
    """By seat: whether it may still say exact."""
    cups: Array
    """By seat and face: hidden dice."""
    shown: Array
    """By seat and face: pushed dice."""
    turn: Array
    bid: Array
    """One more than the standing bid's place on the ladder; 0 before there is a bid."""
    bidder: Array
    pushed: Array
    """Whether that bid came with a push."""
    num_passes: Array
    """How many passes followed the bid; more than two count as two."""
    last: Array
    """Who spoke last."""
    before: Array
    """Who spoke before that."""
    passed: Array
    """By seat: whether it has passed since its last roll."""
    highest: Array
    """By seat and face: the highest number it bid in this round."""
    last_face: Array
    """By seat: the face it bid last in this round; 0 for none."""
    words: Array
    """The last bids and passes, the latest first: seat, kind, place on the ladder, dice pushed."""
    habits: Array
    """By seat: its habits in the rounds that are over (`habits.py`)."""
    doings: Array
    """By seat: the same of this round; everybody knows them when the cups are lifted."""


class Chance(NamedTuple):
    """All chance that a step can need."""

    rolls: Array
    """By seat and die: a face from 0 to 5."""
    opener: Array
    """From 0 to 1: who opens, among those left."""
    dice: Array
    """By seat: the dice a new match begins with."""
    exacts: Array
    """By seat: who may say exact in it."""


class After(NamedTuple):
    """What a step led to."""

    ended: Array
    """Whether the round is over."""
    over: Array
    """Whether the match is over; a new one has begun then."""
    dice: Array
    """By seat, before a new match."""
    exacts: Array


def count_faces(rolls: Array, number: Array) -> Array:
    """By face: how many of the first dice of a roll show it."""
    rolled = jnp.arange(MOST_DICE) < number[..., None]
    return jnp.sum((rolls[..., None] == jnp.arange(NUM_FACES)) & rolled[..., None], axis=-2, dtype=jnp.int32)


def open_round(dice: Array, exacts: Array, habits: Array, opener: Array, rolls: Array) -> Table:
    """A round begins: all cups are rolled, and a seat drawn from those left is to speak."""
    players = dice.shape[0]
    left = dice > 0
    number = jnp.minimum((opener * left.sum()).astype(jnp.int32), left.sum() - 1)
    turn = jnp.argmax(jnp.cumsum(left) > number).astype(jnp.int32)
    nothing, nobody = jnp.int32(0), jnp.int32(-1)
    by_face = jnp.zeros((players, NUM_FACES), jnp.int32)
    return Table(
        dice,
        exacts,
        count_faces(rolls, dice),
        by_face,
        turn,
        nothing,
        nobody,
        jnp.bool_(False),
        nothing,
        nobody,
        nobody,
        jnp.zeros(players, jnp.bool_),
        by_face,
        jnp.zeros(players, jnp.int32),
        jnp.zeros((num_words(players), 4), jnp.int32),
        habits,
        jnp.zeros_like(habits),
    )


def start(chance: Chance) -> Table:
    """The first round of a match."""
    return open_round(chance.dice, chance.exacts, no_habits(chance.dice), chance.opener, chance.rolls)


def no_habits(dice: Array) -> Array:
    """Nothing has been played yet."""
    return jnp.zeros((dice.shape[0], NUM_COUNTS), jnp.int32)


def next_seat(table: Table) -> Array:
    """Who speaks after the seat to speak."""
    found: Array = seat_after(jnp, table.dice, table.turn)
    return found


def pushes(table: Table) -> Array:
    """By face of a bid and face of a die: the dice that a push with it shows."""
    cup = table.cups[table.turn]
    own = jnp.eye(NUM_FACES, dtype=jnp.bool_)
    shown = jnp.where(own | own[0], cup, 0)
    # One die must stay hidden: of the face itself, if there is one, else a 1.
    natural = jnp.diagonal(shown) > 0
    kept = jnp.where(natural[:, None], own, own[0])
    return shown - (kept & (shown.sum(axis=1) == cup.sum())[:, None])


def legal(table: Table) -> Array:
    """By action: whether the seat to speak may take it."""
    players = table.dice.shape[0]
    seat, passes = table.turn, table.num_passes
    counts, faces = rungs(players).T
    begun = table.bid > 0
    reachable = table.before != seat
    answers = jnp.stack(
        [
            begun & ((passes == 0) | ((passes == 1) & reachable)),
            begun & (passes > 0),
            begun & (passes > 1) & reachable,
            begun & table.exacts[seat] & (table.bidder != seat),
            begun & (table.dice[seat] > 1) & ~table.passed[seat],
        ]
    )
    bids = (jnp.arange(len(counts)) >= table.bid) & (counts <= table.dice.sum())
    can_push = pushes(table).sum(axis=1) > 0
    return jnp.concatenate([answers, bids, bids & can_push[faces - 1]])


def all_alike(table: Table) -> Array:
    """By seat: whether all its dice show one face."""
    return jnp.sum(table.cups + table.shown > 0, axis=1) == 1


def matching(table: Table) -> Array:
    """By face: how many dice count for a bid of it."""
    dice = (table.cups + table.shown).sum(axis=0)
    return dice + jnp.where(jnp.arange(NUM_FACES) > 0, dice[0], 0)


def result(table: Table, action: Array) -> tuple[Array, Array]:
    """The dice and the right to say exact after a challenge or an exact."""
    players = table.dice.shape[0]
    count, face = jnp.asarray(rungs(players))[table.bid - 1]
    found = matching(table)[face - 1]
    about_pass = (action == CHALLENGE_PASS) | (action == CHALLENGE_FIRST_PASS)
    passer = jnp.where(action == CHALLENGE_PASS, table.last, table.before)
    exact = action == EXACT
    right = jnp.where(about_pass, ~all_alike(table)[passer], jnp.where(exact, found == count, found < count))
    target = jnp.where(about_pass, passer, table.bidder)
    seats = jnp.arange(players)
    gains = (seats == table.turn) & exact & right
    loses = (seats == jnp.where(right, target, table.turn)) & ~(exact & right)
    dice = jnp.minimum(table.dice + gains - loses, MOST_DICE)
    return dice.astype(jnp.int32), table.exacts & ~(exact & (seats == table.turn))


def _support(table: Table, face: Array) -> Array:
    """How many dice of the seat to speak count for a bid of this face."""
    dice = table.cups[table.turn] + table.shown[table.turn]
    return dice[face - 1] + jnp.where(face > 1, dice[0], 0)


def _odds(table: Table, count: Array, face: Array) -> Array:
    """The chance that a bid is true by what the seat to speak sees, in 32nds."""
    seen = table.cups[table.turn] + table.shown.sum(axis=0)
    known = seen[face - 1] + jnp.where(face > 1, seen[0], 0)
    unknown = table.cups.sum() - table.cups[table.turn].sum()
    shares = jnp.asarray(odds_in_shares(table.dice.shape[0] * MOST_DICE))
    return shares[(face > 1).astype(jnp.int32), unknown, jnp.maximum(count - known, 0)]


def _with(counts: dict[int, Array]) -> Array:
    """A row of habits from some of its counts."""
    return jnp.stack([jnp.asarray(counts.get(at, 0), jnp.int32) for at in range(NUM_COUNTS)])


def _doings(table: Table, action: Array, likes: Array) -> Array:
    """This round's doings after an action, whatever it is; the last word of a round counts too."""
    players = table.dice.shape[0]
    bids = num_bids(players)
    is_bid, pushing = action >= FIRST_BID, action >= FIRST_BID + bids
    place = jnp.clip((action - FIRST_BID) % bids, 0, bids - 1)
    ladder = jnp.asarray(rungs(players))
    count, face = ladder[place]
    standing_count, standing_face = ladder[jnp.maximum(table.bid - 1, 0)]
    judged = is_bid & ~pushing
    support = _support(table, face)
    doubts = (action == CHALLENGE_BID) | (action == EXACT)
    row = _with(
        {
            BIDS: judged,
            PUSHES: pushing,
            PASSES: action == PASS,
            CHALLENGES: (action < PASS) & (action != EXACT),
            EXACTS: action == EXACT,
            JUMPS: jnp.where(is_bid, jnp.minimum(place - table.bid, MOST_JUMP), 0),
            JUDGED: judged,
            SUPPORT: jnp.where(judged, support, 0),
            BLUFFS: judged & (support == 0),
            ODDS: jnp.where(judged, _odds(table, count, face), 0),
            DOUBT: jnp.where(doubts, _odds(table, standing_count, standing_face), 0),
            WORDS: ~pushing,
            AS_PMH: jnp.where(pushing, 0, likes[0]),
            AS_EMH: jnp.where(pushing, 0, likes[1]),
        }
    )
    kept = ~(pushing & judged_columns())
    me = (jnp.arange(players) == table.turn)[:, None]
    return jnp.where(me, table.doings * kept + row, table.doings)


def speak(table: Table, action: Array, rolls: Array, likes: Array) -> Table:
    """The table after a bid or a pass."""
    players = table.dice.shape[0]
    bids = num_bids(players)
    seat, me = table.turn, jnp.arange(players) == table.turn
    passes = action == PASS
    place = jnp.clip((action - FIRST_BID) % bids, 0, bids - 1)
    count, face = jnp.asarray(rungs(players))[place]
    pushing = action >= FIRST_BID + bids
    push = jnp.where(pushing, pushes(table)[face - 1], 0)
    again = count_faces(rolls[seat], table.cups[seat].sum() - push.sum())
    cups = jnp.where((me & pushing)[:, None], again, table.cups)
    mine = me[:, None] & (jnp.arange(NUM_FACES) == face - 1) & ~passes
    word = jnp.stack([seat, jnp.where(passes, A_PASS, A_BID), jnp.where(passes, 0, place), push.sum()])
    return table._replace(
        cups=cups,
        shown=table.shown + jnp.where(me[:, None], push, 0),
        turn=next_seat(table),
        bid=jnp.where(passes, table.bid, place + 1),
        bidder=jnp.where(passes, table.bidder, seat),
        pushed=jnp.where(passes, table.pushed, pushing),
        num_passes=jnp.where(passes, jnp.minimum(table.num_passes + 1, 2), 0),
        last=seat,
        before=table.last,
        passed=jnp.where(me, passes | (table.passed & ~pushing), table.passed),
        highest=jnp.where(mine, count, table.highest),
        last_face=jnp.where(me & ~passes, face, table.last_face),
        words=jnp.concatenate([word[None].astype(jnp.int32), table.words[:-1]]),
        doings=_doings(table, action, likes),
    )


def step(table: Table, action: Array, chance: Chance, likes: Array) -> tuple[Table, After]:
    """The table after a legal action: where a round ends the next one is opened, where a match ends a new one.

    `likes` are the log-chances of the action for the agents of `habits.LIKENESS`, in eighths.
    """
    dice, exacts = result(table, action)
    ended = action < PASS
    over = ended & (jnp.sum(dice > 0) == 1)
    played = (table.dice > 0).astype(jnp.int32)[:, None] * _with({ROUNDS: jnp.int32(1)})
    habits = jnp.maximum(table.habits + _doings(table, action, likes) + played, LEAST_SUM)
    habits = jnp.where(over, 0, habits)
    opened = open_round(
        jnp.where(over, chance.dice, dice), jnp.where(over, chance.exacts, exacts), habits, chance.opener, chance.rolls
    )
    spoken = speak(table, action, chance.rolls, likes)
    after = jax.tree.map(lambda new, same: jnp.where(ended, new, same), opened, spoken)
    return after, After(ended, over, dice, exacts)


def draw_chance(
    key: Array, tables: int, players: int, random_start: float = 0.0, first_dice: int = MOST_DICE
) -> Chance:
    """Chance for a step of many tables.

    A match begins with `first_dice`; a share of them, `random_start`, with any number up to that, and random exacts.
    """
    roll_key, opener_key, start_key, dice_key, exact_key = jax.random.split(key, 5)
    random = jax.random.bernoulli(start_key, random_start, (tables, 1))
    dice = jax.random.randint(dice_key, (tables, players), 0, first_dice + 1)
    # At least two seats have dice; who they are is random as well.
    first = jax.random.randint(exact_key, (tables, 1), 0, players)
    least = (jnp.arange(players) == first) | (jnp.arange(players) == (first + 1) % players)
    dice = jnp.where(random, jnp.maximum(dice, least), first_dice).astype(jnp.int32)
    flags = jax.random.bernoulli(jax.random.fold_in(exact_key, 1), 0.5, (tables, players))
    return Chance(
        jax.random.randint(roll_key, (tables, players, MOST_DICE), 0, NUM_FACES),
        jax.random.uniform(opener_key, (tables,)),
        dice,
        jnp.where(random, flags, True),
    )
