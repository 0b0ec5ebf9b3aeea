"""Agents as policies for the endgame: the mixes of all cups of a public history at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.core.agent import MixedAgent
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.games.liars_dice.agents.champion import ChampionAgent, with_empty_seats
from mendax.games.liars_dice.kernel.numbering import NUM_FACES, number_of
from mendax.games.liars_dice.learning.champion.features import Seen, seen_of_view
from mendax.games.liars_dice.learning.champion.player_file import Player
from mendax.games.liars_dice.rules import Action, Answer, Bid, Dice, LiarsDice, View
from mendax.games.liars_dice.rules.bids import pushes
from mendax.games.liars_dice.solver.endgame.loss import Policy

Logits: TypeAlias = npt.NDArray[np.float64]


def endgame_policy(game: LiarsDice, name: str) -> Policy:
    """The policy of an agent that states its action probabilities."""
    agent = build_agent(game.name, name)(game, 0, Random(0))
    if isinstance(agent, ChampionAgent) and agent.search is None:
        return champion_policy(agent.player)
    if not isinstance(agent, MixedAgent):
        raise MendaxError(f"{name} does not state its action probabilities")
    mixed = agent

    def policy(views: Sequence[View], actions: Sequence[Action]) -> list[Mapping[Action, float]]:
        return [mixed.mix(view, _legal(view.cup, actions)) for view in views]

    return policy


def _legal(cup: Dice, actions: Sequence[Action]) -> list[Action]:
    """The actions that a cup allows."""
    allowed = pushes(cup)
    return [action for action in actions if not isinstance(action, Bid) or not action.push or action.push in allowed]


def champion_policy(player: Player) -> Policy:
    """The champion's network, asked once for all cups."""

    def policy(views: Sequence[View], actions: Sequence[Action]) -> list[Mapping[Action, float]]:
        first = with_empty_seats(views[0], player.players)
        seen = seen_of_view(first)
        cups = np.array([[view.cup.count(face) for face in range(1, NUM_FACES + 1)] for view in views])
        rest = (np.broadcast_to(part, (len(views), *part.shape)) for part in map(np.asarray, seen[1:]))
        logits = player.logits_of(Seen(cups, *rest)).astype(np.float64)
        return [_mix(view, actions, row, player.players) for view, row in zip(views, logits, strict=True)]

    return policy


def _mix(view: View, actions: Sequence[Action], logits: Logits, players: int) -> Mapping[Action, float]:
    known, numbers = _numbered(tuple(actions), view.cup, players)
    chosen = logits[list(numbers)]
    weights = np.exp(chosen - chosen.max())
    return dict(zip(known, (weights / weights.sum()).tolist(), strict=True))


@lru_cache(maxsize=1 << 15)
def _numbered(actions: tuple[Action, ...], cup: Dice, players: int) -> tuple[tuple[Action, ...], tuple[int, ...]]:
    """The actions that a cup allows and the policy knows, and their numbers."""
    spoken = [action for action in _legal(cup, actions) if isinstance(action, Bid | Answer)]
    found = [(action, number_of(action, cup, players)) for action in spoken]
    known = [(action, number) for action, number in found if number is not None]
    return tuple(action for action, _ in known), tuple(number for _, number in known)
