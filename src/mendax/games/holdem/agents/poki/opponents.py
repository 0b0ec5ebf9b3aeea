"""The model of the opponents in a hand: weights of all their holdings, changed by every action they make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mendax.core.game import Seat
from mendax.games.holdem.agents.poki.frequencies import CHOICES, SHAPE, Counts, Watch, bets_faced, no_counts, rates
from mendax.games.holdem.agents.poki.holding_strengths import holding_strengths
from mendax.games.holdem.agents.poki.weights import (
    BINS,
    NOISE,
    NOISE_WEIGHT,
    SITUATION,
    noise_share,
    places,
    range_of,
    reweigh,
    thresholds,
)
from mendax.games.holdem.kernel.hands import FOLD
from mendax.games.holdem.kernel.holdings import HOLDING_BITS, NUM_HOLDINGS, Weights, holding_number, sums_of
from mendax.games.holdem.rules import Act, Betting, Event, Shown, Stage, View, legal_acts
from mendax.games.holdem.rules.betting import add_act, begin_stage, next_stage, open_betting
from mendax.games.holdem.rules.types import BOARD_SIZES, Said


def actions_of_hand(view: View) -> Iterator[tuple[Betting, Said]]:
    """Every action of the hand so far, with the betting before it."""
    betting = open_betting(view.players, view.button)
    for number, stage in enumerate(view.betting.said):
        if number:
            betting = next_stage(betting)
        betting = begin_stage(betting, view.button)
        for said in stage:
            yield betting, said
            betting = add_act(betting, said.act)


class _SeenAct(NamedTuple):
    """An action of an opponent in this hand, as it was taken when it was made."""

    seat: Seat
    held_at: Weights
    situation: Weights
    choice: int
    may_raise: bool


class Opponents:
    """What is thought of every other seat: frequencies over the session, weights in the hand."""

    def __init__(self, players: int, seat: Seat, raises: int, known: Counts | None = None) -> None:
        self.seat, self.raises = seat, raises
        self.known = no_counts() if known is None else known
        self.watch = Watch(players)
        self.weights: Weights = np.ones((players, NUM_HOLDINGS))
        """By seat and holding; 0 for holdings with a card that is seen."""
        self._opening = self.weights.copy()
        """The weights at the beginning of the stage that is being played."""
        self._ranges: Weights = np.zeros((players, *SHAPE[:2], BINS))
        self._decisions = np.zeros((players, *SHAPE[:2]), dtype=np.int64)
        """By seat, stage and bets faced: the sum of the ranges it had at its decisions, and how many there were."""
        self._noise = np.tile([NOISE * NOISE_WEIGHT, NOISE_WEIGHT], (players, 1))
        """By seat: how many of its shown actions were noise, and how many there were."""
        self._seen_acts: list[_SeenAct] = []
        """The opponents' actions of this hand."""
        self._hand, self._stage, self._followed = -1, Stage.PREFLOP, 0

    def hear(self, event: Event) -> None:
        """Count what the seats do, and learn from the cards that they show."""
        self.watch.hear(event)
        if isinstance(event, Shown):
            shown = holding_number(*event.cards)
            for act in self._seen_acts:
                if act.seat == event.seat:
                    share = noise_share(act.held_at[shown], act.situation, act.choice, act.may_raise)
                    self._noise[event.seat] += share, 1.0

    def noise(self, seat: Seat) -> float:
        """How much of what a seat does has nothing to do with its holding."""
        return float(self._noise[seat, 0] / self._noise[seat, 1])

    def rates(self, seat: Seat) -> Weights:
        """How often a seat folds, calls and raises, by stage and bets faced."""
        return rates(self.known + self.watch.counts[seat])

    def follow(self, view: View, *, learn: bool = True) -> None:
        """Bring the weights up to what a view shows; `learn` says whether actions change them."""
        if view.hands != self._hand:
            self._hand, self._stage, self._followed = view.hands, Stage.PREFLOP, 0
            self.weights[:] = self._opening[:] = 1.0
            self._seen_acts.clear()
        seen = sums_of(np.array([*view.cards, *view.board], dtype=np.uint8))[1]
        self.weights[:, (HOLDING_BITS & seen) != 0] = 0.0
        self._opening[:, (HOLDING_BITS & seen) != 0] = 0.0
        if learn:
            for number, (betting, said) in enumerate(actions_of_hand(view)):
                if number >= self._followed:
                    self._followed += 1
                    self._begin(betting.stage)
                    if said.seat != self.seat:
                        self._observe(view, betting, said)
        self._begin(view.stage)

    def _begin(self, stage: Stage) -> None:
        """Keep the weights with which a stage begins."""
        if stage is not self._stage:
            self._stage = stage
            self._opening[:] = self.weights

    def _observe(self, view: View, betting: Betting, said: Said) -> None:
        """Change the weights of a seat by an action of its."""
        stage = betting.stage
        faced = bets_faced(max(betting.bets) - betting.bets[said.seat], stage)
        legal = legal_acts(betting, self.raises)
        held_at = self.places(view, BOARD_SIZES[stage])
        choice, may_raise = CHOICES[said.act], Act.BET in legal or Act.RAISE in legal
        if choice != FOLD:  # who has folded holds nothing
            situation = self.situations(said.seat, held_at)[stage, faced]
        had = np.empty(BINS)
        range_of(held_at, self.weights[said.seat], had)
        self._ranges[said.seat, stage, faced] += had
        self._decisions[said.seat, stage, faced] += 1
        if choice != FOLD:
            self._seen_acts.append(_SeenAct(said.seat, held_at, situation, choice, may_raise))
            reweigh(self.weights[said.seat], held_at, situation, choice, may_raise)

    def places(self, view: View, cards: int) -> Weights:
        """The place of every holding, from 0 to 1, on the first cards of the board, among all that are possible."""
        found, possible = np.empty(NUM_HOLDINGS), (self.weights[self.seat] > 0).astype(np.float64)
        places(*holding_strengths(view.board[:cards], view.players), possible, found)
        return found

    def situations(self, seat: Seat, held_at: Weights) -> Weights:
        """What a seat does in every situation, by stage and bets faced: its rates and thresholds."""
        found, opening = np.empty((*SHAPE[:2], SITUATION)), np.empty(BINS)
        range_of(held_at, self._opening[seat], opening)
        rates = self.rates(seat)
        for stage, faced in np.ndindex(*SHAPE[:2]):
            thresholds(
                rates[stage, faced],
                opening,
                self._ranges[seat, stage, faced],
                self._decisions[seat, stage, faced],
                self.noise(seat),
                found[stage, faced],
            )
        return found
