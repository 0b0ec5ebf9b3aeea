"""`odds`: decides by counting dice alone; it answers a person who asks for the odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

from mendax.core.agent import Belief, Explanation, MixedAgent, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.blufpoker.rules import (
    BELIEVE,
    CALL,
    STOP,
    Action,
    Bid,
    Blufpoker,
    Dice,
    Event,
    Keep,
    Phase,
    Roll,
    RollDie,
    View,
)
from mendax.games.blufpoker.rules.odds import (
    chance_after_rolling,
    chance_at_least,
    chance_exactly,
    chance_to_beat,
    chance_to_reach,
)
from mendax.games.blufpoker.rules.poker_phase import paper_keep
from mendax.games.blufpoker.rules.rolls import roll_text

Chances: TypeAlias = Mapping[Action, float]

_SCALES = {
    Phase.ANSWER: "chance to be right",
    Phase.ROLL: "chance of a true higher bid",
    Phase.BID: "chance of it for those who count",
    Phase.POKER: "chance to reach the bid",
}


class Odds(MixedAgent[View, Action, Event]):
    """Counts hidden dice as fair dice, and takes no bid as a sign of anything.

    It calls a bid that is more likely false than true, rolls for the best chance of a true higher bid, and bids what
    the cup holds, or if that is too low the lowest bid, which is the most likely one for those who count.
    """

    def __init__(self, game: Blufpoker, rng: Random) -> None:
        super().__init__(rng)
        self.game, self.order = game, game.order

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        return {self._best(view, actions, self.chances(view, actions)): 1.0}

    def chances(self, view: View, actions: Sequence[Action]) -> Chances:
        """The chance that belongs to each action; what it is the chance of depends on the phase."""
        top321 = self.game.top321
        if view.phase is Phase.ANSWER:
            true = self.chance_true(view)
            return {BELIEVE: true, CALL: 1 - true}
        rank = -1 if view.bid is None else self.order.ranks[view.bid]
        if view.phase is Phase.ROLL:
            kept, fallen = view.rolling.kept, view.rolling.fallen
            now = float(self.order.ranks[kept + fallen] > rank)
            return {
                action: chance_after_rolling(kept, fallen, action.face, rank, top321)
                if isinstance(action, RollDie)
                else now
                for action in actions
            }
        if view.phase is Phase.BID:
            return {
                bid: chance_at_least(view.open, self.order.ranks[bid.roll], top321)
                for bid in actions
                if isinstance(bid, Bid)
            }
        rolls = 3 - len(view.poker)
        return {keep: chance_to_reach(keep.dice, rolls, rank, top321) for keep in actions if isinstance(keep, Keep)}

    def chance_true(self, view: View) -> float:
        """The chance that the last bid is true, by counting the hidden dice and by what the rules allow to bid."""
        last = view.turns[-1]
        rank, top321 = self.order.ranks[last.bid], self.game.top321
        if len(view.turns) == 1 and self.game.opening == "truthful":
            return 1.0
        at_least = chance_at_least(view.open, rank, top321)
        if self.game.underbids:
            return at_least
        exactly = chance_exactly(view.open, rank, top321)  # nobody may bid less than the cup holds
        return exactly / (1 - at_least + exactly)

    def _best(self, view: View, actions: Sequence[Action], chances: Chances) -> Action:
        if view.phase is Phase.BID:
            truth = self.order.bids[self.order.ranks[view.rolling.cup]]
            return truth if truth in chances else actions[0]
        if view.phase is Phase.ROLL and chances.get(STOP) == 1:
            return STOP
        best = max(chances.values())
        if view.phase is Phase.POKER and view.bid is not None:
            # Several choices may reach the bid equally often; the paper's is one of the best.
            paper = Keep(paper_keep(view.poker[-1].dice, view.bid))
            if chances[paper] > best - 1e-12:
                return paper
        return next(action for action, chance in chances.items() if chance == best)

    def explanation(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        """Every option with its chance; of the bids those that the open dice allow, and the chosen one."""
        chances, (best,) = self.chances(view, actions), mix
        cup = self.order.ranks[view.rolling.cup] if view.phase is Phase.BID else -1
        options = []
        for action, chance in chances.items():
            note = ""
            if isinstance(action, Bid):
                hidden = hidden_for(action.roll, view.open)
                if hidden is None and action != best:
                    continue
                told = "true" if self.order.ranks[action.roll] <= cup else "a bluff"
                note = told if hidden is None else f"{told}; exactly that with {roll_text(hidden)} under the cup"
            options.append(Option(action, chance, mix.get(action, 0.0), note))
        beliefs: tuple[Belief, ...] = ()
        if view.phase is Phase.ANSWER:
            beliefs = (Belief(f"the cup holds at least {roll_text(view.turns[-1].bid)}", chances[BELIEVE]),)
        return Explanation(tuple(options), beliefs, (), _SCALES[view.phase], self._sentence(view, best, chances))

    def _sentence(self, view: View, best: Action, chances: Chances) -> str:
        bid = "" if view.bid is None else roll_text(view.bid)
        if view.phase is Phase.ANSWER:
            return self._answer_sentence(view, bid, chances[BELIEVE])
        if view.phase is Phase.ROLL:
            kept, fallen = view.rolling.kept, view.rolling.fallen
            cup = roll_text(view.rolling.cup)
            if best is STOP:
                return f"{cup} is {'above' if chances[STOP] else 'not above'} {bid}, and no further die helps: stop."
            chance = chance_to_beat(kept, fallen, self.order.ranks[view.turns[-1].bid], self.game.top321)
            return f"To get above {bid} from {cup}, {best} is best: {100 * chance:.1f} %."
        if view.phase is Phase.BID:
            cup = roll_text(view.rolling.cup)
            if not view.turns and self.game.opening == "truthful":
                return f"The first bid of a round is what the cup holds: {cup}."
            told = (
                "is what the cup holds" if str(best) == f"bid {cup}" else f"is the lowest bid, and the cup holds {cup}"
            )
            return f"{str(best)[4:]} {told}; whoever counts gives it {100 * chances[best]:.1f} %."
        left = 3 - len(view.poker)
        rolls = "one roll" if left == 1 else f"{left} rolls"
        return f"With {rolls} left, {best} reaches {bid} or more with {100 * chances[best]:.1f} %."

    def _answer_sentence(self, view: View, bid: str, true: float) -> str:
        if len(view.turns) == 1 and self.game.opening == "truthful":
            return f"The first bid of a round is true by the rules, so the cup holds {bid}."
        hidden = ("no die is", "one die is", "two dice are", "three dice are")[3 - len(view.open)]
        open_ = f"{roll_text(view.open)} lies open and " if view.open else ""
        return f"{open_}{hidden} hidden: by counting, the cup holds {bid} or more with {100 * true:.1f} %.".capitalize()


def hidden_for(roll: Roll, open_dice: Dice) -> Dice | None:
    """The hidden dice that make exactly this roll with the open ones; `None` if none do.

    >>> hidden_for((6, 5, 4), (5,)), hidden_for((6, 5, 4), (3,))
    ((6, 4), None)
    """
    if Counter(open_dice) - Counter(roll):
        return None
    return tuple((Counter(roll) - Counter(open_dice)).elements())


def odds(game: AnyGame, seat: Seat, rng: Random) -> Odds:
    """The factory of `odds`."""
    if not isinstance(game, Blufpoker):
        raise MendaxError(f"odds does not play {game.name}")
    return Odds(game, rng)
