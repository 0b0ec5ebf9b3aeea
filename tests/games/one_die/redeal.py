"""Dealing the hidden dice of one-die again, written apart from the rules' own views."""

from __future__ import annotations

from random import Random

from mendax.core import AnyGame, Seat
from mendax.games.one_die.rules import OneDie, State


def redeal(game: AnyGame, state: State, seat: Seat | None, rng: Random) -> State:
    """Every rolled die that the seat may not see falls anew; a die never exceeds a call made about it."""
    assert isinstance(game, OneDie)
    dice = list(state.dice)
    for owner, die in enumerate(state.dice):
        shown = state.challenged and owner == state.caller
        if die and owner != seat and not shown:
            highest = state.call if owner == state.caller and state.call else game.top
            dice[owner] = rng.choice([value for value in game.values if value <= highest])
    return state._replace(dice=(dice[0], dice[1]))
