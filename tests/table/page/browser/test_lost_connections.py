"""The connection goes away in the middle of a game: the page says so, comes back, and nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import WebSocket, WebSocketRoute, expect

from mendax.table.load.server_process import server_process
from tests.table.page.browser.conftest import NewPerson
from tests.table.page.browser.person import Person
from tests.table.page.browser.playing import click_liars_dice, click_yahtzee
from tests.table.server.faults import reserved_port
from tests.table.server.running import Running

LOST = re.compile("^Connection lost")
GAME = "liars-dice:dice=2"


def sits_alone(person: Person, server: Running, game: str = GAME, agent: str = "honest") -> None:
    person.sits_down(server.new_table(game, [None, agent])["code"])
    assert person.waits_for_turn()


def put_together(person: Person) -> str:
    """A bid that is not the one that the page proposes, and a move half typed; the button that makes the bid."""
    person.presses("6s")
    if person.may("One more"):
        person.presses("One more")
    person.page.get_by_text("Type a move").click()
    person.page.get_by_role("textbox", name="Your move").fill("3x")
    name = person.allowed(re.compile("^Bid ")).inner_text()
    assert "6" in name
    return name.split("\n")[0]


def check_put_together(person: Person, bid: str) -> None:
    expect(person.button(bid)).to_be_visible()
    expect(person.page.get_by_role("textbox", name="Your move")).to_have_value("3x")


def check_default_free(server: Running, person: Person) -> None:
    """The match was played to its end by the players themselves."""
    _, table = server.call("GET", f"/api/tables/{person.code}")
    _, replay = server.call("GET", f"/api/matches/{table['match']}/replay")
    assert replay["frames"][-1]["type"] == "end"
    assert not any(frame.get("default") for frame in replay["frames"])


def test_the_server_ends_the_connection(person: Person, server: Running) -> None:
    sockets: list[WebSocket] = []
    person.page.on("websocket", lambda socket: sockets.append(socket))
    sits_alone(person, server)
    bid = put_together(person)
    with person.page.expect_websocket():
        server.cut()
    expect(person.strip).to_be_empty()
    check_put_together(person, bid)
    person.moves(lambda: person.presses(bid))
    assert len(sockets) == 2
    person.plays(lambda: click_liars_dice(person))
    check_default_free(server, person)


def test_the_network_goes_away(person: Person, server: Running) -> None:
    """A move that is made meanwhile is sent when the network is back."""
    sits_alone(person, server)
    bid = put_together(person)
    person.context.set_offline(True)
    server.cut()
    expect(person.strip).to_have_text(LOST)
    check_put_together(person, bid)
    turn = person.turn.element_handle()
    person.presses(bid)
    expect(person.strip).to_have_text(LOST)
    person.context.set_offline(False)
    expect(person.strip).to_be_empty()
    turn.wait_for_element_state("hidden")
    person.plays(lambda: click_liars_dice(person))
    check_default_free(server, person)


def test_the_connection_goes_silent(person: Person, server: Running) -> None:
    """Nothing comes and nobody says why: the page gives such a connection up."""
    silent: set[WebSocketRoute] = set()
    routes: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        routes.append(route)
        far = route.connect_to_server()

        def pass_on(to: WebSocketRoute, text: str | bytes) -> None:
            if route not in silent:
                to.send(text)

        route.on_message(partial(pass_on, far))
        far.on_message(partial(pass_on, route))

    person.page.route_web_socket("**/ws", through)
    person.page.clock.install()
    sits_alone(person, server)
    silent.update(routes)
    turn = person.turn.element_handle()
    click_liars_dice(person)
    for _ in range(4):
        person.page.clock.run_for(10_000)
    turn.wait_for_element_state("hidden")
    assert len(routes) > 1
    person.plays(lambda: click_liars_dice(person))
    check_default_free(server, person)


def test_the_page_is_loaded_again(person: Person, server: Running) -> None:
    sits_alone(person, server, "yahtzee:single_turn=true", "greedy")
    first, second = (person.allowed(re.compile(rf"^Die {die}: \d$")).element_handle() for die in (1, 4))
    # Both taps between two drawings, and the reload right after them: they count all the same.
    person.page.evaluate("([first, second]) => { first.click(); second.click(); }", [first, second])
    person.page.reload()
    for die in (1, 4):
        expect(person.button(re.compile(rf"^Die {die}: \d, held$"))).to_be_visible()
    person.presses("Roll 3 dice (2 left)")
    person.plays(lambda: click_yahtzee(person))
    check_default_free(server, person)


@pytest.fixture
def port() -> Iterator[str]:
    with reserved_port() as found:
        yield str(found)


def test_the_server_is_killed(new_person: NewPerson, tmp_path: Path, port: str) -> None:
    """`kill -9` in the middle of a match: the page needs no help to finish it."""
    with server_process(tmp_path, "--port", port, "--workers", "1") as first:
        person = new_person(first.url)
        person.sits_down(first.new_table(GAME, [None, "honest"]))
        assert person.waits_for_turn()
        person.moves(lambda: click_liars_dice(person))
        assert person.waits_for_turn()
        bid = put_together(person)
        first.kill()
        expect(person.strip).to_have_text(LOST)
        check_put_together(person, bid)
    with server_process(tmp_path, "--port", port, "--workers", "1") as second:
        expect(person.strip).to_be_empty()
        check_put_together(person, bid)
        person.moves(lambda: person.presses(bid))
        person.plays(lambda: click_liars_dice(person))
        table = second.call("GET", f"/api/tables/{person.code}")
        frames = second.call("GET", f"/api/matches/{table['match']}/replay")["frames"]
        assert frames[-1]["type"] == "end"
        assert not any(frame.get("default") for frame in frames)
