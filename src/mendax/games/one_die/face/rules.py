"""The rules of one-die Liar's Dice in plain words."""

from __future__ import annotations

from typing import Final

RULES: Final = (
    "One player rolls a die in secret and calls a number: the truth, or a lie that is higher. "
    "The other believes it or not. "
    "Who challenges sees the die: if the call was true, the caller wins, otherwise the challenger. "
    "Who accepts takes the cup, rolls in secret and must call higher than the call that was accepted. "
    "Nothing beats {top}: who accepts it loses. "
    "A call may not be lower than the die."
)
WORDS: Final = {
    "call": "to name a number that the die shows, truly or not",
    "accept": "to believe a call; then you roll, and must call higher",
    "challenge": "to say that the call is a lie; the die is shown",
    "the last accepted call": "what the next call must beat",
}
