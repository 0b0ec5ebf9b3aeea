"""The values of a round against counting by hand and by enumeration, and the tables of habits behind them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from mendax.games.blufpoker.agents.naive import Naive
from mendax.games.blufpoker.agents.reasoning.answers import answers
from mendax.games.blufpoker.agents.reasoning.habits import BID_HABITS, ROLL_HABITS, SLIP, habits
from mendax.games.blufpoker.agents.reasoning.layouts import OPEN_SETS, layouts
from mendax.games.blufpoker.agents.reasoning.opponent import Sketch
from mendax.games.blufpoker.agents.reasoning.round_values import poker_odds, round_values
from mendax.games.blufpoker.agents.reasoning.stakes import Stakes, chance_to_lose, stakes
from mendax.games.blufpoker.agents.strategies import Strategy
from mendax.games.blufpoker.rules import Blufpoker, Dice, Phase, bid_order
from mendax.games.blufpoker.rules.odds import chance_to_beat
from mendax.games.blufpoker.rules.rolls import FACES
from tests.games.blufpoker.rules.test_game import play

RANKS = bid_order().ranks
CALLER = Sketch(0, 0, 0, False, 0, 0)
BELIEVER = Sketch(0, 0, 10, False, 0, 0)
OWN = Stakes((1.0, 0.0, 0.0))


def sketch(roll: str, bid: str, believes: int) -> Sketch:
    return Sketch(ROLL_HABITS.index(roll), BID_HABITS.index(bid), believes, False, 0, 0)


@pytest.mark.parametrize("top321", [False, True])
def test_layouts_are_all_ways_to_lie(top321: bool) -> None:
    lay = layouts(top321)
    assert len(lay.cup) == 308 == len(lay.index)
    for (open_dice, hidden), place in lay.index.items():
        assert lay.cup[place] == lay.order.ranks[open_dice + hidden]
        assert OPEN_SETS[lay.open[place]] == open_dice
    assert [lay.fair[span].sum() for span in lay.span] == pytest.approx([1.0] * 28)
    assert lay.cup[lay.none].tolist() == list(range(56)), "without open dice the place is the rank"


@pytest.mark.parametrize("strategy", [Strategy(roll, bid, 1.0) for roll in ROLL_HABITS[:4] for bid in BID_HABITS[:2]])
def test_habits_are_the_naive_players(strategy: Strategy) -> None:
    """Turns of the naive agent, played by the rules, come as often as its tables say, but for slips."""
    game, rng = Blufpoker(), Random(5)
    tables = habits(False, True)
    state = play("start 0, die 5, die 2, die 4, bid 542, believe")
    seen = np.zeros((308, 56))
    turns = 1500
    agent = Naive(game, strategy, rng)
    for _ in range(turns):
        now = state
        while now.phase is not Phase.ANSWER:
            turn = game.turn(now)
            if isinstance(turn, int):
                now = game.apply(now, agent.act(game.view(now, turn), game.actions(now)).action)
            else:
                now = game.apply(now, game.draw(now, rng))
        seen[tables.layouts.index[now.open, now.hidden], RANKS[now.turns[-1].bid]] += 1 / turns
    roll, bid = ROLL_HABITS.index(strategy.roll), BID_HABITS.index(strategy.bid)
    last = RANKS[5, 4, 2]
    expected = np.zeros((308, 56))
    for open_set, span in enumerate(tables.layouts.span):
        for target in range(last + 1, 56):
            expected[span, target] = tables.bid_chances(open_set, last, target)[bid]
    expected *= tables.rolls(roll, last)[last][:, None]
    assert expected.sum() == pytest.approx(1)
    assert np.abs(seen - expected).sum() / 2 < 2 * SLIP + 0.12, "the distance of the two distributions"
    assert (expected[seen > 0] > 0).all()


def test_every_habit_is_a_distribution() -> None:
    for underbids, last in product((True, False), (-1, 0, 20, 49)):
        tables = habits(False, underbids)
        for habit in range(len(BID_HABITS)):
            table = tables.bids(habit, last)
            assert table.shares.sum(axis=1) == pytest.approx(np.ones(308))
            assert (table.targets > last).all()
            if not underbids:
                told = np.where(tables.layouts.cup > last, tables.layouts.cup, 0)[:, None]
                assert (table.targets >= told)[table.shares > 0].all(), "a bid below the cup"
        if last >= 0:
            for habit in range(len(ROLL_HABITS)):
                assert tables.rolls(habit, last).sum(axis=1) == pytest.approx(np.ones(56))
    assert ((answers(False).believes > 0) & (answers(False).believes < 1)).all(), "no answer is impossible"


@pytest.mark.parametrize("rank", range(0, 50, 7))
def test_who_is_always_called_needs_the_truth(rank: int) -> None:
    """The cost of a turn is then the chance that best rolling does not get above the bid."""
    costs = round_values(False, True, (CALLER, BELIEVER), OWN).believed(rank)[0, :, rank]
    rolls = bid_order().rolls
    assert costs == pytest.approx(
        [1 - chance_to_beat(cup, (), rank) if RANKS[cup] <= rank else costs[RANKS[cup]] for cup in rolls], abs=1e-5
    )


def test_who_is_always_believed_can_bid_666() -> None:
    higher, equal, fail = poker_odds(False, RANKS[6, 6, 6])
    assert higher == 0
    assert equal + fail == pytest.approx(1)
    assert fail == pytest.approx(float(1 - Fraction(91, 216) ** 3))
    costs = round_values(False, True, (BELIEVER, BELIEVER), OWN).believed(30)[0, :, 30:50]
    assert costs.max() == pytest.approx(equal / 3, abs=1e-6), "an equal poker changes nothing"


@pytest.mark.parametrize(("cup", "last"), [((5, 4, 2), (5, 4, 2)), ((6, 1, 1), (6, 3, 2)), ((6, 6, 5), (6, 6, 5))])
def test_an_opponents_turn_by_enumeration(cup: Dice, last: Dice) -> None:
    """Seat 1 rolls its lowest die and is truthful; seat 2 always calls; a point of seat 2 costs a half."""
    at_stake = Stakes((1.0, 0.0, 0.5))
    players = (sketch("lowest", "truthful", 10), sketch("one", "truthful", 0))
    rank = RANKS[last]
    cost = round_values(False, True, players, at_stake).believed(rank)[1, RANKS[cup], rank]
    true = sum(RANKS[cup[0], cup[1], face] > rank for face in FACES) / 6
    # A slip is a roll of any dice: it moves the chance by no more than its share.
    assert cost == pytest.approx(true / 2, abs=SLIP)


def test_values_reach_down_only_as_far_as_asked() -> None:
    players = (sketch("greedy", "overbid", 8), sketch("one", "truthful", 5))
    in_steps = round_values(False, True, players, OWN)
    high = in_steps.believed(40)[:, :, 40:].copy()
    assert not in_steps.believed(40)[0, :, :40].any()
    assert (in_steps.believed(0)[:, :, 40:] == high).all()
    assert in_steps.believed(0)[0, :, :50].min() > 0


def test_a_hard_next_player_costs_more() -> None:
    """The more bids are called, the more a turn costs."""
    costs = [
        round_values(False, True, (sketch("one", "truthful", often), BELIEVER), OWN).believed(35)[0, 35, 35]
        for often in (0, 5, 10)
    ]
    assert costs[0] > costs[1] > costs[2]


@cache
def race(missing: tuple[int, ...]) -> Fraction:
    """The same chance by recursion over who gets the next point."""
    if 0 in missing:
        return Fraction(missing[0] == 0)
    seats = range(len(missing))
    return sum((race(tuple(m - (s == g) for s, m in enumerate(missing))) for g in seats), Fraction(0)) / len(missing)


@pytest.mark.parametrize("missing", [(1, 1, 1), (5, 5, 5), (1, 3, 2), (4, 1, 2), (2, 3), (1, 1, 1, 1, 1)])
def test_the_chance_to_lose_the_match(missing: tuple[int, ...]) -> None:
    assert chance_to_lose(missing) == pytest.approx(float(race(missing)), abs=1e-3)


def test_stakes() -> None:
    assert stakes((5, 5, 5)) == ((1.0, 0.0, 0.0),)
    assert stakes((1, 1, 1)).nobody == pytest.approx(1 / 3)
    assert stakes((4, 1, 4)).point[2] > stakes((4, 1, 4)).point[1] == 0, "the point that ends the match is the best"
    assert stakes((99, 1, 99)).point[0] == 1.0
