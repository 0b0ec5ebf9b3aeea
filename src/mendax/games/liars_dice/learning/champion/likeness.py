"""How like agents of the paper a seat speaks: the log of the chance that PMH and EMH say its words with its dice.

These agents consider few actions, so a round or two tell them from others. A seat's dice are known when the cups are
lifted; a push rolls them again, so what was said up to a seat's last push is not judged.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Any, Final

import numpy as np

from mendax.games.liars_dice.kernel import numpy_tables as many
from mendax.games.liars_dice.kernel.habits import (
    AS_EMH,
    AS_PMH,
    EIGHTHS,
    LEAST_LOG,
    LIKENESS,
    NUM_COUNTS,
    NUM_HABITS,
    Counts,
    FinishedRound,
)
from mendax.games.liars_dice.kernel.numbering import EXACT, number_of
from mendax.games.liars_dice.kernel.numpy_tables import Array, Tables
from mendax.games.liars_dice.kernel.seats import at_each
from mendax.games.liars_dice.learning.agent_constants import parts_of
from mendax.games.liars_dice.learning.champion.paper_agents import chances
from mendax.games.liars_dice.learning.champion.positions import table_of
from mendax.games.liars_dice.rules.game import LiarsDice
from mendax.games.liars_dice.rules.types import Bid, Dice, Said, Spoke, View

_NAMES: Final = {AS_PMH: "pmh", AS_EMH: "emh"}
_PARTS: Final = np.array([parts_of(_NAMES[column]) for column in LIKENESS], np.int32)


def likeness(xp: Any, table: Any, legal: Any, action: Any) -> Any:
    """By table: the log of an action's chance for each agent of `LIKENESS`, in whole eighths; for NumPy and JAX."""
    axes = table.turn.ndim
    # An axis for the agents: what does not depend on them is computed once.
    both = type(table)(*(xp.expand_dims(part, axes) for part in table))
    mixes = chances(xp, both, xp.expand_dims(legal, axes), _PARTS)
    found = xp.take_along_axis(mixes, action[..., None, None], -1)[..., 0]
    return xp.rint(EIGHTHS * xp.log(xp.maximum(found, exp(LEAST_LOG)))).astype(xp.int32)


@dataclass(frozen=True, slots=True)
class RoundJudge:
    """A `habits.Judge`: judges the words of a round that is over, at a table of so many seats."""

    game: LiarsDice
    players: int
    """At least those of the game; the seats that are added are out."""

    def __call__(self, over: FinishedRound) -> Counts:
        """By seat: how many words, and the sums of their log-chances."""
        counts: Counts = np.zeros((self.players, NUM_COUNTS - NUM_HABITS), np.int32)
        found = judged_words(over, self.players)
        if found:
            rows = zip(*(table_of(view, self.players) for view, _ in found), strict=True)
            tables = Tables(*map(np.concatenate, rows))
            likes = likeness(np, tables, self._legal(tables), np.array([number for _, number in found]))
            np.add.at(counts, tables.turn, np.insert(likes, 0, 1, axis=1))
        return counts

    def _legal(self, tables: Tables) -> Array:
        """What is legal; the agents do not say exact when it cannot win them a die."""
        legal = many.legal(tables, self.game)
        legal[:, EXACT] &= at_each(np, tables.dice, tables.turn) < self.game.dice
        return legal


def judged_words(over: FinishedRound, players: int) -> list[tuple[View, int]]:
    """The words of a round that can be judged: what their speakers saw, and the numbers of the words."""
    dice = tuple(len(over.lifted.get(seat, ())) for seat in range(players))
    last_push = {word.seat: at for at, word in enumerate(over.spoken) if _push(word)}
    shown: list[Dice] = [()] * players
    said = [Said(word.seat, word.action) for word in over.spoken]
    found = []
    for at, word in enumerate(over.spoken):
        if at > last_push.get(word.seat, -1):
            cup = list(over.lifted[word.seat])
            for die in shown[word.seat]:
                cup.remove(die)
            hidden = tuple(number - len(seen) for number, seen in zip(dice, shown, strict=True))
            view = View(
                seat=word.seat,
                turn=word.seat,
                dice=dice,
                hidden=hidden,
                cup=tuple(cup),
                shown=tuple(shown),
                said=tuple(said[:at]),
                opener=None,
                exacts=over.exacts,
                had_special=(),
                special=False,
                wild=1,
                rounds=0,
                showdown=None,
            )
            number = number_of(word.action, (), players)
            assert number is not None, "a word without a push has a number"
            found.append((view, number))
        shown[word.seat] += _push(word)
    return found


def _push(word: Spoke) -> Dice:
    return word.action.push if isinstance(word.action, Bid) else ()
