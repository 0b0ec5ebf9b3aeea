"""Cards as people type them: all that can happen, and nothing else."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.core import BadNotation, Turn
from mendax.games.yahtzee.rules import Box, Card, Roll, Rules, Yahtzee
from mendax.games.yahtzee.rules.notation import parse_card, parse_view
from mendax.games.yahtzee.rules.scoring import BOXES, OPEN, ROLLS, UPPER, enter, legal_boxes, possible_points
from mendax.games.yahtzee.rules.types import card_text
from mendax.games.yahtzee.solver.optimum import optimum


@st.composite
def plain_cards(draw: st.DrawFn) -> Card:
    """Any points in any boxes; without extras every such card can happen."""
    points = [draw(st.sampled_from([OPEN, *sorted(possible_points(box))])) for box in BOXES]
    return Card(tuple(points))


@given(plain_cards())
def test_cards_round_trip(card: Card) -> None:
    assert parse_card(card_text(card)) == card


@pytest.mark.parametrize("rules", Rules)
@settings(max_examples=20)
@given(st.randoms(use_true_random=False))
def test_every_card_that_happens_is_accepted(rules: Rules, rng: Random) -> None:
    """Loaded dice: half of the rolls are Yahtzees, so that jokers of all kinds and many extras come up."""
    game = Yahtzee(rules=rules.value)
    state = game.start()
    while (turn := game.turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            missing = 5 - len(state.kept)
            loaded = state.kept[0] if state.kept else rng.randint(1, 6)
            dice = (loaded,) * missing if rng.random() < 0.5 else [rng.randint(1, 6) for _ in range(missing)]
            state = game.apply(state, Roll(tuple(sorted(dice))))
        else:
            state = game.apply(state, rng.choice(list(game.actions(state))))
            assert parse_card(card_text(state.cards[0])) == state.cards[0]


def reachable(boxes: tuple[Box, ...], rules: Rules) -> set[Card]:
    """Every card with these boxes filled, by playing all rolls into them in all orders."""
    cards = {Card()}
    for _ in boxes:
        cards = {
            enter(card, dice, box, rules)
            for card in cards
            for dice in ROLLS
            for box in legal_boxes(card, dice, rules)
            if box in boxes
        }
    return cards


@pytest.mark.parametrize(
    "others",
    [
        (Box.ONES, Box.TWOS),
        (Box.SIXES, Box.FULL_HOUSE),
        (Box.FULL_HOUSE, Box.LARGE_STRAIGHT),
        (Box.FOUR_OF_A_KIND,),
        (Box.SMALL_STRAIGHT,),
        (Box.CHANCE,),
        (Box.THREES, Box.FULL_HOUSE, Box.SMALL_STRAIGHT),
    ],
    ids=lambda boxes: " ".join(map(str, boxes)),
)
def test_extras_are_accepted_exactly_where_some_rules_can_pay_them(others: tuple[Box, ...]) -> None:
    boxes = (Box.YAHTZEE, *others)
    cards = {card for rules in Rules for card in reachable(boxes, rules)}
    for values in product(*(sorted(possible_points(box)) for box in boxes)):
        points = [OPEN] * 13
        for box, value in zip(boxes, values, strict=True):
            points[box] = value
        for extras in range(len(boxes) + 1):
            card = Card(tuple(points), extras)
            if card in cards:
                assert parse_card(card_text(card)) == card
            else:
                with pytest.raises(BadNotation, match="extras"):
                    parse_card(card_text(card))


class TestForgottenPoints:
    @given(plain_cards(), st.sets(st.sampled_from(UPPER)))
    def test_the_total_stands_for_the_points(self, card: Card, forgotten: set[Box]) -> None:
        names = [
            str(box) if box in forgotten else f"{box}={card.points[box]}" for box in BOXES if card.points[box] != OPEN
        ]
        found = parse_card(",".join([*names, f"upper={card.upper}"]))
        assert (found.upper, found.total, found.open) == (card.upper, card.total, card.open)
        known = [box for box in BOXES if box not in forgotten]
        assert [found.points[box] for box in known] == [card.points[box] for box in known]
        assert parse_card(card_text(found)) == found, "what is filled in can stand there"

    def test_the_value_depends_on_the_total_only(self) -> None:
        table = optimum(Rules.FORCED)
        typed = parse_card("2s,4s,6s,upper=30,fh=25,yz=50")
        for played in ("2s=6,4s=12,6s=12", "2s=4,4s=8,6s=18", "2s=2,4s=16,6s=12"):
            assert table.further(typed) == table.further(parse_card(f"{played},fh=25,yz=50"))

    @given(st.sets(st.sampled_from(UPPER)), st.integers(0, 120))
    def test_only_totals_that_the_boxes_can_give(self, boxes: set[Box], total: int) -> None:
        sums = {0}
        for box in boxes:
            sums = {before + (box + 1) * count for before in sums for count in range(6)}
        text = ",".join([*map(str, boxes), f"upper={total}"])
        if total in sums:
            assert parse_card(text).upper == total
        else:
            with pytest.raises(BadNotation, match=f"can never add up to {total}$"):
                parse_card(text)

    def test_extras_choose_points_that_allow_them(self) -> None:
        """15 in 1s, 2s and 3s need not come from a Yahtzee, but they can."""
        assert parse_card("1s,2s,3s,upper=15,yz=50,extras=1").extras == 1
        assert parse_card("1s,2s,3s,upper=15").points[:3] == (3, 6, 6), "else as near to three of each as comes first"

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("5s,6s,upper=7", "5s and 6s can never add up to 7"),
            ("1s=3,5s,6s,upper=7", "1s=3, 5s and 6s can never add up to 7"),
            ("1s=3,6s=18,upper=20", "1s=3 and 6s=18 can never add up to 20"),
            ("3s,upper=16", "3s can never add up to 16"),
            ("fh=25,upper=3", "an empty upper part can never add up to 3"),
            ("1s,2s", "'1s' has no points"),
            ("1s,fh,upper=3", "'fh': a box is written with its points"),
            ("1s,upper=3,upper=3", "upper stands twice"),
            ("1s,upper", "'upper'"),
            ("1s=,upper=3", "'1s='"),
            ("6s,upper=18,yz=50,extras=1", "at most 0 boxes of this card"),
        ],
    )
    def test_bad_totals_say_so(self, text: str, complaint: str) -> None:
        with pytest.raises(BadNotation, match=complaint):
            parse_card(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("fh=24", "can never hold 24"),
        ("6s=31", "can never hold 31"),
        ("7s=7", "no box '7s'"),
        ("fh", "written with its points"),
        ("fh=25,fh=25", "stands twice"),
        ("extras=1,extras=1,yz=50,1s=5", "stands twice"),
        ("extras=1", "only when the Yahtzee box holds 50"),
        ("yz=0,6s=30,extras=1", "only when the Yahtzee box holds 50"),
        ("yz=50,extras=1", "at most 0 boxes"),
        ("yz=50,6s=30,3k=20,1s=3,extras=3", "at most 2 boxes"),
        ("yz=50,6s=24,3k=17,extras=1", "at most 0 boxes"),
        ("yz=50,fh=25,ls=40,extras=1", "at most 0 boxes"),
        ("4k=4", "can never hold 4"),
        ("ch=0", "can never hold 0"),
        ("1s=3,-", "no box '-'"),
    ],
)
def test_impossible_cards_say_so(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation, match=complaint):
        parse_card(text)


NONSENSE = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.tuples(
            st.sampled_from([*map(str, BOXES), "upper", "extras", "-", "7s", ""]),
            st.sampled_from(["", "=", ":"]),
            st.one_of(st.just(""), st.integers(-1, 120).map(str), st.text(max_size=4)),
        ).map("".join),
        max_size=8,
    ).map(",".join),
)


@given(NONSENSE)
def test_any_text_is_a_card_or_one_clear_line(text: str) -> None:
    try:
        card = parse_card(text)
    except BadNotation as error:
        assert "\n" not in str(error)
    else:
        assert parse_card(card_text(card)) == card


@pytest.mark.parametrize(
    "text",
    [
        "seat=0 turn=0 rolls=3 card=-",
        "seat=0 turn=0 rolls=0 kept=33 card=-",
        "seat=0 turn=0 rolls=1 kept=33333 card=-",
        "seat=0 turn=0 rolls=0 dice=12345 card=-",
        "seat=0 turn=0 rolls=1 dice=12345 kept=1 card=-",
        "seat=0 turn=00001 rolls=0 card=-",
    ],
)
def test_positions_that_cannot_be_say_so(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_view(text, 1)
