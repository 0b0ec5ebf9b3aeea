"""Hands of Hold'em for tests."""

from __future__ import annotations

from random import Random

from mendax.core.game import Turn
from mendax.core.match import Move
from mendax.core.record import Record
from mendax.games.holdem.rules import FOLD, Holdem, State


def play(game: Holdem, *texts: str) -> State:
    """The state after moves written with spaces between them."""
    state = game.start()
    for word in " ".join(texts).split():
        state = game.apply(state, game.parse_action(word))
    return state


def random_session(game: Holdem, rng: Random, patience: float = 0.8) -> Record:
    """A session of random play; the patient fold less often than any other action."""
    state, moves = game.start(), list[Move]()
    while (turn := game.turn(state)) is not Turn.OVER:
        if isinstance(turn, Turn):
            move = Move(None, game.draw(state, rng))
        else:
            actions = list(game.actions(state))
            if actions[0] is FOLD and rng.random() < patience:
                actions = actions[1:]
            move = Move(turn, rng.choice(actions))
        moves.append(move)
        state = game.apply(state, move.action)
    names = tuple(f"agent {seat}" for seat in range(game.players))
    return Record(game, names, tuple(moves), game.payoffs(state), game.ending(state))
