"""Positions for SoarBot: cards, a board and what was said, put to the agent."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from mendax.core.agent import Explanation
from mendax.games.holdem.agents.soarbot.agent import MAYBE, ModelingSoarBot, SoarBotFactory
from mendax.games.holdem.agents.soarbot.opponents import Opponents
from mendax.games.holdem.rules import Action, Holdem, View
from mendax.games.holdem.rules.betting import legal_acts
from mendax.soar import Parameters

STAGES: Final = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}
QUIET: Final = {0: "c", 3: "ck/-", 4: "ck/kk/-", 5: "ck/kk/kk/-"}
"""By the size of the board: what two players said when nobody has bet and seat 0 is to act."""


class Position(NamedTuple):
    """A position of seat 0, or of another; the last seat has the button."""

    cards: str
    board: str = ""
    said: str = ""
    players: int = 2
    seat: int = 0


class Answer(NamedTuple):
    """What the agent did, and what is known of it."""

    action: Action
    explanation: Explanation[Action]
    memory: Parameters
    """Working memory from the top state down."""


def view_of(position: Position) -> tuple[Holdem, View]:
    """The view of a position."""
    size = len(position.board) // 2
    game = Holdem(players=position.players)
    said = position.said or QUIET[size]
    text = (
        f"seat={position.seat} hand=0 button={position.players - 1} stage={STAGES[size]} turn={position.seat} "
        f"money={','.join('0' * position.players)} cards={position.cards} board={position.board or '-'} said={said}"
    )
    return game, game.parse_view(text)


def ask(position: Position, name: str = "soarbot", maybe: bool = True, known: Opponents | None = None) -> Answer:
    """Put a position to a fresh agent whose `maybe` is given, and what `soarbot-m` knows of the others."""
    game, view = view_of(position)
    seed = next(seed for seed in range(99) if (Random(seed).random() < MAYBE) is maybe)
    agent = SoarBotFactory(name)(game, position.seat, Random(seed))
    if isinstance(agent, ModelingSoarBot) and known is not None:
        agent.opponents = known
    decision = agent.act(view, legal_acts(view.betting, game.raises), explain=True)
    assert decision.explanation is not None
    return Answer(decision.action, decision.explanation, agent.agent.look("S1", 4))
