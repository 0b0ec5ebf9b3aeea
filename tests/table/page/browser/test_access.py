"""Every page, wide and narrow, light and dark: no objection of axe, no scrolling sideways, no small targets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from playwright.sync_api import expect

from tests.table.page.browser.access import objections, violations
from tests.table.page.browser.person import Person
from tests.table.page.browser.playing import PLAYS, Play
from tests.table.server.running import Running

Check: TypeAlias = Callable[[Person, str], None]


@pytest.fixture
def check() -> Iterator[Check]:
    """Looks at a page; all objections are told at the end."""
    found: list[str] = []

    def look(person: Person, where: str) -> None:
        found.extend(f"{where}: {one}" for one in objections(person.page))

    yield look
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", ["/ladder", "/about", "/verify", "/nothing"])
def test_pages_that_are_read(person: Person, check: Check, path: str) -> None:
    person.goes_to(path)
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    check(person, path)


def test_the_lobby(person: Person, check: Check) -> None:
    person.goes_to("/")
    person.button("Options of Yahtzee").click()
    expect(person.page.get_by_role("region", name="A table of Yahtzee")).to_be_visible()
    check(person, "lobby")


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_a_table_and_its_replay(person: Person, check: Check, server: Running, play: Play) -> None:
    """At the door, in one's turn, at the end of a round and of the match, in the replay; and the results."""
    seats = [None, *[play.agent] * play.opponents]
    code = server.new_table("yahtzee:single_turn=true" if play.name == "yahtzee" else play.small, seats)["code"]
    person.goes_to(f"/t/{code}")
    expect(person.button("Sit down")).to_be_visible()
    if play is PLAYS[0]:
        check(person, "door")
    person.presses("Sit down")
    assert person.waits_for_turn()
    if play is PLAYS[0]:
        person.page.keyboard.press("?")
        expect(person.page.get_by_role("region", name="Keys")).to_be_visible()
    check(person, "turn")
    looked = False
    while not person.over.count():
        person.turn.or_(person.go_on).or_(person.over).first.wait_for(state="attached")
        if person.go_on.count():
            if not looked and person.stays():
                check(person, "end of a round")
                looked = True
            person.goes_on()
        elif person.turn.count() and not person.over.count():
            person.moves(lambda: play.click(person))
    for tab in reversed(person.page.get_by_role("tab").all()):
        tab.click()
        assert not violations(person.page), tab.inner_text()
    person.page.get_by_role("tab", name="Inside the agents").click()
    check(person, "end")
    person.over.click()
    slider = person.page.get_by_role("slider")
    expect(slider).to_be_visible()
    slider.press("ArrowLeft")
    check(person, "replay")
    if play is PLAYS[0]:
        person.goes_to("/me")
        expect(person.page.get_by_role("link", name=re.compile("Replay|One Die")).first).to_be_visible()
        check(person, "me")
