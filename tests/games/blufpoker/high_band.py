"""Rounds that open with 661 or more, whose solution takes a moment; the whole round is for slow tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from mendax.core import Record, play_match
from mendax.core.agent import Factory
from mendax.games.blufpoker.rules import Blufpoker, Roll
from mendax.games.blufpoker.rules.rolls import RANKS, ROLLS
from mendax.games.blufpoker.solver.equilibrium import RoundEquilibrium, solve_round

LOWEST = RANKS[6, 6, 1]
OPENINGS = ROLLS[LOWEST:]
ROUND = Blufpoker(players=2, single_round=True)


@cache
def band() -> RoundEquilibrium:
    """The solution after bids of at least 661."""
    return solve_round(lowest=LOWEST)


class LoadedDice(Random):
    """Dice that fall as they are told first, then fairly."""

    def __init__(self, seed: int, starter: int, opening: Roll) -> None:
        super().__init__(seed)
        self.told = [(starter + 0.5) / 2, *((face - 0.5) / 6 for face in opening)]

    def random(self) -> float:
        return self.told.pop(0) if self.told else super().random()


def play_round(factories: Sequence[Factory], seed: int) -> Record:
    """One round for two that opens with 661 or more; seats start it in turn."""
    agents = [factory(ROUND, seat, Random(2 * seed + seat)) for seat, factory in enumerate(factories)]
    dice = LoadedDice(seed, seed % 2, OPENINGS[seed // 2 % len(OPENINGS)])
    return Record.of(ROUND, ("a", "b"), play_match(ROUND, agents, dice, keep_moves=True))
