"""What the champion believes of each cup: the exact posterior from what everybody said, under its own policy.

Hands are independent given what is public, when everybody plays by a fixed policy: a word depends on the speaker's own
dice and on what is public. So a cup has the prior of fair dice times the chance of each word its owner said with it. A
push rolls the hidden dice again: what was said up to it says nothing about them. Everybody is taken to make mistakes.
A seat may also be a sincere speaker (`sincere.py`): then its words have the chances of such a one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from mendax.core.game import Seat
from mendax.games.liars_dice.kernel.numbering import NUM_FACES, number_of
from mendax.games.liars_dice.kernel.numpy_tables import Array
from mendax.games.liars_dice.learning.champion.player_file import Player
from mendax.games.liars_dice.learning.champion.positions import count_dice, earlier, repeat, table_of
from mendax.games.liars_dice.learning.champion.self_play import policy
from mendax.games.liars_dice.learning.champion.sincere import (
    LIKE_ONESELF,
    MISTAKES,
    NUM_KINDS,
    TRUSTING,
    by_mistake,
    sincere_mix,
)
from mendax.games.liars_dice.rules.bids import roll_chances
from mendax.games.liars_dice.rules.game import LiarsDice
from mendax.games.liars_dice.rules.types import Bid, Dice, Said, View

_ONE_KIND: Final = np.eye(NUM_KINDS)[LIKE_ONESELF]
"""By kind of speaker: certainly like oneself."""
_MOST_KEPT: Final = 256
"""Words that are kept: far more than a round has."""


@lru_cache
def hands(number: int) -> tuple[tuple[Dice, ...], Array, Array]:
    """Every hand of so many dice, the same by face, and its chance when they are rolled."""
    if not number:
        return ((),), np.zeros((1, NUM_FACES), np.int64), np.ones(1)
    rolls, chances = zip(*roll_chances(number, NUM_FACES), strict=True)
    found = tuple(roll.dice for roll in rolls)
    return found, np.array([count_dice(dice) for dice in found]), np.array(chances)


@dataclass(frozen=True, slots=True)
class Cup:
    """What may lie under a cup, beside the dice that its owner shows."""

    seat: Seat
    shown: Dice
    hands: tuple[Dice, ...]
    counts: Array
    """By hand and face."""
    chances: Array
    """By hand."""
    kinds: Array
    """By kind of speaker and hand: the chance that its owner is such a one, if that is the hand."""

    @property
    def owner(self) -> Array:
        """By kind of speaker: the chance that its owner is such a one."""
        found: Array = self.kinds @ self.chances
        return found

    def expected(self) -> Array:
        """By face: how many hidden dice show it, on average."""
        found: Array = self.chances @ self.counts
        return found

    def likeliest(self, number: int) -> list[tuple[Dice, float]]:
        """The likeliest hands, each with its chance."""
        best = np.argsort(-self.chances, kind="stable")[:number]
        return [(self.hands[at], float(self.chances[at])) for at in best]

    def matching(self, face: int) -> Array:
        """By number: the chance that so many hidden dice count for a bid of this face."""
        number = self.counts[:, face - 1] + (self.counts[:, 0] if face > 1 else 0)
        return np.bincount(number, self.chances, minlength=len(self.hands[0]) + 1)

    def alike(self) -> float:
        """The chance that all dice of its owner show one face, shown ones included."""
        everything = self.counts + count_dice(self.shown)
        return float(self.chances[(everything > 0).sum(1) == 1].sum())


class Worlds(NamedTuple):
    """What all cups may hide, and how their owners may speak; the first axis is the world."""

    cups: Array
    """By seat and face: hidden dice."""
    kinds: Array
    """By seat: what kind of speaker it is."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What a seat believes of all cups; its own it knows."""

    view: View
    cups: tuple[Cup, ...]
    habits: Array | None = None
    """By seat: what it did in the rounds that are over."""

    def found(self, face: int) -> Array:
        """By number: the chance that so many of all dice count for a bid of this face."""
        chances = np.ones(1)
        for cup in self.cups:
            chances = np.convolve(chances, cup.matching(face))
        seen = sum(die in (1, face) for dice in self.view.shown for die in dice)
        return np.concatenate([np.zeros(seen), chances])

    def at_least(self, bid: Bid) -> float:
        """The chance that a bid holds."""
        return float(self.found(bid.face)[bid.count :].sum())

    def exactly(self, bid: Bid) -> float:
        """The chance that just so many dice count."""
        chances = self.found(bid.face)
        return float(chances[bid.count]) if bid.count < len(chances) else 0.0

    @property
    def others_sincere(self) -> float:
        """The chance that another seat is a sincere speaker, on average over those with hidden dice."""
        others = [cup.owner for cup in self.cups if cup.seat != self.view.seat and cup.hands[0]]
        return float(1 - np.mean([owner[LIKE_ONESELF] for owner in others])) if others else 0.0

    def draw(self, worlds: int, rng: np.random.Generator) -> Worlds:
        """Worlds, drawn evenly along each cup's hands."""
        cups, kinds = [], []
        for cup in self.cups:
            marks = rng.permutation((np.arange(worlds) + rng.random()) / worlds)
            sums = cup.chances.cumsum()
            at = np.minimum(np.searchsorted(sums, marks * sums[-1], side="right"), len(sums) - 1)
            cups.append(cup.counts[at])
            # Without randomness where there is one kind of speaker.
            some = rng.random(worlds) if cup.kinds[1:].any() else np.zeros(worlds)
            kinds.append((some > cup.kinds[:-1, at].cumsum(0)).sum(0))
        return Worlds(np.stack(cups, axis=1), np.stack(kinds, axis=1))


class Reader:
    """Reads what was said; what it has computed of a round it keeps for the next decision."""

    def __init__(self, player: Player, game: LiarsDice, mistakes: float = MISTAKES) -> None:
        self.player, self.game, self.mistakes = player, game, mistakes
        self._kept: dict[object, Array] = {}

    def beliefs(self, view: View, habits: Array | None = None, kinds: Array | None = None) -> Beliefs:
        """What the seat of a view believes; a spectator knows no cup. `habits` are by seat, and so are `kinds`: how
        likely somebody is each kind of speaker before this round; without them everybody is like oneself."""
        dice = [hands(number) for number in view.hidden]
        # By kind of speaker and hand: the chance of both with all words.
        joint = [np.outer(_ONE_KIND if kinds is None else kinds[seat], one[2]) for seat, one in enumerate(dice)]
        for before, said in earlier(view):
            pushes = isinstance(said.action, Bid) and said.action.push
            if said.seat == view.seat or pushes or _pushes_later(view, before, said.seat):
                continue
            for kind in range(1 if kinds is None else NUM_KINDS):
                joint[said.seat][kind] *= self.word_chances(before, said, habits, kind)
        cups = []
        for seat, chances in enumerate(joint):
            if seat == view.seat:
                own = count_dice(view.cup)[None]
                cups.append(Cup(seat, view.shown[seat], (view.cup,), own, np.ones(1), _ONE_KIND[:, None]))
                continue
            by_hand = chances.sum(0)
            found, counts, _ = dice[seat]
            cups.append(Cup(seat, view.shown[seat], found, counts, by_hand / by_hand.sum(), chances / by_hand))
        return Beliefs(view, tuple(cups), habits)

    def word_chances(self, before: View, said: Said, habits: Array | None = None, kind: int = LIKE_ONESELF) -> Array:
        """By hand of the speaker: the chance of a word without a push, by mistake or not."""
        words = tuple((one.seat, one.action) for one in before.said)
        known = b"" if habits is None or kind != LIKE_ONESELF else habits.tobytes()
        key = before.dice, before.exacts, words, said.seat, said.action, known, kind
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._compute(before, said, habits, kind)
        return self._kept[key]

    def _compute(self, before: View, said: Said, habits: Array | None, kind: int) -> Array:
        players = self.player.players
        _, counts, _ = hands(before.hidden[said.seat])
        tables = repeat(table_of(before, players, habits), len(counts))
        tables.cups[:, said.seat] = counts
        number = number_of(said.action, (), players)
        assert number is not None, "a word without a push has a number"
        if kind == LIKE_ONESELF:
            mix = policy(self.player, tables, self.game)
        else:
            mix = sincere_mix(tables, self.game, kind == TRUSTING)
        # A word on the ladder that is legal with one hand is legal with all.
        return by_mistake(mix, tables, self.game, number, self.mistakes)


def _pushes_later(view: View, before: View, seat: Seat) -> bool:
    """Whether a seat rolls its hidden dice again after a word."""
    later = view.said[len(before.said) + 1 :]
    return any(one.seat == seat and isinstance(one.action, Bid) and bool(one.action.push) for one in later)
