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
    all_situations,
    noise_share,
    observe,
    places,
    remove_seen,
)
from mendax.games.holdem.kernel.hands import FOLD
from mendax.games.holdem.kernel.holdings import NUM_HOLDINGS, Weights, holding_number, sums_of
from mendax.games.holdem.rules import Act, Acted, Betting, Event, Shown, Stage, View, legal_acts
from mendax.games.holdem.rules.betting import add_act, begin_stage, next_stage, open_betting
from mendax.games.holdem.rules.types import BOARD_SIZES, Said


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
        self._places: dict[tuple[int, int], Weights] = {}
        """Places in this hand, by the number of board cards they are for and that of all that are seen."""
        self._rates: dict[Seat, Weights] = {}
        """The rates of the seats that have not acted since they were computed."""
        self._hand, self._stage, self._cards = -1, Stage.PREFLOP, 0
        """The hand, the stage and the number of seen cards that the weights are for."""
        self._betting = open_betting(players, 0)
        self._followed = 0
        """The betting before the next action that is not followed yet, and how many of its stage are."""

    def hear(self, event: Event) -> None:
        """Count what the seats do, and learn from the cards that they show."""
        self.watch.hear(event)
        if isinstance(event, Acted):
            self._rates.pop(event.seat, None)
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
        if seat not in self._rates:
            self._rates[seat] = rates(self.known + self.watch.counts[seat])
        return self._rates[seat]

    def follow(self, view: View, *, learn: bool = True) -> None:
        """Bring the weights up to what a view shows; `learn` says whether actions change them."""
        if view.hands != self._hand:
            self._hand, self._stage, self._cards = view.hands, Stage.PREFLOP, 0
            self._betting, self._followed = begin_stage(open_betting(view.players, view.button), view.button), 0
            self.weights[:] = self._opening[:] = 1.0
            self._seen_acts.clear()
            self._places.clear()
        seen = (*view.cards, *view.board)
        if len(seen) != self._cards:
            self._cards = len(seen)
            bits = sums_of(np.array(seen, dtype=np.uint8))[1]
            remove_seen(self.weights, bits)
            remove_seen(self._opening, bits)
        if learn:
            for betting, said in self._new_actions(view):
                self._begin(betting.stage)
                if said.seat != self.seat:
                    self._observe(view, betting, said)
        self._begin(view.stage)

    def _new_actions(self, view: View) -> Iterator[tuple[Betting, Said]]:
        """The actions of the hand that were not followed yet, each with the betting before it."""
        for stage in view.betting.said[self._betting.stage :]:
            for said in stage[self._followed :]:
                yield self._betting, said
                self._betting, self._followed = add_act(self._betting, said.act), self._followed + 1
            if self._betting.stage < view.stage:
                self._betting, self._followed = begin_stage(next_stage(self._betting), view.button), 0

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
        seat, situation = said.seat, np.empty(SITUATION)
        observe(
            held_at,
            self._opening[seat],
            self.weights[seat],
            self.rates(seat)[stage, faced],
            self._ranges[seat, stage, faced],
            self._decisions[seat, stage, faced],
            self.noise(seat),
            choice,
            may_raise,
            situation,
        )
        self._decisions[seat, stage, faced] += 1
        if choice != FOLD:
            self._seen_acts.append(_SeenAct(seat, held_at, situation, choice, may_raise))

    def places(self, view: View, cards: int) -> Weights:
        """The place of every holding, from 0 to 1, on the first cards of the board, among all that are possible."""
        key = cards, len(view.board)
        if key not in self._places:
            found, possible = np.empty(NUM_HOLDINGS), (self.weights[self.seat] > 0).astype(np.float64)
            places(*holding_strengths(view.board[:cards], view.players), possible, found)
            self._places[key] = found
        return self._places[key]

    def situations(self, seat: Seat, held_at: Weights) -> Weights:
        """What a seat does in every situation, by stage and bets faced: its rates and thresholds."""
        found = np.empty((*SHAPE[:2], SITUATION))
        all_situations(
            held_at, self._opening[seat], self.rates(seat), self._ranges[seat], self._decisions[seat],
            self.noise(seat), found,
        )  # fmt: skip
        return found
