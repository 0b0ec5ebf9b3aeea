"""A stranger opens the page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.table.page.browser.person import Person


def test_one_click_plays(person: Person) -> None:
    person.makes_tables(pace=0)
    person.goes_to("/")
    person.presses("Play Liar's Dice now")
    assert person.waits_for_turn()
    expect(person.page.get_by_role("region", name="Your move")).to_be_visible()
