"""`poki`: plays by weighted hand strength and the published betting rules, models its opponents, and simulates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np

from mendax.core.agent import Agent, Decision, Explanation, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.holdem.agents.poki.betting_rules import Assessment, Price, by_income, by_strength
from mendax.games.holdem.agents.poki.explaining import beliefs, hand_words, price_words, value_words
from mendax.games.holdem.agents.poki.frequencies import SHAPE, Counts, load_history
from mendax.games.holdem.agents.poki.holding_strengths import beaten_before_flop
from mendax.games.holdem.agents.poki.opponents import Opponents
from mendax.games.holdem.agents.poki.options import Options, read_options
from mendax.games.holdem.agents.poki.simulation import Standing, Values, simulate
from mendax.games.holdem.agents.poki.starting_hands import income_rate
from mendax.games.holdem.agents.poki.weights import SITUATION
from mendax.games.holdem.kernel.hands import (
    ACTIVE,
    CALL,
    FOLD,
    LEVEL,
    PAID,
    RAISE,
    RAISES,
    STAGE,
    TURN,
    WAITING,
    WIDTH,
)
from mendax.games.holdem.kernel.holdings import BOARD, NUM_HOLDINGS
from mendax.games.holdem.kernel.strength import hand_strength, potential
from mendax.games.holdem.kernel.tables import Numbers
from mendax.games.holdem.rules import SMALL_BET, Act, Action, Event, Holdem, Stage, View

_ACTS = {FOLD: (Act.CHECK, Act.FOLD), CALL: (Act.CHECK, Act.CALL), RAISE: (Act.BET, Act.RAISE, Act.CALL, Act.CHECK)}
"""By choice: what is done, the first that is legal."""


def row_of(view: View) -> Numbers:
    """The betting of a view as a row of `kernel/hands.py`."""
    betting, players = view.betting, view.players
    assert betting.turn is not None
    row = np.zeros(WIDTH, dtype=np.int64)
    row[STAGE], row[RAISES], row[LEVEL] = betting.stage, betting.raises, max(betting.paid)
    row[TURN] = _position(view, betting.turn)
    waiting = betting.waiting
    for step in range(players):
        seat = (betting.turn + step) % players
        row[PAID + _position(view, seat)] = betting.paid[seat]
        if not betting.folded[seat]:
            row[ACTIVE] |= 1 << _position(view, seat)
            if waiting:
                row[WAITING] |= 1 << _position(view, seat)
                waiting -= 1
    return row


def _position(view: View, seat: Seat) -> int:
    """Where a seat sits, counted from the first seat left of the button."""
    return (seat - view.button - 1) % view.players


class Poki(Agent[View, Action, Event]):
    """One player for one session; what it learns of the opponents ends with the session."""

    def __init__(self, game: Holdem, seat: Seat, rng: Random, options: Options, known: Counts | None) -> None:
        self.game, self.seat, self.rng, self.options = game, seat, rng, options
        self.opponents = Opponents(game.players, seat, game.raises, known)

    def hear(self, event: Event) -> None:
        if self.options.model:
            self.opponents.hear(event)

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        self.opponents.follow(view, learn=self.options.model)
        price = Price.of(view)
        others = [seat for seat in view.active if seat != self.seat]
        hand, values, players = self._assess(view, others), None, len(view.active)
        rate = income_rate(view.cards, players)
        if self.options.simulation:
            values = self._simulate(view, others, hand)
            choice, reason = best_of(values, price), value_words(values, price.to_call == 0) if explain else ""
        elif view.stage is Stage.PREFLOP:
            choice, reason = by_income(rate, price, players)
        else:
            choice, reason = by_strength(hand, price)
        action = next(act for act in _ACTS[choice] if act in actions)
        if not explain:
            return Decision(action)
        preflop = f"Income rate {rate:+.2f} with {players} players"
        words = preflop if view.stage is Stage.PREFLOP else hand_words(hand)
        sentence = f"{words}, {price_words(price)}; {reason}: {action}."
        options = tuple(_option(act, action, values) for act in actions)
        seen = tuple(beliefs(self.opponents.weights, others, view.board))
        scale = "small bets more than folding"
        return Decision(action, Explanation(options, seen, scale=scale, sentence=sentence))

    def _assess(self, view: View, others: Sequence[Seat]) -> Assessment:
        """How the hand stands; the potential is that against the average of all opponents' weights.

        Before the flop a holding is beaten if its income rate is lower, and there is no potential.
        """
        weights = self.opponents.weights
        if view.stage is Stage.PREFLOP:
            shares = beaten_before_flop(view.cards, view.players)
            return Assessment(tuple(float(weights[seat] @ shares / weights[seat].sum()) for seat in others), 0.0, 0.0)
        strengths = tuple(hand_strength(view.cards, view.board, weights[seat]).value for seat in others)
        if view.stage is Stage.RIVER:
            return Assessment(strengths, 0.0, 0.0)
        average = sum(weights[seat] / weights[seat].sum() for seat in others)
        all_cards = potential(view.cards, view.board, average).positive
        if view.stage is Stage.TURN or self.options.simulation:  # a simulation does not ask for the next card alone
            return Assessment(strengths, all_cards, all_cards)
        return Assessment(strengths, all_cards, potential(view.cards, view.board, average, cards=1).positive)

    def _simulate(self, view: View, others: Sequence[Seat], hand: Assessment) -> Values:
        """What a call and a raise are worth."""
        players = view.players
        weights, beaten = np.zeros((players, NUM_HOLDINGS)), np.ones(players)
        situations = np.zeros((players, *SHAPE[:2], SITUATION))
        held_at = self.opponents.places(view, len(view.board))
        for seat, strength in zip(others, hand.strengths, strict=True):
            position = _position(view, seat)
            weights[position], beaten[position] = self.opponents.weights[seat], strength
            situations[position] = self.opponents.situations(seat, held_at)
        deck = np.zeros(2 * players + BOARD, dtype=np.uint8)
        me = _position(view, self.seat)
        deck[me], deck[me + players] = view.cards
        deck[2 * players : 2 * players + len(view.board)] = view.board
        standing = Standing(
            row_of(view), players, self.game.raises, deck, weights, held_at, beaten, hand.potential, situations
        )
        return simulate(standing, self.options.trials, self.rng.getrandbits(64))


def best_of(values: Values, price: Price) -> int:
    """The choice of the greatest value; a fold is worth 0, and equal values put in less."""
    best, choice = (0.0, FOLD) if price.to_call else (values.call, CALL)
    if values.call > best:
        best, choice = values.call, CALL
    if values.raise_ is not None and values.raise_ > best:
        choice = RAISE
    return choice


def _option(act: Action, chosen: Action, values: Values | None) -> Option[Action]:
    """An action with its simulated value, if there is one."""
    value = None
    if values is not None:
        chips = 0.0 if act is Act.FOLD else values.call if act in (Act.CHECK, Act.CALL) else values.raise_
        value = None if chips is None else chips / SMALL_BET
    return Option(act, value, 1.0 if act == chosen else 0.0)


@dataclass(frozen=True, slots=True)
class PokiFactory:
    """Builds `poki` with its options; a history is read once and never changed."""

    options: Options
    known: Counts | None = field(default=None, compare=False)

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Poki:
        """A fresh agent: each session starts clean."""
        if not isinstance(game, Holdem):
            raise MendaxError(f"this agent plays holdem, not {game.name}")
        return Poki(game, seat, rng, self.options, self.known)


def poki(game: str, argument: str) -> PokiFactory:
    """The factory of `poki`, from the text after the colon."""
    options = read_options(argument)
    known = load_history(Path(options.history)).counts(options.player) if options.history else None
    return PokiFactory(options, known)
