"""Who speaks like oneself and who is a sincere speaker: learned in a match from the cups that are lifted."""

from __future__ import annotations

from typing import Final

import numpy as np

from mendax.games.liars_dice.kernel.habits import FinishedRound, Memory
from mendax.games.liars_dice.kernel.numpy_tables import Array, Tables
from mendax.games.liars_dice.learning.champion.likeness import judged_words
from mendax.games.liars_dice.learning.champion.player_file import Player
from mendax.games.liars_dice.learning.champion.positions import table_of
from mendax.games.liars_dice.learning.champion.self_play import policy
from mendax.games.liars_dice.learning.champion.sincere import by_mistake, sincere_mix
from mendax.games.liars_dice.rules.game import LiarsDice

FIRST_CHANCE: Final = 0.2
"""The chance that a seat is a sincere speaker, before it has said anything."""
_MOST_LOG_ODDS: Final = 6.0
"""Nobody is taken to be of one kind for certain: a person may change."""


class Speakers:
    """How likely each seat is a sincere speaker, from the rounds that are over; read when somebody asks."""

    def __init__(self, player: Player, game: LiarsDice, memory: Memory) -> None:
        self.player, self.game, self.memory = player, game, memory
        self._log_odds: Array = np.full(player.players, np.log(FIRST_CHANCE / (1 - FIRST_CHANCE)))
        self._read = 0

    def chances(self) -> Array:
        """By seat."""
        for over, habits in self.memory.finished[self._read :]:
            self._log_odds = np.clip(self._log_odds + self._judge(over, habits), -_MOST_LOG_ODDS, _MOST_LOG_ODDS)
        self._read = len(self.memory.finished)
        found: Array = 1 / (1 + np.exp(-self._log_odds))
        return found

    def _judge(self, over: FinishedRound, habits: Array) -> Array:
        """By seat: the log of how many times likelier its words were for a sincere speaker."""
        players = self.player.players
        found, logs = judged_words(over, players), np.zeros(players)
        if found:
            rows = zip(*(table_of(view, players, habits) for view, _ in found), strict=True)
            tables, numbers = Tables(*map(np.concatenate, rows)), np.array([number for _, number in found])
            mixes = sincere_mix(tables, self.game), policy(self.player, tables, self.game)
            sincere, own = (by_mistake(mix, tables, self.game, numbers) for mix in mixes)
            np.add.at(logs, tables.turn, np.log(sincere / own))
        return logs
