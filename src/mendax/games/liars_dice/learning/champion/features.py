"""What the champion sees of its view, as numbers: the same function for NumPy, which plays, and JAX, which trains.

Seats are counted from the one to speak, around the table. Numbers are rounded to half precision, in which a training
keeps them: so the policy that learns is the one that played.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mendax.games.liars_dice.kernel.habits import (
    NUM_COUNTS,
    NUM_HABITS,
    NUM_LIKENESS_FEATURES,
    habit_features,
    likeness_features,
)
from mendax.games.liars_dice.kernel.numbering import (
    A_BID,
    A_PASS,
    MOST_DICE,
    NUM_FACES,
    full_ladder,
    num_words,
    rungs,
)
from mendax.games.liars_dice.learning.champion.odds_table import bid_odds, exact_odds, known_dice
from mendax.games.liars_dice.rules.types import PASS, Bid, View


class Seen(NamedTuple):
    """A view, counted from its seat; the leading axes are free. Each row that follows is by seat."""

    cup: Any
    """By face: own hidden dice."""
    shown: Any
    """By seat and face."""
    dice: Any
    hidden: Any
    exacts: Any
    passed: Any
    """By seat: whether it has passed since its last roll."""
    highest: Any
    """By seat and face: the highest number bid in this round."""
    bid: Any
    """One more than the standing bid's place on the ladder of all dice; 0 before there is a bid."""
    bidder: Any
    """0 for oneself; -1 for nobody."""
    pushed: Any
    num_passes: Any
    last: Any
    """Who spoke last; -1 for nobody."""
    before: Any
    words: Any
    """The last bids and passes, the latest first: seat, kind (0 for nothing), place on the ladder, dice pushed."""
    habits: Any
    """By seat: its habits in the rounds that are over."""


def features(xp: Any, seen: Seen, players: int) -> Any:
    """Everything as numbers of the order of one, in half precision."""
    faces, seats = xp.arange(1, NUM_FACES + 1), xp.arange(players)
    counts, bid_faces = xp.asarray(rungs(players)).T
    most = players * MOST_DICE
    number, face = _standing(xp, seen.bid, counts, bid_faces)
    known, unknown = known_dice(xp, seen.cup, seen.shown), (seen.hidden.sum(-1) - seen.hidden[..., 0])
    total = seen.dice.sum(-1)
    parts = [
        _heat(xp, seen.cup, MOST_DICE),
        _heat(xp, seen.dice, MOST_DICE),
        _heat(xp, seen.hidden, MOST_DICE),
        _flat(seen.shown) / 2.0,
        seen.exacts * 1.0,
        seen.passed * 1.0,
        _flat(seen.highest) / 5.0,
        xp.stack([total / most, unknown / most, number / 5.0, number / xp.maximum(total, 1), seen.pushed * 1.0], -1),
        (face[..., None] == faces) * 1.0,
        (seen.bidder[..., None] == seats) * 1.0,
        (seen.last[..., None] == seats) * 1.0,
        (seen.before[..., None] == seats) * 1.0,
        (seen.num_passes[..., None] == xp.arange(3)) * 1.0,
        _words(xp, seen.words, counts, bid_faces, players),
        (known + unknown[..., None] / xp.where(faces == 1, 6.0, 3.0)) / 5.0,
        bid_odds(xp, known, unknown, counts, bid_faces, total, most),
        exact_odds(xp, known, unknown, number, face, most)[..., None],
        _flat(habit_features(xp, seen.habits)),
        _flat(likeness_features(xp, seen.habits)),
    ]
    return xp.concatenate([part.astype(xp.float32) for part in parts], axis=-1).astype(xp.float16)


def num_features(players: int) -> int:
    """How many numbers there are; the last ones say how like agents of the paper the seats speak."""
    return num_with_habits(players) + players * NUM_LIKENESS_FEATURES


def num_with_habits(players: int) -> int:
    """How many of them, the first ones, are of this round and of habits: the first players with a memory see these."""
    return num_present(players) + players * NUM_HABITS


def num_present(players: int) -> int:
    """How many of them, the first ones, are of this round: all that a player without a memory sees."""
    return 30 + players * 27 + 5 + 6 + 3 + num_words(players) * (players + 10) + 6 + 30 * players + 1


def _standing(xp: Any, bid: Any, counts: Any, bid_faces: Any) -> tuple[Any, Any]:
    """The number and the face of the standing bid; 0 and 0 before there is one."""
    place = xp.maximum(bid - 1, 0)
    return xp.where(bid > 0, counts[place], 0), xp.where(bid > 0, bid_faces[place], 0)


def _heat(xp: Any, numbers: Any, most: int) -> Any:
    """Each number as a thermometer."""
    return _flat((numbers[..., None] > xp.arange(most)) * 1.0)


def _flat(rows: Any) -> Any:
    return rows.reshape(*rows.shape[:-2], -1)


def _words(xp: Any, words: Any, counts: Any, bid_faces: Any, players: int) -> Any:
    """Each word: who, bid or pass, number, face, dice pushed."""
    seat, kind, place, pushed = (words[..., part] for part in range(4))
    is_bid = kind == A_BID
    said = xp.concatenate(
        [
            (kind > 0)[..., None] * (seat[..., None] == xp.arange(players)) * 1.0,
            (kind[..., None] == xp.asarray((A_BID, A_PASS))) * 1.0,
            xp.where(is_bid, counts[place], 0)[..., None] / 5.0,
            (is_bid[..., None] & (bid_faces[place][..., None] == xp.arange(1, NUM_FACES + 1))) * 1.0,
            pushed[..., None] / 2.0,
        ],
        axis=-1,
    )
    return _flat(said)


def seen_of_view(view: View, habits: np.ndarray[Any, Any] | None = None) -> Seen:
    """A view of the rules, counted from its seat; `habits` are by seat, none when nothing is remembered."""
    assert view.seat is not None, "a spectator does not act"
    players, me = len(view.dice), view.seat
    order = [(me + step) % players for step in range(players)]
    steps = full_ladder(players)
    bid, bidder, pushed, num_passes = 0, -1, False, 0
    passed, highest = np.zeros(players, bool), np.zeros((players, NUM_FACES), np.int32)
    words: list[tuple[int, int, int, int]] = []
    for said in view.said:
        seat = (said.seat - me) % players
        if isinstance(said.action, Bid):
            place = steps.rank(Bid(said.action.count, said.action.face))
            bid, bidder, pushed, num_passes = place + 1, seat, bool(said.action.push), 0
            passed[seat] &= not pushed
            highest[seat, said.action.face - 1] = said.action.count
            words.append((seat, A_BID, place, len(said.action.push)))
        else:
            assert said.action is PASS
            num_passes, passed[seat] = min(num_passes + 1, 2), True
            words.append((seat, A_PASS, 0, 0))
    speakers = [-1, -1, *(word[0] for word in words)]
    heard = [*reversed(words), *[(0, 0, 0, 0)] * num_words(players)][: num_words(players)]
    return Seen(
        _counts(view.cup),
        np.array([_counts(view.shown[seat]) for seat in order]),
        np.array([view.dice[seat] for seat in order]),
        np.array([view.hidden[seat] for seat in order]),
        np.array([view.exacts[seat] for seat in order]),
        passed,
        highest,
        np.array(bid),
        np.array(bidder),
        np.array(pushed),
        np.array(num_passes),
        np.array(speakers[-1]),
        np.array(speakers[-2]),
        np.array(heard),
        np.zeros((players, NUM_COUNTS)) if habits is None else habits[order],
    )


def _counts(dice: tuple[int, ...]) -> np.ndarray[Any, Any]:
    return np.array([dice.count(face) for face in range(1, NUM_FACES + 1)])
