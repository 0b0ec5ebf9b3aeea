"""The rules of Yahtzee in plain words, and the words on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mendax.games.yahtzee.rules import Rules

BOX_NAMES: Final = (
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three of a kind",
    "four of a kind",
    "full house",
    "small straight",
    "large straight",
    "Yahtzee",
    "chance",
)
"""The boxes in the order of the card."""

RULES: Final = (
    "Five dice, thirteen boxes, thirteen turns. In a turn you roll all five dice, then twice more as many of them as "
    "you like: keep some, roll the others. You may stop after any roll. Then the dice go into one open box of your "
    "card, and the box is filled for good, with zero if the dice do not fit.\n"
    "Ones to sixes pay the sum of the dice of that face. 63 points or more in these six bring a bonus of 35: "
    "three of each face are exactly enough.\n"
    "Three of a kind, four of a kind and chance pay the sum of all five dice. A full house (three and two) pays 25, "
    "a small straight (four in a row) 30, a large straight (five in a row) 40, a Yahtzee (five of a kind) 50."
)
SINGLE_TURN: Final = "This game is a single turn: one box is filled, and its points are the score."
JOKERS: Final[Mapping[Rules, str]] = {
    Rules.FORCED: (
        "A further Yahtzee, rolled when the Yahtzee box is filled, brings 100 points more if the box holds 50. It must "
        "go into the upper box of its face. If that is filled, it goes into any open lower box and pays in full there: "
        "25, 30 or 40 as a full house or a straight. If those are filled too, an upper box gets zero."
    ),
    Rules.FREE: (
        "A further Yahtzee, rolled when the Yahtzee box is filled, brings 100 points more if the box holds 50. It may "
        "go into any open box. Once the upper box of its face is filled, it pays 25, 30 or 40 as a full house or a "
        "straight."
    ),
    Rules.NO_JOKER: (
        "A further Yahtzee, rolled when the Yahtzee box holds 50, brings 100 points more. Otherwise it is scored like "
        "any other dice."
    ),
    Rules.NO_BONUS: "A further Yahtzee is scored like any other dice.",
}
"""What each rule book says of a second Yahtzee and those after it."""

WORDS: Final[Mapping[str, str]] = {
    "(14)": "what an open box would pay now; a dot is an open box",
    "three kind, four kind": "three or four of a kind: the sum of all five dice",
    "small str., large str.": "small or large straight: four or five in a row",
    "upper sum": "the points in ones to sixes",
    "to the bonus": "how many points of 63 are missing there",
    "bonus": "35 points for 63 or more in ones to sixes",
    "extras": "100 points for each further Yahtzee",
    "keep": "to leave dice on the table and roll the others",
    "expected": "the final score that the best play has from here, on average",
    "costs": "how many points less than the best option, on average",
    "luck": "what the rolls brought above their average",
}
EXAMPLES: Final[Mapping[str, str]] = {
    "66": "keep two sixes and roll the rest (also: 6 6, keep 66)",
    "all, none": "keep every die and choose a box; roll all five again",
    "roll 12": "roll a one and a two again, keep the rest",
    "fh": "score the full house, after any roll",
    "1s ... 6s": "ones to sixes",
    "3k, 4k": "three and four of a kind",
    "ss, ls": "small and large straight",
    "y, ch": "Yahtzee, chance; full names work too",
}
