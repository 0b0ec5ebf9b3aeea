"""How one-die Liar's Dice is shown to a person."""

from __future__ import annotations

from mendax.core.face import Face
from mendax.games.one_die.rules import View
from mendax.games.one_die.rules.types import UNROLLED


class OneDieFace(Face[View]):
    """The position in a sentence or two."""

    def describe(self, view: View) -> str:
        standing = f"The last accepted call is {view.accepted}." if view.accepted else "No call has been accepted yet."
        if view.winner is not None:
            shown = f" The die shows {view.die}." if view.challenged else ""
            return f"{standing}{shown} {_who(view, view.winner)} won."
        own = view.dice[view.seat] if view.seat is not None else UNROLLED
        if own > 0 and (view.seat == view.caller or not view.call):
            standing += f" Your die shows {own}."
        if view.call:
            standing += f" {_who(view, view.caller)} called {view.call}."
            if own > 0 and view.seat != view.caller:
                standing += f" Your own die shows {own}."
        return standing


def _who(view: View, seat: int) -> str:
    if view.seat is None:
        return f"Seat {seat}"
    return "You" if view.seat == seat else "The other"


FACE = OneDieFace()
