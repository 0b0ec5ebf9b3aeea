"""Parts of the screen of Liar's Dice: the heading, the players, what was said, and the end of a round."""

from __future__ import annotations

from mendax.core.game import Seat
from mendax.games.liars_dice.rules import CHALLENGE_BID, EXACT, Bid, Said, Showdown, View
from mendax.games.liars_dice.rules.bids import count_matching
from mendax.games.liars_dice.rules.types import Dice
from mendax.games.liars_dice.rules.wording import dice_words, number_word


def heading(view: View) -> str:
    """The round, the dice in play and the wild face."""
    wild = f"{view.wild}s are wild" if view.wild else "no face is wild"
    special = " Special round: only a player with one die may change the face." if view.special else ""
    number = view.rounds + (view.showdown is None)
    return f"Round {number}: {dice_words(view.total)} on the table, {wild}.{special}"


def player_lines(view: View) -> list[str]:
    """Everybody's dice as all see them, and who may still say exact."""
    width = max(_cup_width(view, seat) for seat in range(len(view.dice)))
    lines = []
    for seat, number in enumerate(view.dice):
        exact = "exact left" if view.exacts[seat] else ""
        shown = _cup(view, seat) if number else "out"
        lines.append(f"  seat {seat}  {shown:<{width}}  {exact}".rstrip())
    return lines


def _cup(view: View, seat: Seat) -> str:
    if view.showdown is not None:
        return dice_words(view.dice[seat])
    shown = "".join(f"[{die}]" for die in view.shown[seat])
    if seat == view.seat:
        return "".join(f"[{die}]" for die in view.cup) + (f" {shown} open" if shown else "")
    return ("[?]" * view.hidden[seat] or "no dice rolled yet" * (not shown)) + (f" {shown} open" if shown else "")


def _cup_width(view: View, seat: Seat) -> int:
    return len(_cup(view, seat)) if view.dice[seat] else 3


def said_lines(view: View) -> list[str]:
    """What was said in this round, in order."""
    return [f"Said: {', '.join(map(_said, view.said))}."] if view.said else []


def _said(said: Said) -> str:
    action = said.action
    if not isinstance(action, Bid):
        return f"seat {said.seat} {action}"
    return f"seat {said.seat} {action.count}x{action.face}" + (
        f" +{''.join(map(str, action.push))}" if action.push else ""
    )


def ending_lines(view: View) -> list[str]:
    """All dice, those that count in brackets, and who loses what and why."""
    end, bid = view.showdown, view.bid
    assert end is not None
    about_bid = end.answer in (CHALLENGE_BID, EXACT) and bid is not None
    counts = f" Those that count for {bid.count}x{bid.face} are in brackets." if about_bid and bid is not None else ""
    lines = [f"  All cups are lifted.{counts}"]
    for seat, cup in enumerate(end.cups):
        dice = tuple(sorted((*cup, *view.shown[seat])))
        if dice:
            marked = _marked(dice, bid.face, view.wild) if about_bid and bid is not None else _marked(dice, 0, 0)
            lines.append(f"    seat {seat}  {marked}")
    return [*lines, f"  {_why(view, end)}"]


def _marked(dice: Dice, face: int, wild: int) -> str:
    return "".join(f"[{die}]" if count_matching((die,), face, wild) else f" {die} " for die in dice)


def _why(view: View, end: Showdown) -> str:
    bid = view.bid
    if end.answer is EXACT and bid is not None:
        found = f"{_found(end.found)}, {number_word(bid.count)} {_were(bid.count)} bid"
        if end.right:
            return f"{found}: exact. {_gain(view, end.seat)}"
        return f"{found}: not exact, so {_loss(view, end.seat)}"
    loser = end.seat if end.loser is None else end.loser
    if end.answer is CHALLENGE_BID and bid is not None:
        found = f"{_found(end.found)}, {number_word(bid.count)} {_were(bid.count)} bid"
        truth = "was too high" if end.right else "was true"
        return f"{found}: seat {end.target}'s bid {truth}, so {_loss(view, loser)}"
    truth = "a lie" if end.right else "true, all dice show one face"
    return f"Seat {end.target}'s pass was {truth}, so {_loss(view, loser)}"


def _loss(view: View, seat: Seat) -> str:
    left = view.dice[seat]
    return f"seat {seat} loses a die." if left else f"seat {seat} loses the last die. Seat {seat} is out."


def _gain(view: View, seat: Seat) -> str:
    return f"Seat {seat} has {dice_words(view.dice[seat])} now."


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _found(number: int) -> str:
    """`Four dice count`."""
    return f"{number_word(number).capitalize()} di{'e counts' if number == 1 else 'ce count'}"
