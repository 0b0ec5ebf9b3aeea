"""The page says what the terminal says: names for seats, verbs in the second person."""

from __future__ import annotations

import pytest

from mendax.table.wording import named
from tests.table.page.node import run_script

TEXTS = [
    "seat 0 bids 6x2 and shows 2 2",
    "seat 0 rolls two dice, keeps 6 6 and passes the cup",
    "seat 1 lifts the cup, and seat 0 loses a die and opens",
    "seat 1 raises seat 0 and wins",
    "seat 0 calls 4, and seat 1 accepts and rolls",
    "Seat 0's die shows 3. Seat 0 has 2",
    "seat 9 passes",
]


def test_both_say_the_same() -> None:
    names = ["you", "tree"]
    said = run_script(
        "mendax.table.page:wording.js",
        "(page, [texts, names]) => texts.map((text) => page.say(text, names))",
        [TEXTS, names],
    )
    assert said == [named(text, names) for text in TEXTS]


@pytest.mark.parametrize(("rating", "shown"), [(24.4, "24"), (-0.0004, "0"), (-987.2, "-987")])
def test_a_rating_has_no_decimals(rating: float, shown: str) -> None:
    assert run_script("mendax.table.page:wording.js", "(page, value) => page.whole(value)", rating) == shown
