"""The word *Match*: one match that stands between moves, and `play_match`, which plays one to its end.

This is the only place where states, chance and agents meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from mendax.core.agent import AnyAgent, Decision, FailedAgent, listens
from mendax.core.chance import Chance
from mendax.core.errors import AgentDied, IllegalAction, MendaxError, one_line
from mendax.core.game import AnyGame, Seat, Turn

CHANCE: Final = Turn.CHANCE
OVER: Final = Turn.OVER

OnFault: TypeAlias = Literal["forfeit", "fallback"]
"""What an illegal action or an exception costs: the match, or the choice.

With `fallback` the game's published default action is played instead, and marked in the record. An agent that
raised an exception is not asked again: the default is played for it to the end.
"""


Faults: TypeAlias = tuple[type[BaseException], ...]
FAULTS: Faults = (Exception, SystemExit)
"""Exceptions that are an agent's fault. Where Ctrl-C cannot come from a person, KeyboardInterrupt is one too."""
Place: TypeAlias = "MutableSequence[int] | memoryview[int]"
"""Where a match stands, for somebody who watches it from another process: element 1 is set to the number of moves
made before every call of an agent.
"""


class Move(NamedTuple):
    """An action and the seat that took it; chance has no seat."""

    seat: Seat | None
    action: Any
    default: bool = False
    """Whether it is the game's default action, played for a seat that was late, gone or at fault."""


class Fault(NamedTuple):
    """What a seat did wrong: an illegal action, an exception, a late answer."""

    seat: Seat
    reason: str
    move: int = 0
    """How many moves had been made."""


class Outcome(NamedTuple):
    """The result of a match."""

    payoffs: tuple[float, ...]
    ending: str
    num_moves: int
    moves: tuple[Move, ...] = ()
    forfeit: Fault | None = None
    """The fault that lost the match for a seat."""
    faults: tuple[Fault, ...] = ()
    """Faults that cost a choice: the default action was played."""


class Match:
    """A match between two moves: whose turn it is, what may be done, and all that was done.

    It is driven from outside: `play` makes the next move. It can be stopped after any move, and taken up again
    from its moves.

    >>> from mendax.core.catalogue import build_game
    >>> match = Match(build_game("one-die"))
    >>> match.play(match.game.parse_action("roll 3"))
    >>> [str(action) for action in match.actions()]
    ['call 3', 'call 4', 'call 5', 'call 6']
    """

    __slots__ = ("_log", "faults", "forfeit", "game", "state", "turn")

    def __init__(self, game: AnyGame, moves: Iterable[Move] = ()) -> None:
        self.game = game
        self.state: Any = game.start()
        self.turn: Seat | Turn = game.turn(self.state)
        """Whose turn it is: a seat's, chance's, or nobody's any more."""
        self._log: list[tuple[Seat | Turn, Any, bool]] = []
        self.faults: list[Fault] = []
        self.forfeit: Fault | None = None
        for move in moves:
            self.check_turn(move.seat)
            self.play(move.action, default=move.default)

    def play(self, action: Any, *, default: bool = False) -> None:
        """Make the next move: an action of the seat to act, or a chance outcome. The rules check it, here and once."""
        turn = self.turn
        if turn is OVER:
            raise IllegalAction(f"{action}: the match is over")
        self.state = state = self.game.apply(self.state, action)
        self._log.append((turn, action, default))
        self.turn = self.game.turn(state)

    def act(self, action: Any) -> Any:
        """Make the move of the seat to act, and return the action as it was played.

        An action that only equals a legal one, such as a bid of 4.0 dice, is taken for that one.
        """
        try:
            self.play(action)
        except IllegalAction:
            same = [own for own in self.actions() if own == action]
            if not same:
                raise
            action = same[0]
            self.play(action)
        return action

    def play_default(self) -> Any:
        """Make the default move of the seat to act, marked as such; returns the action."""
        seat = self.turn
        if isinstance(seat, Turn):
            raise IllegalAction("no seat is to act")
        action = self.game.default_action(self.view(seat), self.actions())
        self.play(action, default=True)
        return action

    def give_up(self, seat: Seat, reason: str) -> None:
        """End the match by a forfeit."""
        self.forfeit = Fault(seat, reason, len(self._log))
        self.turn = OVER

    def actions(self) -> Sequence[Any]:
        """The legal actions of the seat to act."""
        return self.game.actions(self.state)

    def view(self, seat: Seat | None) -> Any:
        """What a seat may know; `None` is a spectator."""
        return self.game.view(self.state, seat)

    def check_turn(self, seat: Seat | None) -> None:
        """Raise an `IllegalAction` if it is not this seat's turn, or not chance's (`None`)."""
        turn = self.turn
        if turn is OVER:
            raise IllegalAction("the match is over")
        if seat != (None if turn is CHANCE else turn):
            raise IllegalAction(f"it is the turn of {'chance' if turn is CHANCE else f'seat {turn}'}")

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.turn is OVER

    @property
    def num_moves(self) -> int:
        """How many moves were made, chance included."""
        return len(self._log)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far."""
        return tuple(
            Move(turn if isinstance(turn, int) else None, action, marked) for turn, action, marked in self._log
        )

    @property
    def rounds(self) -> int:
        """How many rounds or hands are finished."""
        return self.game.round(self.state)

    def outcome(self, *, keep_moves: bool = True) -> Outcome:
        """The result; only when the match is over."""
        if self.turn is not OVER:
            raise MendaxError("the match is not over yet")
        game, lost = self.game, self.forfeit
        payoffs = game.payoffs(self.state) if lost is None else game.forfeit(self.state, lost.seat)
        ending = game.ending(self.state) if lost is None else "forfeit"
        return Outcome(payoffs, ending, len(self._log), self.moves if keep_moves else (), lost, tuple(self.faults))


Listeners: TypeAlias = list[tuple[Seat, AnyAgent]]
"""Agents that hear events, with their seats."""
Watcher: TypeAlias = Callable[[Any, Move, Any, "Decision[Any] | None"], None]
"""Called after every move with the state before, the move, the state after and the decision."""
OnRound: TypeAlias = Callable[[int, Sequence[float]], None]
"""Called with the number of finished rounds and the public standing whenever a round or a hand ends."""


def play_match(
    game: AnyGame,
    agents: Sequence[AnyAgent],
    chance: Random | Chance,
    *,
    keep_moves: bool = False,
    explain: bool = False,
    strict: bool = False,
    on_fault: OnFault = "forfeit",
    faults: Faults = FAULTS,
    watch: Watcher | None = None,
    on_round: OnRound | None = None,
    place: Place | None = None,
) -> Outcome:
    """Play one match to its end.

    An illegal action or an exception anywhere in an agent is a fault; `on_fault` says what it costs. With
    `strict` it is raised instead.
    """
    match = Match(game)
    drive(
        match,
        agents,
        chance,
        explain=explain,
        strict=strict,
        on_fault=on_fault,
        faults=faults,
        watch=watch,
        on_round=on_round,
        place=place,
    )
    return match.outcome(keep_moves=keep_moves)


def drive(
    match: Match,
    agents: Sequence[AnyAgent],
    chance: Random | Chance,
    *,
    explain: bool = False,
    strict: bool = False,
    on_fault: OnFault = "forfeit",
    faults: Faults = FAULTS,
    watch: Watcher | None = None,
    on_round: OnRound | None = None,
    stop: Callable[[Match], bool] | None = None,
    place: Place | None = None,
) -> None:
    """Drive a match on to its end, or until `stop` says so after a move.

    Where moves were made already, agents and chance are asked for them again, so that memories and generators
    come to where they were; the moves themselves stand. `faults` are the exceptions that are an agent's fault.
    `place` is told how far the match is.
    """
    game = match.game
    actions_of, view_of, draw = game.actions, game.view, _drawing(game, chance)
    listeners = [(seat, agent) for seat, agent in enumerate(agents) if listens(agent)]
    if match.num_moves:
        _catch_up(match, agents, chance, on_round)
    rounds = 0 if on_round is None else game.round(match.state)
    caught: Faults = () if strict else faults
    log = match._log
    decision: Decision[Any] | None
    while (turn := match.turn) is not OVER:
        state, default = match.state, False
        if turn is CHANCE:
            decision, action = None, draw(state, chance)
            match.play(action)
        else:
            if place is not None:
                place[1] = len(log)
            try:
                decision = agents[turn].act(view_of(state, turn), actions_of(state), explain)
                action = match.act(decision.action)
            except caught as error:
                if on_fault == "forfeit":
                    _forfeit(match, agents, turn, error, faults)
                    return
                agents, listeners = _go_on(match, agents, listeners, turn, error)
                decision, action, default = None, match.play_default(), True
        for seat, agent in listeners:
            if place is not None:
                place[1] = len(log)
            try:
                for event in game.events(state, action, match.state, seat):
                    agent.hear(event)
            except caught as error:
                if on_fault == "forfeit":
                    _forfeit(match, agents, seat, error, faults)
                    return
                agents, listeners = _go_on(match, agents, listeners, seat, error)
        if watch is not None:
            watch(state, Move(None if turn is CHANCE else turn, action, default), match.state, decision)
        if on_round is not None and (done := game.round(match.state)) != rounds:
            rounds = done
            on_round(rounds, game.standing(match.state))
        if stop is not None and stop(match):
            return
    if listeners and match.forfeit is None:
        payoffs = game.payoffs(match.state)
        for seat, agent in listeners:
            if place is not None:
                place[1] = len(log)
            with suppress(*caught):  # the match is over: its result stands
                agent.end(view_of(match.state, seat), payoffs)


def _go_on(
    match: Match, agents: Sequence[AnyAgent], listeners: Listeners, seat: Seat, error: BaseException
) -> tuple[Sequence[AnyAgent], Listeners]:
    """Note a fault that costs a choice; an agent that broke down does so again at each of its decisions."""
    match.faults.append(Fault(seat, _reason(error), match.num_moves))
    if isinstance(error, IllegalAction):
        return agents, listeners
    left = [FailedAgent(error) if at == seat else agent for at, agent in enumerate(agents)]
    return left, [(at, agent) for at, agent in listeners if at != seat]


def _drawing(game: AnyGame, chance: Random | Chance) -> Callable[[Any, Any], Any]:
    """How an outcome is drawn: by the game from a generator, or by a source of chance."""
    return game.draw if isinstance(chance, Random) else partial(_draw_from, game)


def _draw_from(game: AnyGame, state: object, chance: Chance) -> Any:
    return chance.draw(game, state)


def _catch_up(match: Match, agents: Sequence[AnyAgent], chance: Random | Chance, on_round: OnRound | None) -> None:
    """Ask agents and chance for the moves that were made already. What they say now does not count."""
    game, again, draw = match.game, Match(match.game), _drawing(match.game, chance)
    listeners = [(seat, agent) for seat, agent in enumerate(agents) if listens(agent)]
    rounds = 0
    for seat, action, default in match.moves:
        state = again.state
        with suppress(*FAULTS):
            if seat is None:
                draw(state, chance)
            else:
                agents[seat].act(game.view(state, seat), game.actions(state), False)
        again.play(action, default=default)
        for listener, agent in listeners:
            with suppress(*FAULTS):
                for event in game.events(state, action, again.state, listener):
                    agent.hear(event)
        if on_round is not None and (done := game.round(again.state)) != rounds:
            rounds = done
            on_round(rounds, game.standing(again.state))


def _reason(error: BaseException) -> str:
    if isinstance(error, AgentDied):
        return str(error)
    return " ".join(f"illegal action: {error}".split()) if isinstance(error, IllegalAction) else one_line(error)


def _forfeit(match: Match, agents: Sequence[AnyAgent], seat: Seat, error: BaseException, faults: Faults) -> None:
    match.give_up(seat, _reason(error))
    payoffs = match.game.forfeit(match.state, seat)
    for at, agent in enumerate(agents):
        if listens(agent) and at != seat:
            with suppress(*faults):
                agent.end(match.view(at), payoffs)
