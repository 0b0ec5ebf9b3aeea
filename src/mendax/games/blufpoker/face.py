"""How Blufpoker is shown to a person."""

from __future__ import annotations

from typing import Final

from mendax.core.face import Face
from mendax.core.game import Seat
from mendax.games.blufpoker.rules.rolls import Dice, roll_text
from mendax.games.blufpoker.rules.types import Action, Phase, PublicTurn, RoundEnd, View

WORD: Final = "HORSE"
"""The paper's word: a letter for each penalty point."""


def points_text(points: int, limit: int) -> str:
    """Penalty points as letters of the word; as a number where the word is too short.

    >>> points_text(3, 5), points_text(0, 5), points_text(3, 9)
    ('HOR', 'none', '3')
    """
    if limit > len(WORD):
        return str(points)
    return WORD[:points] or "none"


def dice_in_brackets(dice: Dice) -> str:
    """`[6] [5]`, or `none`."""
    return " ".join(f"[{die}]" for die in dice) or "none"


class BlufpokerFace(Face[View, Action]):
    """The table as one seat sees it."""

    def describe(self, view: View) -> str:
        own = view.seat is not None and view.turn == view.seat
        if own and view.turns and view.phase is not Phase.ANSWER:
            # The same turn goes on: the points and the bids were shown when it began, with the bid to answer.
            return "\n".join(_own_turn(view))
        lines = ["", _heading(view)]
        if view.phase in (Phase.OVER, Phase.START):
            return "\n".join([*lines, *([_ending(view, view.end)] if view.end is not None else [])])
        if view.turns:
            lines.append(
                "This round: " + "; ".join(_turn(view, turn, number) for number, turn in enumerate(view.turns))
            )
        return "\n".join([*lines, *(_own_turn(view) if own else [_table(view)])])


def _heading(view: View) -> str:
    points = ", ".join(f"{_who(view, seat)} {points_text(own, view.limit)}" for seat, own in enumerate(view.points))
    loses = WORD[: view.limit] if view.limit <= len(WORD) else view.limit
    number = f"Round {view.rounds + (view.phase is not Phase.OVER)}"
    return f"{number}. Penalty points: {points} ({loses} loses)."


def _turn(view: View, turn: PublicTurn, number: int) -> str:
    left = f" with {roll_text(turn.open)} open" if turn.open else ""
    believed = " believed and" if number else ""
    return f"{_who(view, turn.seat)}{believed} bid {roll_text(turn.bid)}{left}"


def _own_turn(view: View) -> list[str]:
    bid = "" if view.bid is None else roll_text(view.bid)
    if view.phase is Phase.ANSWER:
        return [_table(view), f"Does the cup hold {bid} or more? Believe it, or call the bluff."]
    if view.phase is Phase.POKER:
        roll = view.poker[-1]
        return [
            f"Poker phase: roll {bid} or higher. Roll {len(view.poker)} of 3: {dice_in_brackets(roll.dice)}",
            "Which dice do you keep? The others are rolled again.",
        ]
    kept, picked, fallen = view.rolling
    if view.phase is Phase.BID:
        held = f"The cup holds {roll_text(view.rolling.cup)}"
        seen = f": all see {dice_in_brackets(view.open)}" if view.open else ": nobody else sees a die"
        beat = f" Your bid must be higher than {bid}." if bid else " You make the first bid of the round."
        return [f"{held}{seen}.{beat}"]
    lines = [f"Bid to beat: {bid}. Not rolled yet: {dice_in_brackets(kept)}"]
    if fallen:
        rolled = ", ".join(f"the {old} became [{new}]" for old, new in zip(picked, fallen, strict=False))
        lines[0] += f"   Rolled: {rolled}   Together: {roll_text(view.rolling.cup)}"
    lines.append(
        "Roll another die, or stop? Dice that you do not roll will lie open."
        if fallen
        else "Which die do you roll first? Write roll and its face, or the number before it."
    )
    return lines


def _table(view: View) -> str:
    """What everybody sees."""
    if view.phase is Phase.POKER:
        rolls = ", then ".join(dice_in_brackets(roll.dice) for roll in view.poker)
        return f"Poker phase: {_who(view, view.turn)} rolled {rolls}"
    if view.phase is Phase.ROLL:
        return f"{_who(view, view.turn)} to roll."
    hidden = " ".join(["[?]"] * (3 - len(view.open)))
    return f"On the table: {' '.join(filter(None, (dice_in_brackets(view.open) if view.open else '', hidden)))}"


def _ending(view: View, end: RoundEnd) -> str:
    how = "called" if end.called else "believed"
    dice = "the cup held" if end.called else "the last open roll was"
    lost = "nobody got a point" if end.loser is None else f"the point went to {_who(view, end.loser)}"
    bid = f"{_who(view, end.bidder)} bid {roll_text(end.bid)}, {_who(view, end.answerer)} {how}"
    return f"Last round: {bid}, {dice} {roll_text(end.dice)}, and {lost}."


def _who(view: View, seat: Seat | None) -> str:
    return "you" if seat == view.seat else f"seat {seat}"


FACE: Final = BlufpokerFace()
