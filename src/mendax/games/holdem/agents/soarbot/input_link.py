"""What SoarBot is shown of a view; `poker.soar` says what each attribute means."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

from mendax.games.holdem.agents.starting_points import LATE, MIDDLE, card_points, position_points
from mendax.games.holdem.kernel.odds import implied_odds, pot_odds
from mendax.games.holdem.kernel.strength import best_hand_probability, outs
from mendax.games.holdem.rules import Action, Card, Cards, Stage, View
from mendax.games.holdem.rules.cards import NUM_CARDS, SUITS
from mendax.games.holdem.rules.types import BET_SIZES

POSITIONS: Final = {0: "early", MIDDLE: "middle", LATE: "late"}
"""The word for a position, by its bonus."""
AHEAD: Final = 0.75
"""From this probability of the best hand on no outs are counted; it is the bound of `tie_breaks.soar`."""
_HOLE: Final = 2


@cache
def _card(place: int, card: Card) -> dict[str, Any]:
    """A card in its place; the same object each time, which makes comparing quick."""
    of = "hole" if place <= _HOLE else "board"
    return {"place": place, "rank": (card >> 2) + 2, "suit": SUITS[card & 3], "of": of}


@lru_cache(maxsize=64)
def _best(hole: Cards, board: Cards, opponents: int) -> float:
    """How likely a hand is the best. A player is asked more than once on a river; few hands come again."""
    return best_hand_probability(hole, board, opponents)


@lru_cache(maxsize=64)
def _outs(hole: Cards, board: Cards) -> int:
    return len(outs(hole, board))


def tree(view: View, actions: Sequence[Action], turn: int, maybe: bool) -> dict[str, Any]:
    """The input link for a view.

    The number of the turn differs from the last one: what the rules derived in the last turn is retracted with it.
    Numbers that only one stage's rules read are computed in that stage.
    """
    seat, betting, stage, cards = view.seat, view.betting, view.stage, view.cards
    assert seat is not None, "a spectator does not act"
    bet, to_call, players = view.bet_size, view.to_call, betting.folded.count(False)
    found: dict[str, Any] = {
        "turn": {turn: {"number": turn}},
        "hand": view.hands,
        "stage": stage.word,
        "card": {place: _card(place, card) for place, card in enumerate((*cards, *view.board), 1)},
        "may": tuple(str(action) for action in actions),
        "bets": betting.raises + (stage is Stage.PREFLOP),
        "to-call": to_call / bet,
        "players": players,
        "seats": view.players,
        "unacted": betting.waiting,
        "pot": view.pot,
        "pot-odds": pot_odds(view.pot, to_call or bet),
        "maybe": "yes" if maybe else "no",
    }
    if stage is Stage.PREFLOP:
        found["points"] = card_points(cards)
        found["position"] = POSITIONS[position_points(view.players, view.button, seat)]
    elif stage is Stage.RIVER:
        found["best-probability"] = _best(cards, view.board, players - 1)
    return found


def add_chances(found: dict[str, Any], view: View) -> None:
    """Add what `soarbot-m` reads after the flop: the probability of the best hand, outs and implied odds.

    Implied odds take it that one opponent pays one more bet in each stage that is to come. Outs are costly to count,
    and are left out for a hand that is probably the best: it plays for no draw.
    """
    stage, bet = view.stage, view.bet_size
    if stage is Stage.PREFLOP:
        return
    found["best-probability"] = _best(view.cards, view.board, found["players"] - 1)
    if stage is not Stage.RIVER and found["best-probability"] < AHEAD:
        found["outs"] = _outs(view.cards, view.board)
        found["unseen"] = NUM_CARDS - len(view.cards) - len(view.board)
        later = sum(BET_SIZES[stage + 1 :])
        found["implied-odds"] = implied_odds(view.pot, view.to_call or bet, later)
