"""The order of rolls against Table 1 of the paper as printed."""

from __future__ import annotations

from mendax.games.blufpoker.rules.rolls import FIRST_POKER, RANKS, ROLLS, is_poker, roll_text

TABLE_1 = """
666 664 652 632 552 532 441 332
555 663 651 631 551 531 433 331
444 662 644 622 544 522 432 322
333 661 643 621 543 521 431 321
222 655 642 611 542 511 422 311
111 654 641 554 541 443 421 221
665 653 633 553 533 442 411 211
"""
"""From the top left to the bottom right, descending by column."""


def test_rolls_are_in_the_order_of_table_1() -> None:
    rows = [line.split() for line in TABLE_1.split("\n") if line]
    printed = [row[column] for column in range(8) for row in rows]
    assert [roll_text(roll) for roll in reversed(ROLLS)] == printed


def test_pokers_are_the_six_highest() -> None:
    assert [roll_text(roll) for roll in ROLLS[FIRST_POKER:]] == ["111", "222", "333", "444", "555", "666"]
    assert all(is_poker(roll) == (RANKS[roll] >= FIRST_POKER) for roll in ROLLS)
