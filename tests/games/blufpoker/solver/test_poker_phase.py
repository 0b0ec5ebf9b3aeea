"""The poker phase as a decision problem: exact odds, the paper's way to keep dice, and the rules themselves."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from mendax.core.game import Turn
from mendax.games.blufpoker.rules import BELIEVE, Blufpoker, State
from mendax.games.blufpoker.rules.poker_phase import paper_keep
from mendax.games.blufpoker.rules.rolls import FACES, ROLLS, SORTED, Dice, sort_dice
from mendax.games.blufpoker.solver.poker_phase import (
    Objective,
    PokerOdds,
    PokerPhase,
    best_poker_odds,
    odds_of,
    outcome,
)

FAILED = PokerOdds(Fraction(0), Fraction(0), Fraction(1))


@pytest.mark.parametrize("objective", Objective)
def test_published_odds(objective: Objective) -> None:
    """Against 111 best play fails with 9125/11664; against 666 it equals with (91/216) cubed."""
    ones, sixes = PokerPhase(1, objective).odds, PokerPhase(6, objective).odds
    assert ones.fail == Fraction(9125, 11664)
    assert [float(one) for one in ones] == pytest.approx([0.189258, 0.028421, 0.782322], abs=5e-7)
    assert sixes == PokerOdds(Fraction(0), Fraction(91, 216) ** 3, 1 - Fraction(91, 216) ** 3)
    assert all(sum(PokerPhase(face, objective).odds) == 1 for face in FACES)


@pytest.mark.parametrize("target", FACES)
def test_the_papers_way_to_keep_fails_least(target: int) -> None:
    """In every state: no other choice fails less, and none of those that fail as rarely goes higher more often."""
    best = PokerPhase(target, Objective.NOT_FAIL)
    bid = (target, target, target)

    @cache
    def papers(dice: Dice, left: int) -> PokerOdds:
        roll = sort_dice(dice)
        ended = outcome(roll, target)
        if ended is not None or left == 0:
            return ended or FAILED
        return rolled(paper_keep(roll, bid), left)

    @cache
    def rolled(kept: Dice, left: int) -> PokerOdds:
        if len(kept) == 3:
            return papers(kept, left - 1)
        ends = [rolled(SORTED[*kept, face], left) for face in FACES]
        return PokerOdds(*(sum(column, Fraction(0)) / 6 for column in zip(*ends, strict=True)))

    assert rolled((), 3) == best.odds
    for left in (1, 2):
        assert [papers(roll, left) for roll in ROLLS] == [best.at(roll, left) for roll in ROLLS]


def test_the_value_of_a_round_asks_for_other_dice_against_222_and_333() -> None:
    """A draw is worth half a win: with one 3 and two lower dice against 333, rolling all is better."""
    differ = [face for face in FACES if PokerPhase(face).odds != PokerPhase(face, Objective.NOT_FAIL).odds]
    assert differ == [2, 3]
    assert PokerPhase(3, Objective.NOT_FAIL).keep((3, 2, 1), 1) == (3,)
    assert PokerPhase(3).keep((3, 2, 1), 1) == ()
    for face in differ:
        for_value, rarely = PokerPhase(face).odds, PokerPhase(face, Objective.NOT_FAIL).odds
        assert for_value.value > rarely.value
        assert for_value.fail > rarely.fail
        assert for_value.higher > rarely.higher


@pytest.mark.parametrize("target", [1, 3, 6])
def test_best_play_on_the_rules_has_this_value(target: int) -> None:
    """Every state of the poker phase of the real rules, the best action taken."""
    game = Blufpoker(players=2, single_round=True)
    state = game.start()
    for text in ("start 0", *[f"die {target}"] * 3, f"bid {str(target) * 3}"):
        state = game.apply(state, game.parse_action(text))
    known: dict[object, float] = {}

    def value(state: State) -> float:
        turn = game.turn(state)
        if turn is Turn.OVER:
            return game.payoffs(state)[1]
        # Equal positions: what was rolled before the last roll no longer matters, nor does the order of the dice.
        last = state.poker[-1]
        key = turn, len(state.poker), SORTED[last.kept + last.fallen]
        if key not in known:
            if turn is Turn.CHANCE:
                known[key] = sum(chance * value(game.apply(state, die)) for die, chance in game.chances(state))
            else:
                known[key] = max(value(game.apply(state, action)) for action in game.actions(state))
        return known[key]

    assert value(game.apply(state, BELIEVE)) == pytest.approx(float(PokerPhase(target).odds.value), abs=1e-12)


def test_odds_of_a_policy() -> None:
    """The best choices give the best odds; keeping nothing gives three tries at once."""
    best = PokerPhase(4)
    assert odds_of(4, lambda dice, left: {best.keep(dice, left): 1}) == pytest.approx(best_poker_odds()[3], abs=1e-12)
    never = 1 - Fraction(3, 216)
    assert odds_of(4, lambda dice, left: {(): 1.0})[2] == pytest.approx(float(never**3), abs=1e-12)


def test_odds_in_json() -> None:
    told = PokerPhase(1).odds.to_json()
    assert told["fail"] == 9125 / 11664
    assert told["fail_fraction"] == "9125/11664"
    assert told["higher_fraction"] == "4415/23328"
