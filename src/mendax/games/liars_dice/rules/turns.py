"""What follows from a state: who rolls, who speaks, which bid stands and what a challenge is about."""

from __future__ import annotations

from collections.abc import Sequence

from mendax.core.game import Seat
from mendax.games.liars_dice.rules.types import (
    CHALLENGE_FIRST_PASS,
    CHALLENGE_PASS,
    PASS,
    Answer,
    Bid,
    Said,
    State,
    View,
)


def dice_to_roll(state: State, seat: Seat) -> int:
    """How many dice a seat still has to roll."""
    return state.dice[seat] - len(state.cups[seat]) - len(state.shown[seat])


def who_rolls(state: State) -> Seat | None:
    """The first seat that has dice to roll; `None` before a round is opened and after it has ended."""
    if state.opener is None or state.showdown is not None:
        return None
    for seat, number in enumerate(state.dice):
        if number > len(state.cups[seat]) + len(state.shown[seat]):
            return seat
    return None


def next_seat(dice: Sequence[int], seat: Seat) -> Seat:
    """The next seat around the table that still has dice."""
    seat = (seat + 1) % len(dice)
    while not dice[seat]:
        seat = (seat + 1) % len(dice)
    return seat


def who_speaks(state: State) -> Seat:
    """Whose turn it is to speak in a round that is open."""
    if state.said:
        return next_seat(state.dice, state.said[-1].seat)
    assert state.opener is not None
    return state.opener


def bid_said(state: State | View) -> Said:
    """The bid that stands; a round begins with a bid, so there is one once anything is said."""
    return next(said for said in reversed(state.said) if isinstance(said.action, Bid))


def standing_bid(state: State) -> Bid | None:
    """The bid to beat, when there is one."""
    action = bid_said(state).action if state.said else None
    return action if isinstance(action, Bid) else None


def challenged(said: Sequence[Said], answer: Answer) -> Said | None:
    """What a challenge is about: the last bid or pass, or behind one pass the bid or pass before it."""
    last = said[-1]
    before = said[-2] if last.action is PASS and len(said) > 1 else None
    if answer is CHALLENGE_PASS:
        return last if last.action is PASS else None
    if answer is CHALLENGE_FIRST_PASS:
        return before if before is not None and before.action is PASS else None
    if isinstance(last.action, Bid):
        return last
    return before if before is not None and isinstance(before.action, Bid) else None
