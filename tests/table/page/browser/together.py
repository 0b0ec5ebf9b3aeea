"""Tables that people make by hand, and two people at one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from playwright.sync_api import Locator, expect

from tests.table.page.browser.person import PATIENCE, Person

POLL = 20
"""Milliseconds between looks at the pages of people who all wait."""


def table_options(person: Person, title: str) -> Locator:
    """The part of the lobby where a table is made by hand."""
    return person.page.get_by_role("region", name=f"A table of {title}", exact=True)


def few_opponents(options: Locator, number: int) -> Locator:
    """Take places away until there are so many; who sits on them."""
    opponents = options.get_by_role("combobox", name="Opponent")
    expect(opponents.last).to_be_visible()
    for _ in range(opponents.count() - number):
        options.get_by_role("button", name="One less").click()
    expect(opponents).to_have_count(number)
    return opponents


def meet(ann: Person, bob: Person, title: str, small: str, *, once: bool = False) -> None:
    """Ann makes a table in the lobby and sends the link; Bob opens it and sits down; for one match, or as many as they
    like."""
    ann.makes_tables(game=small, pace=0, goes_on=not once)
    ann.goes_to("/")
    ann.page.get_by_role("combobox", name="Game").select_option(label=title)
    ann.presses("Sit down with a friend")
    options = table_options(ann, title)
    few_opponents(options, 1)
    options.get_by_role("button", name="Make the table").click()
    link = ann.page.get_by_role("textbox", name="Link to this table").input_value()
    bob.sits_down(link.rsplit("/", 1)[1], "Bob")
    # Until he sits, whoever opens the link is offered his seat.
    expect(bob.page.get_by_role("region", name="Your move")).to_be_visible()


def first_turn(people: Sequence[Person]) -> Person:
    """Waits until it is somebody's turn."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for person in people:
            if person.turn.count():
                return person
        people[0].page.wait_for_timeout(POLL)
    raise AssertionError("it is nobody's turn")


def play_together(people: Sequence[Person], move: Callable[[Person], None]) -> None:
    """Until the match is over for everybody."""
    until = time.monotonic() + 2 * PATIENCE
    left = list(people)
    while left:
        assert time.monotonic() < until, "the match does not go on"
        moved = False
        for person in left:
            if person.over.count():
                moved = True
            elif person.go_on.count():
                person.goes_on()
                moved = True
            elif person.turn.count():
                person.moves(partial(move, person))
                moved = True
        left = [person for person in left if not person.over.count()]
        if left and not moved:
            left[0].page.wait_for_timeout(POLL)
