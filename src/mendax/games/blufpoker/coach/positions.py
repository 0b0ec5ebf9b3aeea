"""A decision in a line, as reviews name it."""

from __future__ import annotations

from mendax.games.blufpoker.rules import Phase, View
from mendax.games.blufpoker.rules.game import OPEN_ROLLS
from mendax.games.blufpoker.rules.rolls import roll_text


def describe_position(view: View) -> str:
    """What somebody who decides has before them.

    >>> from mendax.games.blufpoker.rules import Blufpoker
    >>> text = "seat=1 phase=roll turn=1 round=0 points=0,0/5 open=- turns=0:541 rolling=53/2>5"
    >>> describe_position(Blufpoker(players=2).parse_view(text))
    '53 left, the 2 became 5, 541 to beat'
    """
    bid = "" if view.bid is None else roll_text(view.bid)
    if view.phase is Phase.ANSWER:
        first = ", the first of the round" if len(view.turns) == 1 else ""
        return f"{bid} bid{_with_open(view)}{first}"
    if view.phase is Phase.POKER:
        return f"{roll_text(view.poker[-1].dice)} in roll {len(view.poker)} of {OPEN_ROLLS} against {bid}"
    kept, picked, fallen = view.rolling
    if view.phase is Phase.BID:
        beat = f", {bid} to beat" if bid else ", the first bid"
        return f"{roll_text(view.rolling.cup)} in the cup{_with_open(view)}{beat}"
    if not picked:
        return f"{roll_text(kept)} found in the cup, {bid} to beat"
    became = ", ".join(f"the {old} became {new}" for old, new in zip(picked, fallen, strict=True))
    return f"{roll_text(kept)} left, {became}, {bid} to beat"


def _with_open(view: View) -> str:
    return f" with {roll_text(view.open)} open" if view.open else ""
