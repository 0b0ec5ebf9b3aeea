"""With a finger on a phone, with things that move or do not, and by ear."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.table.page.browser.conftest import NewPerson
from tests.table.page.browser.observed import motions, observe, said
from tests.table.page.browser.person import Person
from tests.table.page.browser.playing import PLAYS, Play
from tests.table.server.running import Running

LONGEST = 600
"""Milliseconds that anything may move."""
SHORT = 100
"""Letters of a sentence that is heard between two moves."""


def sits(person: Person, server: Running, play: Play, more: int = 0) -> None:
    game = "yahtzee:single_turn=true" if play.name == "yahtzee" else play.small
    person.sits_down(server.new_table(game, [None, *[play.agent] * (play.opponents + more)])["code"])
    assert person.waits_for_turn()


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_a_move_by_touch_and_what_moves(new_person: NewPerson, server: Running, play: Play) -> None:
    """On a phone that shows motion: nothing moves for long, and no move has to wait for it."""
    person = new_person(width=390, has_touch=True, is_mobile=True, reduced_motion="no-preference")
    observe(person.context)
    sits(person, server, play)
    person.moves(lambda: play.click(person))
    person.waits_for_turn()
    found = motions(person.page)
    assert found, "something moves"
    assert not [one for one in found if one.ms > LONGEST]


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_a_game_by_ear_without_motion(new_person: NewPerson, server: Running, play: Play) -> None:
    """One short sentence for each event that is told, in order, and none twice; nothing moves."""
    person = new_person()
    observe(person.context)
    # With four players many events come at once when a round ends.
    sits(person, server, play, more=2 if play.name == "liars-dice" else 0)
    person.plays(lambda: play.key(person))
    assert not motions(person.page)
    heard = said(person.page)
    result, turns = heard[-1], heard.count("Your turn.")
    assert turns > 0
    expect(person.page.get_by_role("heading", name=result, exact=True)).to_be_visible()
    told = [text for text in heard[:-1] if text != "Your turn."]
    history = person.page.get_by_role("tabpanel", name="History").locator("ol li, ul li")
    shown = [" ".join(text.split()) for text in history.all_inner_texts()]
    assert [re.sub(r"\W+$", "", text) for text in told] == [re.sub(r"\W+$", "", text) for text in shown]
    assert not [text for text in heard if not text.strip() or len(text) > SHORT]
