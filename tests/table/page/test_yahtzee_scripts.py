"""The page's own copy of Yahtzee's scoring beside the rules: every roll, every box, every joker rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mendax.core.plain import plain
from mendax.games.yahtzee.rules.scoring import (
    BOXES,
    OPEN,
    ROLLS,
    Box,
    Card,
    Dice,
    Rules,
    box_points,
    enter,
    legal_boxes,
)
from mendax.games.yahtzee.rules.types import Event, Keep, Roll, Score
from tests.table.page.node import run_script

SCORING = "mendax.games.yahtzee.face:scoring.js"
ADVICE = "mendax.games.yahtzee.face:advice.js"


def cards(dice: Dice) -> Iterator[Card]:
    """Cards on which these dice are worth different things: matching and Yahtzee box open, filled, scratched."""
    matching = dice[0] - 1
    for yahtzee in (OPEN, 0, 50):
        for same in (OPEN, 3 * dice[0]):
            for lower in (OPEN, 0):
                points = [OPEN] * len(BOXES)
                points[matching], points[Box.YAHTZEE] = same, yahtzee
                for box in (Box.THREE_OF_A_KIND, Box.FOUR_OF_A_KIND, Box.FULL_HOUSE, Box.CHANCE):
                    points[box] = lower
                yield Card(tuple(points))
    upper_only = [0] * len(BOXES)
    upper_only[(matching + 1) % 6] = upper_only[(matching + 2) % 6] = OPEN
    yield Card(tuple(upper_only), 2)


@pytest.mark.parametrize("rules", Rules)
def test_the_page_scores_as_the_rules_do(rules: Rules) -> None:
    """All 252 rolls in all open boxes of thirteen cards: which are legal, what they pay, and the total after it."""
    cases = [(dice, card) for dice in ROLLS for card in cards(dice)]
    expected = [
        {
            "legal": list(legal_boxes(card, dice, rules)),
            "pays": [box_points(card, dice, box, rules) for box in card.open],
            "after": [[(then := enter(card, dice, box, rules)).total, then.extras] for box in card.open],
        }
        for dice, card in cases
    ]
    found = run_script(
        SCORING,
        """(page, {cases, rules}) => cases.map(([dice, card]) => ({
            legal: page.legalBoxes(card, dice, rules),
            pays: page.openBoxes(card).map((box) => page.boxPoints(card, dice, box, rules)),
            after: page.openBoxes(card).map((box) => {
                const then = page.enter(card, dice, box, rules);
                return [page.total(then), then.extras];
            }),
        }))""",
        {"cases": [[dice, plain(card)] for dice, card in cases], "rules": rules.value},
    )
    assert len(found) == 252 * 13
    assert found == expected


def test_the_upper_bonus_is_paid_from_63_on() -> None:
    full = [3, 6, 9, 12, 15, 18, *[OPEN] * 7]
    less = [2, 6, 9, 12, 15, 18, *[OPEN] * 7]
    totals = run_script(
        SCORING,
        "(page, cards) => cards.map((points) => page.total({points, extras: 1}))",
        [full, less],
    )
    assert totals == [Card(tuple(full), 1).total, Card(tuple(less), 1).total] == [198, 162]


def test_kept_dice_stay_where_they_lie() -> None:
    """The other dice fall into the gaps; a score ends the turn."""
    happened = [Event(1, Score(Box.CHANCE), 20), Event(0, Roll((1, 2, 5, 5, 6))), Event(0, Keep((5, 5)))]
    cases = [happened, [*happened, Event(0, Roll((3, 5, 6)))], [*happened, Event(0, Score(Box.ONES), 1)]]
    found = run_script(
        SCORING,
        "(page, cases) => cases.map((events) => page.layDice(events.map((data) => ({data}))))",
        [[plain(event) for event in case] for case in cases],
    )
    assert found == [
        {"dice": [0, 0, 5, 5, 0], "kept": [False, False, True, True, False], "rolls": 1, "moved": [1] * 5},
        {"dice": [3, 5, 5, 5, 6], "kept": [False, False, True, True, False], "rolls": 2, "moved": [2, 2, 1, 1, 2]},
        {"dice": [0] * 5, "kept": [False] * 5, "rolls": 0, "moved": [0] * 5},
    ]


def test_keeping_all_dice_counts_as_a_roll() -> None:
    events = [Event(0, Roll((1, 2, 5, 5, 6))), Event(0, Keep((1, 2, 5, 5, 6)))]
    found = run_script(
        SCORING, "(page, events) => page.layDice(events.map((data) => ({data})))", [plain(event) for event in events]
    )
    assert (found["dice"], found["rolls"]) == ([1, 2, 5, 5, 6], 2)


def test_what_is_held_is_written_as_the_game_reads_it() -> None:
    script = "(page, cases) => cases.map(([dice, held]) => page.keepText(dice, held))"
    cases = [
        [[6, 1, 5, 1, 2], [True, True, False, True, False]],
        [[6, 1, 5, 1, 2], [False] * 5],
    ]
    assert run_script(SCORING, script, cases) == [str(Keep((1, 1, 6))), str(Keep(()))]


def test_the_two_lines_of_a_review_add_up() -> None:
    """Luck and loss of a turn are those of its rolls and decisions; the lines end at the sums of the review."""
    review = {
        "rolls": [{"turn": 1, "luck": 3.5}, {"turn": 1, "luck": -1.0}, {"turn": 2, "luck": -4.0}],
        "decisions": [{"turn": 1, "lost": 0.5}, {"turn": 2, "lost": 0.0}, {"turn": 2, "lost": 2.25}],
    }
    found = run_script(ADVICE, "(page, review) => [page.runningSums(review), page.mistakes(review, 1)]", review)
    assert found == [
        [{"turn": 1, "luck": 2.5, "lost": 0.5}, {"turn": 2, "luck": -1.5, "lost": 2.75}],
        [{"turn": 2, "lost": 2.25}],
    ]


def test_costs_are_measured_from_the_best_option() -> None:
    options = [{"action": "score 4s", "value": 240.5}, {"action": "score ch", "value": 238.0}]
    hint = {"explanation": {"options": [*options, {"action": "score 1s", "value": None}]}}
    found = run_script(ADVICE, "(page, hint) => [[...page.costs(hint)], page.bestAction(page.costs(hint))]", hint)
    assert found == [[["score 4s", 0], ["score ch", 2.5]], "score 4s"]
