"""Simple opponents: `always-call`, `always-raise`, `always-fold`, and `tight` and `loose` by published points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from mendax.core.agent import Explanation, MixedAgent, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.holdem.agents.made_hands import Made, has_draw, made_hand
from mendax.games.holdem.agents.starting_points import CALL_AT, RAISE_AT, card_points, position_points
from mendax.games.holdem.rules import BET, CALL, CHECK, FOLD, RAISE, Act, Action, Event, Holdem, Stage, View

PASSIVE: Final = (CHECK, FOLD)
CALLING: Final = (CHECK, CALL)
RAISING: Final = (RAISE, BET, CALL, CHECK)
"""What is done first of what is legal."""


def first_legal(wishes: Sequence[Act], actions: Sequence[Action]) -> Act:
    """The first wish that is legal; every list of wishes has one."""
    return next(wish for wish in wishes if wish in actions)


class Always(MixedAgent[View, Action, Event]):
    """Does the same at every turn, as far as it is legal."""

    def __init__(self, rng: Random, wishes: Sequence[Act]) -> None:
        super().__init__(rng)
        self.wishes = wishes

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        return {first_legal(self.wishes, actions): 1.0}


@dataclass(frozen=True, slots=True)
class Style:
    """Where a player draws its lines."""

    call_at: int
    """Points to call with before the flop."""
    raise_at: int
    """Points to raise with, or to call a raise, before the flop."""
    bets: Made
    """The least that it bets after the flop."""
    calls: Made
    """The least that it calls with after the flop."""
    draws: bool
    """Whether it calls with a draw before the river."""


TIGHT: Final = Style(CALL_AT, RAISE_AT, Made.TOP_PAIR, Made.TOP_PAIR, False)
"""Hutchison's own thresholds."""
LOOSE: Final = Style(CALL_AT - 8, RAISE_AT - 6, Made.PAIR, Made.PAIR, True)


class Plain(MixedAgent[View, Action, Event]):
    """Plays by points before the flop and by made hands after it; it never bluffs and models nobody."""

    def __init__(self, rng: Random, style: Style) -> None:
        super().__init__(rng)
        self.style = style

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        return {first_legal(self._decide(view)[0], actions): 1.0}

    def _decide(self, view: View) -> tuple[Sequence[Act], str]:
        """What it wishes to do, and why."""
        return self._before_flop(view) if view.stage is Stage.PREFLOP else self._after_flop(view)

    def _before_flop(self, view: View) -> tuple[Sequence[Act], str]:
        assert view.seat is not None
        style, own = self.style, card_points(view.cards)
        place = position_points(view.players, view.button, view.seat)
        points, raised = own + place, view.betting.raises > 0
        why = f"The cards have {own} points and the position {place}: {points} in all; "
        if raised:
            needs = f"a raise is called with {style.raise_at}"
            return (CALLING if points >= style.raise_at else PASSIVE), f"{why}{needs}."
        needs = f"one calls with {style.call_at} and raises with {style.raise_at}"
        wishes = RAISING if points >= style.raise_at else CALLING if points >= style.call_at else PASSIVE
        return wishes, f"{why}{needs}."

    def _after_flop(self, view: View) -> tuple[Sequence[Act], str]:
        style, made = self.style, made_hand(view.cards, view.board)
        why = f"The hand is {made.words}"
        if made is Made.STRONG:
            return RAISING, f"{why}: bet and raise."
        if view.to_call == 0:
            bets = made >= style.bets
            return (RAISING if bets else PASSIVE), f"{why}: {'bet' if bets else 'check'}."
        if made >= style.calls:
            return CALLING, f"{why}: call."
        if style.draws and view.stage is not Stage.RIVER and has_draw(view.cards, view.board):
            return CALLING, f"{why}, with a draw: call."
        return PASSIVE, f"{why}: fold."

    def explanation(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        options = tuple(Option(action, None, mix.get(action, 0.0)) for action in actions)
        return Explanation(options, sentence=self._decide(view)[1])


def _check(game: AnyGame) -> None:
    if not isinstance(game, Holdem):
        raise MendaxError(f"this agent plays holdem, not {game.name}")


def always_call(game: AnyGame, seat: Seat, rng: Random) -> Always:
    """The factory of `always-call`."""
    _check(game)
    return Always(rng, CALLING)


def always_raise(game: AnyGame, seat: Seat, rng: Random) -> Always:
    """The factory of `always-raise`."""
    _check(game)
    return Always(rng, RAISING)


def always_fold(game: AnyGame, seat: Seat, rng: Random) -> Always:
    """The factory of `always-fold`."""
    _check(game)
    return Always(rng, PASSIVE)


def tight(game: AnyGame, seat: Seat, rng: Random) -> Plain:
    """The factory of `tight`."""
    _check(game)
    return Plain(rng, TIGHT)


def loose(game: AnyGame, seat: Seat, rng: Random) -> Plain:
    """The factory of `loose`."""
    _check(game)
    return Plain(rng, LOOSE)
