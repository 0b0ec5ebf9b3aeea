"""Bids, options and dice in words: `six 4s`, and what a bid says."""

from __future__ import annotations

from typing import Final

from mendax.games.liars_dice.rules.types import (
    CHALLENGE_BID,
    CHALLENGE_FIRST_PASS,
    CHALLENGE_PASS,
    CHALLENGES,
    EXACT,
    Action,
    Answer,
    Bid,
    View,
    dice_text,
)

_NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def number_word(number: int) -> str:
    """A number as people say it.

    >>> number_word(6), number_word(17)
    ('six', '17')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def bid_words(bid: Bid) -> str:
    """The claim of a bid.

    >>> bid_words(Bid(6, 4)), bid_words(Bid(1, 4))
    ('six 4s', 'one 4')
    """
    return f"{number_word(bid.count)} {bid.face}{'s' * (bid.count != 1)}"


def face_words(face: int, wild: int) -> str:
    """The faces that count for a face.

    >>> face_words(4, 1), face_words(1, 1), face_words(4, 0)
    ('4 or 1', '1', '4')
    """
    return f"{face} or {wild}" if wild and wild != face else str(face)


def bid_meaning(bid: Bid, total: int, wild: int) -> str:
    """What a bid says about all dice on the table.

    >>> bid_meaning(Bid(6, 4), 12, 1)
    '6x4, at least six of all 12 dice show 4 or 1'
    """
    show = "shows" if bid.count == 1 else "show"
    least = f"at least {number_word(bid.count)} of all {total} dice"
    return f"{bid.count}x{bid.face}, {least} {show} {face_words(bid.face, wild)}"


def option_words(view: View, action: Action) -> str:
    """What a seat may do: `bid 3x1 and show 1`, `challenge seat 1's pass`."""
    if isinstance(action, Bid):
        shows = f" and show {dice_text(action.push)}" if action.push else ""
        return f"bid {action.count}x{action.face}{shows}"
    if action in CHALLENGES and isinstance(action, Answer) and view.said:
        return f"challenge {challenged_words(view, action)}"
    return "say exact" if action is EXACT else str(action)


def challenged_words(view: View, answer: Answer) -> str:
    """Whose bid or pass a challenge is about."""
    if answer is CHALLENGE_BID:
        said = view.bid_said
        return "the bid" if said is None or view.bid is None else f"seat {said.seat}'s {view.bid.count}x{view.bid.face}"
    if len(view.said) < 2 and answer is CHALLENGE_FIRST_PASS:
        return "the first pass"
    return f"seat {view.said[-1 if answer is CHALLENGE_PASS else -2].seat}'s pass"


def dice_words(number: int) -> str:
    """So many dice: `1 die`, `5 dice`."""
    return f"{number} di{'e' if number == 1 else 'ce'}"


CHANCE: Final = "chance of success"
"""The scale of explanations whose values are chances."""
REWARD: Final = "2p - 1, p the chance of success"
"""The same from -1 to 1, as learning agents are paid."""
EXPECTED: Final = "expected number, less the number bid"
"""How far the number of dice that an agent expects is above the number that is bid."""


WINNING: Final = "chance of winning the match"
"""The scale of explanations whose values are win chances."""


def percent(chance: float) -> str:
    """A chance as people read it: with a decimal only near 0 and 1.

    >>> percent(1.0), percent(0.7012), percent(0.983)
    ('100 %', '70 %', '98.3 %')
    """
    return f"{100 * chance:.0f} %" if chance in (0, 1) or 0.1 <= chance <= 0.9 else f"{100 * chance:.1f} %"
