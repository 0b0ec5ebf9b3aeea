"""Every game from the lobby to its end, as a stranger plays it: with the mouse, and with keys alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.table.page.browser.person import Person
from tests.table.page.browser.playing import PLAYS, Play
from tests.table.page.browser.together import few_opponents, table_options
from tests.table.server.running import Running


def check_end(person: Person, server: Running, said: str) -> None:
    """The page and the server agree that the match is over, and no move was played by default."""
    result = person.heard.last.inner_text()
    assert result in said
    expect(person.page.get_by_role("main").get_by_role("heading", name=result, exact=True)).to_be_visible()
    # The page is told that the match is over before the end of its table is stored.
    expect(person.button("Leave")).to_have_count(0)
    status, table = server.call("GET", f"/api/tables/{person.code}")
    assert (status, table["status"]) == (200, "ended")
    _, replay = server.call("GET", f"/api/matches/{table['match']}/replay")
    assert replay["frames"][-1]["type"] == "end"
    assert not any(frame.get("default") for frame in replay["frames"])


def opens_options(play: Play) -> str:
    """The button that shows the opponents of a game."""
    return "Choose the opponents" if play.name == "liars-dice" else f"Options of {play.title}"


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_a_game_by_clicks(person: Person, server: Running, play: Play) -> None:
    person.makes_tables(game=play.small, pace=0)
    person.goes_to("/")
    person.presses(opens_options(play))
    options = table_options(person, play.title)
    opponents = few_opponents(options, play.opponents)
    opponents.last.select_option(label=play.opponent)
    options.get_by_role("button", name="Play", exact=True).click()
    check_end(person, server, person.plays(lambda: play.click(person)))


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_a_game_by_keys(person: Person, server: Running, play: Play) -> None:
    person.makes_tables(game=play.small, pace=0)
    person.goes_to("/")
    person.tabs_to(person.button(opens_options(play)))
    person.keys("Enter")
    options = table_options(person, play.title)
    opponents = options.get_by_role("combobox", name="Opponent")
    expect(opponents.last).to_be_visible()
    person.chooses(opponents.first, play.opponent)
    for _ in range(opponents.count() - play.opponents):
        person.tabs_to(options.get_by_role("button", name="One less"))
        person.keys("Enter")
    expect(opponents).to_have_count(play.opponents)
    person.tabs_to(options.get_by_role("button", name="Play", exact=True))
    person.keys("Enter")

    def move() -> None:
        play.key(person)
        assert person.page.evaluate("document.activeElement !== document.body"), "the focus was lost"

    check_end(person, server, person.plays(move))
    person.tabs_to(person.over)
    person.keys("Enter")
    expect(person.page).to_have_url(re.compile("/r/"))
