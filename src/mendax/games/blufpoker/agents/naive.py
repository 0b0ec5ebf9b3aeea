"""`naive:ROLL/BID/CALL`: the 24 naive players of the paper, each a fixed mix of actions in every situation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final

from mendax.core.agent import Explanation, MixedAgent
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.blufpoker.agents.strategies import DEFAULT, Strategy, read_strategy
from mendax.games.blufpoker.rules import (
    BELIEVE,
    CALL,
    STOP,
    Action,
    Blufpoker,
    Dice,
    Event,
    Keep,
    Order,
    Phase,
    Roll,
    RollDie,
    View,
    bid_order,
)
from mendax.games.blufpoker.rules.odds import chance_exactly
from mendax.games.blufpoker.rules.poker_phase import paper_keep
from mendax.games.blufpoker.rules.rolls import roll_text

Mix = Mapping[Action, float]

MAX_OVERBID: Final = 3
"""The largest overbid, in steps of the order of rolls: the authors' later value of the paper's "small range"."""
ANSWER: Final = Phase.ANSWER
ROLL: Final = Phase.ROLL
BID: Final = Phase.BID


@cache
def roll_mix(style: str, kept: Dice, num_rolled: int) -> Mix:
    """Which die is rolled next, or whether to stop, by the dice that were not rolled yet and the number that were.

    The n of `n-lowest` is uniform from 1 to 3, so it stops after the first die with 1/3 and after the second with 1/2.

    >>> roll_mix("n-lowest", (6,), 2)
    {STOP: 0.5, RollDie(face=6): 0.5}
    """
    lowest = RollDie(kept[-1])
    if style == "greedy":
        return {lowest if kept[-1] < 6 or not num_rolled else STOP: 1.0}
    if not num_rolled:
        if style == "one":
            return {RollDie(face): kept.count(face) / len(kept) for face in sorted(set(kept))}
        return {lowest: 1.0}
    if style == "n-lowest":
        stop = 1 / (4 - num_rolled)
        return {STOP: stop, lowest: 1 - stop}
    return {STOP: 1.0}


@cache
def overbid_mix(top321: bool, last: int, lowest: int) -> Mix:
    """One to three steps above the last bid, each equally often, cut at the top and at the lowest legal bid."""
    order = bid_order(top321)
    mix = dict[Action, float]()
    for step in range(1, MAX_OVERBID + 1):
        bid = order.bids[max(lowest, min(last + step, order.top))]
        mix[bid] = mix.get(bid, 0.0) + 1 / MAX_OVERBID
    return mix


@cache
def opening_mix(top321: bool, lowest: int) -> Mix:
    """A bid as three other dice would fall, among those from the lowest legal one on.

    >>> opening_mix(False, 54)
    {Bid(roll=(5, 5, 5)): 0.5, Bid(roll=(6, 6, 6)): 0.5}
    """
    bids = bid_order(top321).from_rank[lowest]
    chances = [chance_exactly((), rank, top321) for rank in range(lowest, lowest + len(bids))]
    total = sum(chances)
    return {bid: chance / total for bid, chance in zip(bids, chances, strict=True)}


@cache
def certain_bids(top321: bool) -> tuple[Mix, ...]:
    """By rank: that bid and no other."""
    return tuple({bid: 1.0} for bid in bid_order(top321).bids)


@cache
def keep_mix(dice: Dice, bid: Roll) -> Mix:
    """The poker phase: the dice that the paper keeps."""
    return {Keep(paper_keep(dice, bid)): 1.0}


class Naive(MixedAgent[View, Action, Event]):
    """Rolls, bids and answers by three fixed habits, whatever happened before."""

    def __init__(self, game: Blufpoker, strategy: Strategy, rng: Random) -> None:
        super().__init__(rng)
        self.strategy = strategy
        self.order: Order = game.order
        self._roll, self._truthful = strategy.roll, strategy.bid == "truthful"
        self._certain = certain_bids(game.top321)
        self._answers = _answer_mix(strategy.believes)
        self._top_bid = game.order.rolls[-1] if strategy.calls_top else None

    def mix(self, view: View, actions: Sequence[Action]) -> Mix:
        phase = view.phase
        if phase is ROLL:
            rolling = view.rolling
            return roll_mix(self._roll, rolling.kept, len(rolling.picked))
        if phase is ANSWER:
            return _CALL if view.turns[-1].bid == self._top_bid else self._answers
        if phase is BID:
            return self._bid_mix(view, actions)
        bid = view.bid
        assert bid is not None
        return keep_mix(view.poker[-1].dice, bid)

    def _bid_mix(self, view: View, actions: Sequence[Action]) -> Mix:
        """A true bid where that is its habit and allowed; an opening of any bid; else an overbid."""
        order, rolling = self.order, view.rolling
        lowest = len(order.rolls) - len(actions)  # every bid from the lowest legal one on is legal
        if self._truthful or (len(actions) == 1 and not view.turns):
            cup = order.ranks[rolling.kept + rolling.fallen]
            if cup >= lowest or not view.turns:
                return self._certain[cup]
        if not view.turns:
            return opening_mix(order.top321, lowest)
        return overbid_mix(order.top321, order.ranks[view.turns[-1].bid], lowest)

    def explanation(self, view: View, actions: Sequence[Action], mix: Mix) -> Explanation[Action]:
        """The mix, of bids only those in it, and a sentence with the numbers it comes from."""
        shown = tuple(mix) if view.phase is BID else actions
        return replace(super().explanation(view, shown, mix), sentence=self._sentence(view, mix))

    def _sentence(self, view: View, mix: Mix) -> str:
        if view.phase is ANSWER:
            top = view.turns[-1].bid == self._top_bid
            what = (
                f"I always call the highest bid, {_bid(view)}"
                if top
                else f"I believe {_often(mix)} bids, and {_bid(view)} was bid"
            )
            return f"{what}."
        if view.phase is ROLL:
            stops = f"it stops here with {100 * mix.get(STOP, 0.0):.3g} %"
            done = f"{len(view.rolling.picked)} of the dice rolled"
            return f"The cup holds {roll_text(view.rolling.cup)} with {done}; my way to roll is {self._roll}: {stops}."
        if view.phase is BID:
            return self._bid_sentence(view, mix)
        kept = next(iter(mix))
        return f"Against {_bid(view)} I {kept} of {roll_text(view.poker[-1].dice)}, after {len(view.poker)} of 3 rolls."

    def _bid_sentence(self, view: View, mix: Mix) -> str:
        cup = roll_text(view.rolling.cup)
        bids = " or ".join(str(bid).removeprefix("bid ") for bid in mix)
        if not view.turns:
            return f"The cup holds {cup}, and I open with " + (
                f"{bids}." if len(mix) == 1 else f"any of {len(mix)} bids."
            )
        if len(mix) == 1 and bids == cup:
            return f"The cup holds {cup}, which is above {_bid(view)}, and I say so."
        return f"The cup holds {cup}; I bid {bids}, up to {MAX_OVERBID} steps above {_bid(view)}."


_CALL: Final[Mix] = {CALL: 1.0}


@cache
def _answer_mix(believes: float) -> Mix:
    return {answer: share for answer, share in ((BELIEVE, believes), (CALL, 1 - believes)) if share}


def _often(mix: Mix) -> str:
    share = mix.get(BELIEVE, 0.0)
    return "all" if share == 1 else "no" if not share else f"{100 * share:g} % of"


def _bid(view: View) -> str:
    return roll_text(view.turns[-1].bid)


@dataclass(frozen=True, slots=True)
class NaiveFactory:
    """Builds naive players of one strategy."""

    strategy: Strategy

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Naive:
        if not isinstance(game, Blufpoker):
            raise MendaxError(f"naive does not play {game.name}")
        return Naive(game, self.strategy, rng)


def naive(game: str, argument: str) -> NaiveFactory:
    """The factory of `naive:ROLL/BID/CALL`; without an argument, of the default strategy."""
    return NaiveFactory(read_strategy(argument) if argument else DEFAULT)
