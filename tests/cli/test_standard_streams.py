"""An ASCII terminal reads everything: dice and tables keep their shape."""

from __future__ import annotations

import pytest

from mendax.cli.standard_streams import PLAIN, open_standard_streams
from mendax.report.dice_art import draw_dice


@pytest.mark.parametrize("letters", ["┌─┐│●└┘", "┏━┳┓┡╇┩┃└┴┘", "–…×±’−½"])
def test_every_character_of_dice_and_tables_has_a_plain_one(letters: str) -> None:
    assert all(PLAIN[letter].isascii() for letter in letters)


def test_dice_are_drawn_in_ascii() -> None:
    open_standard_streams()
    drawn = draw_dice((6, 0)).encode("ascii", "mendax-plain").decode().splitlines()
    assert drawn == [
        "+-------+ +-------+",
        "| o   o | |       |",
        "| o   o | |   ?   |",
        "| o   o | |       |",
        "+-------+ +-------+",
    ]
