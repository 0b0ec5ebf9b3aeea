"""`odds`, and the chances it counts, against counting by brute force and the figures of facts."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from mendax.conformance import check_agent
from mendax.core.agent import Explanation
from mendax.core.catalogue import build_agent, build_game
from mendax.games.blufpoker.agents.odds import Odds
from mendax.games.blufpoker.rules import BELIEVE, Action, Blufpoker, State, bid_order
from mendax.games.blufpoker.rules.odds import chance_at_least, chance_to_beat, chance_to_reach
from mendax.games.blufpoker.rules.order import KEEP_ACTIONS
from mendax.games.blufpoker.rules.poker_phase import paper_keep
from mendax.games.blufpoker.rules.rolls import SORTED
from tests.games.blufpoker.rules.test_game import play

THREE = Blufpoker()
FREE = Blufpoker(opening="free")
RANKS = bid_order().ranks


@pytest.mark.parametrize(("bid", "fail"), [((1, 1, 1), 9125 / 11664), ((6, 6, 6), 1 - (91 / 216) ** 3)])
def test_the_poker_phase(bid: tuple[int, int, int], fail: float) -> None:
    assert 1 - chance_to_reach((), 3, RANKS[bid]) == pytest.approx(fail, abs=1e-12)


def test_the_paper_keeps_as_well_as_can_be() -> None:
    """Its choice has the best chance of reaching the bid, in every position."""
    for face, dice, rolls in product(range(1, 7), (d for d in SORTED if len(d) == 3), (1, 2)):
        rank = RANKS[face, face, face]
        if RANKS[dice] >= rank:
            continue
        best = max(chance_to_reach(keep.dice, rolls, rank) for keep in KEEP_ACTIONS[SORTED[dice]])
        assert chance_to_reach(paper_keep(dice, (face, face, face)), rolls, rank) == pytest.approx(best)


def test_chances_of_hidden_dice() -> None:
    assert chance_at_least((6, 6), RANKS[6, 6, 5]) == pytest.approx(2 / 6)
    assert chance_at_least((6, 5), RANKS[1, 1, 1]) == 0
    assert chance_at_least((), RANKS[2, 1, 1]) == 1
    # One die left to roll, then two: the best chance is no less than that of rolling both in any case.
    assert chance_to_beat((2, 1), (6,), RANKS[6, 5, 4]) >= 11 / 36


def explain(state: State, game: Blufpoker = THREE) -> tuple[Action, Explanation[Action]]:
    seat = game.turn(state)
    assert isinstance(seat, int)
    decision = Odds(game, Random(0)).act(game.view(state, seat), game.actions(state), explain=True)
    assert decision.explanation is not None
    return decision.action, decision.explanation


OPEN_66 = "start 0, die 6, die 6, die 1, bid 661, believe, roll 1"


def test_it_calls_what_is_unlikely() -> None:
    state = play(f"{OPEN_66}, die 2, stop, bid 664")
    action, told = explain(state)
    assert action is BELIEVE, "three of six faces make it true"
    assert told.beliefs[0].probability == pytest.approx(0.5)
    assert told.sentence == "66 lies open and one die is hidden: by counting, the cup holds 664 or more with 50.0 %."
    assert str(explain(play(f"{OPEN_66}, die 2, stop, bid 665"))[0]) == "call"


def test_a_truthful_opening_is_true() -> None:
    state = play("start 0, die 6, die 6, die 6, bid 666")
    action, told = explain(state)
    assert (action, told.beliefs[0].probability) == (BELIEVE, 1.0)
    assert str(explain(play("start 0, die 6, die 6, die 6, bid 666", game=FREE), FREE)[0]) == "call"


def test_without_underbids_the_bid_bounds_the_cup() -> None:
    """With 66 open, 664 bid and no under-bids, 661 to 664 are possible: one of four makes it true."""
    strict = Blufpoker(underbids=False)
    _, told = explain(play(f"{OPEN_66}, die 2, stop, bid 664", game=strict), strict)
    assert told.beliefs[0].probability == pytest.approx(1 / 4)


def test_it_rolls_and_stops() -> None:
    believed = play("start 0, die 6, die 6, die 1, bid 661, believe")
    action, told = explain(believed)
    assert str(action) == "roll 1"
    assert told.sentence.startswith("To get above 661 from 661, roll 1 is best: 8")
    assert str(explain(play("roll 1, die 2", state=believed))[0]) == "stop"


def test_it_bids_the_truth_or_the_lowest() -> None:
    action, told = explain(play(f"{OPEN_66}, die 3, stop"))
    assert str(action) == "bid 663"
    assert [option.note for option in told.options][:3] == [
        "true; exactly that with 2 under the cup",
        "true; exactly that with 3 under the cup",
        "a bluff; exactly that with 4 under the cup",
    ]
    assert str(explain(play(f"{OPEN_66}, die 1, stop"))[0]) == "bid 662"


def test_odds_is_an_agent() -> None:
    for text in ("blufpoker", "blufpoker:players=2,pass_on=true,top321=true,opening=free,underbids=false"):
        check_agent(build_game(text), build_agent("blufpoker", "odds"), matches=3)
