"""The rules of one-die Liar's Dice, as in the thesis, section 1.2.

The caller rolls and calls a value: the truth or a lie. The call must beat the last accepted call
and may not be below the roll. The other seat accepts it, and then rolls and must call higher, or
challenges it: the die is shown, and the caller wins only if the call was true. Nothing beats the
top value, so accepting it loses.

A round is one roll, one call and one answer. A view covers the round and the last accepted call: the
dice of earlier rounds do not matter any more.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, permutations
from random import Random
from typing import ClassVar, final

from mendax.core.errors import IllegalAction, MendaxError
from mendax.core.forms import Form, as_products
from mendax.core.game import Game, Seat, Turn
from mendax.games.one_die.rules import notation
from mendax.games.one_die.rules.types import (
    ACCEPT,
    CHALLENGE,
    HIDDEN,
    Action,
    Call,
    Event,
    Roll,
    State,
    View,
)


@final
@dataclass(frozen=True, slots=True)
class OneDie(Game[State, View, Action, Event]):
    """Two players, one die, rising calls.

    >>> game = OneDie()
    >>> state = game.apply(game.start(), Roll(3))
    >>> [str(action) for action in game.actions(state)]
    ['call 3', 'call 4', 'call 5', 'call 6']
    """

    faces: int = 6
    """Of a die, 2 to 20."""
    dice: int = 1
    """With two or more dice a roll is read from the highest die down, as one number: 6 and 4 are 64."""
    kept: bool = False
    """Each seat rolls once at the start and keeps its die, instead of rolling afresh to call."""
    values: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The values of all rolls, rising; each is also a call."""
    _rolls: tuple[tuple[Roll, float], ...] = field(init=False, repr=False, compare=False)
    _outcomes: tuple[Roll, ...] = field(init=False, repr=False, compare=False)
    _calls: tuple[tuple[Call, ...], ...] = field(init=False, repr=False, compare=False)
    _known: frozenset[int] = field(init=False, repr=False, compare=False)

    name: ClassVar[str] = "one-die"
    rules_version: ClassVar[int] = 1
    shows_all: ClassVar[bool] = False  # the die of an accepted call is never shown

    def __post_init__(self) -> None:
        if not 2 <= self.faces <= 20:
            raise MendaxError(f"one-die has 2 to 20 faces, not {self.faces}")
        if not 1 <= self.dice <= 5:
            raise MendaxError(f"one-die has 1 to 5 dice, not {self.dice}")
        if self.dice > 1 and self.faces > 9:
            raise MendaxError("with two or more dice one-die has at most 9 faces, so that a roll reads as a number")
        ways: dict[int, int] = {}
        for hand in combinations_with_replacement(range(self.faces, 0, -1), self.dice):
            value = int("".join(map(str, hand))) if self.dice > 1 else hand[0]
            ways[value] = len(set(permutations(hand)))
        values = tuple(sorted(ways))
        total = self.faces**self.dice
        calls = tuple(map(Call, values))
        put = object.__setattr__
        put(self, "values", values)
        put(self, "_known", frozenset(values))
        put(self, "_rolls", tuple((Roll(value, self.dice), ways[value] / total) for value in values))
        put(self, "_outcomes", tuple(Roll(value, self.dice) for value in values for _ in range(ways[value])))
        # By position of the lowest legal call: all legal calls.
        put(self, "_calls", tuple(calls[at:] for at in range(len(calls) + 1)))

    @property
    def seats(self) -> int:
        return 2

    @property
    def top(self) -> int:
        """The highest call: nothing beats it."""
        return self.values[-1]

    def start(self) -> State:
        return State()

    def turn(self, state: State) -> Seat | Turn:
        """The caller until there is a call, then the other seat."""
        if state.winner is not None:
            return Turn.OVER
        caller, dice = state.caller, state.dice
        if not dice[caller] or (self.kept and not dice[1 - caller]):
            return Turn.CHANCE
        return 1 - caller if state.call else caller

    def chances(self, state: State) -> Sequence[tuple[Action, float]]:
        return self._rolls

    def draw(self, state: State, rng: Random) -> Action:
        """A roll; each way the dice can fall is equally likely."""
        outcomes = self._outcomes
        return outcomes[int(rng.random() * len(outcomes))]

    def actions(self, state: State) -> Sequence[Action]:
        """Higher calls that are not below the roll, or the two answers to a call."""
        if state.call:
            return (ACCEPT, CHALLENGE)
        return self._calls[bisect_left(self.values, max(state.accepted + 1, state.dice[state.caller]))]

    def forms(self, state: State) -> tuple[Form, ...]:
        """The two answers, or calls; with four or more dice, calls by their first and their last dice."""
        if state.call:
            return (Form("{answer}", (("answer", (str(ACCEPT), str(CHALLENGE))),)),)
        lowest = bisect_left(self.values, max(state.accepted + 1, state.dice[state.caller]))
        values = tuple(map(str, self.values[lowest:]))
        if self.dice < 4:
            return (Form("call {value}", (("value", values),)),)
        # The last dice are no higher than the first: a few lists of last dice go with all the first ones.
        middle = (self.dice + 1) // 2
        products = as_products((value[:middle], value[middle:]) for value in values)
        return tuple(Form("call {first}{last}", (("first", first), ("last", last))) for first, last in products)

    def in_order(self, view: View, actions: Sequence[Action]) -> Sequence[Action]:
        """The answers as they are; calls with the lowest first."""
        return actions if view.call else tuple(sorted(actions, key=lambda call: getattr(call, "value", 0)))

    def apply(self, state: State, action: Action) -> State:
        caller, accepted, call, dice, winner, _, earlier = state
        if winner is not None:
            raise IllegalAction(f"{action}: the game is over")
        if not dice[caller] or (self.kept and not dice[1 - caller]):
            return self._roll(state, action)
        if isinstance(action, Call):
            self._check_call(state, action)
            return State(caller, accepted, action.value, dice, None, False, earlier)
        if action is not ACCEPT and action is not CHALLENGE:
            raise IllegalAction(f"{action}: no die is to be rolled")
        if not call:
            raise IllegalAction(f"{action}: there is no call to answer")
        if action is CHALLENGE:
            return State(caller, accepted, call, dice, caller if dice[caller] == call else 1 - caller, True, earlier)
        if call == self.values[-1]:
            return State(caller, accepted, call, dice, caller, False, earlier)
        if self.kept:
            return State(1 - caller, call, 0, dice, None, False, (*earlier, accepted) if accepted else ())
        return State(1 - caller, call)

    def _roll(self, state: State, action: Action) -> State:
        if not isinstance(action, Roll):
            raise IllegalAction(f"{action}: the die is not rolled yet")
        if action.value not in self._known:
            raise IllegalAction(f"{action}: the dice cannot show that")
        caller, accepted, call, (first, second), _, _, earlier = state
        roller = 1 - caller if (first, second)[caller] else caller
        dice = (first, action.value) if roller else (action.value, second)
        return State(caller, accepted, call, dice, None, False, earlier)

    def _check_call(self, state: State, action: Call) -> None:
        value = action.value
        if state.call:
            raise IllegalAction(f"{action}: a call of {state.call} waits for an answer")
        if value <= state.accepted:
            raise IllegalAction(f"{action}: a call must beat {state.accepted}, the last accepted one")
        if value < state.dice[state.caller]:
            raise IllegalAction(f"{action}: a call may not be below the roll, {state.dice[state.caller]}")
        if value not in self._known or type(value) is not int:
            raise IllegalAction(f"{action}: the dice cannot show that")

    def default_action(self, view: View, actions: Sequence[Action]) -> Action:
        """The lowest call; of the two answers a challenge, which never loses by itself to a call of the top."""
        return CHALLENGE if view.call else actions[0]

    def payoffs(self, state: State) -> tuple[float, ...]:
        return (1.0, -1.0) if state.winner == 0 else (-1.0, 1.0)

    def ending(self, state: State) -> str:
        """How the game ended: a challenge won or lost, or nothing left to call."""
        if not state.challenged:
            return "top accepted"
        return "truth challenged" if state.winner == state.caller else "lie caught"

    def view(self, state: State, seat: Seat | None) -> View:
        """The calls and one's own die; after a challenge also the die it was about."""
        caller, accepted, call, (first, second), winner, challenged, earlier = state
        if first and seat != 0 and not (challenged and caller == 0):
            first = HIDDEN
        if second and seat != 1 and not (challenged and caller == 1):
            second = HIDDEN
        return View(seat, caller, accepted, call, (first, second), winner, challenged, earlier)

    def events(self, before: State, action: Action, after: State, seat: Seat | None) -> tuple[Event, ...]:
        """Everybody hears calls and answers; only the roller sees a roll."""
        caller = before.caller
        if isinstance(action, Roll):
            roller = 1 - caller if before.dice[caller] else caller
            return (Event(roller, action if seat == roller else None),)
        if action is CHALLENGE:
            return (Event(1 - caller, action, before.dice[caller]),)
        return (Event(1 - caller if action is ACCEPT else caller, action),)

    def subgame(self, state: State) -> bool:
        """A new roll starts a sub-game: all that matters is the last accepted call, which is public."""
        return not self.kept and state.winner is None and not state.dice[state.caller]

    def parse_action(self, text: str) -> Action:
        """`roll 3` (`roll 6 4` with two dice), `call 4`, `accept` or `challenge`."""
        return notation.parse_action(text, self._known, self.dice)

    def parse_view(self, text: str) -> View:
        """`seat=1 caller=0 accepted=3 call=5 dice=?,-`."""
        return notation.parse_view(text, self._known)
