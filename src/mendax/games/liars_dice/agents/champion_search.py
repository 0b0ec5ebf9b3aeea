"""The champion weighs its likeliest options: beliefs, win chances, and a search at play time made of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

import numpy as np

from mendax.core.errors import MendaxError
from mendax.games.liars_dice.kernel.habits import Memory
from mendax.games.liars_dice.learning.champion.beliefs import Beliefs, Reader
from mendax.games.liars_dice.learning.champion.player_file import Player
from mendax.games.liars_dice.learning.champion.speakers import Speakers
from mendax.games.liars_dice.learning.champion.win_chances import Valued, WinChances
from mendax.games.liars_dice.rules import Action, Answer, Bid, LiarsDice, View

MOST_OPTIONS: Final = 5
"""So many options are valued, the likeliest by the policy."""
LEAST: Final = 0.02
"""Options that are less likely are not valued, but for the likeliest one."""
MOST_WORLDS: Final = 4096
SEARCH, ADAPT = "search", "adapt"
"""Kinds of search: always, or as often as the others are taken for sincere speakers."""


class Weighed(NamedTuple):
    """What is believed in a position, and what some options are worth."""

    beliefs: Beliefs
    values: Mapping[Action, Valued]


class Weighing:
    """Weighs positions by a player; the same position has the same values, whoever asks and when."""

    def __init__(self, player: Player, game: LiarsDice, memory: Memory | None = None) -> None:
        self.memory = memory
        self.speakers = None if memory is None else Speakers(player, game, memory)
        self.reader, self.chances = Reader(player, game), WinChances(player, game)
        self._last: tuple[object, Weighed] | None = None

    def beliefs(self, view: View) -> Beliefs:
        """What the seat of a view believes of all cups."""
        if self.memory is None or self.speakers is None:
            return self.reader.beliefs(view)
        return self.reader.beliefs(view, self.memory.habits, self.speakers.chances())

    def weigh(self, view: View, options: Sequence[Action], worlds: int) -> Weighed:
        """The win chance of each of these options, in so many worlds where the round goes on."""
        key = view, tuple(options), worlds
        if self._last is None or self._last[0] != key:
            beliefs = self.beliefs(view)
            chosen = [option for option in options if isinstance(option, Bid | Answer)]
            valued = self.chances.options(beliefs, chosen, worlds, generator(view))
            self._last = key, Weighed(beliefs, {one.action: one for one in valued})
        return self._last[1]


def generator(view: View) -> np.random.Generator:
    """Randomness that follows from the position: so a mix is a function of the view."""
    return np.random.default_rng(int.from_bytes(sha256(str(view).encode()).digest()[:8], "little"))


def likeliest(policy: Mapping[Action, float], least: float = LEAST) -> list[Action]:
    """The options that are worth a look, the likeliest first."""
    ordered = sorted(policy, key=lambda action: -policy[action])[:MOST_OPTIONS]
    return [action for at, action in enumerate(ordered) if at == 0 or policy[action] >= least]


@dataclass(frozen=True, slots=True)
class Search:
    """One step deep: the likeliest options, each in worlds drawn from the beliefs, change the policy by their values.

    An option's probability is multiplied by exp(value / temperature) and the mix scaled to 1. So the search stays
    near the policy where values are alike, and bluffs remain.
    """

    worlds: int
    temperature: float = 0.03
    adapts: bool = False
    """It searches as often as it takes the others for sincere speakers, and else keeps to the policy: a search is
    easier to exploit than the policy is."""

    def mix(self, weighing: Weighing, view: View, policy: Mapping[Action, float]) -> dict[Action, float]:
        """The policy after the search."""
        options = likeliest(policy)
        if len(options) == 1:
            return dict(policy) if self.adapts else {options[0]: 1.0}
        beliefs, values = weighing.weigh(view, options, self.worlds)
        best = max(one.value for one in values.values())
        raised = {
            action: policy[action] * math.exp((values[action].value - best) / self.temperature) for action in options
        }
        whole = sum(raised.values())
        found = {action: share / whole for action, share in raised.items()}
        if not self.adapts:
            return found
        often = beliefs.others_sincere
        return {action: (1 - often) * share + often * found.get(action, 0.0) for action, share in policy.items()}


def read_search(kind: str, text: str) -> Search:
    """A search from its kind, `search` or `adapt`, and the number of its worlds."""
    if not (text.isascii() and text.isdecimal() and 2 <= int(text) <= MOST_WORLDS):
        raise MendaxError(f"champion searches in 2 to {MOST_WORLDS:,} worlds, such as {kind}=64, not in '{text[:20]}'")
    return Search(int(text), adapts=kind == ADAPT)
