"""The forms of Liar's Dice are short at the largest table there is, whatever bid stands."""

from __future__ import annotations

import json

import pytest

from mendax.core.forms import MAX_FORMS_BYTES, Form
from mendax.games.liars_dice.rules import CHALLENGES, EXACT, PASS, Bid, LiarsDice, Open, Roll
from mendax.games.liars_dice.rules.bids import ladder, pushes
from mendax.games.liars_dice.rules.forms import action_forms, higher_bids
from mendax.games.liars_dice.rules.options import Order

ANSWERS = (*CHALLENGES, EXACT, PASS)


def size(forms: tuple[Form, ...]) -> int:
    return len(json.dumps([form.to_json() for form in forms], separators=(",", ":")))


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("wild", [0, 1, 9])
def test_the_longest_forms_are_short(order: Order, wild: int) -> None:
    """Ten players, six dice of nine faces, all different: 62 pushes beside each of up to 540 bids."""
    pushed = pushes((1, 2, 3, 4, 5, 6))
    bids = ladder(60, 9, wild, order).bids
    for above in range(len(bids) + 1):
        forms = action_forms(ANSWERS, higher_bids(60, 9, wild, order, above, 0), pushed)
        assert size(forms) < MAX_FORMS_BYTES
        assert sum(map(len, forms)) == len(ANSWERS) + (len(bids) - above) * (1 + len(pushed))


def test_bids_by_number_and_face() -> None:
    """After 3x5: more of any face, three 6s, and the wild face from two on, since 2x1 stands above five of another."""
    game = LiarsDice(players=2, dice=2, rules="plain")
    state = game.start()
    for action in (Open(0), Roll((2, 5)), Roll((1, 5)), Bid(3, 5)):
        state = game.apply(state, action)
    assert [(form.text, dict(form.slots)) for form in game.forms(state)] == [
        ("{answer}", {"answer": ("challenge bid",)}),
        ("{count}x{face}", {"count": ("3",), "face": ("6", "1")}),
        ("{count}x{face}", {"count": ("4",), "face": ("2", "3", "4", "5", "6", "1")}),
        ("{count}x{face}", {"count": ("2",), "face": ("1",)}),
    ]


def test_a_round_opens_with_any_bid_and_no_answer() -> None:
    game = LiarsDice(players=2, dice=2)
    state = game.start()
    for action in (Open(0), Roll((2, 5)), Roll((1, 5))):
        state = game.apply(state, action)
    faces = ("2", "3", "4", "5", "6", "1")
    assert [(form.text, dict(form.slots)) for form in game.forms(state)] == [
        ("{count}x{face}", {"count": ("1", "2", "3", "4"), "face": faces}),
        ("{count}x{face} push {push}", {"count": ("1", "2", "3", "4"), "face": faces, "push": ("2", "5")}),
    ]
