"""`cfr`: plays one round of two-player Liar's Dice by the averages of CFR+, solved before the first match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isnan
from random import Random
from typing import Final

from mendax.core.agent import Belief, Explanation, MixedAgent, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.liars_dice.rules import Action, Event, LiarsDice, View
from mendax.games.liars_dice.rules.bids import count_matching, roll_chances
from mendax.games.liars_dice.solver.cfr import POWER
from mendax.games.liars_dice.solver.public_tree import path_of, public_tree
from mendax.theory.profile import Profile

ITERATIONS: Final = 2000
"""With these the averages of the six-faced game with one die each have an exploitability of 0.00002."""
MOST_ROWS: Final = 1 << 18
"""A larger tree takes too long to solve before a match."""


@lru_cache(maxsize=8)
def solved(game: LiarsDice) -> Profile:
    """The averages for a game, computed once a process."""
    tree = public_tree(game)
    if tree.rows[0] > MOST_ROWS:
        raise MendaxError(f"cfr solves its game first, and {tree.information_sets:,} information sets are too many")
    from mendax.theory.cfr import CFR

    solver = CFR(tree, power=POWER)
    solver.run(ITERATIONS)
    return solver.profile


class Average(MixedAgent[View, Action, Event]):
    """Plays the average strategy of CFR+."""

    def __init__(self, game: LiarsDice, profile: Profile, rng: Random) -> None:
        super().__init__(rng)
        self.game, self.profile = game, profile
        self.hands = [roll.dice for roll, _ in roll_chances(game.dice, game.faces)]

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        tree = self.profile.tree
        path = path_of(tree, view)
        shares = self.profile.mix(path)[:, self.hands.index(view.cup)]
        return {
            action: float(share) for action, share in zip(tree.actions_after(path), shares, strict=True) if share > 0
        }

    def explanation(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        """The value of each action against the other seat's average, and how likely the bid is to be true."""
        tree, hand = self.profile.tree, self.hands.index(view.cup)
        path = path_of(tree, view)
        found = zip(tree.actions_after(path), self.profile.values(path)[:, hand].tolist(), strict=True)
        values = {action: None if isnan(value) else value for action, value in found}
        options = tuple(Option(action, values[action], mix.get(action, 0.0)) for action in actions)
        return Explanation(options, self._beliefs(view, path))

    def _beliefs(self, view: View, path: tuple[int, ...]) -> tuple[Belief, ...]:
        """By Bayes, from how likely the other seat says this with each of its cups."""
        bid = view.bid
        reach = self.profile.reach(path, 1 - len(path) % 2)
        if bid is None or not reach.any():
            return ()
        missing = bid.count - count_matching(view.cup, bid.face, view.wild)
        enough = [count_matching(hand, bid.face, view.wild) >= missing for hand in self.hands]
        return (Belief(f"{bid.count}x{bid.face} is true", min(1.0, float(reach[enough].sum() / reach.sum()))),)


@dataclass(frozen=True, slots=True)
class AverageFactory:
    """The factory of `cfr`."""

    profile: Profile | None = None

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Average:
        if not isinstance(game, LiarsDice):
            raise MendaxError(f"cfr does not play {game.name}")
        return Average(game, self.profile or solved(game), rng)

    def prepare(self, game: AnyGame) -> AverageFactory:
        return AverageFactory(solved(game)) if isinstance(game, LiarsDice) else self


cfr = AverageFactory()
