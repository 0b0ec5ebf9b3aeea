"""One match: the only place where states, chance and minds meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, TypeAlias

from mendax.core.agent import AnyAgent, Decision
from mendax.core.errors import IllegalAction
from mendax.core.game import AnyGame, Seat, Turn


class Move(NamedTuple):
    """An action and the seat that took it; chance has no seat."""

    seat: Seat | None
    action: Any


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat broke the rules or broke down, and lost the match by it."""

    seat: Seat
    reason: str


class Outcome(NamedTuple):
    """How a match went."""

    payoffs: tuple[float, ...]
    ending: str
    num_moves: int
    moves: tuple[Move, ...] = ()
    forfeit: Forfeit | None = None


Watcher: TypeAlias = Callable[[Any, Move, Any, "Decision[Any] | None"], None]
"""Called after every move with the state before, the move, the state after and the decision."""


def play_match(
    game: AnyGame,
    agents: Sequence[AnyAgent],
    chance: Random,
    *,
    keep_moves: bool = False,
    why: bool = False,
    strict: bool = False,
    watch: Watcher | None = None,
) -> Outcome:
    """Play one match to its end.

    An illegal action or an exception in a mind is a recorded forfeit (`Game.forfeit` says what it
    costs); with `strict` it is raised instead.
    """
    turn_of, actions_of, view_of, apply, draw = game.turn, game.actions, game.view, game.apply, game.draw
    listeners = [(seat, agent) for seat, agent in enumerate(agents) if agent.listens]
    moves: list[Move] = []
    num_moves = 0
    decision: Decision[Any] | None
    seat: Seat | None
    state = game.start()
    while (turn := turn_of(state)) is not Turn.OVER:
        num_moves += 1
        if turn is Turn.CHANCE:
            decision = None
            action = draw(state, chance)
            after = apply(state, action)
            seat = None
        else:
            seat = turn
            try:
                decision = agents[turn].act(view_of(state, turn), actions_of(state), why)
                action = decision.action
                after = apply(state, action)
            except Exception as error:
                if strict:
                    raise
                return _forfeited(game, agents, state, turn, error, num_moves - 1, moves)
        if keep_moves:
            moves.append(Move(seat, action))
        for listener, agent in listeners:
            for event in game.events(state, action, after, listener):
                agent.hear(event)
        if watch is not None:
            watch(state, Move(seat, action), after, decision)
        state = after
    payoffs = game.payoffs(state)
    for at, agent in listeners:
        agent.end(view_of(state, at), payoffs)
    return Outcome(payoffs, game.ending(state), num_moves, tuple(moves))


def _forfeited(
    game: AnyGame,
    agents: Sequence[AnyAgent],
    state: object,
    seat: Seat,
    error: Exception,
    num_moves: int,
    moves: list[Move],
) -> Outcome:
    kind = "illegal action" if isinstance(error, IllegalAction) else type(error).__name__
    reason = " ".join(f"{kind}: {error}".split())
    payoffs = game.forfeit(state, seat)
    for at, agent in enumerate(agents):
        if agent.listens and at != seat:
            agent.end(game.view(state, at), payoffs)
    return Outcome(payoffs, "forfeit", num_moves, tuple(moves), Forfeit(seat, reason))
