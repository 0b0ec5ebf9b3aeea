"""What kind of speaker each seat is: learned in a match from the cups that are lifted."""

from __future__ import annotations

from typing import Final

import numpy as np

from mendax.games.liars_dice.kernel.habits import FinishedRound, Memory
from mendax.games.liars_dice.kernel.numpy_tables import Array, Tables
from mendax.games.liars_dice.learning.champion.likeness import judged_words
from mendax.games.liars_dice.learning.champion.player_file import Player
from mendax.games.liars_dice.learning.champion.positions import table_of
from mendax.games.liars_dice.learning.champion.self_play import policy
from mendax.games.liars_dice.learning.champion.sincere import NUM_KINDS, by_mistake, sincere_mix
from mendax.games.liars_dice.rules.game import LiarsDice

FIRST_CHANCES: Final = (0.8, 0.1, 0.1)
"""By kind of speaker: how likely a seat is such a one before it has said anything."""
_LEAST_LOG: Final = -6.0
"""Nobody is taken to be of one kind for certain: a person may change. The likeliest kind has 0."""


class Speakers:
    """How likely each seat is each kind of speaker, from the rounds that are over; read when somebody asks."""

    def __init__(self, player: Player, game: LiarsDice, memory: Memory) -> None:
        self.player, self.game, self.memory = player, game, memory
        self._logs: Array = np.tile(np.log(FIRST_CHANCES), (player.players, 1))
        self._read = 0

    def chances(self) -> Array:
        """By seat and kind."""
        for over, habits in self.memory.finished[self._read :]:
            logs = self._logs + self._judge(over, habits)
            self._logs = np.maximum(logs - logs.max(1, keepdims=True), _LEAST_LOG)
        self._read = len(self.memory.finished)
        weights = np.exp(self._logs)
        found: Array = weights / weights.sum(1, keepdims=True)
        return found

    def _judge(self, over: FinishedRound, habits: Array) -> Array:
        """By seat and kind: the log of the chance of its words."""
        players = self.player.players
        found, logs = judged_words(over, players), np.zeros((players, NUM_KINDS))
        if found:
            rows = zip(*(table_of(view, players, habits) for view, _ in found), strict=True)
            tables, numbers = Tables(*map(np.concatenate, rows)), np.array([number for _, number in found])
            sincere = (sincere_mix(tables, self.game, trusting) for trusting in (False, True))
            mixes = policy(self.player, tables, self.game), *sincere
            chances = [by_mistake(mix, tables, self.game, numbers) for mix in mixes]
            np.add.at(logs, tables.turn, np.log(chances).T)
        return logs
