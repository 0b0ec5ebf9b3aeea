"""The notation of cards."""

from __future__ import annotations

import pytest

from mendax.core.errors import BadNotation
from mendax.games.holdem.rules import card_text, cards_text, parse_card, parse_cards
from mendax.games.holdem.rules.cards import rank_of, suit_of


def test_every_card_survives_its_text() -> None:
    texts = [card_text(card) for card in range(52)]
    assert len(set(texts)) == 52
    assert [parse_card(text) for text in texts] == list(range(52))
    assert texts[:5] == ["2c", "2d", "2h", "2s", "3c"]
    assert all(rank_of(card) * 4 + suit_of(card) == card for card in range(52))


def test_rows_of_cards() -> None:
    assert parse_cards("AdQc3h") == parse_cards("Ad Qc 3h") == parse_cards("ad,qc,3H") == (49, 40, 6)
    assert parse_cards("") == ()
    assert cards_text(parse_cards("AdQc3h")) == "AdQc3h"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("AdX", "not a row of cards"),
        ("Ax", "'Ax' is not a card"),
        ("1d", "'1d' is not a card"),
        ("10d", "the ten is T"),
        ("AdAd", "Ad is there twice"),
        ("Ad Qc aD", "Ad is there twice"),
        ("dA", "'dA' is not a card"),
        ("A♦", "is not a card"),
        ("??", "is not a card"),
    ],
)
def test_malformed_cards_get_one_clear_line(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation, match=complaint) as error:
        parse_cards(text)
    assert "\n" not in str(error.value)
