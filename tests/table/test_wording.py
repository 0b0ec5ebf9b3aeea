"""Sentences with names in them."""

from __future__ import annotations

import pytest

from mendax.core import MendaxError
from mendax.table.wording import clean_name, distinct, in_second_person, named


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("you passes", "you pass"),
        ("you goes first", "you go first"),
        ("you calls 4", "you call 4"),
        ("you loses a die", "you lose a die"),
        ("you raises", "you raise"),
        ("you has 3 dice", "you have 3 dice"),
        ("tree calls 5", "tree calls 5"),
        ("tree calls 5, and you challenges", "tree calls 5, and you challenge"),
        ("you bids 6x2 and shows 2 2", "you bid 6x2 and show 2 2"),
        ("you rolls two dice, keeps 6 6 and passes the cup", "you roll two dice, keep 6 6 and pass the cup"),
        ("tree lifts the cup, and you loses a die and opens", "tree lifts the cup, and you lose a die and open"),
        ("tree raises you and wins", "tree raises you and wins"),
        ("you calls 4, and tree accepts and rolls", "you call 4, and tree accepts and rolls"),
        ("your die shows 3", "your die shows 3"),
        ("you pass", "you pass"),
        ("you guess", "you guess"),
    ],
)
def test_a_sentence_about_you_is_in_the_second_person(text: str, expected: str) -> None:
    assert in_second_person(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("seat 0 stakes one", "you stake one"),
        ("Seat 0 wins", "You win"),
        ("seat 0's die shows 4", "your die shows 4"),
        ("seat 2 stakes one", "tree-2 stakes one"),
        ("Seat 1's cup, seat 9's cup", "tree-1's cup, seat 9's cup"),
        ("seat=0 caller=0", "seat=0 caller=0"),
    ],
)
def test_names_stand_for_seats(text: str, expected: str) -> None:
    assert named(text, distinct(["you", "tree", "tree"])) == expected


def test_a_name_can_be_printed() -> None:
    assert clean_name("\x1b[31mAnn  B\n") == "[31mAnn B"
    with pytest.raises(MendaxError, match="at least one letter"):
        clean_name(" \x07 ")
