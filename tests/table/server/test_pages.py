"""The page's files: what is served, under which headers; and replays, which show a seat what it saw and no more."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import urllib.error
import urllib.request
from email.message import Message
from importlib.resources import files
from urllib.parse import urljoin

import pytest

from mendax.core.catalogue import games
from tests.table.server.running import PATIENCE, Json, Running, first_form, joined

PAGE = files("mendax.table.page")
LATER = {"die.js", "cup.js", "card.js", "chips.js"}
"""Parts that only faces use."""
PLACES = ("/", "/t/bcdfghjk", "/r/0123456789abcdef", "/me", "/ladder", "/about")


def fetch(server: Running, path: str, **headers: str) -> tuple[int, Message, bytes]:
    """Status, headers and body of an address, whatever the status is."""
    request = urllib.request.Request(
        server.url + path, headers={key.replace("_", "-"): headers[key] for key in headers}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


@pytest.mark.parametrize("place", PLACES)
def test_every_place_is_the_page(server: Running, place: str) -> None:
    status, headers, body = fetch(server, place)
    assert status == 200
    assert body == PAGE.joinpath("index.html").read_bytes()
    assert headers["content-type"].startswith("text/html")
    policy = headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


def test_all_that_the_page_names_is_served(server: Running) -> None:
    """Follow every import and link from the first file on, as a browser does."""
    waiting, seen = ["/page/app.js", "/page/style.css", "/page/icon.svg"], set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        status, _, body = fetch(server, path)
        assert status == 200, path
        named = re.findall(r"""(?:from|import)\s*\(?\s*"(\.[^"]+)\"""", body.decode())
        waiting += [urljoin(path, name) for name in named]
    for folder in ("parts", "places", ""):
        unused = {
            file.name
            for file in PAGE.joinpath(folder).iterdir()
            if file.name.endswith(".js") and f"/page/{folder}/{file.name}".replace("//", "/") not in seen
        }
        assert unused <= LATER


def test_nothing_is_inline() -> None:
    """The policy allows no inline script or style."""
    html = PAGE.joinpath("index.html").read_text()
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\bsrc=)", html)
    assert "http" not in html


def test_a_file_is_sent_once(server: Running) -> None:
    _, headers, body = fetch(server, "/page/app.js")
    tag = headers["etag"]
    status, again, nothing = fetch(server, "/page/app.js", If_None_Match=f'W/{tag}, "other"')
    assert (status, nothing, again["etag"]) == (304, b"", tag)
    status, _, other = fetch(server, "/page/app.js", If_None_Match='"other"')
    assert (status, other) == (200, body)
    _, headers, zipped = fetch(server, "/page/app.js", Accept_Encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(zipped) == body


@pytest.mark.parametrize(
    "path",
    [
        "/page/", "/page/none.js", "/page/types.d.ts", "/page/jsconfig.json", "/page/__init__.py", "/page/parts",
        "/page/../server/app.py", "/page/..%2fserver%2fapp.py", "/page/parts/../app.js", "/page//etc/passwd",
        "/page/parts%2f..%2fapp.js", "/faces/none.js", "/faces/none/page.js", "/faces/random.js", "/t/a/b",
    ],
)  # fmt: skip
def test_nothing_else_is_served(server: Running, path: str) -> None:
    status, _, body = fetch(server, path)
    assert status == 404
    assert set(json.loads(body)) == {"error"}


def test_games_bring_their_faces(server: Running) -> None:
    _, found = server.call("GET", "/api/games")
    assert sum(game["first"] for game in found["games"]) == 1
    for game in found["games"]:
        entry = games()[game["name"]]
        assert game["title"]
        known = {agent["name"].partition(":")[0] for agent in game["agents"]}
        assert set(game["opponents"]) <= known
        if not entry.page:
            assert game["page"] is None
            continue
        assert game["picture"] is None or fetch(server, game["picture"])[0] == 200
        status, headers, _ = fetch(server, game["page"])
        assert status == 200, game["page"]
        assert headers["content-type"].startswith("text/javascript")
        assert fetch(server, f"/faces/{game['name']}.js")[0] == 200
        assert fetch(server, f"/faces/{game['name']}/__init__.py")[0] == 404


@pytest.mark.parametrize("is_open", [False, True])
def test_a_replay_is_what_the_seat_saw(server: Running, is_open: bool) -> None:
    table = server.new_table("one-die", [None, "tree"], open=is_open)
    ann = server.sit(table["code"], "Ann")

    async def play() -> tuple[list[Json], list[Json]]:
        async with joined(server, ann["token"], views=True) as client:
            await client.play(first_form)
            return client.durable, client.of("view")

    frames, views = asyncio.run(play())
    match = frames[0]["match"]
    status, found = server.call("GET", f"/api/matches/{match}/replay", token=ann["token"])
    assert status == 200
    assert found["seat"] == 0
    assert found["frames"] == frames
    texts = [view["view"] for view in found["views"]]
    assert [text for text in texts if text in {view["view"] for view in views}] == [view["view"] for view in views]
    assert [view["after"] for view in found["views"]] == sorted(view["after"] for view in found["views"])
    _, stranger = server.call("GET", f"/api/matches/{match}/replay")
    assert stranger["seat"] is None
    assert stranger["views"][-1]["data"]["seat"] is None
    status, other = server.call("GET", f"/api/matches/{match}/replay?seat=1")
    assert status == (200 if is_open else 401)
    if is_open:
        assert other["views"][-1]["data"]["seat"] == 1
    else:
        assert "views" not in other
    for bad in ("9", "x", "-1", "1" * 200):
        status, _ = server.call("GET", f"/api/matches/{match}/replay?seat={bad}")
        assert status == (404 if is_open else 401)


def test_an_unknown_address_shows_the_page_to_browsers_alone(server: Running) -> None:
    status, headers, body = fetch(server, "/nothing", accept="text/html,*/*;q=0.8")
    assert status == 404
    assert headers["content-type"].startswith("text/html")
    assert b"app.js" in body
    assert server.call("GET", "/nothing") == (404, {"error": "there is nothing at this address"})
