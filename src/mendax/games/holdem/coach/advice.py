"""What a hand is worth on a board: strength, potential, outs, equity and odds, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from random import Random
from typing import Any

from mendax.core.errors import MendaxError
from mendax.games.holdem.kernel.equity import (
    MOST_HANDS,
    Equity,
    SampledEquity,
    check_hands,
    equity_against_one,
    exact_equity,
    sampled_equity,
)
from mendax.games.holdem.kernel.odds import break_even, pot_odds
from mendax.games.holdem.kernel.strength import Potential, outs, outs_against, potential
from mendax.games.holdem.rules import Cards, best_hand, card_text, cards_text


@dataclass(frozen=True, slots=True)
class Odds:
    """What a call costs and offers."""

    pot: float
    to_call: float

    @property
    def ratio(self) -> float:
        """Pot odds to one; infinite if a call costs nothing."""
        return pot_odds(self.pot, self.to_call)

    @property
    def needed(self) -> float:
        """How often a call must win so that it costs nothing on average."""
        return break_even(self.ratio)

    def to_json(self) -> dict[str, float | None]:
        """The prices, the odds (`null` if a call costs nothing), and how often a call must win."""
        ratio = self.ratio if isfinite(self.ratio) else None
        return {"pot": self.pot, "to_call": self.to_call, "pot_odds": ratio, "break_even": self.needed}


@dataclass(frozen=True, slots=True)
class Advice:
    """A hand against opponents whose cards nobody knows."""

    hand: Cards
    board: Cards
    opponents: int
    potential: Potential | None
    """Strength and potential against one opponent; `None` before the flop."""
    outs: Cards
    equity: Equity | SampledEquity
    odds: Odds | None = None

    @property
    def share(self) -> float:
        """The part of the pot that the hand wins on average if everybody stays to the showdown."""
        return self.equity.equity

    @property
    def sentence(self) -> str:
        """What the price and the chance to win say about a call."""
        if self.odds is None:
            return ""
        if not self.odds.to_call:
            return "There is nothing to pay: never fold here."
        result = "gains" if self.share > self.odds.needed else "loses"
        return (
            f"A call of {self.odds.to_call:g} for {self.odds.pot:g} needs {100 * self.odds.needed:.1f} % of the pot; "
            f"the hand wins {100 * self.share:.1f} % of it if everybody stays, so a call {result}."
        )

    def to_json(self) -> dict[str, Any]:
        """Everything by its stable name; wins, ties and losses are counts."""
        found = self.potential
        strength: dict[str, Any] = (
            {"hand_strength": None, "ppot": None, "npot": None}
            if found is None
            else {**found.to_json(), "best_against_all": found.strength.against(self.opponents)}
        )
        return {
            "hand": cards_text(self.hand),
            "board": cards_text(self.board),
            "makes": made_text(self.hand, self.board),
            **strength,
            "outs": [card_text(card) for card in self.outs],
            "opponents": self.opponents,
            **_counts(self.equity),
            **({} if self.odds is None else self.odds.to_json()),
            **({"sentence": self.sentence} if self.sentence else {}),
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Known hands against each other, over every board that is possible."""

    hands: tuple[Cards, ...]
    board: Cards
    equities: tuple[Equity, ...]
    outs: Cards
    """Cards that, drawn next, make the first hand win; empty before the flop."""

    def to_json(self) -> dict[str, Any]:
        """The first hand's counts, then those of all hands."""
        return {
            "hand": cards_text(self.hands[0]),
            "against": [cards_text(hand) for hand in self.hands[1:]],
            "board": cards_text(self.board),
            **self.equities[0].to_json(),
            "outs": [card_text(card) for card in self.outs],
            "hands": [
                {"hand": cards_text(hand), **equity.to_json()}
                for hand, equity in zip(self.hands, self.equities, strict=True)
            ],
        }


def made_text(hand: Cards, board: Cards) -> str:
    """What the cards make so far, in words.

    >>> made_text((49, 40), (6, 8, 38))
    'ace high'
    """
    return str(best_hand((*hand, *board)))


def check_deal(hands: Sequence[Cards], board: Cards, others: int = 0) -> None:
    """Raise a `MendaxError` that names what is wrong, unless the cards can come from one deck."""
    for hand in hands:
        if len(hand) != 2:
            raise MendaxError(f"a hand is two cards, not {len(hand)}: {cards_text(hand) or 'none'}")
    dealt = [card for group in (*hands, board) for card in group]
    for card in dealt:
        if dealt.count(card) > 1:
            raise MendaxError(f"{card_text(card)} is there twice")
    check_hands(hands, board, others)


def advise(
    hand: Cards, board: Cards = (), opponents: int = 1, odds: Odds | None = None, samples: int = 200_000, *, rng: Random
) -> Advice:
    """What a hand is worth against unknown hands.

    The equity is exact against one opponent on flop, turn and river; elsewhere it is sampled.
    """
    if not 1 <= opponents < MOST_HANDS:
        raise MendaxError(f"there are 1 to {MOST_HANDS - 1} opponents, not {opponents}")
    check_deal([hand], board, opponents)
    equity: Equity | SampledEquity
    if opponents == 1 and board:
        equity = equity_against_one(hand, board)
    else:
        equity = sampled_equity(hand, opponents, board, samples=samples, rng=rng)
    found = potential(hand, board) if board else None
    return Advice(hand, board, opponents, found, outs(hand, board) if board else (), equity, odds)


def compare(hands: Sequence[Cards], board: Cards = ()) -> Comparison:
    """How known hands fare against each other; the first is one's own."""
    check_deal(hands, board)
    found = outs_against(hands[0], board, hands[1:]) if board else ()
    return Comparison(tuple(hands), board, exact_equity(hands, board), found)


def _counts(equity: Equity | SampledEquity) -> dict[str, Any]:
    """Wins, ties and losses as counts, whether they were counted or sampled."""
    if isinstance(equity, Equity):
        return {**equity.to_json(), "exact": True}
    counts = {name: round(getattr(equity, name) * equity.samples) for name in ("win", "tie", "lose")}
    return {
        **counts,
        "equity": equity.equity,
        "exact": False,
        "standard_error": equity.standard_error,
        "samples": equity.samples,
    }
