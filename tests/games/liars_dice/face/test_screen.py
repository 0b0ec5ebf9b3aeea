"""What a person sees at Liar's Dice: the table, the menu, the hint, the end of a round, and the rules."""

from __future__ import annotations

from random import Random

import pytest

from mendax.core.agent import Explanation
from mendax.core.catalogue import build_agent
from mendax.games.liars_dice.agents.probability import Probability
from mendax.games.liars_dice.face import FACE
from mendax.games.liars_dice.rules import Action, Bid, Changed, LiarsDice, Opened, Spoke, View
from mendax.table.wording import named
from tests.games.liars_dice.face.test_reading import ROLLS, THREE, at

NAMES = ["you", "Ann", "Cicero"]


def shown(view: View) -> str:
    return named(FACE.describe(view), NAMES)


def test_the_table_shows_the_standing_and_what_the_bid_means() -> None:
    view, actions = at("2x4", "3x4 push 2 2", "roll 1 6", "pass")
    assert shown(view).splitlines()[1:6] == [
        "Round 1: 12 dice on the table, 1s are wild.",
        "  you     [1][4][4][6]        exact left",
        "  Ann     [?][?] [2][2] open  exact left",
        "  Cicero  [?][?][?][?]        exact left",
        "Said: you 2x4, Ann 3x4 +22, Cicero pass.",
    ]
    assert shown(view).splitlines()[-1] == "To beat: 3x4, at least three of all 12 dice show 4 or 1; you see three."
    assert named(FACE.menu(view, actions), NAMES).splitlines() == [
        "Lowest bids: 3x5  3x6  4x2  4x3  4x4  2x1",
        "Push: 2x1+44 shows 4 4 and rolls your other dice again",
        "c bid: challenge Ann's 3x4   c pass: challenge Cicero's pass   e: exact"
        "   p: pass (all your dice show one face)",
    ]


def ended(*moves: str, game: LiarsDice = THREE, seat: int = 0) -> str:
    state = game.start()
    for text in (*ROLLS, *moves):
        state = game.apply(state, game.parse_action(text))
    return named(FACE.round_end(game.view(state, seat)), NAMES)


def test_the_end_of_a_round_shows_all_dice_and_says_why() -> None:
    assert ended("4x4", "challenge bid").splitlines() == [
        "  All cups are lifted. Those that count for 4x4 are in brackets.",
        "    you     [1][4][4] 6 ",
        "    Ann      2  2  3  5 ",
        "    Cicero   3  3  3  3 ",
        "  Three dice count, four were bid: your bid was too high, so you lose a die.",
        "  Dice left: you 3, Ann 4, Cicero 4.",
    ]
    assert "your bid was true, so Ann loses a die." in ended("3x4", "challenge bid")
    assert "Three dice count, three were bid: exact. Ann has 4 dice now." in ended("3x4", "exact")
    assert "Three dice count, two were bid: not exact, so Ann loses a die." in ended("2x4", "exact")
    assert "Ann's pass was a lie, so Ann loses a die." in ended("2x4", "pass", "challenge pass")
    assert "Cicero's pass was true, all dice show one face, so you lose a die." in ended(
        "2x4", "3x4", "pass", "challenge pass"
    )


def test_a_single_round_has_a_loser_and_a_match_a_winner() -> None:
    single = LiarsDice(players=3, dice=4, opens="first", single_round=True)
    state = single.start()
    for text in (*ROLLS, "4x4", "challenge bid"):
        state = single.apply(state, single.parse_action(text))
    told = FACE.result(single, single.view(state, 0), single.payoffs(state), single.ending(state))
    assert named(told, NAMES) == "You lose the die. You have lost."
    game = LiarsDice(players=2, dice=1, opens="first")
    state = game.start()
    for text in ("open 0", "roll 2", "roll 3", "1x2", "challenge bid"):
        state = game.apply(state, game.parse_action(text))
    told = FACE.result(game, game.view(state, 0), game.payoffs(state), game.ending(state))
    assert named(told, NAMES) == "You are the last one with dice. You win."
    assert "Ann loses the last die. Ann is out." in named(FACE.round_end(game.view(state, 0)), NAMES)


def advice(*moves: str) -> tuple[View, Explanation[Action]]:
    view, actions = at(*moves)
    found = Probability(THREE, Random(0)).act(view, actions, explain=True).explanation
    assert found is not None
    return view, found


def test_a_hint_has_chances_in_words_the_best_first() -> None:
    view, explanation = advice("3x6")
    hint = FACE.hint(view, explanation)
    assert hint.columns == ("option", "chance", "")
    assert hint.rows[0] == ("bid 4x2 and show 2 2", "90 %", "that four 2s hold")
    assert ("challenge seat 0's 3x6", "47 %", "that three 6s do not hold") in hint.rows
    chances = [float(chance.removesuffix(" %")) for _, chance, _ in hint.rows]
    assert chances == sorted(chances, reverse=True)
    assert "3x6 is true: 53 %" in hint.beliefs
    assert not any("+" in cell for row in hint.rows for cell in row)
    # Under the cup are 2 2 3 5: of 3x2 one more is needed from eight dice, and so on.
    assert any("likelier true than not: 5x2 (53 %)" in line for line in hint.beliefs)


def test_the_coach_says_how_likely_a_bid_holds_whatever_was_bid() -> None:
    view, explanation = advice()
    assert FACE.verdict(view, Bid(3, 4), explanation) == "100 % that three 4s hold."
    assert FACE.verdict(view, Bid(9, 4), explanation).startswith(
        "2.0 % that nine 4s hold. By the odds it was safer to "
    )
    assert FACE.verdict(view, Bid(3, 4, (4, 4)), explanation).endswith(" that three 4s hold.")


@pytest.mark.parametrize("name", ["e", "emh", "p", "pmh", "honest", "probability"])
def test_reasons_are_sentences_without_the_agents_own_scales(name: str) -> None:
    """No sign of scales, classes or seats' inner names; the numbers are in the hint."""
    for moves in ((), ("3x6",), ("2x4", "pass"), ("5x4", "6x4")):
        view, actions = at(*moves)
        seat = view.seat
        assert seat is not None
        decision = build_agent("liars-dice", name)(THREE, seat, Random(1)).act(view, actions, explain=True)
        assert decision.explanation is not None
        reason = FACE.reason(view, decision.action, decision.explanation)
        assert reason.endswith(".")
        assert "2p" not in reason
        assert "less what" not in reason
        assert "held back" not in reason
        assert FACE.hint(view, decision.explanation).rows


def test_events_are_told_once() -> None:
    assert FACE.tell(Spoke(1, Bid(4, 6))) == "seat 1 bids 4x6 (four 6s)"
    assert FACE.tell(Opened(1, special=False)) == "seat 1 opens the round"
    assert FACE.tell(Changed(1, -1, 3)) == ""


def test_the_rules_are_those_of_the_table() -> None:
    paper = FACE.rules(LiarsDice())
    for word in ("Push:", "Pass:", "Exact:", "1s are wild", "drawn by lot each time", "one 1 comes after two 6s"):
        assert word in paper
    plain = FACE.rules(LiarsDice(rules="plain", wild="none"))
    for word in ("Push", "Pass", "Exact", "wild, they"):
        assert word not in plain
    assert "No face is wild" in plain
    assert "Special round" in FACE.rules(LiarsDice(rules="official"))
    assert "pass" not in FACE.words(LiarsDice(rules="plain"))
    assert "6x4, 6 4, 64" in FACE.examples(LiarsDice())
