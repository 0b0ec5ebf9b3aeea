"""What each agent would do with a hand: a usual way to the position is played, and then the agents are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from mendax.core.agent import AnyAgent, Factory, MixedAgent, Preparing, prepared
from mendax.core.catalogue import build_agent, find_game
from mendax.core.errors import MendaxError, MissingExtra, one_line
from mendax.core.game import Seat
from mendax.core.match import Move
from mendax.games.holdem.rules import (
    BET,
    CALL,
    CHECK,
    DEALS,
    Act,
    Action,
    Cards,
    Holdem,
    Stage,
    State,
    View,
    blind_seats,
    cards_text,
)
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.rules.types import BOARD_SIZES


@dataclass(frozen=True, slots=True)
class Position:
    """A place at a table in the first hand of a match, with a hand and a board; nobody has folded."""

    players: int
    hand: Cards
    board: Cards = ()
    place: int | None = None
    """0 is the first at the left of the button; the last place, the button, if it is not given."""
    bet: bool = False
    """Whether somebody has bet on flop, turn or river, so that there is something to call."""
    raises: int = 3
    """The cap on raises."""

    @property
    def seat(self) -> Seat:
        """One's own seat; in the first hand the button is at the last."""
        place = self.players - 1 if self.place is None else self.place
        if not 0 <= place < self.players:
            raise MendaxError(f"with {self.players} players there are places 1 to {self.players}, not {place + 1}")
        return place

    @property
    def game(self) -> Holdem:
        """The game that it is a position of."""
        return Holdem(self.players, 1, self.raises)

    def moves(self) -> list[Move]:
        """The way there: all call before the flop and check after it; in the last stage one may have bet."""
        game, seat, board = self.game, self.seat, self.board
        stage = Stage(BOARD_SIZES.index(len(board)))
        state, moves = game.start(), list[Move]()

        def make(action: Action) -> None:
            nonlocal state
            moves.append(Move(state.turn if isinstance(state.turn, int) else None, action))
            state = game.apply(state, action)

        # A view does not depend on the cards of others: any cards stand for them.
        rest = [card for card in range(NUM_CARDS) if card not in self.hand + board]
        others = iter(rest)
        for number in (0, 1):
            for at in range(self.players):
                make(DEALS[self.hand[number] if at == seat else next(others)])
        while state.betting.stage < stage:
            while isinstance(state.turn, int):
                make(_passive(game, state))
            for card in board[BOARD_SIZES[state.betting.stage - 1] : BOARD_SIZES[state.betting.stage]]:
                make(DEALS[card])
        betting = self.bet and stage is not Stage.PREFLOP
        while state.turn != seat or (betting and state.betting.raises == 0):
            bets = betting and state.turn != seat and state.betting.raises == 0
            make(BET if bets else _passive(game, state))
        return moves

    def __str__(self) -> str:
        """The position in words."""
        seat, players = self.seat, self.players
        small, big = blind_seats(players, players - 1)
        names = [
            word for word, at in (("button", players - 1), ("small blind", small), ("big blind", big)) if at == seat
        ]
        place = f", {' and '.join(names)}" if names else ""
        board = f" on {cards_text(self.board)}" if self.board else " before the flop"
        before = "all have called so far" if not self.board else "all have checked and called so far"
        if self.bet and self.board:
            before = "one has bet"
        return f"{cards_text(self.hand)}{board}, place {seat + 1} of {players}{place}; {before}"


def _passive(game: Holdem, state: State) -> Act:
    return CHECK if CHECK in game.actions(state) else CALL


@dataclass(frozen=True, slots=True)
class AgentChoice:
    """What an agent would do in a position."""

    agent: str
    action: Action | None
    """`None` if it cannot decide."""
    mix: Mapping[Action, float] | None
    """The probabilities of its actions, if it states them."""
    sentence: str
    """Its own explanation, or why it cannot decide."""

    def to_json(self) -> dict[str, Any]:
        """The agent, its action, and its mix and sentence where it has them."""
        mix = None if self.mix is None else {str(action): chance for action, chance in self.mix.items()}
        action = None if self.action is None else str(self.action)
        return {"agent": self.agent, "action": action, "mix": mix, "sentence": self.sentence}


def quick_agents() -> list[str]:
    """The names of Hold'em's own agents that are installed and need no argument and no preparation."""
    found = list[str]()
    for entry in find_game(Holdem.name).agents:
        if entry.argument and not entry.argument.startswith("["):
            continue
        try:
            factory: object = entry.make(Holdem.name, "")
        except MissingExtra:  # whoever is asked for it says what is missing
            continue
        if not isinstance(factory, Preparing):
            found.append(entry.name)
    return found


def agent_choices(position: Position, names: Sequence[str], seed: int = 0) -> list[AgentChoice]:
    """What each agent would do; one that breaks down says why, and the others are still asked."""
    game, moves = position.game, position.moves()
    factories = [(name, build_agent(game, name)) for name in names]
    return [_choice(name, factory, game, position.seat, moves, seed) for name, factory in factories]


def _choice(name: str, factory: Factory, game: Holdem, seat: Seat, moves: Sequence[Move], seed: int) -> AgentChoice:
    try:
        agent = prepared(factory, game, name, trial=False)(game, seat, Random(seed))
        view, actions = _bring(agent, game, seat, moves)
        decision = agent.act(view, actions, explain=True)
        mix = agent.mix(view, actions) if isinstance(agent, MixedAgent) else None
    except MendaxError as error:
        return AgentChoice(name, None, None, str(error))
    except Exception as error:  # an agent may be anybody's; what it says is one line of the table
        return AgentChoice(name, None, None, one_line(error))
    sentence = "" if decision.explanation is None else decision.explanation.sentence
    return AgentChoice(name, decision.action, mix, sentence)


def _bring(agent: AnyAgent, game: Holdem, seat: Seat, moves: Sequence[Move]) -> tuple[View, Sequence[Action]]:
    """Bring an agent to the position: it hears all events, and decides at its earlier turns, which does not count."""
    state = game.start()
    for mover, action, _ in moves:
        if mover == seat:
            agent.act(game.view(state, seat), game.actions(state))
        after = game.apply(state, action)
        for event in game.events(state, action, after, seat):
            agent.hear(event)
        state = after
    return game.view(state, seat), game.actions(state)
