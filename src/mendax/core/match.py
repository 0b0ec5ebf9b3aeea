"""Playing one match: the only place where states, chance and agents meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import repeat
from operator import is_
from random import Random
from typing import Any, NamedTuple, TypeAlias

from mendax.core.agent import AnyAgent, Decision, listens
from mendax.core.errors import IllegalAction, one_line
from mendax.core.game import AnyGame, Seat, Turn


class Move(NamedTuple):
    """An action and the seat that took it; chance has no seat."""

    seat: Seat | None
    action: Any


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat acted illegally or raised an exception, and lost the match by it."""

    seat: Seat
    reason: str


class Outcome(NamedTuple):
    """The result of a match."""

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
    explain: bool = False,
    strict: bool = False,
    watch: Watcher | None = None,
    on_round: Callable[[int, Sequence[float]], None] | None = None,
) -> Outcome:
    """Play one match to its end.

    An illegal action or an exception anywhere in an agent is a recorded forfeit (`Game.forfeit` says what
    it costs); with `strict` it is raised instead. `on_round` is called with the number of finished rounds and
    the public standing whenever a round or a hand ends.
    """
    turn_of, actions_of, view_of, apply, draw = game.turn, game.actions, game.view, game.apply, game.draw
    listeners = [(seat, agent) for seat, agent in enumerate(agents) if listens(agent)]
    moves: list[Move] = []
    num_moves = rounds = 0
    decision: Decision[Any] | None
    seat: Seat | None
    state = game.start()
    while (turn := turn_of(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            seat, decision = None, None
            action = draw(state, chance)
            after = apply(state, action)
        else:
            seat = turn
            try:
                actions = actions_of(state)
                decision = agents[turn].act(view_of(state, turn), actions, explain)
                action = decision.action
                if not any(map(is_, actions, repeat(action))):  # a loop in C: most agents return one of these objects
                    action = _legal(game, state, action, actions)
                after = apply(state, action)
            except (Exception, SystemExit) as error:
                if strict:
                    raise
                return _forfeited(game, agents, state, turn, error, moves, num_moves)
        num_moves += 1
        if keep_moves:
            moves.append(Move(seat, action))
        for listener, agent in listeners:
            try:
                for event in game.events(state, action, after, listener):
                    agent.hear(event)
            except (Exception, SystemExit) as error:
                if strict:
                    raise
                return _forfeited(game, agents, after, listener, error, moves, num_moves)
        if watch is not None:
            watch(state, Move(seat, action), after, decision)
        state = after
        if on_round is not None and game.round(state) != rounds:
            rounds = game.round(state)
            on_round(rounds, game.standing(state))
    payoffs = game.payoffs(state)
    for at, agent in listeners:
        try:
            agent.end(view_of(state, at), payoffs)
        except (Exception, SystemExit):  # the match is over: its result stands
            if strict:
                raise
    return Outcome(payoffs, game.ending(state), num_moves, tuple(moves))


def _legal(game: AnyGame, state: object, action: object, actions: Sequence[Any]) -> Any:
    """The listed action that equals this one: 4.0 equals 4, but only the rules' own object is applied."""
    try:
        return actions[actions.index(action)]
    except ValueError:
        game.apply(state, action)  # raises with the rules' own reason
        raise IllegalAction(f"{action} is not among the legal actions") from None


def _forfeited(
    game: AnyGame,
    agents: Sequence[AnyAgent],
    state: object,
    seat: Seat,
    error: BaseException,
    moves: list[Move],
    num_moves: int,
) -> Outcome:
    reason = one_line(error)
    if isinstance(error, IllegalAction):
        reason = " ".join(f"illegal action: {error}".split())
    payoffs = game.forfeit(state, seat)
    for at, agent in enumerate(agents):
        if listens(agent) and at != seat:
            with suppress(Exception):
                agent.end(game.view(state, at), payoffs)
    return Outcome(payoffs, "forfeit", num_moves, tuple(moves), Forfeit(seat, reason))
