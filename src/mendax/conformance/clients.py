"""The suite for games, continued: what a client of a table is sent, legal actions as forms and values as JSON."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from mendax.conformance.steps import Redeal, Step
from mendax.core.forms import MAX_FORMS_BYTES
from mendax.core.game import AnyGame, Turn
from mendax.core.plain import event_type, from_plain, plain


def check_forms(game: AnyGame, steps: list[Step], redeal: Redeal, rng: Random) -> None:
    """The forms of a position stand for the legal actions, each once; they are short and follow from the view."""
    for before, _, _ in steps:
        seat = game.turn(before)
        if isinstance(seat, Turn):
            continue
        forms = game.forms(before)
        texts = [text for form in forms for text in form.expand()]
        assert len(texts) == len(set(texts)), "a legal action stands in two forms, or twice in one"
        assert len(texts) == sum(map(len, forms)), "a form is not as long as its actions"
        legal = {str(action) for action in game.actions(before)}
        for text in sorted(legal ^ set(texts))[:1]:
            missing = "legal and in no form" if text in legal else "in a form and not legal"
            raise AssertionError(f"{text!r} is {missing} at {game.view(before, seat)}")
        size = len(json.dumps([form.to_json() for form in forms], separators=(",", ":")).encode())
        assert size < MAX_FORMS_BYTES, f"the forms have {size} bytes of JSON, {MAX_FORMS_BYTES} or more: override forms"
        other = redeal(game, before, seat, rng)
        assert game.forms(other) == forms, "forms show what a view hides"
        listed = game.in_order(game.view(before, seat), [game.parse_action(text) for text in texts])
        assert tuple(listed) == tuple(game.actions(before)), "in_order does not give the order of actions: override it"


def check_json(game: AnyGame, steps: list[Step]) -> None:
    """Every view and event has a form as JSON. It says all of a view; an event can be made from it again."""
    views: dict[str, object] = {}
    for before, move, after in steps:
        for seat in (*range(game.seats), None):
            view = game.view(after, seat)
            text = _json_text(view)
            assert views.setdefault(text, view) == view, f"two views have the same JSON: {text}"
            for event in game.events(before, move.action, after, seat):
                _check_rebuilt(game, event)


def _check_rebuilt(game: AnyGame, event: object) -> None:
    """Where the game's class says what its events are, an agent elsewhere can be told them."""
    text, kind = _json_text(event), event_type(type(game))
    if kind is not Any:
        try:
            rebuilt = from_plain(kind, json.loads(text))
        except TypeError as error:
            raise AssertionError(f"{event} does not come back from its JSON: {error}") from None
        assert rebuilt == event, f"{event} is another event when it comes back from its JSON"


def _json_text(value: object) -> str:
    try:
        return json.dumps(plain(value), allow_nan=False)
    except TypeError as error:
        raise AssertionError(f"{value} cannot be sent: {error}") from None
