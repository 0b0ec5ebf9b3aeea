"""The twins as players: one for each of the eight Soar agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from mendax.core.agent import MixedAgent
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.liars_dice.agents.twins import weigh as compiled
from mendax.games.liars_dice.agents.twins.situation import ANSWER_ORDER, situation
from mendax.games.liars_dice.learning.agent_constants import NAMES, TEMPERATURE, parts_of
from mendax.games.liars_dice.rules import Action, Bid, Event, LiarsDice, View
from mendax.games.liars_dice.rules.options import Order

__all__ = ["NAMES", "TEMPERATURE", "TwinAgent", "TwinFactory", "action_of", "parts_of", "twin_game"]


def twin_game(game: AnyGame, name: str) -> LiarsDice:
    """The game, if a twin can play it: six faces, 1s wild in every round, the paper's order of bids."""
    if not isinstance(game, LiarsDice):
        raise MendaxError(f"the twin of {name} does not play {game.name}")
    options = game.options
    if game.faces != 6 or options.wild != 1 or options.order is not Order.DOUBLE or options.special:
        raise MendaxError(f"the twin of {name} plays with six faces, 1s wild, the paper's order and no special rounds")
    return game


class TwinAgent(MixedAgent[View, Action, Event]):
    """Chooses with the chances of the Soar agent of its name."""

    def __init__(self, name: str, game: LiarsDice, rng: Random, temperature: float = TEMPERATURE) -> None:
        super().__init__(rng)
        self.name, self.game, self.temperature = name, game, temperature
        self._parts = parts_of(name)
        self._actions = np.zeros((compiled.ROOM, 4), dtype=np.int64)
        self._chances = np.zeros(compiled.ROOM)

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        row = situation(self.game, view, actions)
        number = compiled.weigh(self._parts, row, self.temperature, self._actions, self._chances)
        found = zip(self._actions[:number].tolist(), self._chances[:number].tolist(), strict=True)
        return {action_of(action, view): chance for action, chance in found if chance}


def action_of(action: Sequence[int], view: View) -> Action:
    """The action of the game that a candidate means."""
    kind, count, face, _ = action
    if kind == compiled.BID:
        return Bid(count, face)
    if kind == compiled.PUSH:
        return Bid(count, face, tuple(die for die in view.cup if die in (1, face)))
    return ANSWER_ORDER[kind - compiled.CHALLENGE_BID]


@dataclass(frozen=True, slots=True)
class TwinFactory:
    """The factory of a twin."""

    name: str
    temperature: float = TEMPERATURE

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> TwinAgent:
        """A twin for a match."""
        return TwinAgent(self.name, twin_game(game, self.name), rng, self.temperature)
