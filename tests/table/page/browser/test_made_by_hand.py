"""A table made by hand, and what the page does beside the game: reasons, replays, buttons that say why."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.table.page.browser.conftest import NewPerson
from tests.table.page.browser.person import Person
from tests.table.server.running import Running


def lies_or_doubts(person: Person) -> None:
    """A move of One Die that soon ends the match."""
    person.presses("Liar!" if person.may("Liar!") else re.compile("^Call 6"))


def test_a_friend_and_an_agent_at_one_table(new_person: NewPerson, server: Running) -> None:
    ann, bob = new_person(), new_person(width=390)
    ann.makes_tables(pace=0)
    ann.goes_to("/")
    ann.presses("Sit down with a friend")
    ann.page.get_by_role("combobox", name="Opponent 2").select_option("probability")
    expect(ann.page.locator(".choice").nth(2)).to_contain_text(re.compile(r"rated \d+ \w+ 20\d\d"))
    ann.presses("One less")
    ann.page.get_by_text("Change the rules").click()
    ann.page.get_by_label("Dice", exact=True).fill("2")
    ann.presses("Make the table")
    bob.sits_down(ann.code, "Bob")
    for person in (ann, bob):
        expect(person.page.get_by_role("region", name="Your move")).to_be_visible()
    _, table = server.call("GET", f"/api/tables/{ann.code}")
    assert table["game"] == "liars-dice:players=3,dice=2"
    assert [seat["kind"] for seat in table["seats"]] == ["person", "person", "agent"]
    assert not table["open"]


def test_after_the_game_an_agent_says_why(person: Person) -> None:
    person.makes_tables(pace=0)
    person.goes_to("/")
    person.presses("Play One Die")
    while person.waits_for_turn():
        person.moves(lambda: lies_or_doubts(person))
    why = person.page.locator(".reason-line")
    expect(why).to_contain_text("Matrix")
    why.get_by_role("button", name="Inside the agents").click()
    expect(person.page.get_by_role("tab", name="Inside the agents")).to_have_attribute("aria-selected", "true")
    expect(person.page.locator(".inside .options")).to_be_visible()


def test_a_replay_has_a_link_to_each_step(person: Person) -> None:
    person.makes_tables(pace=0)
    person.goes_to("/")
    person.presses("Play One Die")
    while person.waits_for_turn():
        person.moves(lambda: lies_or_doubts(person))
    person.over.click()
    person.page.wait_for_selector(".slider")
    person.keys("ArrowRight", "ArrowRight")
    expect(person.page).to_have_url(re.compile("#2$"))
    link = person.page.url
    person.goes_to("/ladder")
    person.page.goto(link)
    expect(person.page.locator(".step-words")).to_contain_text("Step 2 of")


def test_why_a_button_waits_is_inside_the_window(new_person: NewPerson) -> None:
    person = new_person(width=390)
    person.makes_tables(pace=0)
    person.goes_to("/")
    person.presses("Play One Die")
    person.waits_for_turn()
    for button in person.page.locator(".bar .button[aria-disabled]").all():
        button.focus()
        person.keys("Enter")
        bubble = person.page.locator(".why:not(:empty)")
        expect(bubble).to_be_visible()
        box = bubble.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def test_enter_bids_after_a_click_on_another_button(person: Person) -> None:
    """Enter is the game's where a pointer gave the focus, and the button's where Tab did."""
    person.makes_tables(pace=0)
    person.goes_to("/")
    person.presses("Play Liar's Dice now")
    person.waits_for_turn()
    person.button("One more").click()
    person.moves(lambda: person.keys("Enter"))
    person.waits_for_turn()
    keys = person.button("Keys")
    keys.focus()
    person.keys("Enter")
    expect(person.page.get_by_role("region", name="Keys")).to_be_visible()


def test_my_games_can_be_taken_along_and_deleted(person: Person, server: Running) -> None:
    person.makes_tables(pace=0)
    person.goes_to("/")
    person.presses("Play One Die")
    person.plays(lambda: lies_or_doubts(person))
    match = person.over.get_attribute("href") or ""
    person.goes_to("/me")
    row = person.page.get_by_role("row", name=re.compile("^Matrix"))
    expect(row).to_contain_text(re.compile(r"\d+ to \d+"))
    with person.page.expect_download() as saved:
        person.presses("Save my games as a file")
    found = json.loads(saved.value.path().read_text())
    assert [one["match"] for one in found["matches"]] == [match.rsplit("/", 1)[1]]
    person.presses("Delete my games and name")
    person.presses("Delete for good?")
    expect(person.page.get_by_text("1 game deleted")).to_be_visible()
    assert server.call("GET", f"/api/matches/{match.rsplit('/', 1)[1]}/replay")[0] == 404
    assert person.page.evaluate("localStorage.getItem('mendax')") is None


def test_who_has_left_is_seen(new_person: NewPerson) -> None:
    ann, bob = new_person(), new_person()
    ann.makes_tables(pace=0)
    ann.goes_to("/")
    ann.presses("Sit down with a friend")
    ann.presses("Make the table")
    bob.sits_down(ann.code, "Bob")
    plate = ann.page.get_by_role("region", name=re.compile("^Bob"))
    expect(plate).to_be_visible()
    expect(bob.page.get_by_role("region", name="Your move")).to_be_visible()
    bob.presses("Leave")
    bob.presses("Give up your seat?")
    expect(plate).to_contain_text("has left")
