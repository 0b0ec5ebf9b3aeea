"""What an agent says it does at every point of the betting, for one holding or for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from mendax.core.agent import AnyMixedAgent, MixedAgent
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.core.streams import Stream
from mendax.games.holdem.kernel.holdings import HOLDINGS, NUM_HOLDINGS
from mendax.games.holdem.rules import Action, Cards, Holdem, View
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.rules.types import BOARD_SIZES
from mendax.games.holdem.solver.betting_tree import BUTTON, betting_tree, bettings
from mendax.games.holdem.solver.features import free_holdings
from mendax.theory.staged_tree import StagedTree

Mixes = npt.NDArray[np.float64]
MOST_RAISES: Final = 4
"""Above this cap the tree of the betting is too large."""
PROBES: Final = 5
"""Different deals that an agent is asked about at each point of the betting."""
_SALT: Final = 7_462


@runtime_checkable
class StatesRange(Protocol):
    """An agent that states the mixes of all holdings at once, which is quicker than one by one."""

    def mixes(self, view: View, actions: Sequence[Action]) -> Mixes:
        """By holding, whatever the view's own cards: the probability of each action."""


class StatedMixes:
    """An agent in both seats of a hand, asked for its mix."""

    def __init__(self, game: Holdem, agent: str) -> None:
        if game.players != 2:
            raise MendaxError(f"a best response is for holdem with 2 players, not {game.players}")
        if game.raises > MOST_RAISES:
            raise MendaxError(f"a best response is for a cap of at most {MOST_RAISES} raises, not {game.raises}")
        one_hand, factory = Holdem(raises=game.raises), build_agent(game, agent)
        self.raises = game.raises
        self.agents: list[AnyMixedAgent] = []
        for seat in (0, 1):
            built = factory(one_hand, seat, Random(0))  # the mix does not depend on the generator
            if not isinstance(built, MixedAgent):
                raise MendaxError(f"{agent} only plays: a best response needs an agent that states its mix")
            self.agents.append(built)
        self.board: Cards = ()
        self.kept: dict[int, Mixes] = {}
        """By node: what was asked about this board."""

    @property
    def tree(self) -> StagedTree:
        """The betting."""
        return betting_tree(raises=self.raises)

    def view(self, node: int, cards: Cards, board: Cards) -> View:
        """What the seat to act sees; `board` may have more cards than lie open."""
        betting = bettings(self.raises)[node]
        return View(betting.turn, 0, BUTTON, betting, cards, board[: BOARD_SIZES[betting.stage]], (0, 0), None)

    def mix(self, node: int, cards: Cards, board: Cards) -> tuple[float, ...]:
        """The probability of each action with some cards."""
        view, actions = self.view(node, cards, board), self.tree.actions[node]
        assert view.seat is not None
        stated = self.agents[view.seat].mix(view, actions)
        return tuple(stated.get(action, 0.0) for action in actions)

    def all_mixes(self, node: int, board: Cards) -> Mixes:
        """By holding: the probability of each action on a full board, of which the node's stage sees its part.

        Holdings with a card of that part have none. What was asked about the last board is kept.
        """
        view, actions = self.view(node, (), board), self.tree.actions[node]
        assert view.seat is not None
        if board != self.board:
            self.board, self.kept = board, {}
        if node not in self.kept:
            agent: object = self.agents[view.seat]
            if isinstance(agent, StatesRange):
                self.kept[node] = agent.mixes(view, actions)
            else:
                found = np.zeros((NUM_HOLDINGS, len(actions)))
                for holding in free_holdings(view.board).tolist():
                    one, two = HOLDINGS[holding].tolist()
                    found[holding] = self.mix(node, (one, two), board)
                self.kept[node] = found
        return self.kept[node]

    def blind_mixes(self, responder: Seat) -> list[tuple[float, ...]] | None:
        """By node: the mix as opponent of a responder, if it is the same for all of some deals; else `None`.

        An agent is asked at every point of the betting about the same few random deals. One that looks at cards in rare
        cases only could escape; who doubts it may ask for a local best response.
        """
        deals = list[tuple[Cards, Cards]]()
        stream = Stream(_SALT, responder)
        for _ in range(PROBES):
            cards = stream.sample(range(NUM_CARDS), 7)
            deals.append(((cards[0], cards[1]), tuple(cards[2:])))
        found = list[tuple[float, ...]]()
        for node, seat in enumerate(self.tree.nodes.seat.tolist()):
            if seat == responder:
                found.append(())
                continue
            mixes = {self.mix(node, *deal) for deal in deals}
            if len(mixes) > 1:
                return None
            found.append(mixes.pop())
        return found
