"""Somebody in a browser: what they open, press, read and wait for."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from playwright.sync_api import BrowserContext, Error, Locator, Route, expect

PATIENCE = 60.0
"""Seconds that a busy machine is given."""
SOON = 1000
"""Milliseconds for what may be gone by itself."""
TABS = 120
"""Nothing is further away than so many presses of Tab."""

Name: TypeAlias = str | re.Pattern[str]
_FOCUSED = "element => element === document.activeElement"


class Person:
    """A page in a browser context of its own."""

    def __init__(self, context: BrowserContext, touches: bool = False) -> None:
        self.context = context
        self.touches = touches
        context.set_default_timeout(1000 * PATIENCE)
        self.page = context.new_page()
        self.complaints: list[str] = []
        """What the page did wrong without showing it: errors of scripts, and what its policy refused."""
        self.page.on("pageerror", lambda error: self.complaints.append(f"{error}\n{error.stack}"))
        self.page.on("console", lambda said: self._note(said.type, said.text))

    def _note(self, kind: str, text: str) -> None:
        # A lost connection, or an answer that says no, is reported by the browser itself.
        if kind == "error" and not any(
            part in text for part in ("net::ERR_", "WebSocket connection", "404 (Not Found)")
        ):
            self.complaints.append(text)

    def sits_down(self, code: str, name: str = "") -> None:
        """Open the link of a table and take a seat."""
        self.goes_to(f"/t/{code}")
        if name:
            self.page.get_by_role("textbox", name="Your name").fill(name)
        self.presses("Sit down")

    def goes_to(self, path: str = "/") -> None:
        self.page.goto(path)

    def makes_tables(self, **changes: Any) -> None:
        """What the page asks for when it makes a table, changed: a game of few rounds, or agents that do not pause."""

        def change(route: Route) -> None:
            if route.request.method == "POST":
                route.continue_(post_data=json.dumps({**(route.request.post_data_json or {}), **changes}))
            else:
                route.continue_()

        self.page.route("**/api/tables", change)

    def button(self, name: Name) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def may(self, name: Name) -> bool:
        """Whether a button is there and may be pressed."""
        return self.allowed(name).count() > 0

    def allowed(self, name: Name) -> Locator:
        """The buttons of that name that may be pressed."""
        return self.page.get_by_role("button", name=name, exact=True, disabled=False)

    def presses(self, name: Name) -> None:
        """The first button of that name, as soon as it may be pressed; some people do it with a finger."""
        try:
            found = self.allowed(name).first
            if self.touches:
                found.tap()
            else:
                found.click()
        except Error as error:
            raise AssertionError(f"{error}\n\nThe page shows:\n{self.page.locator('body').inner_text()}") from error

    def tabs_to(self, target: Locator) -> None:
        """Press Tab until something has the focus."""
        expect(target).to_be_visible()
        for _ in range(TABS):
            if target.evaluate(_FOCUSED):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not come to {target}")

    def chooses(self, menu: Locator, choice: str) -> None:
        """A choice of a menu, by keys."""
        self.tabs_to(menu)
        self.keys("Home")
        # Not by typing its name: a busy machine may take so long from one letter to the next that a new word begins.
        for _ in range(menu.locator("option").count()):
            if menu.locator("option:checked").text_content() == choice:
                return
            self.keys("ArrowDown")
        raise AssertionError(f"the menu does not come to {choice}")

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.settles()

    def settles(self) -> None:
        """What was pressed is drawn."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    @property
    def code(self) -> str:
        """The table at which this page is."""
        self.page.wait_for_url("**/t/*")
        return self.page.url.rsplit("/", 1)[1]

    @property
    def heard(self) -> Locator:
        """The sentences of the live region."""
        return self.page.get_by_role("log", name="What happens").locator("p")

    @property
    def turn(self) -> Locator:
        """The sentence that says that it is my turn; each turn has its own."""
        return self.heard.filter(has_text=re.compile(r"^Your turn\.$"))

    @property
    def strip(self) -> Locator:
        """The line about the connection."""
        return self.page.locator(".strip")

    @property
    def go_on(self) -> Locator:
        return self.button("Go on")

    @property
    def over(self) -> Locator:
        """The link that every end of a match shows."""
        return self.page.get_by_role("main").get_by_role("link", name="Replay")

    def waits_for_turn(self) -> bool:
        """Until it is my turn or the match is over; goes on where a round's end is shown. Whether it is my turn."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.turn.or_(self.go_on).or_(self.over).first.wait_for(state="attached")
            if self.over.count():
                return False
            if self.go_on.count():
                self.goes_on()
            elif self.turn.count():  # else the end of a round was seen, and has gone on by itself since
                return True
        raise AssertionError("the match does not go on")

    def goes_on(self) -> None:
        try:
            self.go_on.click(timeout=SOON)
        except Error:
            return  # It went on by itself.
        self.settles()

    def stays(self) -> bool:
        """Keep the end of a round that would go on by itself; whether it is still shown."""
        if self.may("Stay"):
            try:
                self.allowed("Stay").click(timeout=SOON)
            except Error:
                return False  # It went on by itself.
        return self.go_on.count() > 0

    def moves(self, move: Callable[[], None]) -> None:
        """One move; until the page has seen that it counts."""
        turn = self.turn.element_handle()
        move()
        turn.wait_for_element_state("hidden")

    def plays(self, move: Callable[[], None]) -> str:
        """Every turn until the match is over; what the page then says."""
        while self.waits_for_turn():
            self.moves(move)
        return self.page.get_by_role("main").inner_text()
