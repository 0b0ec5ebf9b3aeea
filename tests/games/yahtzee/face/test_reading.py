"""What a person types at Yahtzee, and what it means."""

from __future__ import annotations

import pytest

from mendax.core.errors import BadNotation
from mendax.games.yahtzee.face import FACE
from mendax.games.yahtzee.rules import Action, Box, Keep, Score, State, Yahtzee
from mendax.games.yahtzee.rules.notation import parse_card
from mendax.games.yahtzee.rules.scoring import NAMES, Dice

ALL = (2, 2, 3, 3, 6)


def plan(text: str, rolls: int = 1, dice: Dice = ALL, card: str = "-", rules: str = "forced") -> tuple[Action, ...]:
    game = Yahtzee(rules=rules)
    state = State((parse_card(card),), 0, rolls, dice)
    return tuple(FACE.for_game(game).plan(game, game.view(state, 0), game.actions(state), text))


KEPT = [
    ("6", (6,)),
    ("33", (3, 3)),
    ("3 3", (3, 3)),
    ("3,3", (3, 3)),
    ("3, 3", (3, 3)),
    ("632", (2, 3, 6)),
    ("keep 33", (3, 3)),
    ("KEEP 3 3", (3, 3)),
    ("k 33", (3, 3)),
    ("hold 3 3 6", (3, 3, 6)),
    ("none", ()),
    ("keep none", ()),
    ("nothing", ()),
    ("reroll", ()),
    ("roll all", ()),
    ("roll 22", (3, 3, 6)),
    ("roll 6 2 2", (3, 3)),
    ("reroll 2", (2, 3, 3, 6)),
]


@pytest.mark.parametrize(("text", "dice"), KEPT)
def test_digits_are_dice_to_keep(text: str, dice: Dice) -> None:
    assert plan(text) == plan(text, rolls=2) == (Keep(dice),)


@pytest.mark.parametrize(
    "text", ["all", "ALL", "keep all", "all five", "stay", "stop", "22336", "6 3 3 2 2", "keep 22336"]
)
def test_keeping_all_means_no_further_roll(text: str) -> None:
    """The rules ask again after each roll that is not made; the person is asked for the box next."""
    assert plan(text) == (Keep(ALL), Keep(ALL))
    assert plan(text, rolls=2) == (Keep(ALL),)


BOXES = [
    *((name, Box(number)) for number, name in enumerate(NAMES)),
    *((f"score {name}", Box(number)) for number, name in enumerate(NAMES)),
    ("ones", Box.ONES),
    ("Aces", Box.ONES),
    ("sixes", Box.SIXES),
    ("6's", Box.SIXES),
    ("3 of a kind", Box.THREE_OF_A_KIND),
    ("three of a kind", Box.THREE_OF_A_KIND),
    ("Three-of-a-kind", Box.THREE_OF_A_KIND),
    ("4 kind", Box.FOUR_OF_A_KIND),
    ("full house", Box.FULL_HOUSE),
    ("full", Box.FULL_HOUSE),
    ("Full House", Box.FULL_HOUSE),
    ("small straight", Box.SMALL_STRAIGHT),
    ("small", Box.SMALL_STRAIGHT),
    ("large straight", Box.LARGE_STRAIGHT),
    ("large", Box.LARGE_STRAIGHT),
    ("y", Box.YAHTZEE),
    ("yahtzee", Box.YAHTZEE),
    ("yaht", Box.YAHTZEE),
    ("chance", Box.CHANCE),
    ("c", Box.CHANCE),
    ("enter chance", Box.CHANCE),
]


@pytest.mark.parametrize(("text", "box"), BOXES)
def test_a_box_is_scored_after_any_roll(text: str, box: Box) -> None:
    assert plan(text, rolls=3) == (Score(box),)
    assert plan(text, rolls=2) == (Keep(ALL), Score(box))
    assert plan(text, rolls=1) == (Keep(ALL), Keep(ALL), Score(box))


@pytest.mark.parametrize(
    ("text", "rolls", "complaint"),
    [
        ("66", 1, "the dice are 2 2 3 3 6: there is only 1 6 among them"),
        ("1", 1, "there is no 1 among them"),
        ("12", 1, "there is no 1 among them"),
        ("roll 55", 1, "there is no 5 among them"),
        ("7", 1, "dice are typed by their faces, 1 to 6"),
        ("223366", 1, "more than five dice"),
        ("6", 3, "no roll is left: type a box for 2 2 3 3 6"),
        ("all", 3, "no roll is left"),
        ("none", 3, "no roll is left"),
        ("thr", 1, "'thr' may be threes (3s) or three of a kind (3k)"),
        ("dance", 1, "'dance' is neither dice, such as 66, nor a box, such as fh"),
        ("score", 1, "neither dice"),
        ("roll dance", 1, "by their faces"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_the_reason(text: str, rolls: int, complaint: str) -> None:
    with pytest.raises(BadNotation) as caught:
        plan(text, rolls)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("number", range(1, 33))
def test_no_number_is_a_place_in_a_menu(number: int) -> None:
    """At the first roll there are up to 32 options; a number means its digits as dice or nothing."""
    typed = tuple(sorted(map(int, str(number))))
    try:
        (action, *_) = plan(str(number), dice=(1, 2, 3, 4, 5))
    except BadNotation:
        assert not set(typed) <= {1, 2, 3, 4, 5} or len(set(typed)) < len(typed)
    else:
        assert action == Keep(typed)


def test_a_filled_box_is_refused() -> None:
    for rolls in (1, 3):
        with pytest.raises(BadNotation, match="full house is filled already, with 25"):
            plan("fh", rolls, card="fh=25")


def test_the_joker_rule_is_named() -> None:
    card = "yz=50,1s=3"
    with pytest.raises(BadNotation, match="the joker rule: a further Yahtzee must go into fours"):
        plan("fh", 2, (4, 4, 4, 4, 4), card)
    with pytest.raises(BadNotation, match="must go into a lower box"):
        plan("2s", 3, (4, 4, 4, 4, 4), "yz=50,4s=12")
    assert plan("fh", 3, (4, 4, 4, 4, 4), card, "free") == (Score(Box.FULL_HOUSE),)
