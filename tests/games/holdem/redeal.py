"""Dealing the hidden cards of Hold'em again, written apart from the rules' own views."""

from __future__ import annotations

from random import Random

from mendax.core import AnyGame, Seat
from mendax.games.holdem.rules import Holdem, State


def redeal(game: AnyGame, state: State, seat: Seat | None, rng: Random) -> State:
    """Every hole card but one's own is drawn again from the cards that one has not seen, folded hands included.

    Hole cards are dealt one after the other, first to the left of the button, which moves with each hand: the
    seat of a card follows from its place. The board lies open.
    """
    assert isinstance(game, Holdem)
    players = game.players
    known = {
        place: card
        for place, card in enumerate(state.cards)
        if place >= 2 * players or (state.hands + place) % players == seat
    }
    unseen = [card for card in range(52) if card not in known.values()]
    rng.shuffle(unseen)
    cards = tuple(known[place] if place in known else unseen.pop() for place in range(len(state.cards)))
    return state._replace(cards=cards)
