"""Plays a strategy of the two-player round that is kept as arrays, round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from mendax.core.agent import MixedAgent
from mendax.games.blufpoker.rules import BELIEVE, CALL, STOP, Action, Blufpoker, Event, Keep, Phase, RollDie, View
from mendax.games.blufpoker.rules.game import OPEN_ROLLS
from mendax.games.blufpoker.rules.rolls import RANKS, SORTED, sort_dice
from mendax.games.blufpoker.solver.poker_phase import PokerPhase
from mendax.games.blufpoker.solver.round_strategy import RoundStrategy
from mendax.games.blufpoker.solver.turn_trees import turn_trees


class RoundPlayer(MixedAgent[View, Action, Event]):
    """Looks its mix up by the dice handed over, the bid believed, and what happened since."""

    def __init__(self, game: Blufpoker, strategy: RoundStrategy, rng: Random) -> None:
        super().__init__(rng)
        self.order, self.strategy = game.order, strategy

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        if len(actions) == 1:
            return {actions[0]: 1.0}
        if view.phase is Phase.ANSWER:
            call = self.call_chance(view)
            return {action: share for action, share in ((BELIEVE, 1.0 - call), (CALL, call)) if share}
        if view.phase is Phase.ROLL:
            return self._roll_mix(view)
        if view.phase is Phase.BID:
            bids = self.strategy.bids.mix(believed_rank(view), node_of(view)) if view.turns else self._opening_mix(view)
            return {self.order.bids[rank]: share for rank, share in bids.items()}
        assert view.bid is not None
        return {Keep(PokerPhase(view.bid[0]).keep(sort_dice(view.poker[-1].dice), OPEN_ROLLS - len(view.poker))): 1.0}

    def call_chance(self, view: View) -> float:
        """How often the bid is called that has to be answered now."""
        assert view.bid is not None
        bid = RANKS[view.bid]
        if len(view.turns) == 1:
            return float(self.strategy.opening_calls[bid])
        return float(self.strategy.calls[open_set_of(view), RANKS[view.turns[-2].bid], bid])

    def _opening_mix(self, view: View) -> dict[int, float]:
        shares = self.strategy.opening_bids[RANKS[sort_dice(view.rolling.cup)]]
        return {rank: share for rank, share in enumerate(shares.tolist()) if share}

    def _roll_mix(self, view: View) -> dict[Action, float]:
        trees, believed = turn_trees(), believed_rank(view)
        mix: dict[Action, float] = {
            RollDie(int(trees.option_face[option])): float(self.strategy.rolling[option, believed])
            for option in trees.options_of(node_of(view))
        }
        if view.rolling.picked:
            mix[STOP] = max(0.0, 1.0 - sum(mix.values()))
        return {action: share for action, share in mix.items() if share}


def believed_rank(view: View) -> int:
    """The rank of the bid that was believed before one's own turn."""
    return RANKS[view.turns[-1].bid]


def node_of(view: View) -> int:
    """The node of `TurnTrees` in one's own turn."""
    rolling = view.rolling
    return turn_trees().node(RANKS[sort_dice(rolling.handed)], rolling.kept, SORTED[rolling.fallen])


def open_set_of(view: View) -> int:
    """The open set of `TurnTrees` after the other's turn; the dice handed over were one's own cup before."""
    return turn_trees().open_number(RANKS[sort_dice(view.own[-1].cup)], view.turns[-1].open)
