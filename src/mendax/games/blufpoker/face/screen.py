"""Parts of the screen of Blufpoker: points, the round so far, the cup and the open dice."""

from __future__ import annotations

from typing import Final

from mendax.games.blufpoker.rules import Dice, Phase, PublicTurn, Roll, RoundEnd, View
from mendax.games.blufpoker.rules.game import OPEN_ROLLS
from mendax.games.blufpoker.rules.rolls import is_poker, roll_text
from mendax.report.dice_art import HIDDEN, draw_dice

WORD: Final = "HORSE"
"""The paper's word: a letter for each penalty point."""
_WIDTH: Final = 9
"""Of a drawn die."""


def points_text(points: int, limit: int) -> str:
    """Penalty points as letters of the word; as a number where the word is too short.

    >>> points_text(3, 5), points_text(0, 5), points_text(3, 9)
    ('HOR', 'none', '3')
    """
    if limit > len(WORD):
        return str(points)
    return WORD[:points] or "none"


def points_line(view: View) -> str:
    """Everybody's penalty points, and how many lose."""
    points = ", ".join(f"seat {seat} {points_text(own, view.limit)}" for seat, own in enumerate(view.points))
    loses = WORD[: view.limit] if view.limit <= len(WORD) else view.limit
    return f"Penalty points: {points} ({loses} loses)."


def heading(view: View) -> str:
    """The round and the points."""
    return f"Round {view.rounds + (view.phase is not Phase.OVER)}. {points_line(view)}"


def bid_words(bid: Roll) -> str:
    """A bid, with its name if it is a poker.

    >>> bid_words((5, 3, 2)), bid_words((4, 4, 4))
    ('532', '444, a poker')
    """
    return f"{roll_text(bid)}, a poker" if is_poker(bid) else roll_text(bid)


def turns_line(view: View) -> str:
    """What was bid in this round."""
    return "This round: " + "; ".join(_turn(turn, number) for number, turn in enumerate(view.turns)) + "."


def _turn(turn: PublicTurn, number: int) -> str:
    left = f" with {roll_text(turn.open)} open" if turn.open else ""
    believed = " believed and" if number else ""
    return f"seat {turn.seat}{believed} bid {roll_text(turn.bid)}{left}"


def labelled(dice: Dice, labels: tuple[str, ...]) -> str:
    """Dice with a word below each."""
    return draw_dice(dice, " ".join(f"{label:^{_WIDTH}}" for label in labels).rstrip())


def table_dice(view: View) -> str:
    """The dice as everybody sees them: open ones, and question marks under the cup."""
    hidden = 3 - len(view.open)
    labels = ("open",) * len(view.open) + ("cup",) * hidden
    return labelled((*view.open, *(HIDDEN for _ in range(hidden))), labels)


def own_dice(view: View) -> str:
    """One's own dice: which were rolled, and in the end which all see."""
    kept, _, fallen = view.rolling
    if view.phase is Phase.BID:
        open_ = view.open
        hidden = list(view.rolling.cup)
        for die in open_:
            hidden.remove(die)
        return labelled((*open_, *hidden), ("open",) * len(open_) + ("cup",) * len(hidden))
    return labelled((*kept, *fallen), ("",) * len(kept) + ("rolled",) * len(fallen))


def poker_lines(view: View) -> list[str]:
    """The open rolls of the poker phase."""
    assert view.bid is not None
    roll = view.poker[-1]
    dice = roll.dice if len(roll.dice) == 3 else (*roll.kept, *roll.fallen, *(HIDDEN,) * (3 - len(roll.dice)))
    number = f"Roll {len(view.poker)} of {OPEN_ROLLS}"
    return [
        f"Poker phase: seat {view.turn} rolls openly for {roll_text(view.bid)} or higher. {number}:",
        draw_dice(dice),
    ]


def end_line(end: RoundEnd) -> str:
    """How a round ended."""
    bid, dice = roll_text(end.bid), roll_text(end.dice)
    lost = "nobody gets a point" if end.loser is None else f"seat {end.loser} gets the point"
    if end.called:
        truth = "a bluff" if end.loser == end.bidder else "true"
        return f"Seat {end.bidder}'s bid of {bid} was {truth}: the cup held {dice}, and {lost}."
    how = "equals" if end.loser is None else "is higher than" if end.loser == end.bidder else "does not reach"
    return f"The last open roll, {dice}, {how} the bid of {bid}, and {lost}."
