"""How Liar's Dice is shown to a person."""

from __future__ import annotations

from mendax.core.face import Face
from mendax.core.game import Seat
from mendax.games.liars_dice.rules.types import Action, Dice, View

_PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}


def draw_dice(dice: Dice, note: str = "") -> str:
    """Dice side by side, five lines high, with a note on the middle line.

    >>> print(draw_dice((1, 6), "yours"))
    ┌───────┐ ┌───────┐
    │       │ │ ●   ● │
    │   ●   │ │ ●   ● │  yours
    │       │ │ ●   ● │
    └───────┘ └───────┘
    """
    rows = [_PIPS.get(die, ("     ", f"  {die}  ", "     ")) for die in dice]
    lines = [" ".join("┌───────┐" for _ in dice)]
    lines += [" ".join(f"│ {row[line]} │" for row in rows) for line in range(3)]
    lines += [" ".join("└───────┘" for _ in dice)]
    lines[2] += f"  {note}" if note else ""
    return "\n".join(lines)


class LiarsDiceFace(Face[View, Action]):
    """The table as one seat sees it."""

    def describe(self, view: View) -> str:
        lines = [_heading(view)]
        lines += [_others(view, seat) for seat, number in enumerate(view.dice) if seat != view.seat and number]
        if view.said:
            lines.append("Said so far: " + ", ".join(f"{_who(view, said.seat)} {said.action}" for said in view.said))
        if view.showdown is not None:
            lines.append(_ending(view))
            return "\n".join(lines)
        if view.cup:
            lines.append(draw_dice(view.cup, "under your cup"))
        if view.seat is not None and view.shown[view.seat]:
            lines.append(draw_dice(view.shown[view.seat], "your dice that all can see"))
        if view.bid is not None:
            lines.append(f"To beat: {view.bid.count}x{view.bid.face}.")
        return "\n".join(lines)


def _heading(view: View) -> str:
    wild = f"{view.wild}s are wild" if view.wild else "no face is wild"
    special = " Special round: only a player with one die may change the face." if view.special else ""
    return f"Round {view.rounds + (view.showdown is None)}: {view.total} dice in play, {wild}.{special}"


def _others(view: View, seat: Seat) -> str:
    if view.showdown is not None:
        return f"  seat {seat}: {view.dice[seat]} dice"
    cup = "[?]" * view.hidden[seat] or "rolling"
    shown = " shown " + "".join(f"[{die}]" for die in view.shown[seat]) if view.shown[seat] else ""
    exact = ", exact not used" if view.exacts[seat] else ""
    return f"  seat {seat}: {cup}{shown}{exact}"


def _ending(view: View) -> str:
    end = view.showdown
    assert end is not None
    cups = ", ".join(
        f"{_who(view, seat)} {' '.join(map(str, sorted((*cup, *view.shown[seat]))))}"
        for seat, cup in enumerate(end.cups)
        if cup or view.shown[seat]
    )
    lost = "nobody loses a die" if end.loser is None else f"a die less for {_who(view, end.loser)}"
    return f"{_who(view, end.seat)}: {end.answer}. The cups are lifted: {cups}. So {lost}."


def _who(view: View, seat: Seat) -> str:
    return "you" if seat == view.seat else f"seat {seat}"


FACE = LiarsDiceFace()
