"""The suite for games, continued: what a client of a table is sent, legal actions as forms and values as JSON."""

from __future__ import annotations

import json
from random import Random

from mendax.conformance.steps import Redeal, Step
from mendax.core.forms import MAX_FORMS_BYTES
from mendax.core.game import AnyGame, Turn
from mendax.core.plain import plain


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


def check_json(game: AnyGame, steps: list[Step]) -> None:
    """Every view and every event has a form as JSON; it says all of a view, so equal ones are of equal views."""
    views: dict[str, object] = {}
    for before, move, after in steps:
        for seat in (*range(game.seats), None):
            view = game.view(after, seat)
            text = _json_text(view)
            assert views.setdefault(text, view) == view, f"two views have the same JSON: {text}"
            for event in game.events(before, move.action, after, seat):
                _json_text(event)


def _json_text(value: object) -> str:
    try:
        return json.dumps(plain(value), allow_nan=False)
    except TypeError as error:
        raise AssertionError(f"{value} cannot be sent: {error}") from None
