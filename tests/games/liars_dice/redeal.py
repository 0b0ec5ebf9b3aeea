"""Dealing the hidden dice of Liar's Dice again, written apart from the rules' own views."""

from __future__ import annotations

from random import Random

from mendax.core import AnyGame, Seat
from mendax.games.liars_dice.rules import Dice, LiarsDice, State


def redeal(game: AnyGame, state: State, seat: Seat | None, rng: Random) -> State:
    """Every die under another's cup falls anew, and so do the dice that others rolled again after a push.

    Once the cups are lifted all have seen them; what was rolled again has never been seen.
    """
    assert isinstance(game, LiarsDice)

    def fall(dice: Dice) -> Dice:
        return tuple(sorted(rng.randint(1, game.faces) for _ in dice))

    cups = state.cups
    if state.showdown is None:
        cups = tuple(cup if owner == seat else fall(cup) for owner, cup in enumerate(cups))
    said = tuple(one if one.seat == seat else one._replace(thrown=fall(one.thrown)) for one in state.said)
    return state._replace(cups=cups, said=said)
