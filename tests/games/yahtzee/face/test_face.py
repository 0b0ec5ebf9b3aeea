"""What a person sees of Yahtzee."""

from __future__ import annotations

from random import Random

import pytest

from mendax.conformance.games import playthrough
from mendax.core.agent import Explanation, Option
from mendax.core.catalogue import build_agent
from mendax.core.face import Question
from mendax.games.yahtzee.face import FACE, YahtzeeFace
from mendax.games.yahtzee.face.card import MAX_WIDTH, bonus_progress
from mendax.games.yahtzee.rules import Action, Box, Event, Keep, Roll, Rules, Score, State, View, Yahtzee
from mendax.games.yahtzee.rules.notation import parse_card, parse_view
from mendax.games.yahtzee.rules.scoring import box_points, legal_boxes
from mendax.table.wording import named


def rows(text: str, players: int) -> dict[str, list[str]]:
    """The rows of a card for one or two by their first word; its two parts stand side by side."""
    found: dict[str, list[str]] = {}
    middle = {1: 22, 2: 29}[players]
    for line in text.splitlines()[:10]:
        for half in (line[:middle], line[middle:]):
            if half.strip():
                found.setdefault(half.split()[0], half.split())
    return found


def test_the_card_of_all_players_stands_side_by_side() -> None:
    view = parse_view("seat=0 turn=0 rolls=1 dice=22333 card=1s=3,6s=24 card=ch=20,5s=10", 2)
    shown = rows(named(FACE.describe(view), ["you", "optimal"]), 2)
    assert shown["upper"] == ["upper", "you", "optimal"]
    assert shown["1s"][-2:] == ["3", "."]
    assert shown["2s"][-2:] == ["(4)", "."], "what it would pay, for who is to play"
    assert shown["5s"][-2:] == ["(0)", "10"]
    assert shown["fh"][-2:] == ["(25)", "."]
    assert shown["ch"][-2:] == ["(13)", "20"]
    assert shown["total"] == ["total", "27", "30"]
    assert shown["to"] == ["to", "the", "bonus", "36", "53"]


@pytest.mark.parametrize("players", [1, 2, 3, 6])
@pytest.mark.parametrize("rules", [rules.value for rules in Rules])
def test_every_position_fits_into_sixty_columns(players: int, rules: str) -> None:
    game = Yahtzee(players, rules)
    face, names = FACE.for_game(game), ["you", "a-very-long-name", "x", "greedy", "optimal", "learned"][:players]
    for state, move, _ in playthrough(game, Random(players)):
        if move.seat is None:
            continue
        view = game.view(state, move.seat)
        text = named(face.describe(view), names)
        assert max(map(len, text.splitlines())) <= MAX_WIDTH
        assert len(text.splitlines()) <= 27
        for box in legal_boxes(view.card, view.dice, game.joker):
            assert f"({box_points(view.card, view.dice, box, game.joker)})" in text


def test_whose_turn_and_which_roll() -> None:
    text = "turn=1 rolls=2 dice=12345 card=- card=-"
    assert "Turn 1 of 13, roll 2 of 3: one roll left." in FACE.describe(parse_view(f"seat=1 {text}", 2))
    assert "Turn 1 of 13, seat 1, roll 2 of 3" in FACE.describe(parse_view(f"seat=0 {text}", 2))
    in_air = parse_view("seat=0 turn=0 rolls=1 kept=66 card=-", 1)
    assert "the dice roll; kept: 6 6." in FACE.describe(in_air)


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("-", ""),
        ("6s=18", "Bonus: 45 to go, exactly three of each."),
        ("6s=24,1s=2", "Bonus: 37 to go, 5 ahead of three of each."),
        ("6s=12", "Bonus: 51 to go, 6 behind three of each."),
        ("6s=0,5s=0,4s=8", "The bonus is out of reach."),
        ("1s=3,2s=6,3s=9,4s=12,5s=15,6s=18", ""),
        ("6s=30,5s=25,4s=8", ""),
    ],
)
def test_how_far_the_bonus_is(card: str, said: str) -> None:
    assert bonus_progress(parse_card(card)) == said


def test_a_further_yahtzee_is_announced() -> None:
    view = parse_view("seat=0 turn=0 rolls=3 dice=44444 card=yz=50,1s=3", 1)
    shown = FACE.describe(view)
    assert "A further Yahtzee! It brings 100 points more. It must go into fours." in shown
    assert rows(shown, 1)["fh"][-1] == ".", "the rule does not allow the full house"
    free = FACE.for_game(Yahtzee(rules="no-bonus")).describe(view)
    assert "A further Yahtzee!\n" in f"{free}\n"
    assert "extras" not in free


def asked(text: str, *plan: Action) -> Question | None:
    return FACE.confirm(parse_view(text, 1), plan)


def test_a_box_is_confirmed_and_zero_needs_a_yes() -> None:
    text = "seat=0 turn=0 rolls=1 dice=22333 card={}"
    stay = Keep((2, 2, 3, 3, 3))
    assert asked(text.format("-"), stay) is None
    assert asked(text.format("-"), stay, stay, Score(Box.FULL_HOUSE)) == Question(
        "Full house: 25 points, without the two rolls that are left."
    )
    zero = asked(text.format("-"), stay, stay, Score(Box.ONES))
    assert zero == Question("Ones pays nothing with 2 2 3 3 3. Fill it with zero?", firm=True)
    bonus = asked(text.format("1s=3,2s=6,4s=12,5s=15,6s=18"), stay, stay, Score(Box.THREES))
    assert bonus == Question("Threes: 9 points, and the bonus of 35, without the two rolls that are left.")
    joker = "seat=0 turn=0 rolls=3 dice=11111 card=yz=50,2s=8,3s=9,4s=12,5s=15,6s=18"
    assert asked(joker, Score(Box.ONES)) == Question(
        "Ones: 5 points, and 100 more for a further Yahtzee, and the bonus of 35."
    )


def test_another_turn_is_one_sentence() -> None:
    turn = [
        Event(1, Roll((1, 2, 2, 4, 5))),
        Event(1, Keep((2, 4, 5))),
        Event(1, Roll((4, 6))),
        Event(1, Keep((4, 5, 6))),
        Event(1, Roll((4, 6))),
    ]
    assert all(FACE.recount(turn[:count], 0) == "" for count in range(1, 6))
    told = FACE.recount([*turn, Event(1, Score(Box.CHANCE), 25)], 0)
    assert told == "seat 1 keeps 2 4 5, then 4 5 6, and scores 25 points in chance with 4 4 5 6 6."
    stayed = [Event(1, Roll((2, 2, 3, 3, 3))), *[Event(1, Keep((2, 2, 3, 3, 3)))] * 2, Event(1, Score(Box.ONES), 1)]
    assert FACE.recount(stayed, 0) == "seat 1 stays, and scores 1 point in ones with 2 2 3 3 3."
    assert FACE.recount(stayed[2:], 0).endswith("in ones with 2 2 3 3 3."), "all five dice were kept"
    assert FACE.recount([*turn[4:], stayed[-1]], 0) == "seat 1 stays, and scores 1 point in ones."


class TestResult:
    def end(self, *cards: str) -> tuple[Yahtzee, View]:
        game = Yahtzee(len(cards))
        return game, game.view(State(tuple(map(parse_card, cards))), 0)

    def test_the_margin(self) -> None:
        game, view = self.end("ch=20", "ch=13")
        text = named(FACE.result(game, view, (20.0, 13.0), "end"), ["you", "greedy"])
        assert text.endswith("You win by 7 points: you 20, greedy 13.")
        assert "total" in text
        text = named(FACE.result(game, view, (20.0, 21.0), "end"), ["you", "greedy"])
        assert text.endswith("greedy wins by 1 point: greedy 21, you 20.")

    def test_a_tie(self) -> None:
        game, view = self.end("ch=20", "ch=20")
        assert FACE.result(game, view, (20.0, 20.0), "end").endswith(
            "A tie between seat 0 and seat 1 at 20 points: seat 0 20, seat 1 20."
        )

    def test_alone_nobody_wins(self) -> None:
        game, view = self.end("ch=20")
        text = FACE.result(game, view, (20.0,), "end")
        assert text.endswith("The game is over: 20 points.")
        assert "won" not in text


def test_the_hint_is_best_first_with_costs() -> None:
    game = Yahtzee()
    state = State((parse_card("6s=24"),), 0, 1, (1, 1, 2, 5, 5))
    view = game.view(state, 0)
    explanation = build_agent("yahtzee", "optimal")(game, 0, Random(0)).act(view, game.actions(state), True).explanation
    assert explanation is not None
    hint = FACE.hint(view, explanation)
    assert hint.columns == ("option", "expected", "costs")
    assert len(hint.rows) == len(game.actions(state))
    assert hint.rows[0][2] == ""
    costs = [float(row[2] or 0) for row in hint.rows]
    assert costs == sorted(costs)
    assert float(hint.rows[0][1]) > 200, "a final score, with what is on the card"
    for option, row in zip(sorted(explanation.options, key=lambda one: -(one.value or 0)), hint.rows, strict=True):
        assert FACE.verdict(view, option.action, explanation).startswith(row[0])
    assert FACE.verdict(view, Keep(()), explanation).endswith(f"points; {hint.rows[0][0]} was better.")
    assert FACE.reason(view, Keep(()), explanation).startswith("Expected final score 2")


def test_a_chance_is_a_percentage() -> None:
    view = parse_view("seat=0 turn=0 rolls=3 dice=11111 card=6s=24", 1)
    options: tuple[Option[Action], ...] = (Option(Score(Box.ONES), 0.25), Option(Score(Box.CHANCE), 0.5))
    scored = Explanation(options, scale="chance of 300 points")
    assert FACE.hint(view, scored).rows == (("score chance", "50.00 %", ""), ("score ones", "25.00 %", "25.00 %"))


@pytest.mark.parametrize("rules", list(Rules))
def test_the_rules_are_those_of_the_game(rules: Rules) -> None:
    text = FACE.rules(Yahtzee(rules=rules.value))
    assert ("must go into" in text) == (rules is Rules.FORCED)
    assert ("100 points more" in text) == rules.pays_extra
    assert "most points wins" in FACE.rules(Yahtzee(2))
    assert "single turn" in FACE.rules(Yahtzee(single_turn=True))
    assert isinstance(FACE.for_game(Yahtzee(rules=rules.value)), YahtzeeFace)
