"""`equilibrium`: plays an approximate equilibrium of the heads-up game, by Monte Carlo CFR over buckets of hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from mendax.core.agent import Explanation, MixedAgent, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.holdem.kernel.holdings import holding_number
from mendax.games.holdem.rules import Action, Event, Holdem, Stage, View
from mendax.games.holdem.rules.cards import RANKS, rank_of, suit_of
from mendax.games.holdem.solver.betting_tree import RAISES
from mendax.games.holdem.solver.strategy import Strategy, load_strategy


class Equilibrium(MixedAgent[View, Action, Event]):
    """Plays a stored strategy: the mix of the bucket that its cards are in."""

    def __init__(self, strategy: Strategy, rng: Random) -> None:
        super().__init__(rng)
        self.strategy = strategy

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        if len(actions) == 1:
            return {actions[0]: 1.0}
        mix = self.strategy.mixes(self._node(view), np.array([self._bucket(view)]))[0].tolist()
        return {action: share for action, share in zip(actions, mix, strict=True) if share > 0}

    def mixes(self, view: View, actions: Sequence[Action]) -> npt.NDArray[np.float64]:
        """By holding: the probability of each action; none for holdings with a card of the board."""
        buckets = self.strategy.abstraction.buckets(view.board)
        found = self.strategy.mixes(self._node(view), np.maximum(buckets, 0))
        found[buckets < 0] = 0.0
        return found

    def _node(self, view: View) -> int:
        return self.strategy.tree.walk([said.act for stage in view.betting.said for said in stage])

    def _bucket(self, view: View) -> int:
        return self.strategy.abstraction.bucket(holding_number(*view.cards), view.board)

    def explanation(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        options = tuple(Option(action, None, mix.get(action, 0.0)) for action in actions)
        does = ", ".join(f"{action} {100 * share:.0f} %" for action, share in mix.items())
        return Explanation(options, sentence=f"{self._place(view)}: {does}.")

    def _place(self, view: View) -> str:
        """The bucket in words."""
        abstraction, stage, bucket = self.strategy.abstraction, view.stage, self._bucket(view)
        if stage is Stage.PREFLOP:
            return f"Starting hand {_starting_hand(view)}, one of {abstraction.numbers[0]}"
        share = 100 * abstraction.equity(stage, bucket)
        number = f"{stage.word} bucket {bucket + 1} of {abstraction.numbers[stage]}"
        return f"{number[0].upper()}{number[1:]}, hands that win about {share:.0f} % against unknown cards"


def _starting_hand(view: View) -> str:
    """`AKs`, `AKo` or `AA`."""
    high, low = sorted(view.cards, reverse=True)
    ranks = RANKS[rank_of(high)] + RANKS[rank_of(low)]
    if rank_of(high) == rank_of(low):
        return ranks
    return f"{ranks}{'s' if suit_of(high) == suit_of(low) else 'o'}"


@dataclass(frozen=True, slots=True)
class EquilibriumFactory:
    """The factory of `equilibrium` and `equilibrium:FILE`."""

    path: str = ""

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Equilibrium:
        if not isinstance(game, Holdem):
            raise MendaxError(f"equilibrium plays holdem, not {game.name}")
        if game.players != 2 or game.raises != RAISES:
            raise MendaxError(
                f"equilibrium plays holdem with 2 players and raises={RAISES}, "
                f"not {game.players} players and raises={game.raises}"
            )
        return Equilibrium(load_strategy(self.path), rng)


def equilibrium(game: str, path: str) -> EquilibriumFactory:
    """The factory of `equilibrium` from the text after the colon."""
    return EquilibriumFactory(path)
