"""The suite notices forms that are not the legal actions, and views without JSON."""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import NamedTuple

import pytest

from mendax.conformance import check_game
from mendax.conformance.clients import check_json
from mendax.conformance.games import playthrough
from mendax.core import AnyGame, Form, Seat
from mendax.core.forms import MAX_FORMS_BYTES
from tests import kuhn


def actions_form(*actions: str) -> tuple[Form, ...]:
    return (Form("{action}", (("action", actions),)),)


class Missing(kuhn.Kuhn):
    def forms(self, state: kuhn.State) -> tuple[Form, ...]:
        return actions_form(str(self.actions(state)[0]))


class TooMany(kuhn.Kuhn):
    def forms(self, state: kuhn.State) -> tuple[Form, ...]:
        return actions_form(*map(str, self.actions(state)), "shout")


class Twice(kuhn.Kuhn):
    def forms(self, state: kuhn.State) -> tuple[Form, ...]:
        return 2 * super().forms(state)


class Long(kuhn.Kuhn):
    def forms(self, state: kuhn.State) -> tuple[Form, ...]:
        (form,) = super().forms(state)
        return (form, Form("{a}{none}", (("a", ("a" * MAX_FORMS_BYTES,)), ("none", ()))))


class Telling(kuhn.Kuhn):
    """The order of the words depends on the other seat's card."""

    def forms(self, state: kuhn.State) -> tuple[Form, ...]:
        actions = [str(action) for action in self.actions(state)]
        return actions_form(*(actions if "K" in state.cards else reversed(actions)))


class Reversed(kuhn.Kuhn):
    def forms(self, state: kuhn.State) -> tuple[Form, ...]:
        return actions_form(*(str(action) for action in reversed(self.actions(state))))


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (Missing(), "is legal and in no form"),
        (TooMany(), "'shout' is in a form and not legal"),
        (Twice(), "stands in two forms"),
        (Long(), "override forms"),
        (Telling(), "forms show what a view hides"),
        (Reversed(), "in_order does not give the order of actions"),
    ],
)
def test_forms_that_are_wrong_are_noticed(game: AnyGame, complaint: str) -> None:
    shown = kuhn.Kuhn()
    with pytest.raises(AssertionError, match=complaint):
        check_game(game, lambda _, state, seat, rng: kuhn.redeal(shown, state, seat, rng))


class ListEvents(kuhn.Kuhn):
    """Its events are lists, which are not frozen."""

    def events(self, before: kuhn.State, action: str, after: kuhn.State, seat: Seat | None) -> tuple[str, ...]:
        return ([action],)  # type: ignore[return-value]


class First(Enum):
    """A word that another set has too."""

    CHECK = "check"


class Second(Enum):
    CHECK = "check"


class AmbiguousView(NamedTuple):
    said: First | Second


class Ambiguous(kuhn.Kuhn):
    """Views that differ and have the same JSON."""

    def view(self, state: kuhn.State, seat: Seat | None) -> kuhn.View:
        return AmbiguousView(First.CHECK if seat else Second.CHECK)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("game", "complaint"),
    [(ListEvents(), "list has no form as JSON"), (Ambiguous(), "two views have the same JSON")],
)
def test_views_and_events_without_json_are_noticed(game: AnyGame, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_json(game, playthrough(kuhn.Kuhn(), Random(0)))
