"""The reason why a bid or an answer is not allowed; empty when it is."""

from __future__ import annotations

from mendax.core.game import Seat
from mendax.games.liars_dice.rules.bids import Ladder, pushes
from mendax.games.liars_dice.rules.options import Options
from mendax.games.liars_dice.rules.turns import bid_said, challenged, standing_bid
from mendax.games.liars_dice.rules.types import EXACT, PASS, Answer, Bid, State, View, dice_text


def bound_face(state: State, seat: Seat, standing: Bid | None) -> int:
    """The only face that a seat may bid in a special round; 0 when it is free."""
    return standing.face if state.special and standing is not None and state.dice[seat] > 1 else 0


def bid_fault(state: State, seat: Seat, bid: Bid, ladder: Ladder, options: Options) -> str:
    """Why a bid is not allowed."""
    standing = standing_bid(state)
    rank = ladder.rank(bid)
    if rank < 0:
        top = ladder.bids[-1].count
        return f"there is no such bid; {top} dice are in play, with faces from 1 to {len(ladder.bids) // top}"
    face = bound_face(state, seat, standing)
    if face and bid.face != face:
        return f"in a special round only a seat with one die may change the face, {face}"
    if standing is not None and rank <= ladder.rank(standing):
        return f"a bid must be higher than {standing.count}x{standing.face}"
    if not bid.push:
        return ""
    cup = state.cups[seat]
    if not options.push:
        return "these rules have no push"
    if len(bid.push) >= len(cup):
        return "at least one die stays under the cup and is rolled again"
    if bid.push not in pushes(cup) or not all(type(die) is int for die in bid.push):
        return f"the dice {dice_text(bid.push)} are not all under the cup"
    return ""


def answer_fault(state: State | View, seat: Seat, answer: Answer, options: Options) -> str:
    """Why an answer is not allowed."""
    if not state.said:
        return "a round begins with a bid"
    if answer is PASS:
        return _pass_fault(state, seat, options)
    if answer is EXACT:
        return _exact_fault(state, seat, options)
    target = challenged(state.said, answer)
    if target is None:
        return f"there is no {answer.value.removeprefix('challenge ')} within reach"
    return "nobody challenges their own word" if target.seat == seat else ""


def _pass_fault(state: State | View, seat: Seat, options: Options) -> str:
    if not options.passes:
        return "these rules have no pass"
    if state.dice[seat] < 2:
        return "a pass needs two or more dice"
    for said in reversed(state.said):
        if said.seat == seat:
            if said.action is PASS:
                return "one passes only once with the same roll"
            if isinstance(said.action, Bid) and said.action.push:
                return ""  # the dice were rolled again since
    return ""


def _exact_fault(state: State | View, seat: Seat, options: Options) -> str:
    if not options.exact:
        return "these rules have no exact"
    if not state.exacts[seat]:
        return "exact can be said once a game, and this seat has said it"
    return "nobody says exact to their own bid" if bid_said(state).seat == seat else ""
