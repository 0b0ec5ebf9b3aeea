"""The pictures of the documentation: every place of the page, and each game's table. `make pictures` keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from mendax.table.server import lobby, story
from tests.table.page.browser.conftest import NewPerson
from tests.table.page.browser.studio import FixedSecrets, Studio, picture_folder
from tests.table.server.running import Running

SEED = 18
DAY = 1794830400
"""In seconds: noon of a day."""
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _the_same_again(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    fixed = FixedSecrets(f"{SEED} {request.node.name}")  # whatever other tests were run before
    monkeypatch.setattr(story, "secrets", fixed)
    monkeypatch.setattr(lobby, "secrets", fixed)


@pytest.fixture
def studio(new_person: NewPerson, tmp_path: Path) -> Studio:
    return Studio(new_person(), picture_folder(tmp_path))


def at_my_turn(studio: Studio, code: str) -> None:
    studio.page.goto(f"/t/{code}")
    studio.page.wait_for_selector(".seat.mine.active")
    studio.person.turn.wait_for(state="attached")  # the view comes before the turn, and keys play only in a turn


def ends_the_round(studio: Studio, action: str) -> None:
    """Types a move that ends the round, and waits for the showdown."""
    studio.page.keyboard.press("/")
    studio.page.locator(".notation input").fill(action)
    studio.page.keyboard.press("Enter")
    studio.page.wait_for_selector(".round-end")
    studio.page.wait_for_timeout(800)


def looks_inside(studio: Studio, name: str) -> None:
    studio.page.keyboard.press("i")
    studio.page.wait_for_selector(".inside")
    studio.takes(name)


def on_a_fixed_day(route: Route) -> None:
    """One's own games, as if all were played on one day."""
    answer = route.fetch()
    found = answer.json()
    for match in found["matches"]:
        match["started"] = match["ended"] = DAY
    route.fulfill(response=answer, json=found)


def test_places(studio: Studio, server: Running) -> None:
    code = studio.sits_down("one-die", [None, "matrix"])
    studio.plays_ahead(code, 20)
    page = studio.page
    page.goto("/")
    page.wait_for_selector(".card:nth-child(4) svg")
    page.wait_for_load_state("networkidle")
    studio.takes("lobby", whole=True)
    page.get_by_role("button", name="Options of Blufpoker").click()
    page.wait_for_selector(".strength")
    studio.takes("options", whole=True)
    page.route("**/api/me", on_a_fixed_day)
    for name, waits in (("me", "table"), ("ladder", "table"), ("about", ".panel")):
        page.goto(f"/{name}")
        page.wait_for_selector(waits)
        studio.takes(name, whole=True)
    page.goto("/verify")
    studio.takes("verify")


def test_waiting_for_a_friend(studio: Studio) -> None:
    code = studio.sits_down("liars-dice", [None, None, "emh"], goes_on=True, least=3)
    studio.page.goto(f"/t/{code}")
    expect(studio.page.get_by_role("button", name="Copy the link")).to_be_visible()
    studio.page.wait_for_timeout(500)
    # The port of the tests' server is another one each time.
    studio.page.evaluate("""() => {
      const field = document.querySelector(".link input");
      field.value = `http://127.0.0.1:8000${location.pathname}`;
      Object.defineProperty(field, "value", { get: () => field.defaultValue, set: () => {} });
    }""")
    studio.takes("waiting")


def test_liars_dice(studio: Studio) -> None:
    code = studio.sits_down("liars-dice", [None, "emh", "probability", "honest"])
    studio.plays_ahead(code, 2)
    at_my_turn(studio, code)
    studio.page.keyboard.press("h")
    studio.page.wait_for_selector(".ld-hint")
    studio.takes("liars-dice")
    ends_the_round(studio, "challenge bid")
    studio.takes("liars-dice-end")
    looks_inside(studio, "liars-dice-inside")


def test_one_die(studio: Studio) -> None:
    code = studio.sits_down("one-die", [None, "matrix"])
    at_my_turn(studio, code)
    studio.page.keyboard.press("h")
    studio.page.wait_for_selector(".od-legend")
    studio.takes("one-die")
    studio.plays_ahead(code, 20, (1,))
    studio.page.wait_for_selector(".over .od-review")
    studio.page.wait_for_timeout(600)
    studio.takes("one-die-end")
    looks_inside(studio, "one-die-inside")


def test_yahtzee(studio: Studio) -> None:
    code = studio.sits_down("yahtzee", [None, "greedy"])
    studio.plays_ahead(code, 13, (0, 1, 0))
    at_my_turn(studio, code)
    studio.page.keyboard.press("h")
    expect(studio.page.locator(".coach-words")).to_contain_text("Coach")
    studio.takes("yahtzee")
    studio.plays_ahead(code, 60, (0, 1, 0))
    studio.page.wait_for_selector(".over .review-chart")
    studio.takes("yahtzee-end", whole=True)


def test_blufpoker(studio: Studio) -> None:
    code = studio.sits_down("blufpoker", [None, "odds", "knowing"])
    studio.plays_ahead(code, 2, (1, 0), until="frame.data.phase === 'answer' && frame.data.turns.length > 1")
    at_my_turn(studio, code)
    studio.page.keyboard.press("w")
    studio.page.get_by_role("group", name="Whose view").get_by_role("button", name="Knowing").click()
    studio.takes("blufpoker-worlds")
    studio.page.keyboard.press("Escape")
    studio.page.keyboard.press("y")
    studio.page.keyboard.press("Escape")
    studio.takes("blufpoker")
    ends_the_round(studio, "call")
    studio.takes("blufpoker-end")
    looks_inside(studio, "blufpoker-inside")


def test_holdem(studio: Studio) -> None:
    code = studio.sits_down("holdem:hands=20", [None, "tight", "loose", "odds"])
    studio.plays_ahead(code, 2, until="frame.data.board.length >= 3")
    at_my_turn(studio, code)
    studio.page.keyboard.press("o")
    expect(studio.page.get_by_role("main")).to_contain_text("of the pot")
    studio.takes("holdem")
    studio.plays_ahead(code, 500)
    studio.page.goto(f"/r/{code}#999")
    studio.page.wait_for_selector(".over")
    studio.takes("holdem-end")


def test_replay(studio: Studio) -> None:
    code = studio.sits_down("liars-dice:dice=2", [None, "emh", "honest"])
    studio.plays_ahead(code, 100)
    studio.page.goto(f"/r/{code}#9")
    studio.page.wait_for_selector(".slider")
    studio.takes("replay")
