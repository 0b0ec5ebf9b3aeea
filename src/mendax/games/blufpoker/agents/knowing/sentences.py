"""What the knowledge agent says of its decisions, each made of the decision's own numbers."""

from __future__ import annotations

from collections.abc import Mapping

from mendax.games.blufpoker.rules import CALL, STOP, Action, View
from mendax.games.blufpoker.rules.rolls import roll_text


def answer(view: View, action: Action, num_worlds: int, chance: float, threshold: float | None) -> str:
    """Why a bid was believed or called; without a threshold none was needed."""
    did = "called" if action is CALL else "believed"
    if threshold is None:
        if chance <= 0:
            return f"I called: none of the {num_worlds} worlds left has at least {_last(view)}."
        if action is CALL:
            return f"I called: {_last(view)} is not among the {num_worlds} worlds left."
        return f"I believed: the first bid of a round is true by the rules, so the cup holds {_last(view)}."
    shown = f"{chance:.2f}", f"{threshold:.2f}"
    if shown[0] == shown[1]:
        shown = f"{chance:.5f}", f"{threshold:.5f}"
    return (
        f"I {did}: {num_worlds} worlds left, chance of at least {_last(view)} was {shown[0]}, my threshold {shown[1]}."
    )


def answer_mix(view: View, num_worlds: int, chance: float, call: float) -> str:
    """The same before a threshold is drawn."""
    how_often = f"{100 * call:.3g} % of the time"
    return f"{num_worlds} worlds left, chance of at least {_last(view)} is {chance:.2f}, and I call that {how_often}."


def roll(view: View, mix: Mapping[Action, float], above: bool) -> str:
    """Why a die is rolled, or none."""
    rolling, cup = view.rolling, roll_text(view.rolling.cup)
    if not rolling.fallen:
        return f"The cup holds {cup}, {_last(view)} was bid, and I roll the lowest die first."
    stops = f"I stop here with {100 * mix.get(STOP, 0.0):.3g} %"
    where = "above" if above else "not above"
    return f"After {len(rolling.fallen)} of the dice the cup holds {cup}, which is {where} {_last(view)}: {stops}."


def bid(view: View, mix: Mapping[Action, float], above: bool) -> str:
    """Why this is bid."""
    cup = roll_text(view.rolling.cup)
    if not view.turns:
        return f"The cup holds {cup}, and my first bid is true."
    if above:
        return f"The cup holds {cup}, which is above {_last(view)}, and I say so."
    bids = ", ".join(f"{str(bid).removeprefix('bid ')} with {100 * share:.3g} %" for bid, share in mix.items())
    seen = f"{roll_text(view.open)} open" if view.open else "no die open"
    return f"The cup holds {cup}, which is not above {_last(view)}; with {seen} I bluff: {bids}."


def keep(view: View, mix: Mapping[Action, float]) -> str:
    """Which dice of an open roll are kept."""
    (kept,) = mix
    return f"Against {_last(view)} I {kept} of {roll_text(view.poker[-1].dice)}, after {len(view.poker)} of 3 rolls."


def _last(view: View) -> str:
    return roll_text(view.turns[-1].bid)
