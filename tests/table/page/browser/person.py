"""Somebody in a browser: what they open, press, read and wait for."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Route, expect

PATIENCE = 60.0
"""Seconds that a busy machine is given."""


class Person:
    """A page in a browser context of its own."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        context.set_default_timeout(1000 * PATIENCE)
        self.page = context.new_page()
        self.complaints: list[str] = []
        """What the page did wrong without showing it: errors of scripts, and what its policy refused."""
        self.page.on("pageerror", lambda error: self.complaints.append(f"{error}\n{error.stack}"))
        self.page.on("console", lambda said: self._note(said.type, said.text))

    def _note(self, kind: str, text: str) -> None:
        # A lost connection is reported by the browser itself.
        if kind == "error" and "net::ERR_" not in text and "WebSocket connection" not in text:
            self.complaints.append(text)

    def goes_to(self, path: str = "/") -> None:
        self.page.goto(path)

    def button(self, name: str | re.Pattern[str], exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def presses(self, name: str | re.Pattern[str]) -> None:
        self.button(name).click()

    def makes_tables(self, **changes: Any) -> None:
        """What the page asks for when it makes a table, changed: a game of few rounds, or agents that do not pause."""

        def change(route: Route) -> None:
            if route.request.method == "POST":
                route.continue_(post_data=json.dumps({**(route.request.post_data_json or {}), **changes}))
            else:
                route.continue_()

        self.page.route("**/api/tables", change)

    @property
    def heard(self) -> Locator:
        """The sentences of the live region."""
        return self.page.get_by_role("log", name="What happens").locator("p")

    @property
    def strip(self) -> Locator:
        """The line about the connection."""
        return self.page.locator(".strip")

    @property
    def over(self) -> Locator:
        """Shown when the match is over."""
        return self.page.get_by_role("main").get_by_role("link", name="Replay")

    def sees_the_end(self) -> str:
        """Waits for the end screen; its words."""
        expect(self.over).to_be_visible()
        return self.page.get_by_role("main").inner_text()
