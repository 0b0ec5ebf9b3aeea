"""The paper's eight agents at many tables: the chance of every action, for the seats to speak.

The same functions serve NumPy and JAX, which is `xp`. A table is one of `many_tables.py` or of `numpy_tables.py`, with
any leading axes; what is legal and the agents have the same ones, or such as go with them. The parts are those of
`agents/twins/weigh.py`, under the same names; tests compare them. Differences between the expected number and a bid
are in sixths, so that comparisons are exact. Arrays over bids have two rows: without a push and with it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from mendax.games.liars_dice.kernel.numbering import EXACT, FIRST_BID, MOST_DICE, NUM_FACES, PASS, rungs
from mendax.games.liars_dice.kernel.seats import at_each, seat_after
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
_FACES: Final = np.arange(1, NUM_FACES + 1)
_WITH_PUSH: Final = np.array([[False], [True]])
"""Which row of an array over bids has those with a push."""


class Candidates(NamedTuple):
    """What is considered: bids without and with a push, and answers."""

    bids: Any
    """By push and place on the ladder: whether it is considered."""
    thrown: Any
    """By push and place: dice rolled again."""
    answers: Any


class Judged(NamedTuple):
    """The value and the class of everything, considered or not."""

    bid_values: Any
    bid_ranks: Any
    answer_values: Any
    answer_ranks: Any


class Odds(NamedTuple):
    """By face: dice known to count for it, and dice unknown."""

    known: Any
    unknown: Any

    def of(self, xp: Any, face: Any) -> tuple[Any, Any]:
        """The same for one face of each table."""
        return at_each(xp, self.known, face - 1), at_each(xp, self.unknown, face - 1)


def chance_of_at_least(xp: Any, count: Any, dice: Any, helped: Any, players: int) -> Any:
    """The chance that so many of some unknown dice count for a face."""
    most = players * MOST_DICE
    found = xp.asarray(at_least_table(most))[helped, xp.clip(dice, 0, most), xp.clip(count, 0, most)]
    return xp.where(count <= 0, 1.0, xp.where(count > dice, 0.0, found))


def chance_of_exactly(xp: Any, count: Any, dice: Any, helped: Any, players: int) -> Any:
    """The chance that just so many do."""
    most = players * MOST_DICE
    found = xp.asarray(exactly_table(most))[helped, xp.clip(dice, 0, most), xp.clip(count, 0, most)]
    return xp.where((count < 0) | (count > dice), 0.0, found)


def height(xp: Any, count: Any, face: Any) -> Any:
    """The position of a bid among all: three 1s stand above six 6s."""
    return xp.where(face == 1, (2 * count + 1) * (NUM_FACES + 1), count * (NUM_FACES + 1) + face)


def standing(xp: Any, table: Any) -> tuple[Any, Any]:
    """The number and the face of the standing bid; 0 and 6 before there is one."""
    counts, faces = xp.asarray(rungs(table.dice.shape[-1])).T
    place = xp.maximum(table.bid - 1, 0)
    return xp.where(table.bid > 0, counts[place], 0), xp.where(table.bid > 0, faces[place], NUM_FACES)


def candidates(xp: Any, table: Any, legal: Any) -> Candidates:
    """The bids above the base bid up to one full number higher, with and without a push, and the answers."""
    counts, faces = rungs(table.dice.shape[-1]).T
    total, cup = table.dice.sum(-1), at_each(xp, table.cups, table.turn)
    count, face = standing(xp, table)
    safe = total // 3 - 1
    lift = (safe > 0) & (height(xp, safe, 2) > height(xp, count, face))
    count, face = xp.where(lift, safe, count), xp.where(lift, 2, face)
    heights = height(np, counts, faces)
    low, top = height(xp, count, face)[..., None], height(xp, count + 1, face)[..., None]
    near = (low < heights) & (heights <= top) & (counts <= total[..., None])
    pushed, size = _counting(xp, cup)[..., faces - 1], cup.sum(-1)[..., None]
    # Where there are pushes at all, these are legal.
    pushable = near & (table.bid > 0)[..., None] & (pushed > 0) & (pushed < size)
    pushable = pushable & legal[..., FIRST_BID + len(counts) :]
    thrown = xp.stack([xp.zeros_like(pushed), size - pushed], -2)
    gains = (at_each(xp, table.dice, table.turn) < MOST_DICE)[..., None]
    answers = legal[..., :FIRST_BID] & (gains | (np.arange(FIRST_BID) != EXACT))
    return Candidates(xp.stack([near, pushable], -2), thrown, answers)


def _counting(xp: Any, dice: Any) -> Any:
    """By face: dice that count for a bid of it, from dice by face."""
    return dice + xp.where(_FACES > 1, dice[..., :1], 0)


def doubt(xp: Any, table: Any, passer: Any) -> tuple[Any, Any]:
    """The chance and the class of a challenge of a pass."""
    hidden, shown = at_each(xp, table.cups, passer).sum(-1), at_each(xp, table.shown, passer)
    short = (hidden == 1) | ((hidden == 2) & (shown.sum(-1) == 0))
    refuted = (shown > 0).sum(-1) > 1
    value = xp.where(refuted, 1.0, xp.where(short, DOUBTED_SHORT_PASS, DOUBTED_PASS))
    return value, xp.where(refuted, CERTAIN, xp.where(short, RISKY, SAFE))


def judge(xp: Any, table: Any, agent: Any, found: Candidates, odds: Odds, believing: bool) -> Judged:
    """The value and the class of every candidate."""
    players = table.dice.shape[-1]
    counts, faces = rungs(players).T
    missing = (counts - odds.known[..., faces - 1])[..., None, :]
    dice = odds.unknown[..., faces - 1][..., None, :] + found.thrown
    by_chance = (agent & BY_CHANCE) > 0
    values = chance_of_at_least(xp, missing, dice, (faces != 1) * 1, players)
    spare = dice * np.where(faces == 1, 1, 2) - _SIXTHS * missing
    sure = np.where(believing | _WITH_PUSH, SAFE, CERTAIN)
    by_number = xp.where(missing <= 0, sure, _bid_class(xp, spare))
    # A chance is certain where nothing is missing: single precision would round others up to 1.
    graded = xp.where(missing <= 0, CERTAIN, xp.where(values > SAFE_CHANCE, SAFE, BY_NUMBER))
    answer_values, answer_ranks = _judge_answers(xp, table, by_chance, odds, believing)
    return Judged(values, xp.where(by_chance[..., None, None], graded, by_number), answer_values, answer_ranks)


def _bid_class(xp: Any, spare: Any) -> Any:
    return xp.where(spare >= 0, SAFE, xp.where(spare >= -_SIXTHS, RISKY, VERY_RISKY))


def _judge_answers(xp: Any, table: Any, by_chance: Any, odds: Odds, believing: bool) -> tuple[Any, Any]:
    players, seat = table.dice.shape[-1], table.turn
    count, face = standing(xp, table)
    known, dice = odds.of(xp, face)
    missing, helped = count - known, (face != 1) * 1
    challenge = 1.0 - chance_of_at_least(xp, missing, dice, helped, players)
    exact = chance_of_exactly(xp, missing, dice, helped, players)
    alike = (at_each(xp, table.cups + table.shown, seat) > 0).sum(-1) == 1
    two = at_each(xp, table.dice, seat) == 2
    pass_value = xp.where(alike, 1.0, xp.where(two, FALSE_PASS_OF_TWO, FALSE_PASS))
    (last_value, last_rank), (first_value, first_rank) = (doubt(xp, table, who) for who in (table.last, table.before))
    values = xp.stack([challenge, last_value, first_value, exact, pass_value], -1).astype(xp.float32)
    spare = dice * xp.where(face == 1, 1, 2) - _SIXTHS * missing
    turned = xp.where(spare >= 0, VERY_RISKY, xp.where(spare >= -_SIXTHS, RISKY, SAFE))
    of_challenge = xp.where(missing <= 0, VERY_RISKY if believing else LOST, turned)
    of_challenge = xp.where(missing > dice, SAFE if believing else CERTAIN, of_challenge)
    near = xp.where(xp.abs(spare) <= NEAR_EXACT * _SIXTHS, RISKY, VERY_RISKY)
    of_exact = xp.where((missing < 0) | (missing > dice), LOST, xp.where(dice == 0, CERTAIN, near))
    of_pass = xp.where(alike, CERTAIN, xp.where(two, RISKY, VERY_RISKY))
    by_number = xp.stack([of_challenge, last_rank, first_rank, of_exact, of_pass], -1)
    sure = [missing > dice, last_rank == CERTAIN, first_rank == CERTAIN, (dice == 0) & (missing == 0), alike]
    graded = xp.where(xp.stack(sure, -1), CERTAIN, xp.where(values > SAFE_CHANCE, SAFE, BY_NUMBER))
    return values, xp.where(by_chance[..., None], graded, by_number)


def believed_dice(xp: Any, table: Any) -> Any:
    """How many of the last bidder's dice are taken to count for its bid; 0 where nothing is learned from it."""
    players = table.dice.shape[-1]
    count, face = standing(xp, table)
    cup, shown = at_each(xp, table.cups, table.bidder).sum(-1), table.shown.sum(-2)
    missing = count - at_each(xp, _counting(xp, shown), face - 1)
    others = table.dice.sum(-1) - cup - shown.sum(-1)
    helped = (face != 1) * 1
    answer, done = cup, cup < 0
    for holds in range(1, MOST_DICE + 1):
        unlikely = chance_of_at_least(xp, np.int32(holds), cup, helped, players) < LIKELY
        supported = chance_of_at_least(xp, missing - holds, others, helped, players) > SUPPORTED
        stops = (holds <= cup) & (unlikely | supported) & ~done
        answer = xp.where(stops, xp.where(unlikely, holds - 1, holds), answer)
        done = done | stops
    return answer


def known_odds(xp: Any, table: Any) -> Odds:
    """What a seat knows without a model: its own dice and the shown ones."""
    cup = at_each(xp, table.cups, table.turn)
    known = _counting(xp, cup + table.shown.sum(-2))
    unknown = table.cups.sum((-1, -2)) - cup.sum(-1)
    return Odds(known, xp.broadcast_to(unknown[..., None], known.shape))


def deliberate(xp: Any, table: Any, agent: Any, found: Candidates) -> Judged:
    """Judge without the model, and where it is used, with it."""
    odds = known_odds(xp, table)
    plain = judge(xp, table, agent, found, odds, believing=False)
    certain = (found.bids & (plain.bid_ranks == CERTAIN)).any((-1, -2))
    certain = certain | (found.answers & (plain.answer_ranks == CERTAIN)).any(-1)
    face, holds = standing(xp, table)[1][..., None], believed_dice(xp, table)
    learns = (table.bid > 0) & (table.bidder != table.turn) & ~table.pushed & (holds > 0)
    uses = ((agent & MODEL) > 0) & learns & ~certain
    holds, cup = holds[..., None], at_each(xp, table.cups, table.bidder).sum(-1)[..., None]
    more = xp.where((face == 1) | (face == _FACES), holds, 0)
    gone = xp.where((_FACES == 1) | (face == _FACES), cup, holds)
    believed = judge(xp, table, agent, found, Odds(odds.known + more, odds.unknown - gone), believing=True)
    for_bids, for_answers = uses[..., None, None], uses[..., None]
    return Judged(
        xp.where(for_bids, believed.bid_values, plain.bid_values),
        xp.where(for_bids, believed.bid_ranks, plain.bid_ranks),
        xp.where(for_answers, believed.answer_values, plain.answer_values),
        xp.where(for_answers, believed.answer_ranks, plain.answer_ranks),
    )


def hold_back(xp: Any, table: Any, agent: Any, found: Candidates, judged: Judged) -> tuple[Any, Any]:
    """What the five heuristics hold back: bids, and answers."""
    faces, ranks = rungs(table.dice.shape[-1])[:, 1], judged.bid_ranks
    lowest = xp.where((agent & BY_CHANCE) > 0, SAFE, LOST)  # below, numbers decide
    counted = found.bids & (ranks >= lowest[..., None, None])
    best_bid = xp.where(counted, ranks, -1).max((-1, -2))[..., None]
    next_face = at_each(xp, table.last_face, seat_after(xp, table.dice, table.turn))[..., None]
    last_face = xp.where(table.bid > 0, standing(xp, table)[1], 0)[..., None]
    liked = ((faces == next_face) | (faces == last_face))[..., None, :]
    likable, plain = counted[..., :1, :] & liked, ranks[..., :1, :]
    favoured = ranks < LOST
    for rank in range(LOST, CERTAIN + 1):
        favoured = favoured | ((ranks == rank) & (likable & (plain == rank)).any(-1, keepdims=True))
    bids = counted & ((_WITH_PUSH & (ranks == plain)) | (~liked & favoured))
    answers = (judged.answer_ranks < CERTAIN) & (best_bid >= judged.answer_ranks)
    return bids, xp.where(np.arange(FIRST_BID) == PASS, best_bid >= SAFE, answers)


def chances(xp: Any, table: Any, legal: Any, agent: Any) -> Any:
    """The chance of every action, for agents made of these parts."""
    agent = xp.asarray(agent)
    found = candidates(xp, table, legal)
    judged = deliberate(xp, table, agent, found)
    by_chance, heuristic = ((agent & part)[..., None] > 0 for part in (BY_CHANCE, HEURISTICS))
    held_bids, held_answers = hold_back(xp, table, agent, found, judged)
    considered, held = _in_order(xp, found.answers, found.bids), _in_order(xp, held_answers, held_bids) & heuristic
    ranks = _in_order(xp, judged.answer_ranks, judged.bid_ranks)
    values = _in_order(xp, judged.answer_values, judged.bid_values)
    best = xp.where(considered & ~held, ranks, -1).max(-1, keepdims=True)
    left = considered & ((by_chance & ~heuristic) | (~held & (ranks == best)))
    weights = xp.where(by_chance, xp.exp(2 * (values - 1) / TEMPERATURE), 1.0)
    weights = xp.where(left, weights, 0.0)
    return weights / weights.sum(-1, keepdims=True)


def _in_order(xp: Any, answers: Any, bids: Any) -> Any:
    """By action: answers, bids, bids with a push."""
    return xp.concatenate([answers, bids.reshape(*bids.shape[:-2], -1)], axis=-1)
