"""Beliefs: what is learnt from answers, from turns, and from cups that are seen."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mendax.core.catalogue import build_agent
from mendax.core.game import Turn
from mendax.games.blufpoker.agents.reasoning.answers import answers
from mendax.games.blufpoker.agents.reasoning.beliefs import Beliefs
from mendax.games.blufpoker.agents.reasoning.habits import ROLL_HABITS
from mendax.games.blufpoker.agents.reasoning.layouts import OPEN_INDEX
from mendax.games.blufpoker.agents.reasoning.opponent import Opponent
from mendax.games.blufpoker.rules import (
    BELIEVE,
    CALL,
    Answer,
    Bid,
    Blufpoker,
    Covered,
    Dice,
    Ended,
    Handed,
    Roll,
    RoundEnd,
    Spoke,
    Started,
    bid_order,
)

RANKS = bid_order().ranks
GAME = Blufpoker()


def opening(beliefs: Beliefs, seat: int, roll: Roll) -> None:
    """A truthful opening that the next seat believes."""
    beliefs.hear(Started(seat))
    beliefs.hear(Covered(seat, ()))
    beliefs.hear(Spoke(seat, Bid(roll), certain=True))
    beliefs.hear(Spoke((seat + 1) % 3, BELIEVE))


def turn(beliefs: Beliefs, seat: int, open_dice: Dice, bid: Roll) -> None:
    beliefs.hear(Covered(seat, open_dice))
    beliefs.hear(Spoke(seat, Bid(bid)))


def called(beliefs: Beliefs, bid: Roll, cup: Roll, bidder: int = 1, caller: int = 2) -> None:
    loser = caller if RANKS[cup] >= RANKS[bid] else bidder
    beliefs.hear(Spoke(caller, CALL))
    beliefs.hear(Ended(RoundEnd(bidder, caller, True, bid, cup, loser)))


def test_a_truthful_opening_tells_the_cup() -> None:
    beliefs = Beliefs(GAME, 2)
    beliefs.hear(Started(1))
    beliefs.hear(Covered(1, ()))
    beliefs.hear(Spoke(1, Bid((5, 3, 2)), certain=True))
    assert beliefs.cup[RANKS[5, 3, 2]] == 1
    assert beliefs.chance_true() == 1


def chance_of(beliefs: Beliefs) -> float:
    """How far a bid of 655 by seat 1 with 65 open is believed, after 652."""
    opening(beliefs, 0, (6, 5, 2))
    turn(beliefs, 1, (6, 5), (6, 5, 5))
    return beliefs.chance_true()


def test_who_is_caught_overbidding_is_trusted_less() -> None:
    """It bids 655 with 654 in the cup, which a truthful player would have said: it does not even look."""
    beliefs = Beliefs(GAME, 2)
    before = chance_of(beliefs)
    chances = []
    for _ in range(4):
        opening(beliefs, 0, (6, 5, 2))
        turn(beliefs, 1, (6, 5), (6, 5, 5))
        called(beliefs, (6, 5, 5), (6, 5, 4))
        chances.append(chance_of(beliefs))
    assert before > chances[0] > chances[3]
    assert chances[3] == pytest.approx(2 / 6, abs=0.05), "as fair dice"
    (_, (bid, chance)) = beliefs.opponents[1].likely_habits()
    assert bid == "overbid"
    assert chance > 0.9


def test_who_tells_the_truth_is_trusted_more() -> None:
    beliefs = Beliefs(GAME, 2)
    before = chance_of(beliefs)
    for bid in ((6, 5, 3), (6, 6, 5), (6, 5, 4), (6, 5, 5)):
        opening(beliefs, 0, (6, 5, 2))
        turn(beliefs, 1, (6, 5), bid)
        called(beliefs, bid, bid)
    assert chance_of(beliefs) > before


def test_a_bid_far_above_is_the_truth_of_a_small_bluffer() -> None:
    """Nobody of the paper bluffs by more than three steps, so after 652 a 665 is mostly held."""
    beliefs = Beliefs(GAME, 2)
    opening(beliefs, 0, (6, 5, 2))
    turn(beliefs, 1, (6, 5), (6, 6, 5))
    far = beliefs.chance_true()
    assert far > 2 / 3, "by counting it is one sixth"
    assert far > chance_of(Beliefs(GAME, 2))


@pytest.mark.parametrize(
    ("open_dice", "cup", "habit"),
    [((6,), (6, 5, 1), "greedy"), ((6, 4), (6, 4, 1), "lowest"), ((4, 2), (6, 4, 2), "one")],
)
def test_open_dice_tell_the_way_to_roll(open_dice: Dice, cup: Roll, habit: str) -> None:
    """Handed 642, again and again these dice stay open."""
    beliefs = Beliefs(GAME, 2)
    for _ in range(6):
        opening(beliefs, 0, (6, 4, 2))
        turn(beliefs, 1, open_dice, (6, 4, 4))
        called(beliefs, (6, 4, 4), cup)
    weights = beliefs.opponents[1].habits.sum(axis=1)
    naive = weights[: ROLL_HABITS.index("any")]
    assert ROLL_HABITS[int(naive.argmax())] == habit
    assert naive.max() > 2 * sorted(naive)[-2]


@pytest.mark.parametrize(("answer", "low", "high"), [(BELIEVE, 0.9, 1.0), (CALL, 0.0, 0.1)])
def test_answers_are_counted(answer: Answer, low: float, high: float) -> None:
    opponent = Opponent(answers(False))
    before = opponent.believes.mean()
    assert 0.4 < before < 0.8
    for bid in (10, 25, 30, 35, 40, 45, 48, 50):
        opponent.saw_answer(OPEN_INDEX[6, 4], bid, answer is BELIEVE, certain=False)
    assert low <= opponent.believes.mean() <= high


def test_a_caller_of_the_highest_bid() -> None:
    opponent = Opponent(answers(False))
    for bid in (20, 30, 40, 45, 50, 52, 54):
        opponent.saw_answer(0, bid, True, certain=False)
    trusting = opponent.believes[0, 55]
    for _ in range(3):
        opponent.saw_answer(0, 55, False, certain=False)
    assert opponent.believes[0, 55] < 0.3 < trusting
    assert opponent.believes[0, 54] > 0.7
    assert opponent.sketch().calls_top


def test_the_cup_that_one_is_handed_is_evidence() -> None:
    """Seat 1 hides a 6 and bids one step up: after seeing that, its habit to overbid is likelier."""
    beliefs = Beliefs(GAME, 2)
    opening(beliefs, 0, (6, 5, 2))
    turn(beliefs, 1, (6, 5), (6, 5, 3))
    before = beliefs.opponents[1].habits.copy()
    beliefs.hear(Spoke(2, BELIEVE))
    assert (beliefs.opponents[1].habits == before).all(), "nothing was seen yet"
    beliefs.hear(Handed(2, (6, 6, 5)))
    assert beliefs.opponents[1].habits[:, 1].sum() > before[:, 1].sum()
    assert beliefs.cup[RANKS[6, 6, 5]] == 1


@pytest.mark.parametrize("options", [{}, {"opening": "free"}, {"pass_on": True}, {"top321": True, "underbids": False}])
def test_a_view_alone_says_the_same_as_the_events(options: dict[str, str]) -> None:
    """In the first round: asked for the first time in any position, the beliefs are the same."""
    game, rng = Blufpoker(**options), Random(4)  # type: ignore[arg-type]
    agents = [build_agent(game, "random")(game, seat, rng) for seat in range(3)]
    asked = 0
    for _ in range(40):
        state, heard = game.start(), Beliefs(game, 2)
        while (now := game.turn(state)) is not Turn.OVER and not state.rounds:
            if now == 2:
                view, fresh = game.view(state, 2), Beliefs(game, 2)
                fresh.catch_up(view)
                assert np.allclose(fresh.cup, heard.cup)
                assert (fresh.last, fresh.open, fresh.turns) == (heard.last, heard.open, heard.turns)
                for seat in (0, 1):
                    assert np.allclose(fresh.opponents[seat].habits, heard.opponents[seat].habits)
                asked += 1
            action = (
                agents[now].act(game.view(state, now), game.actions(state)).action
                if isinstance(now, int)
                else game.draw(state, rng)
            )
            after = game.apply(state, action)
            for event in game.events(state, action, after, 2):
                heard.hear(event)
            state = after
    assert asked > 40
