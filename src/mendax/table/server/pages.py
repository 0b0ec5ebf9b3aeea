"""The page in the browser: its files, and the scripts that the games bring for it.

Files are sent with an ETag: a browser asks again each time and is told that nothing has changed.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from mendax.core.catalogue import GameEntry
from mendax.core.catalogue import games as all_games

PLACES: Final = ("/", "/t/{code}", "/r/{code}", "/me", "/ladder", "/about")
"""Addresses that are places of the page."""
KINDS: Final = {
    "js": "text/javascript",
    "mjs": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "html": "text/html",
}
_NAME: Final = re.compile(r"(?:[a-z][a-z_]*/)?[a-z][a-z_]*\.([a-z]+)", re.ASCII)
"""A file of the page, at most one folder deep: no name leads out of the folder."""
PICTURE: Final = "picture.js"
LEAST_ZIPPED: Final = 1024


class Packed(NamedTuple):
    """A file as it is sent."""

    tag: str
    zipped: bytes | None


def page_routes() -> list[Route]:
    """The addresses of the page."""
    return [
        *(Route(place, _index) for place in PLACES),
        Route("/page/{file:path}", _file),
        Route("/faces/{game}.js", _face),
        Route("/faces/{game}/{file}", _face_file),
    ]


def unknown_place(request: Request) -> Response | None:
    """What a browser is shown at an address that does not exist; none for programs."""
    if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return None
    found = _answer(request, "mendax.table.page", "index.html")
    found.status_code = 404
    return found


def script_address(entry: GameEntry) -> str | None:
    """Where a game's script for the page is served, if it brings one."""
    return f"/faces/{entry.name}/{entry.page.partition(':')[2]}" if entry.page else None


def picture_address(entry: GameEntry) -> str | None:
    """Where the script that draws a game's picture in the lobby is served, if it lies beside the game's script."""
    package = entry.page.partition(":")[0]
    return f"/faces/{entry.name}/{PICTURE}" if package and files(package).joinpath(PICTURE).is_file() else None


async def _index(request: Request) -> Response:
    return _answer(request, "mendax.table.page", "index.html")


async def _file(request: Request) -> Response:
    return _answer(request, "mendax.table.page", request.path_params["file"])


async def _face(request: Request) -> Response:
    return RedirectResponse(script_address(_entry(request)) or "", 307)


async def _face_file(request: Request) -> Response:
    package = _entry(request).page.partition(":")[0]
    return _answer(request, package, request.path_params["file"])


def _entry(request: Request) -> GameEntry:
    entry = all_games().get(request.path_params["game"])
    if entry is None or not entry.page:
        raise HTTPException(404)
    return entry


def _answer(request: Request, package: str, name: str) -> Response:
    found = _NAME.fullmatch(name)
    if found is None or found[1] not in KINDS:
        raise HTTPException(404)
    try:
        content = files(package).joinpath(*name.split("/")).read_bytes()
    except (FileNotFoundError, IsADirectoryError, ModuleNotFoundError, NotADirectoryError):
        raise HTTPException(404) from None
    packed = _pack(content)
    headers = {"etag": packed.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if packed.tag in _wanted(request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if packed.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = packed.zipped, "gzip"
    return Response(content, media_type=KINDS[found[1]], headers=headers)


def _wanted(text: str) -> Sequence[str]:
    """The tags of an If-None-Match header."""
    return [tag.strip().removeprefix("W/") for tag in text.split(",")]


@lru_cache(maxsize=256)
def _pack(content: bytes) -> Packed:
    """The tag and the compressed form of a file."""
    zipped = gzip.compress(content, 9, mtime=0) if len(content) >= LEAST_ZIPPED else None
    return Packed(f'"{sha256(content).hexdigest()[:32]}"', zipped)
