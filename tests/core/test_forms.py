"""Forms: texts with holes that stand for many actions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.core.forms import Form, as_products
from tests.kuhn import Kuhn


def test_a_form_stands_for_every_choice_of_words() -> None:
    form = Form("{count}x{face} push {push}", (("count", ("1", "2")), ("face", ("6",)), ("push", ("1", "1 4"))))
    assert list(form.expand()) == ["1x6 push 1", "1x6 push 1 4", "2x6 push 1", "2x6 push 1 4"]
    assert len(form) == 4


def test_a_form_without_holes_is_one_action() -> None:
    assert (list(Form("pass").expand()), len(Form("pass"))) == (["pass"], 1)


def test_words_may_look_like_holes() -> None:
    """Only the form's own text has holes: a word is put in as it is."""
    form = Form("{one}{two}", (("one", ("{two}", "\\1")), ("two", ("%s",))))
    assert list(form.expand()) == ["{two}%s", "\\1%s"]


@pytest.mark.parametrize(
    ("text", "names"),
    [("{a}", ()), ("a", ("a",)), ("{a}{b}", ("b", "a")), ("{a}{a}", ("a", "a")), ("{a}{a}", ("a",))],
)
def test_holes_and_slots_must_agree(text: str, names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="holes"):
        Form(text, tuple((name, ("1",)) for name in names))


def test_a_form_as_json() -> None:
    assert Form("call {value}", (("value", ("3", "4")),)).to_json() == {
        "text": "call {value}",
        "slots": {"value": ["3", "4"]},
    }


def test_the_forms_of_a_game_that_says_nothing_list_its_actions() -> None:
    game = Kuhn()
    state = game.apply(game.start(), game.chances(game.start())[0][0])
    (form,) = game.forms(state)
    assert list(form.expand()) == [str(action) for action in game.actions(state)]


@given(st.sets(st.tuples(st.sampled_from("abcd"), st.sampled_from("wxyz"))))
def test_products_are_the_pairs_each_once(pairs: set[tuple[str, str]]) -> None:
    products = as_products(sorted(pairs))
    found = [(first, second) for firsts, seconds in products for first in firsts for second in seconds]
    assert len(found) == len(set(found))
    assert set(found) == pairs
    assert len({seconds for _, seconds in products}) == len(products), "products that could be one"
