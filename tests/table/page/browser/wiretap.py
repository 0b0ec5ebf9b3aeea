"""Everything that a page was sent: bodies of answers, frames of WebSockets, and what it made of them."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, Response, WebSocket

STATIC = re.compile(r"/(page|faces)/|/api/games$")
"""What is the same for everybody at every table, whatever is dealt: the page's files, and the catalogue. They may name
any card (the picture of a hand in the lobby does)."""


class Wiretap:
    """Listens to a page from its first request on."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._answers: list[Response] = []
        self.frames: list[str] = []
        page.on("response", lambda answer: self._answers.append(answer))
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))

    def answers(self) -> list[str]:
        """The bodies of all answers that could tell of a match."""
        found = [answer for answer in self._answers if not STATIC.search(answer.url) and answer.ok]
        return [answer.text() for answer in found]

    def sent(self) -> str:
        """All that depends on the match, and the document that is shown now."""
        text = "\n".join([*self.frames, *self.answers(), self._page.content()])
        return text.replace(urlsplit(self._page.url).netloc, "")  # a port may read like five dice
