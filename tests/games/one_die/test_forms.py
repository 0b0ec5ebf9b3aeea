"""The forms of one-die Liar's Dice are short with any number of dice."""

from __future__ import annotations

import json

import pytest

from mendax.core.forms import MAX_FORMS_BYTES
from mendax.games.one_die.rules import OneDie
from mendax.games.one_die.rules.types import State


@pytest.mark.parametrize(("faces", "dice"), [(20, 1), (9, 2), (9, 3), (9, 4), (9, 5), (2, 5)])
def test_forms_are_short_and_stand_for_the_calls(faces: int, dice: int) -> None:
    game = OneDie(faces=faces, dice=dice)
    for accepted in (0, *game.values[:-1:7], game.values[-2]):
        state = State(accepted=accepted, dice=(game.values[0], 0))
        forms = game.forms(state)
        assert len(json.dumps([form.to_json() for form in forms], separators=(",", ":"))) < MAX_FORMS_BYTES
        texts = [text for form in forms for text in form.expand()]
        assert sorted(texts) == sorted(str(action) for action in game.actions(state))


def test_few_dice_are_called_by_value() -> None:
    (form,) = OneDie().forms(State(accepted=3, dice=(5, 0)))
    assert (form.text, form.slots) == ("call {value}", (("value", ("5", "6")),))


def test_many_dice_are_called_by_their_first_and_last() -> None:
    forms = OneDie(faces=2, dice=4).forms(State(dice=(2111, 0)))
    assert [(form.text, dict(form.slots)) for form in forms] == [
        ("call {first}{last}", {"first": ("21",), "last": ("11",)}),
        ("call {first}{last}", {"first": ("22",), "last": ("11", "21", "22")}),
    ]


def test_a_call_is_answered() -> None:
    (form,) = OneDie().forms(State(call=4, dice=(3, 0)))
    assert list(form.expand()) == ["accept", "challenge"]
