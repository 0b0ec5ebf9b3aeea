"""How `poki` explains a decision: its numbers in a sentence, and what it takes the opponents to hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mendax.core.agent import Belief
from mendax.core.game import Seat
from mendax.games.holdem.agents.poki.betting_rules import Assessment, Price
from mendax.games.holdem.agents.poki.holding_strengths import holding_values
from mendax.games.holdem.agents.poki.simulation import Values
from mendax.games.holdem.agents.poki.starting_hands import KINDS, NUM_KINDS, kind_name
from mendax.games.holdem.kernel.holdings import Weights
from mendax.games.holdem.kernel.tables import Numbers, kinds_of
from mendax.games.holdem.rules import SMALL_BET, Kind
from mendax.games.holdem.rules.cards import Cards

MOST_LIKELY = 3
"""So many beliefs about each opponent."""
_NAMES = {Kind.HIGH_CARD: "no pair", Kind.PAIR: "a pair", Kind.STRAIGHT: "a straight", Kind.FLUSH: "a flush"}


def hand_words(hand: Assessment) -> str:
    """The numbers of a hand after the flop."""
    others = len(hand.strengths)
    against = "one opponent" if others == 1 else f"{others} opponents"
    numbers = f"HS {hand.strength:.2f}, Ppot {hand.potential:.2f}, EHS {hand.effective:.2f}"
    return f"{numbers} against {against}"


def price_words(price: Price) -> str:
    """The pot odds, where there is something to call."""
    if not price.to_call:
        return f"{price.pot} chips in the pot"
    return f"pot odds {price.pot / price.to_call:.1f} to 1"


def value_words(values: Values, free: bool) -> str:
    """The simulated values in small bets."""
    words = f"{'check' if free else 'call'} {values.call / SMALL_BET:+.2f}"
    if values.raise_ is not None:
        words += f", {'bet' if free else 'raise'} {values.raise_ / SMALL_BET:+.2f}"
    return f"{values.trials} trials give {words} small bets"


def beliefs(weights: Weights, seats: Sequence[Seat], board: Cards) -> Iterator[Belief]:
    """The most likely kinds of holdings of each opponent: starting hands before the flop, made hands after it."""
    kinds, names = _made_hands(board) if board else (KINDS, [kind_name(kind) for kind in range(NUM_KINDS)])
    for seat in seats:
        by_kind = np.bincount(kinds, weights[seat], minlength=len(names))
        shares = by_kind / by_kind.sum()
        for kind in np.argsort(-shares, kind="stable")[:MOST_LIKELY]:
            if shares[kind] > 0:
                yield Belief(f"seat {seat} has {names[kind]}", min(1.0, float(shares[kind])))


def _made_hands(board: Cards) -> tuple[Numbers, list[str]]:
    """By holding the kind of hand it makes, and the kinds' names."""
    values = holding_values(board)
    return np.maximum(kinds_of(values), 0), [_NAMES.get(kind, kind.name.lower().replace("_", " ")) for kind in Kind]
