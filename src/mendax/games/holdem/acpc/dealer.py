"""The dealer: plays a match whose seats are our agents and programs that join over TCP, each at a port of its own."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

from mendax.core.agent import Agent, AnyAgent, Decision, Factory, build_or_forfeit
from mendax.core.errors import BadNotation, IllegalAction, MendaxError
from mendax.core.game import Seat
from mendax.core.match import Move, play_match
from mendax.core.record import Record
from mendax.core.streams import AgentStreams, Stream, deal_key
from mendax.games.holdem.acpc.connection import ConnectionLost, LineConnection
from mendax.games.holdem.acpc.lines import COMMENTS, MatchState, action_of, betting_text, check_version, parse_response
from mendax.games.holdem.rules import Action, Cards, Event, History, Holdem, State, View

Log: TypeAlias = Callable[[str], None]
"""Where the dealer and the player say what happens, a line at a time."""

GREETING: Final = 10.0
"""Seconds in which whoever connects must say its version."""
MOST_IGNORED: Final = 100
"""Lines of a player that are ignored in a match; after more it is given up."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long the dealer waits, in seconds."""

    joining: float = 600.0
    """For all programs to join."""
    decision: float = 600.0
    """For an answer."""


class RemoteSeat(Agent[View, Action, Event]):
    """A program at the other end of a connection.

    A line that is broken or answers another state is logged and ignored. An action that is not legal costs the choice:
    the game's default is played. A program that is gone or late checks or folds to the end.
    """

    def __init__(self, seat: Seat, connection: LineConnection, seconds: float, log: Log) -> None:
        self.seat, self.connection, self.seconds, self.log = seat, connection, seconds, log
        self.told = ""
        """The last line that it was sent."""
        self.ignored = 0

    def tell(self, state: MatchState) -> None:
        """Send a state."""
        self.told = str(state)
        self.connection.send(self.told, self.seconds)

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        until = time.monotonic() + self.seconds
        while True:
            try:
                line = self.connection.receive(until)
            except ConnectionLost as error:
                self.log(f"seat {self.seat} is given up, it checks or folds from now on: {error}")
                raise
            if line.startswith(COMMENTS):
                continue
            if (letter := self._read(line)) is None:
                continue
            action = action_of(letter, actions)
            if action is None:
                legal = " or ".join(map(str, actions))
                self.log(f"seat {self.seat} says {letter!r} where it may {legal}: {actions[0]} is played")
                raise IllegalAction(f"{letter}: seat {self.seat} may {legal}")
            return Decision(action)

    def _read(self, line: str) -> str | None:
        """The letter of an answer to the last state; `None` for anything else."""
        try:
            state, letter = parse_response(line)
            if str(state) == self.told:
                return letter
            reason = f"{line[:80]!r} answers another state than {self.told}"
        except BadNotation as error:
            reason = str(error)
        self.log(f"seat {self.seat}: a line is ignored: {reason}")
        self.ignored += 1
        if self.ignored > MOST_IGNORED:
            self.log(f"seat {self.seat} is given up, it checks or folds from now on: too many lines were ignored")
            raise ConnectionLost(f"more than {MOST_IGNORED} lines were ignored")
        return None


class Dealer:
    """A match over the network. `factories` has `None` where a program joins; its port is in `ports`."""

    def __init__(
        self,
        game: Holdem,
        names: Sequence[str],
        factories: Sequence[Factory | None],
        seed: int,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        limits: Limits | None = None,
        log: Log = lambda line: None,
    ) -> None:
        self.game, self.names, self.factories, self.seed = game, tuple(names), tuple(factories), seed
        self.limits, self.log = limits or Limits(), log
        self._open = ExitStack()
        self._listeners: dict[Seat, socket.socket] = {}
        try:
            remote = [seat for seat, factory in enumerate(factories) if factory is None]
            for number, seat in enumerate(remote):
                self._listeners[seat] = self._open.enter_context(_listen(host, port + number if port else 0))
        except BaseException:
            self._open.close()
            raise

    @property
    def ports(self) -> dict[Seat, int]:
        """Where each program joins, by its seat."""
        return {seat: own.getsockname()[1] for seat, own in self._listeners.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def play(self) -> Record:
        """Wait for all programs and play the match; its cards and our agents' randomness are those of the arena's
        first match with this seed.
        """
        game, until = self.game, time.monotonic() + self.limits.joining
        remote = {seat: self._admit(seat, until) for seat in self._listeners}
        streams = AgentStreams(self.seed, game.players)
        streams.name(0)
        agents: list[AnyAgent] = []
        for seat, factory in enumerate(self.factories):
            own = streams.seats[seat]
            agents.append(remote[seat] if factory is None else build_or_forfeit(factory, game, seat, own))
        chance = Stream()
        chance.branch(deal_key(self.seed), 0)

        def watch(before: State, move: Move, after: State, decision: Decision[Action] | None) -> None:
            for seat, player in remote.items():
                if (state := match_state(game, before, after, seat)) is not None:
                    player.tell(state)

        outcome = play_match(
            game,
            agents,
            chance,
            keep_moves=True,
            on_fault="fallback",
            watch=watch,
            on_round=lambda done, standing: chance.name_round(self.seed, 0, done),
        )
        return Record.of(game, self.names, outcome)

    def _admit(self, seat: Seat, until: float) -> RemoteSeat:
        """The program that joins a seat; who does not speak the protocol is sent away, and the next may come."""
        listener = self._listeners[seat]
        while True:
            left = until - time.monotonic()
            try:
                listener.settimeout(max(left, 0.001))
                own, _ = listener.accept()
            except TimeoutError:
                raise MendaxError(f"nobody joined seat {seat} in {self.limits.joining:g} seconds") from None
            connection = LineConnection(own)
            try:
                check_version(connection.receive(min(until, time.monotonic() + GREETING)))
            except (BadNotation, ConnectionLost) as error:
                connection.close()
                self.log(f"seat {seat}: whoever joined is sent away: {error}")
                continue
            self._open.enter_context(connection)
            self.log(f"seat {seat}: a program has joined")
            return RemoteSeat(seat, connection, self.limits.decision, self.log)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=4)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise MendaxError(f"{host}:{port} cannot be listened at: {reason}") from None


def match_state(game: Holdem, before: State, after: State, seat: Seat) -> MatchState | None:
    """What a seat is told after a move; `None` while cards are dealt: the next line has them all."""
    if after.hands > before.hands:
        assert after.last is not None
        end = after.last
        cards = [own or (game.hole_cards(before, at) if at == seat else ()) for at, own in enumerate(end.shown)]
        return _state_of(game, before.hands, seat, cards, end.board, end.said)
    if not isinstance(after.turn, int):
        return None
    own = game.hole_cards(after, seat)
    cards = [own if at == seat else () for at in range(game.players)]
    return _state_of(game, after.hands, seat, cards, after.cards[2 * game.players :], after.betting.said)


def _state_of(game: Holdem, hand: int, seat: Seat, cards: Sequence[Cards], board: Cards, said: History) -> MatchState:
    first = game.button(hand) + 1
    hole = tuple(cards[(first + place) % game.players] for place in range(game.players))
    return MatchState((seat - first) % game.players, hand, betting_text(said), hole, board)
