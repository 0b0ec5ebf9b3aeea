"""The betting of a heads-up hand as a staged game, by the rules. Seat 0 is the big blind, seat 1 the button."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from mendax.core.game import Seat
from mendax.games.holdem.rules import SMALL_BET, Act, Betting, Stage, legal_acts
from mendax.games.holdem.rules.betting import add_act, begin_stage, next_stage, open_betting
from mendax.theory.staged_tree import StagedGame, StagedTree, build_tree

BIG_BLIND_SEAT: Final = 0
BUTTON: Final = 1
RAISES: Final = 3
"""The cap of raises that strategies are trained for: the default of the rules."""


@dataclass(frozen=True, slots=True)
class HeadsUpBetting(StagedGame[Betting, Act]):
    """All that two players may do in a hand; payoffs are in small bets."""

    numbers: tuple[int, ...] = (1, 1, 1, 1)
    """By stage: the number of buckets."""
    raises: int = RAISES

    @property
    def buckets(self) -> Sequence[int]:
        return self.numbers

    def start(self) -> Betting:
        return begin_stage(open_betting(2, BUTTON), BUTTON)

    def turn(self, public: Betting) -> Seat | None:
        return public.turn

    def stage(self, public: Betting) -> int:
        return int(public.stage)

    def moves(self, public: Betting) -> Sequence[tuple[Act, Betting]]:
        return [(act, self._after(public, act)) for act in legal_acts(public, self.raises)]

    def _after(self, public: Betting, act: Act) -> Betting:
        after = add_act(public, act)
        if after.turn is None and not any(after.folded) and after.stage is not Stage.RIVER:
            return begin_stage(next_stage(after), BUTTON)
        return after

    def payoff(self, public: Betting) -> tuple[float, float]:
        """Both have paid the same at a showdown; a fold loses what the folder has paid."""
        big, button = (chips / SMALL_BET for chips in public.paid)
        if public.folded[BIG_BLIND_SEAT]:
            return -big, 0.0
        return (button, 0.0) if public.folded[BUTTON] else (0.0, big)


@lru_cache(maxsize=8)
def betting_tree(numbers: tuple[int, ...] = (1, 1, 1, 1), raises: int = RAISES) -> StagedTree:
    """The tree of a hand's betting with so many buckets in each stage.

    >>> len(betting_tree().actions)
    6378
    """
    return build_tree(HeadsUpBetting(numbers, raises))


@lru_cache(maxsize=2)
def bettings(raises: int = RAISES) -> tuple[Betting, ...]:
    """By node of `betting_tree`: the betting there."""
    game, found = HeadsUpBetting(raises=raises), list[Betting]()

    def add(public: Betting) -> None:
        if public.turn is not None:
            found.append(public)
            for _, after in game.moves(public):
                add(after)

    add(game.start())
    return tuple(found)
