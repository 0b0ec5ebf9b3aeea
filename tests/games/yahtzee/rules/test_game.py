"""The rules of Yahtzee: scoring, the joker in its four forms, turns, notation."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.conformance import check_agent, check_game
from mendax.core import BadNotation, IllegalAction, MendaxError, Turn, play_match
from mendax.core.agent import Agent, Decision
from mendax.core.catalogue import build_agent, build_game
from mendax.games.yahtzee.rules import Action, Box, Card, Keep, Roll, Rules, Score, State, Yahtzee
from mendax.games.yahtzee.rules.game import keeps, roll_chances
from mendax.games.yahtzee.rules.notation import parse_card, parse_dice
from mendax.games.yahtzee.rules.scoring import (
    BONUS,
    BOXES,
    EXTRA,
    HIGHEST_SCORE,
    LOWER,
    NUM_BOXES,
    ROLLS,
    UPPER,
    box_points,
    enter,
    legal_boxes,
    plain_points,
    possible_points,
)

VARIANTS = [
    Yahtzee(),
    Yahtzee(players=6),
    Yahtzee(rules="free"),
    Yahtzee(rules="no-joker", players=2),
    Yahtzee(rules="no-bonus", single_turn=True),
    Yahtzee(players=3, single_turn=True),
]


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_yahtzee_is_a_game(game: Yahtzee) -> None:
    check_game(
        game, lambda _, state, seat, rng: state, hides=False, chance_kinds=5, matches=3 if game.players == 1 else 1
    )
    assert build_game("yahtzee:rules=free,players=3") == Yahtzee(3, "free")


def test_random_plays_it() -> None:
    check_agent(Yahtzee(players=2), build_agent("yahtzee", "random"), matches=2)


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((1, 2, 3, 4, 5), {"1s": 1, "2s": 2, "3s": 3, "4s": 4, "5s": 5, "ss": 30, "ls": 40, "ch": 15}),
        ((2, 2, 3, 3, 3), {"2s": 4, "3s": 9, "3k": 13, "fh": 25, "ch": 13}),
        ((1, 3, 4, 5, 6), {"1s": 1, "3s": 3, "4s": 4, "5s": 5, "6s": 6, "ss": 30, "ch": 19}),
        ((4, 4, 4, 4, 6), {"4s": 16, "6s": 6, "3k": 22, "4k": 22, "ch": 22}),
        ((5, 5, 5, 5, 5), {"5s": 25, "3k": 25, "4k": 25, "yz": 50, "ch": 25}),
        ((1, 1, 2, 5, 6), {"1s": 2, "2s": 2, "5s": 5, "6s": 6, "ch": 15}),
    ],
)
def test_points_by_hand(dice: tuple[int, ...], points: dict[str, int]) -> None:
    found = {str(box): worth for box in BOXES if (worth := plain_points(box, dice))}
    assert found == points


def test_points_over_all_rolls() -> None:
    """How many of the 7,776 ways score in each box: the classic counts."""
    ways = {box: sum(plain_points(box, tuple(sorted(d))) > 0 for d in product(range(1, 7), repeat=5)) for box in BOXES}
    assert [ways[box] for box in BOXES[6:]] == [1656, 156, 300, 1200, 240, 6, 7776]


def card(text: str) -> Card:
    return parse_card(text)


SIXES = (6, 6, 6, 6, 6)


class TestJoker:
    def test_forced_goes_to_the_matching_upper_box(self) -> None:
        assert legal_boxes(card("yz=50"), SIXES, Rules.FORCED) == (Box.SIXES,)
        assert enter(card("yz=50"), SIXES, Box.SIXES, Rules.FORCED).total == 50 + 100 + 30

    def test_forced_then_any_lower_box_at_full_value(self) -> None:
        full = card("yz=50,6s=18")
        assert set(legal_boxes(full, SIXES, Rules.FORCED)) == {b for b in BOXES[6:] if b is not Box.YAHTZEE}
        worth = {str(b): box_points(full, SIXES, b, Rules.FORCED) for b in legal_boxes(full, SIXES, Rules.FORCED)}
        assert worth == {"3k": 30, "4k": 30, "fh": 25, "ss": 30, "ls": 40, "ch": 30}

    def test_forced_at_last_zero_in_an_upper_box(self) -> None:
        full = card("yz=50,6s=18,3k=0,4k=0,fh=0,ss=0,ls=0,ch=9")
        assert legal_boxes(full, SIXES, Rules.FORCED) == BOXES[:5]
        assert enter(full, SIXES, Box.ONES, Rules.FORCED).total == full.total + 100

    def test_a_scratched_yahtzee_box_makes_jokers_without_pay(self) -> None:
        full = card("yz=0,6s=18")
        assert enter(full, SIXES, Box.LARGE_STRAIGHT, Rules.FORCED).total == 18 + 40

    def test_free_placement(self) -> None:
        assert set(legal_boxes(card("yz=50"), SIXES, Rules.FREE)) == set(BOXES) - {Box.YAHTZEE}
        assert box_points(card("yz=50"), SIXES, Box.LARGE_STRAIGHT, Rules.FREE) == 0, "the sixes are open"
        assert box_points(card("yz=50,6s=6"), SIXES, Box.LARGE_STRAIGHT, Rules.FREE) == 40

    @pytest.mark.parametrize(("rules", "extra"), [(Rules.NO_JOKER, 100), (Rules.NO_BONUS, 0)])
    def test_no_joker_values(self, rules: Rules, extra: int) -> None:
        full = card("yz=50,6s=18")
        assert enter(full, SIXES, Box.FULL_HOUSE, rules).total == full.total + extra

    def test_the_first_yahtzee_is_no_joker(self) -> None:
        assert legal_boxes(Card(), SIXES, Rules.FORCED) == BOXES
        assert box_points(card("6s=6"), SIXES, Box.FULL_HOUSE, Rules.FORCED) == 0


class TestTurns:
    def play(self, game: Yahtzee, *actions: Action) -> State:
        state = game.start()
        for action in actions:
            state = game.apply(state, action)
        return state

    def test_three_rolls_and_a_box(self) -> None:
        game = Yahtzee()
        state = self.play(game, Roll((1, 3, 3, 5, 6)), Keep((3, 3)), Roll((3, 4, 6)), Keep((3, 3, 3)), Roll((2, 3)))
        assert state.dice == (2, 3, 3, 3, 3)
        assert game.turn(state) == 0
        after = game.apply(state, Score(Box.FOUR_OF_A_KIND))
        assert game.payoffs(after) == (14.0,)
        assert (game.turn(after), game.round(after)) == (Turn.CHANCE, 1)

    def test_keeping_all_rolls_none(self) -> None:
        state = self.play(Yahtzee(), Roll((1, 2, 3, 4, 5)), Keep((1, 2, 3, 4, 5)), Keep((1, 2, 3, 4, 5)))
        assert (state.rolls, state.dice) == (3, (1, 2, 3, 4, 5))

    @pytest.mark.parametrize(
        ("action", "complaint"),
        [
            (Keep((2,)), "not all on the table"),
            (Keep((3, 3, 3)), "not all on the table"),
            (Score(Box.ONES), "after the third roll"),
            (Roll((1,)), "no dice are in the air"),
        ],
    )
    def test_illegal_actions_say_why(self, action: Action, complaint: str) -> None:
        game = Yahtzee()
        with pytest.raises(IllegalAction, match=complaint):
            game.apply(self.play(game, Roll((1, 3, 3, 5, 6))), action)

    def test_39_decisions_a_player(self) -> None:
        class Counting(Agent[Any, Any, Any]):
            decisions = 0

            def act(self, view: Any, actions: Any, explain: bool = False) -> Decision[Any]:
                self.decisions += 1
                return Decision(actions[-1])

        agents = [Counting(), Counting(), Counting()]
        outcome = play_match(Yahtzee(players=3), agents, Random(1), strict=True)
        assert [agent.decisions for agent in agents] == [39] * 3
        assert len(outcome.payoffs) == 3

    def test_the_highest_score(self) -> None:
        """A Yahtzee every turn: the first in its own box, then the upper boxes, then the lower ones as jokers."""
        full = Card()
        for box in (Box.YAHTZEE, *UPPER, *(box for box in LOWER if box is not Box.YAHTZEE)):
            face = box + 1 if box in UPPER else 6
            full = enter(full, (face,) * 5, box, Rules.FORCED)
        assert full.total == HIGHEST_SCORE
        assert sum(max(possible_points(box)) for box in BOXES) + BONUS + EXTRA * (NUM_BOXES - 1) == HIGHEST_SCORE

    def test_the_upper_bonus(self) -> None:
        assert card("1s=3,2s=6,3s=9,4s=12,5s=15,6s=18").total == 63 + 35
        assert card("1s=2,2s=6,3s=9,4s=12,5s=15,6s=18").total == 62

    def test_chances_of_some_dice(self) -> None:
        assert len(roll_chances(5)) == len(ROLLS) == 252
        assert dict(roll_chances(2))[Roll((1, 2))] == pytest.approx(2 / 36)
        assert len(keeps((1, 2, 3, 4, 5))) == 32
        assert len(keeps(SIXES)) == 6


class TestNotation:
    @given(st.lists(st.integers(1, 6), max_size=5))
    def test_dice_in_any_order(self, dice: list[int]) -> None:
        action = Keep(tuple(sorted(dice)))
        assert Yahtzee().parse_action(str(action)) == action

    @pytest.mark.parametrize("text", ["7", "123456", "0", "1.5", ""])
    def test_impossible_dice_say_so(self, text: str) -> None:
        with pytest.raises(BadNotation, match="not up to five dice"):
            parse_dice(text)

    @given(st.text(max_size=60))
    def test_any_text_parses_or_complains(self, text: str) -> None:
        game = Yahtzee()
        for parse in (game.parse_action, game.parse_view):
            try:
                found: object = parse(text)
            except MendaxError as error:
                assert "\n" not in str(error)
            else:
                assert parse(str(found)) == found


@pytest.mark.parametrize("bad", [{"players": 0}, {"players": 7}, {"rules": "house"}])
def test_impossible_parameters_say_so(bad: dict[str, Any]) -> None:
    with pytest.raises(MendaxError, match="yahtzee"):
        Yahtzee(**bad)
