"""The suite for games, continued: default actions, look-alikes of actions, and what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

from mendax.conformance.steps import Redeal, Step
from mendax.core.errors import IllegalAction
from mendax.core.game import AnyGame, Count, Turn

MAX_ACTIONS = 50
"""How many legal actions of a state look-alikes are tried of."""


def check_moves(game: AnyGame, steps: list[Step], redeal: Redeal, rng: Random) -> None:
    """The default action is legal and follows from the view alone; no look-alike of an action gets into a state."""
    for before, _, _ in steps:
        seat = game.turn(before)
        if isinstance(seat, Turn):
            continue
        actions = game.actions(before)
        default = game.default_action(game.view(before, seat), actions)
        assert default in actions, f"the default action {default} is not legal"
        other = redeal(game, before, seat, rng)
        again = game.default_action(game.view(other, seat), game.actions(other))
        assert again == default, "the default action shows what a view hides"
        for action in rng.sample(list(actions), min(len(actions), MAX_ACTIONS)):
            for alike in _look_alikes(action):
                try:
                    after = game.apply(before, alike)
                except IllegalAction:
                    continue
                assert repr(after) == repr(game.apply(before, action)), f"{alike!r} is not {action!r}, and was applied"


def _look_alikes(action: Any) -> Iterator[Any]:
    """Actions that equal this one and are made of other types: 4.0 for 4."""
    if is_dataclass(action) and not isinstance(action, type):
        changed = {field.name: _as_floats(getattr(action, field.name)) for field in fields(action) if field.init}
        alike = replace(action, **changed)
        if alike == action and repr(alike) != repr(action):
            yield alike


def _as_floats(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_as_floats, value))
    return float(value) if isinstance(value, int) else value


def check_counted(game: AnyGame, end: Any) -> None:
    """What is counted agrees with the payoffs of a final state: more is never credited to less, and shares add up."""
    payoffs = game.payoffs(end)
    kind, scores = game.counted.kind, game.scores(payoffs)
    assert len(scores) == game.seats, "a score for every seat"
    order = sorted(range(game.seats), key=lambda seat: payoffs[seat])
    assert all(scores[low] <= scores[high] for low, high in pairwise(order)), "a higher payoff is credited with less"
    if kind is Count.MONEY:
        assert tuple(scores) == tuple(payoffs), "money is counted as it is paid"
        assert game.counted.unit, "money has a unit"
        if game.counted.by_hand:
            assert tuple(game.standing(end)) == tuple(payoffs), "the standing of a session of hands is its money"
            assert game.round(end) > 0, "a session of hands has finished hands at its end"
    else:
        assert all(0 <= score <= 1 for score in scores), "a share is from 0 to 1"
        total = 1.0 if kind is Count.WINS else game.seats - 1.0
        assert abs(sum(scores) - total) < 1e-9, f"the seats share {total:g}, not {sum(scores):g}"
