"""The published betting rules: what to do with a hand by its effective strength, before the flop by its income rate."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Final

from mendax.games.holdem.agents.poki.starting_hands import rates_row
from mendax.games.holdem.kernel.hands import CALL, FOLD, RAISE
from mendax.games.holdem.rules import Stage, View
from mendax.games.holdem.rules.types import BET_SIZES

RAISE_AT: Final = 0.85
BET_AT: Final = 0.50
"""From this effective strength on one raises; from that one on one bets or calls."""
FEW_BETS: Final = 2
"""One raises while fewer bets than these are made, and does not call so many at once."""
RAISE_RATES: Final = (0.10, 0.35, 0.35)
RERAISE_RATES: Final = (0.35, 0.70, 0.70)
"""By row of the income rates: with how much one raises a blind, and with how much one raises on."""


@dataclass(frozen=True, slots=True)
class Price:
    """What the betting offers to whose turn it is, in chips."""

    stage: Stage
    pot: int
    to_call: int
    bet_size: int
    bets: int
    """Bets and raises in this stage; before the flop the big blind is one too."""
    cold: bool
    """Whether one has put in nothing in this stage, a blind aside."""

    @classmethod
    def of(cls, view: View) -> Price:
        """The price in a view, for the seat whose turn it is."""
        betting, seat = view.betting, view.betting.turn
        acted = any(said.seat == seat for said in betting.said[-1])
        bets = betting.raises + (view.stage is Stage.PREFLOP)
        return cls(view.stage, view.pot, view.to_call, view.bet_size, bets, not acted)

    @property
    def is_two_cold(self) -> bool:
        """Whether two bets or more must be called at once by somebody who has put in nothing."""
        return self.cold and self.to_call >= FEW_BETS * self.bet_size

    @property
    def pot_odds(self) -> float:
        """How likely a call must win to cost nothing: the call's part of the pot that it makes."""
        return self.to_call / (self.pot + self.to_call)

    @property
    def showdown_odds(self) -> float:
        """The same if a bet is called in every stage to come too, and one opponent puts in as much."""
        later = sum(BET_SIZES[self.stage + 1 :])
        return (self.to_call + later) / (self.pot + self.to_call + 2 * later)

    @property
    def semi_bluff(self) -> float:
        """The potential from which on a bet is worth it though the hand is not the best: 2b / (pot + 6b)."""
        return 2 * self.bet_size / (self.pot + 6 * self.bet_size)


@dataclass(frozen=True, slots=True)
class Assessment:
    """How a hand stands against the weighted holdings of each opponent."""

    strengths: tuple[float, ...]
    """HS against each opponent alone."""
    potential: float
    """Ppot over all cards to come."""
    next_card: float
    """Ppot of the next card alone."""

    @property
    def strength(self) -> float:
        """HSn: against all opponents together, as if their holdings did not depend on each other."""
        return prod(self.strengths)

    @property
    def effective(self) -> float:
        """EHS = HSn + (1 - HSn) Ppot."""
        return self.strength + (1 - self.strength) * self.potential


def by_strength(hand: Assessment, price: Price) -> tuple[int, str]:
    """The choice after the flop, and why: fold (or check), call (or check), raise (or bet)."""
    strength = hand.effective
    if strength >= RAISE_AT:
        if price.bets < FEW_BETS:
            return RAISE, f"EHS of {RAISE_AT:.2f} or more raises"
        return CALL, f"EHS of {RAISE_AT:.2f} or more calls when two bets are made"
    if strength >= BET_AT and not price.is_two_cold:
        if price.to_call:
            return CALL, f"EHS of {BET_AT:.2f} or more calls"
        return RAISE, f"EHS of {BET_AT:.2f} or more bets"
    if not price.to_call:
        if hand.potential >= price.semi_bluff:
            return RAISE, f"Ppot of {price.semi_bluff:.2f} or more is enough for a semi-bluff"
        return CALL, "too weak to bet"
    if hand.next_card >= price.pot_odds:
        return CALL, f"the next card helps often enough for the pot odds of {price.pot_odds:.2f}"
    if hand.strength >= price.showdown_odds:
        return CALL, f"HS is enough for the showdown odds of {price.showdown_odds:.2f}"
    return (
        FOLD,
        f"neither the pot odds of {price.pot_odds:.2f} nor the showdown odds of {price.showdown_odds:.2f} are met",
    )


def by_income(rate: float, price: Price, players: int) -> tuple[int, str]:
    """The choice before the flop by the income rate of the two cards, and why."""
    row = rates_row(players)
    if rate >= RERAISE_RATES[row]:
        return RAISE, f"{RERAISE_RATES[row]:.2f} or more raises always"
    if rate >= RAISE_RATES[row]:
        if price.bets < FEW_BETS:
            return RAISE, f"{RAISE_RATES[row]:.2f} or more raises the blind"
        return CALL, f"{RAISE_RATES[row]:.2f} or more calls raises"
    # The rate is for a whole bet; half of it is paid back to the small blind, and the big blind pays nothing.
    needed = 0.0 if price.to_call >= price.bet_size else -0.25
    if price.to_call == 0:
        return CALL, "a check costs nothing"
    if price.to_call <= price.bet_size and rate >= needed:
        return CALL, f"{needed:.2f} or more calls {'half a bet' if needed else 'a bet'}"
    return FOLD, "the rate is too low for what a call costs"
