"""A server's address, and the requests that make a table and sit down."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from mendax.core.errors import MendaxError

SECONDS: Final = 60.0
"""To wait for an answer: an agent of the new table may have to be prepared."""
MOST: Final = 1 << 20
"""Bytes of an answer that are read."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A place that was taken."""

    table: str
    game: str
    token: str


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is."""

    url: str
    """`http://host:port`, without a slash at the end."""

    @classmethod
    def read(cls, text: str) -> Address:
        """An address as people write it; raises `MendaxError`.

        >>> Address.read("localhost:8000/").socket
        'ws://localhost:8000/ws'
        """
        text = text.strip()
        if "://" not in text:
            text = f"http://{text}"
        try:
            found = urlsplit(text)
            known = found.scheme in ("http", "https", "ws", "wss") and bool(found.hostname) and found.port != 0
        except ValueError:
            known = False
        if not known:
            raise MendaxError(f"'{text}' is no address of a server, such as http://127.0.0.1:8000")
        if found.query or found.fragment or found.username:
            raise MendaxError("the address has more than host, port and path; a token is given by --token")
        scheme = "https" if found.scheme in ("https", "wss") else "http"
        return cls(f"{scheme}://{found.netloc}{found.path.rstrip('/').removesuffix('/ws')}")

    @property
    def socket(self) -> str:
        """Where frames go."""
        return "ws" + self.url.removeprefix("http") + "/ws"

    def new_table(self, game: str, seats: Sequence[str | None], *, goes_on: bool) -> str:
        """Make a table; its code."""
        found = self._post("/api/tables", {"game": game, "seats": list(seats), "goes_on": goes_on})
        return str(found["code"])

    def sit_down(self, table: str, name: str) -> Seating:
        """Take a place at a table as a new player."""
        found = self._post(f"/api/tables/{quote(table, safe='')}/seats", {"name": name, "kind": "program"})
        return Seating(str(found["table"]["code"]), str(found["table"]["game"]), str(found["token"]))

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        request = Request(self.url + path, json.dumps(body).encode(), headers, method="POST")
        try:
            with urlopen(request, timeout=SECONDS) as answer:
                found = json.loads(answer.read(MOST))
        except HTTPError as error:
            with error:
                raise MendaxError(_reason(error)) from None
        except (URLError, OSError, HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            raise MendaxError(f"no server answers at {self.url}: {_words(reason)}") from None
        except ValueError:
            raise MendaxError(f"there is no table server at {self.url}") from None
        if not isinstance(found, dict):
            raise MendaxError(f"there is no table server at {self.url}")
        return found


def _reason(error: HTTPError) -> str:
    """Why a server refused a request."""
    try:
        found = json.loads(error.read(MOST))
        return f"the server says: {found['error']}"
    except (ValueError, KeyError, TypeError):
        return f"the server answered with status {error.code}: is it a table server?"


def _words(error: object) -> str:
    return str(getattr(error, "strerror", None) or error)
