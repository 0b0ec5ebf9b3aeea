"""What stands before every request: whose page asks, how often, how much; and what every answer carries."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mendax.table.server.connection import Bucket
from mendax.table.wire.limits import Limits

_log = logging.getLogger(__name__)
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""No script, style or connection but the server's own, and nothing inline."""
HEADERS: Final = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)
LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
MAX_BUCKETS: Final = 10_000


def host_of(netloc: str) -> str:
    """A host without its port."""
    if netloc.startswith("["):
        return netloc.partition("]")[0] + "]"
    return netloc.partition(":")[0].lower()


class Guard:
    """Turns away foreign origins, unknown hosts and floods, and adds the security headers."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        self.app, self.limits = app, limits
        self.hosts = frozenset(host.lower() for host in hosts)
        """Names by which it may be addressed; empty: any. Else a page elsewhere could point its own name here."""
        self.origins = frozenset(origins)
        self._buckets: dict[tuple[str, str], Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or one WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        status, reason = self._refusal(scope)
        if scope["type"] == "websocket":
            if status:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return
        if status:
            await _answer(_with_headers(send), status, reason)
            return
        began = False

        async def sending(message: Message) -> None:
            nonlocal began
            began = began or message["type"] == "http.response.start"
            await _with_headers(send)(message)

        try:
            await self.app(scope, receive, sending)
        except Exception:
            _log.exception("a request failed")
            if not began:
                await _answer(_with_headers(send), 500, "the server failed at this")

    def _refusal(self, scope: Scope) -> tuple[int, str]:
        """Why a request is turned away: status and reason; 0 where it is not."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if self.hosts and host_of(host) not in self.hosts:
            return 421, "the server is not addressed by that name"
        origin = headers.get(b"origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if origin is not None and changes and origin not in self.origins and origin.partition("://")[2] != host:
            return 403, "pages of other origins may not do that"
        if not self._within_rate(scope):
            return 429, "too many requests: wait a moment"
        return 0, ""

    def _within_rate(self, scope: Scope) -> bool:
        key, limits = (address_of(scope), scope["type"]), self.limits
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MAX_BUCKETS:
                self._buckets = {key: value for key, value in self._buckets.items() if not value.full}
            if scope["type"] == "http":
                bucket = Bucket(limits.requests_per_second, limits.requests_burst)
            else:
                bucket = Bucket(limits.connects_per_second, limits.connects_burst)
            self._buckets[key] = bucket
        return bucket.take()


def address_of(scope: Scope) -> str:
    """The address of whoever asks."""
    return str((scope.get("client") or ("?", 0))[0])


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", []))
            present = {name for name, _ in headers}
            headers += [(name.encode(), value.encode()) for name, value in HEADERS if name.encode() not in present]
            if b"cache-control" not in present:
                headers.append((b"cache-control", b"no-store"))
            message = {**message, "headers": headers}
        await send(message)

    return sending


async def _answer(send: Send, status: int, reason: str) -> None:
    body = json.dumps({"error": reason}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
