"""The paper's eight agents in JAX: the chance of every action, for the seat to speak at one table.

The parts are those of `agents/twins/weigh.py`, under the same names; tests compare the two. Differences between the
expected number and a bid are in sixths, so that comparisons are exact. Arrays over bids have two rows: without a push
and with it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import jax.numpy as jnp

from mendax.games.liars_dice.kernel import many_tables as many
from mendax.games.liars_dice.kernel.many_tables import Array, Table
from mendax.games.liars_dice.kernel.numbering import EXACT, FIRST_BID, MOST_DICE, NUM_FACES, PASS, rungs
from mendax.games.liars_dice.learning.agent_constants import (
    BY_CHANCE,
    BY_NUMBER,
    CERTAIN,
    DOUBTED_PASS,
    DOUBTED_SHORT_PASS,
    FALSE_PASS,
    FALSE_PASS_OF_TWO,
    HEURISTICS,
    LIKELY,
    LOST,
    MODEL,
    NEAR_EXACT,
    RISKY,
    SAFE,
    SAFE_CHANCE,
    SUPPORTED,
    TEMPERATURE,
    VERY_RISKY,
)
from mendax.games.liars_dice.learning.champion.odds_table import at_least_table, exactly_table

_SIXTHS: Final = 6


class Candidates(NamedTuple):
    """What is considered: bids without and with a push, and answers."""

    bids: Array
    """By push and place on the ladder: whether it is considered."""
    thrown: Array
    """By push and place: dice rolled again."""
    answers: Array


class Judged(NamedTuple):
    """The value and the class of everything, considered or not."""

    bid_values: Array
    bid_ranks: Array
    answer_values: Array
    answer_ranks: Array


class Odds(NamedTuple):
    """By face: dice known to count for it, and dice unknown."""

    known: Array
    unknown: Array


def chance_of_at_least(count: Array, dice: Array, helped: Array, players: int) -> Array:
    """The chance that so many of some unknown dice count for a face."""
    most = players * MOST_DICE
    found = jnp.asarray(at_least_table(most))[helped, jnp.clip(dice, 0, most), jnp.clip(count, 0, most)]
    return jnp.where(count <= 0, 1.0, jnp.where(count > dice, 0.0, found))


def chance_of_exactly(count: Array, dice: Array, helped: Array, players: int) -> Array:
    """The chance that just so many do."""
    most = players * MOST_DICE
    found = jnp.asarray(exactly_table(most))[helped, jnp.clip(dice, 0, most), jnp.clip(count, 0, most)]
    return jnp.where((count < 0) | (count > dice), 0.0, found)


def height(count: Array, face: Array) -> Array:
    """The position of a bid among all: three 1s stand above six 6s."""
    return jnp.where(face == 1, (2 * count + 1) * (NUM_FACES + 1), count * (NUM_FACES + 1) + face)


def standing(table: Table) -> tuple[Array, Array]:
    """The number and the face of the standing bid; 0 and 6 before there is one."""
    count, face = jnp.asarray(rungs(table.dice.shape[0]))[table.bid - 1]
    return jnp.where(table.bid > 0, count, 0), jnp.where(table.bid > 0, face, NUM_FACES)


def candidates(table: Table, legal: Array) -> Candidates:
    """The bids above the base bid up to one full number higher, with and without a push, and the answers."""
    players = table.dice.shape[0]
    counts, faces = rungs(players).T
    total, cup = table.dice.sum(), table.cups[table.turn]
    count, face = standing(table)
    safe = total // 3 - 1
    lift = (safe > 0) & (height(safe, jnp.int32(2)) > height(count, face))
    count, face = jnp.where(lift, safe, count), jnp.where(lift, 2, face)
    heights = height(counts, faces)
    near = (height(count, face) < heights) & (heights <= height(count + 1, face)) & (counts <= total)
    pushed = cup[faces - 1] + jnp.where(faces != 1, cup[0], 0)
    pushable = near & (table.bid > 0) & (pushed > 0) & (pushed < cup.sum())
    thrown = jnp.stack([jnp.zeros_like(pushed), cup.sum() - pushed])
    answers = legal[:FIRST_BID]
    answers = answers.at[EXACT].set(answers[EXACT] & (table.dice[table.turn] < MOST_DICE))
    return Candidates(jnp.stack([near, pushable]), thrown, answers)


def doubt(table: Table, passer: Array) -> tuple[Array, Array]:
    """The chance and the class of a challenge of a pass."""
    hidden, shown = table.cups[passer].sum(), table.shown[passer]
    short = (hidden == 1) | ((hidden == 2) & (shown.sum() == 0))
    refuted = jnp.sum(shown > 0) > 1
    value = jnp.where(refuted, 1.0, jnp.where(short, DOUBTED_SHORT_PASS, DOUBTED_PASS))
    return value, jnp.where(refuted, CERTAIN, jnp.where(short, RISKY, SAFE))


def judge(table: Table, agent: Array, found: Candidates, odds: Odds, believing: Array) -> Judged:
    """The value and the class of every candidate."""
    players = table.dice.shape[0]
    counts, faces = rungs(players).T
    missing = counts - odds.known[faces - 1]
    dice = odds.unknown[faces - 1] + found.thrown
    by_chance = (agent & BY_CHANCE) > 0
    values = chance_of_at_least(missing, dice, (faces != 1).astype(jnp.int32), players)
    spare = dice * jnp.where(faces == 1, 1, 2) - _SIXTHS * missing
    sure = jnp.where(believing | (jnp.arange(2)[:, None] == 1), SAFE, CERTAIN)
    by_number = jnp.where(missing <= 0, sure, _bid_class(spare))
    # A chance is certain where nothing is missing: single precision would round others up to 1.
    graded = jnp.where(missing <= 0, CERTAIN, jnp.where(values > SAFE_CHANCE, SAFE, BY_NUMBER))
    answer_values, answer_ranks = _judge_answers(table, by_chance, odds, believing)
    return Judged(values, jnp.where(by_chance, graded, by_number), answer_values, answer_ranks)


def _bid_class(spare: Array) -> Array:
    return jnp.where(spare >= 0, SAFE, jnp.where(spare >= -_SIXTHS, RISKY, VERY_RISKY))


def _judge_answers(table: Table, by_chance: Array, odds: Odds, believing: Array) -> tuple[Array, Array]:
    players, seat = table.dice.shape[0], table.turn
    count, face = standing(table)
    missing, dice = count - odds.known[face - 1], odds.unknown[face - 1]
    helped = (face != 1).astype(jnp.int32)
    challenge = 1.0 - chance_of_at_least(missing, dice, helped, players)
    exact = chance_of_exactly(missing, dice, helped, players)
    alike, two = many.all_alike(table)[seat], table.dice[seat] == 2
    pass_value = jnp.where(alike, 1.0, jnp.where(two, FALSE_PASS_OF_TWO, FALSE_PASS))
    (last_value, last_rank), (first_value, first_rank) = doubt(table, table.last), doubt(table, table.before)
    values = jnp.stack([challenge, last_value, first_value, exact, pass_value])
    spare = dice * jnp.where(face == 1, 1, 2) - _SIXTHS * missing
    turned = jnp.where(spare >= 0, VERY_RISKY, jnp.where(spare >= -_SIXTHS, RISKY, SAFE))
    of_challenge = jnp.where(missing <= 0, jnp.where(believing, VERY_RISKY, LOST), turned)
    of_challenge = jnp.where(missing > dice, jnp.where(believing, SAFE, CERTAIN), of_challenge)
    near = jnp.where(jnp.abs(spare) <= NEAR_EXACT * _SIXTHS, RISKY, VERY_RISKY)
    of_exact = jnp.where((missing < 0) | (missing > dice), LOST, jnp.where(dice == 0, CERTAIN, near))
    of_pass = jnp.where(alike, CERTAIN, jnp.where(two, RISKY, VERY_RISKY))
    by_number = jnp.stack([of_challenge, last_rank, first_rank, of_exact, of_pass])
    sure = jnp.stack([missing > dice, last_rank == CERTAIN, first_rank == CERTAIN, (dice == 0) & (missing == 0), alike])
    graded = jnp.where(sure, CERTAIN, jnp.where(values > SAFE_CHANCE, SAFE, BY_NUMBER))
    return values, jnp.where(by_chance, graded, by_number)


def believed_dice(table: Table) -> Array:
    """How many of the last bidder's dice are taken to count for its bid; 0 where nothing is learned from it."""
    players = table.dice.shape[0]
    count, face = standing(table)
    cup, shown = table.cups[table.bidder].sum(), table.shown.sum(axis=0)
    missing = count - shown[0] - jnp.where(face != 1, shown[face - 1], 0)
    others = table.dice.sum() - cup - shown.sum()
    helped = (face != 1).astype(jnp.int32)
    answer, done = cup, jnp.bool_(False)
    for holds in range(1, MOST_DICE + 1):
        unlikely = chance_of_at_least(jnp.int32(holds), cup, helped, players) < LIKELY
        supported = chance_of_at_least(missing - holds, others, helped, players) > SUPPORTED
        stops = (holds <= cup) & (unlikely | supported) & ~done
        answer = jnp.where(stops, jnp.where(unlikely, holds - 1, holds), answer)
        done = done | stops
    return answer


def known_odds(table: Table) -> Odds:
    """What a seat knows without a model: its own dice and the shown ones."""
    seen = table.cups[table.turn] + table.shown.sum(axis=0)
    known = seen + jnp.where(jnp.arange(NUM_FACES) > 0, seen[0], 0)
    unknown = table.cups.sum() - table.cups[table.turn].sum()
    return Odds(known, jnp.broadcast_to(unknown, (NUM_FACES,)))


def deliberate(table: Table, agent: Array, found: Candidates) -> Judged:
    """Judge without the model, and where it is used, with it."""
    odds = known_odds(table)
    plain = judge(table, agent, found, odds, jnp.bool_(False))
    certain = jnp.any(found.bids & (plain.bid_ranks == CERTAIN)) | jnp.any(
        found.answers & (plain.answer_ranks == CERTAIN)
    )
    face, holds = standing(table)[1], believed_dice(table)
    uses = (agent & MODEL) > 0
    uses &= (table.bid > 0) & (table.bidder != table.turn) & ~table.pushed & ~certain & (holds > 0)
    faces = jnp.arange(1, NUM_FACES + 1)
    more = jnp.where((face == 1) | (face == faces), holds, 0)
    gone = jnp.where((faces == 1) | (face == faces), table.cups[table.bidder].sum(), holds)
    believed = judge(table, agent, found, Odds(odds.known + more, odds.unknown - gone), jnp.bool_(True))
    return Judged(*(jnp.where(uses, new, old) for new, old in zip(believed, plain, strict=True)))


def hold_back(table: Table, agent: Array, found: Candidates, judged: Judged) -> tuple[Array, Array]:
    """What the five heuristics hold back: bids, and answers."""
    faces = rungs(table.dice.shape[0])[:, 1]
    lowest = jnp.where((agent & BY_CHANCE) > 0, SAFE, LOST)  # below, numbers decide
    counted = found.bids & (judged.bid_ranks >= lowest)
    best_bid = jnp.max(jnp.where(counted, judged.bid_ranks, -1))
    next_face = table.last_face[many.next_seat(table)]
    last_face = jnp.where(table.bid > 0, standing(table)[1], 0)
    liked = (faces == next_face) | (faces == last_face)
    classes = jnp.arange(CERTAIN + 1)
    favoured = jnp.any((counted[0] & liked)[:, None] & (judged.bid_ranks[0][:, None] == classes), axis=0)
    same_without = (jnp.arange(2)[:, None] == 1) & (judged.bid_ranks == judged.bid_ranks[0])
    bids = counted & (same_without | (~liked & favoured[judged.bid_ranks]))
    answers = (judged.answer_ranks < CERTAIN) & (best_bid >= judged.answer_ranks)
    answers = answers.at[PASS].set(best_bid >= SAFE)
    return bids, answers


def chances(table: Table, legal: Array, agent: Array) -> Array:
    """The chance of every action, for the agent made of these parts."""
    found = candidates(table, legal)
    judged = deliberate(table, agent, found)
    by_chance, heuristic = (agent & BY_CHANCE) > 0, (agent & HEURISTICS) > 0
    held_bids, held_answers = hold_back(table, agent, found, judged)
    plain_bids = found.bids[0]
    considered = jnp.concatenate([found.answers, plain_bids, found.bids[1]])
    held = jnp.concatenate([held_answers, held_bids[0], held_bids[1]]) & heuristic
    ranks = jnp.concatenate([judged.answer_ranks, judged.bid_ranks[0], judged.bid_ranks[1]])
    values = jnp.concatenate([judged.answer_values, judged.bid_values[0], judged.bid_values[1]])
    best = jnp.max(jnp.where(considered & ~held, ranks, -1))
    left = considered & ((by_chance & ~heuristic) | (~held & (ranks == best)))
    weights = jnp.where(by_chance, jnp.exp(2 * (values - 1) / TEMPERATURE), 1.0)
    weights = jnp.where(left, weights, 0.0)
    return weights / weights.sum()
