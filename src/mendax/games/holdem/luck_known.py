"""AIVAT with known mixes, heads-up: what a known opponent might have held, and might have done, is averaged.

The belief about a known opponent is a probability for each of its holdings. It begins equal, loses the holdings that
other cards rule out, and is multiplied by the opponent's own mix at each of its decisions. Measured are, to the other
player: the luck of each card of the board against that belief; the luck of each choice of the opponent, next to what
its mix makes of the belief; and the luck of the showdown, where one of its holdings is shown.
`mendax.arena.aivat` has the definition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, Final

import numpy as np

from mendax.core.agent import AnyMixedAgent, MixedAgent, build_or_forfeit, prepared
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.core.match import Move
from mendax.games.holdem.kernel.holdings import HOLDINGS, NUM_HOLDINGS, Weights
from mendax.games.holdem.kernel.luck_known import card_equities, holding_equities
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table
from mendax.games.holdem.luck import HoldemLuck
from mendax.games.holdem.rules import FOLD, Act, Action, Cards, Deal, Holdem, State, View
from mendax.games.holdem.rules.betting import add_act
from mendax.games.holdem.rules.types import SMALL_BET

_STAGES: Final = ("preflop", "flop", "turn", "river")
KNOWN_FEATURES: Final = (
    *(f"cards, {stage}" for stage in _STAGES[1:]),
    *(f"choices, {stage}" for stage in _STAGES),
    "showdown",
)
"""What is measured of a known opponent."""
_HOLDINGS: Final = HOLDINGS.tolist()
_CHOICES, _SHOWDOWN = KNOWN_FEATURES.index("choices, preflop"), KNOWN_FEATURES.index("showdown")


@dataclass(frozen=True, slots=True)
class KnownLuck:
    """The luck of the cards, and heads-up that of opponents whose mix is known, by the names of agents.

    An agent of the catalogue that states its mix is known by its name; whoever plays under such a name must be it.
    """

    cards: HoldemLuck = field(default_factory=HoldemLuck)

    @property
    def names(self) -> tuple[str, ...]:
        """What is measured: of the cards, of a known opponent, and of a known player itself."""
        own = (f"{whose}: {name}" for whose in ("opponent", "own") for name in KNOWN_FEATURES)
        return (*self.cards.names, *own)

    def measure(self, game: AnyGame, moves: Sequence[Move], agents: Sequence[str]) -> Weights:
        """The luck of every finished hand of a match, by hand, seat and feature."""
        luck = self.cards.measure(game, moves, agents)
        known = np.zeros((*luck.shape[:2], 2, len(KNOWN_FEATURES)))
        if isinstance(game, Holdem) and game.players == 2:
            for seat, name in enumerate(agents):
                agent = known_agent(game, name, seat)
                if agent is not None:
                    found = opponent_luck(game, moves, seat, agent)[: len(luck)]
                    known[: len(found), 1 - seat, 0] = found
                    known[: len(found), seat, 1] = -found
        return np.concatenate([luck, known.reshape(*luck.shape[:2], -1)], axis=2)


@lru_cache(maxsize=256)
def known_agent(game: Holdem, name: str, seat: Seat) -> AnyMixedAgent | None:
    """The agent of that name, if its mix is a function of the view; `None` for all others."""
    try:
        factory = prepared(build_agent(game, name), game, name, trial=False)
        agent = build_or_forfeit(factory, game, seat, Random(0))
    except MendaxError:
        return None
    return agent if isinstance(agent, MixedAgent) else None


class _Belief:
    """What a known opponent may hold in a hand, and the luck measured so far, to the other player."""

    def __init__(self, hole: Cards) -> None:
        self.hole: Numbers = np.array(hole, dtype=np.uint8)
        self.weights: Weights = np.asarray(np.isin(HOLDINGS, self.hole, invert=True).all(axis=1), dtype=np.float64)
        self.luck: Weights = np.zeros(len(KNOWN_FEATURES))

    def update(self, likelihoods: Weights) -> None:
        """Multiply by how likely what happened was with each holding."""
        self.weights *= likelihoods
        self.weights /= self.weights.sum()

    def deal(self, board: Cards, card: int, level: float) -> None:
        """A card of the board, after those of `board`; each player has put in `level` small bets."""
        table = evaluator_table()
        cards, chances, equities = card_equities(table, self.hole, np.array(board, dtype=np.uint8), self.weights)
        luck = float(equities[cards == card][0] - chances @ equities)
        self.luck[max(0, len(board) - 2)] += 2 * level * luck
        self.update(np.asarray(np.not_equal(HOLDINGS, card).all(axis=1), dtype=np.float64))

    def equities(self, board: Cards) -> Weights:
        """Against each holding."""
        return holding_equities(evaluator_table(), self.hole, np.array(board, dtype=np.uint8), self.weights)


def opponent_luck(game: Holdem, moves: Sequence[Move], seat: Seat, agent: AnyMixedAgent) -> Weights:
    """The luck that the other seat of a table of two had with a known agent in this one, by finished hand."""
    state, found = game.start(), list[Weights]()
    belief = _Belief(())
    for move in moves:
        after = game.apply(state, move.action)
        if isinstance(move.action, Deal):
            dealt = len(after.cards)
            if dealt == 4:
                belief = _Belief(game.hole_cards(after, 1 - seat))
            elif dealt > 4:
                belief.deal(state.cards[4:], move.action.card, _level(state))
        else:
            if move.seat == seat and not move.default:
                _choose(game, state, move, belief, agent)
            if after.hands != state.hands:
                if after.last is not None and any(after.last.shown):
                    gain = after.last.gains[1 - seat] / SMALL_BET
                    expected = float(belief.weights @ belief.equities(after.last.board)) / belief.weights.sum()
                    belief.luck[_SHOWDOWN] = gain - _level(state) * (2 * expected - 1)
                found.append(belief.luck)
        state = after
    return np.array(found).reshape(-1, len(KNOWN_FEATURES))


def _level(state: State) -> float:
    """What each player must have put in to stay, in small bets."""
    return max(state.betting.paid) / SMALL_BET


def _choose(game: Holdem, state: State, move: Move, belief: _Belief, agent: AnyMixedAgent) -> None:
    """A choice of the known agent: its luck to the other player, and what it says of the holding."""
    assert move.seat is not None
    actions = game.actions(state)
    mixes = _mixes(agent, game.view(state, move.seat), actions, belief.weights)
    equities = belief.equities(state.cards[4:])
    chances, values = np.zeros(len(actions)), np.zeros(len(actions))
    for number, action in enumerate(actions):
        joint = mixes[number] * belief.weights
        chances[number] = joint.sum() / belief.weights.sum()
        if action is FOLD:
            values[number] = state.betting.paid[move.seat] / SMALL_BET
        elif chances[number] and isinstance(action, Act):
            level = max(add_act(state.betting, action).paid) / SMALL_BET
            values[number] = level * (2 * float(joint @ equities) / joint.sum() - 1)
    chosen = actions.index(move.action)
    if not chances[chosen]:
        raise MendaxError(f"seat {move.seat} does {move.action}, which the agent of its name never does there")
    belief.luck[_CHOICES + state.betting.stage] += values[chosen] - chances @ values
    belief.update(mixes[chosen])


def _mixes(agent: AnyMixedAgent, view: View, actions: Sequence[Action], weights: Weights) -> Weights:
    """By action and holding: how likely the agent takes it. The order of the two cards does not matter to agents."""
    mixes = np.zeros((len(actions), NUM_HOLDINGS))
    for holding in np.flatnonzero(weights).tolist():
        mix: Mapping[Any, float] = agent.mix(view._replace(cards=tuple(_HOLDINGS[holding])), actions)
        mixes[:, holding] = [mix.get(action, 0.0) for action in actions]
    return mixes
