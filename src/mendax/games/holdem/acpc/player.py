"""The player: one of our agents at somebody's table."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import Any

from mendax.core.agent import AnyAgent, Factory, listens, prepared
from mendax.core.errors import BadNotation, MendaxError, one_line
from mendax.core.streams import AgentStreams
from mendax.games.holdem.acpc.connection import ConnectionLost, LineConnection
from mendax.games.holdem.acpc.dealer import Log
from mendax.games.holdem.acpc.lines import COMMENTS, LETTERS, VERSION, MatchState, action_of, betting_text, parse_state
from mendax.games.holdem.rules import DEALS, SMALL_BET, Act, Action, Holdem
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.rules.game import MAX_HANDS
from mendax.games.holdem.rules.types import BOARD_SIZES

ANSWER: float = 600.0
"""Seconds in which the dealer must take an answer."""


@dataclass(frozen=True, slots=True)
class Joined:
    """How a match at somebody's table went."""

    agent: str
    players: int
    hands: int
    chips: int
    """Won and lost in the finished hands, two to a small bet."""

    def to_json(self) -> dict[str, Any]:
        """The agent, the hands, and what it won in small bets."""
        payoff = self.chips / SMALL_BET
        mean = payoff / self.hands if self.hands else None
        return {
            "agent": self.agent,
            "players": self.players,
            "hands": self.hands,
            "payoff": payoff,
            "mean_payoff": mean,
        }


class Player:
    """Follows a match from the lines of its dealer, and answers for an agent.

    The lines are played through the rules. The cards of others are not known, and any cards stand for them: views and
    events do not depend on those.
    """

    def __init__(self, factory: Factory, raises: int, seed: int, log: Log = lambda line: None) -> None:
        self.factory, self.raises, self.seed, self.log = factory, raises, seed, log
        self.hand: int | None = None
        """The dealer's name of the hand that is being played."""
        self.chips = self.hands = 0
        """Of finished matches with other seats; see `_sit_down`."""
        self.game = Holdem()
        self.state = self.game.start()
        self.seat = 0
        self.agent: AnyAgent | None = None

    def hear(self, line: str) -> str | None:
        """Follow a line of the dealer; the answer, if the agent is to act. Raises `BadNotation` if it cannot be."""
        if line.startswith(COMMENTS):
            return None
        told = parse_state(line)
        if told.hand != self.hand:
            self._begin_hand(told)
        self._refresh(told)
        done = betting_text(self.state.betting.said)
        if not told.betting.startswith(done):
            raise BadNotation(f"{line[:80]!r}: the betting of hand {told.hand} was {done!r} already")
        for letter in told.betting[len(done) :]:
            if letter == "/":
                self._deal_stage(told, line)
            else:
                self._follow(letter, told, line)
        if not isinstance(self.state.turn, int) and self._playing:
            raise BadNotation(f"{line[:80]!r}: the stage is closed, and the next cards are not there")
        if self.state.turn != self.seat:
            return None
        return f"{line}:{LETTERS[self._decide()]}"

    def end(self) -> None:
        """The dealer has hung up: tell the agent."""
        if self.agent is not None and listens(self.agent):
            self.agent.end(self.game.view(self.state, self.seat), self.game.standing(self.state))

    def result(self, name: str) -> Joined:
        """What was won so far."""
        chips = self.chips + self.state.money[self.seat]
        return Joined(name, self.game.players, self.hands + self.state.hands, chips)

    @property
    def _playing(self) -> bool:
        """Whether a hand is being played."""
        return bool(self.state.cards)

    def _begin_hand(self, told: MatchState) -> None:
        if self._playing:
            raise BadNotation(f"hand {told.hand} begins before hand {self.hand} is over")
        same = told.players == self.game.players and (self.seat - self.state.hands) % told.players == told.position
        if self.hand is None or not same:
            self._sit_down(told)
        self.hand = told.hand
        cards = self._cards(told)
        for card in cards[: 2 * told.players]:
            self._apply(DEALS[card])

    def _sit_down(self, told: MatchState) -> None:
        """Begin a match: the first, or another one where the button did not move as ours does."""
        if self.hand is not None:
            self.log(f"the button has not moved by one seat in hand {told.hand}: the agent forgets who sits where")
            self.end()
            self.chips += self.state.money[self.seat]
            self.hands += self.state.hands
        self.game, self.seat = Holdem(told.players, MAX_HANDS, self.raises), told.position
        self.state = self.game.start()
        streams = AgentStreams(self.seed, told.players)
        streams.name(0)
        factory = prepared(self.factory, self.game, trial=False)
        self.agent = factory(self.game, self.seat, streams.seats[self.seat])

    def _cards(self, told: MatchState) -> list[int]:
        """All cards dealt, in the order of dealing; any unseen cards stand for those that are not known."""
        seen = {card for group in (*told.hole, told.board) for card in group}
        unseen = iter([card for card in range(NUM_CARDS) if card not in seen])
        hole = [own or (next(unseen), next(unseen)) for own in told.hole]
        return [*(own[0] for own in hole), *(own[1] for own in hole), *told.board]

    def _refresh(self, told: MatchState) -> None:
        """Put what this line shows into the state: at the showdown that is the others' cards."""
        self.state = self.state._replace(cards=tuple(self._cards(told)[: len(self.state.cards)]))

    def _deal_stage(self, told: MatchState, line: str) -> None:
        stage = self.state.betting.stage
        if isinstance(self.state.turn, int) or not self._playing:
            raise BadNotation(f"{line[:80]!r}: the next stage begins before the last is closed, or after the end")
        for card in told.board[BOARD_SIZES[stage - 1] : BOARD_SIZES[stage]]:
            self._apply(DEALS[card])

    def _follow(self, letter: str, told: MatchState, line: str) -> None:
        if not isinstance(self.state.turn, int):
            raise BadNotation(f"{line[:80]!r}: nobody is to act when {letter!r} is said")
        action = action_of(letter, self.game.actions(self.state))
        if action is None:
            raise BadNotation(f"{line[:80]!r}: {letter!r} is not allowed there")
        after, hand = self.game.apply(self.state, action), self.state.hands
        if after.hands > hand and after.last is not None:
            for seat, shown in enumerate(after.last.shown):
                if shown and not told.hole[(seat - hand) % told.players]:
                    raise BadNotation(f"{line[:80]!r}: at the showdown not all cards are there")
        self._apply(action)

    def _apply(self, action: Action) -> None:
        before = self.state
        self.state = self.game.apply(before, action)
        if self.agent is not None and listens(self.agent):
            for event in self.game.events(before, action, self.state, self.seat):
                self.agent.hear(event)

    def _decide(self) -> Act:
        """The agent's action; where it breaks down it checks or folds, as in the arena."""
        view, actions = self.game.view(self.state, self.seat), self.game.actions(self.state)
        action: Any = None
        if self.agent is not None:
            try:
                action = self.agent.act(view, actions).action
            except Exception as error:
                self.log(f"the agent broke down, it checks or folds from now on: {one_line(error)}")
                self.agent = None
        if action not in actions:
            if self.agent is not None:
                self.log(f"the agent's action {action} is not legal: {actions[0]} is played")
            action = self.game.default_action(view, actions)
        assert isinstance(action, Act)
        return action


def join(host: str, port: int, player: Player) -> None:
    """Play at a dealer's table until it hangs up."""
    try:
        own = socket.create_connection((host, port), timeout=ANSWER)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise MendaxError(f"{host}:{port} cannot be joined: {reason}") from None
    with LineConnection(own) as connection:
        connection.send(VERSION, ANSWER)
        while True:
            try:
                line = connection.receive(None)
            except ConnectionLost:
                break
            if (answer := player.hear(line)) is not None:
                connection.send(answer, ANSWER)
    player.end()
