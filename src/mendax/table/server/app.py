"""The server's application: REST, WebSocket, and what they share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from mendax.table.deciders import Deciders
from mendax.table.server.connection import RESTART
from mendax.table.server.guard import Guard
from mendax.table.server.ladder import ladder_json
from mendax.table.server.ledger import Ledger
from mendax.table.server.lobby import Lobby
from mendax.table.server.pages import page_routes, unknown_place
from mendax.table.server.rest import Rest, json_response
from mendax.table.server.sockets import Sockets
from mendax.table.store.data_folder import DataFolder
from mendax.table.store.database import Database
from mendax.table.wire.limits import LIMITS, Limits


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is set up."""

    data: Path
    limits: Limits = LIMITS
    hosts: tuple[str, ...] = ()
    """Names by which it may be addressed; empty: any."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may use it, besides its own."""
    workers: int = 0
    """Processes in which agents decide; 0: as many as there are cores, and two at least."""
    decide_seconds: float = 10.0
    keep: int = 80
    warm: bool = False
    """Whether the workers make ready, from the start, what one click on the page needs."""
    ladder: Path | None = None
    """A file of `mendax ladder`; without one, the ladder that the release brings."""
    full_sync: bool = False
    """Whether every commit waits for the disk, which a power cut needs."""


class Service:
    """The parts of a running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.ladder = ladder_json(settings.ladder)
        folder = DataFolder(settings.data)
        self.db = Database(folder.store, full=settings.full_sync)
        self.ledger = Ledger(self.db, folder)
        self.deciders = Deciders(settings.workers, settings.decide_seconds, settings.keep)
        self.lobby = Lobby(self.db, self.deciders, self.ledger, settings.limits)
        self.sockets = Sockets(self.lobby, settings.limits)

    @asynccontextmanager
    async def running(self, app: object = None) -> AsyncIterator[None]:
        """From start to stop."""
        self.deciders.start()
        warming: asyncio.Task[None] | None = None
        try:
            await self.ledger.start()
            await self.lobby.start()
            warming = asyncio.create_task(self.lobby.warm()) if self.settings.warm else None
            yield
        finally:
            if warming is not None:
                warming.cancel()
            self.close_connections()
            await self.lobby.stop()
            await self.deciders.close()
            self.ledger.close()
            self.db.close()

    def close_connections(self) -> None:
        """End all connections: their clients come back when the server does."""
        self.sockets.close_all(RESTART)


def build_app(service: Service, hosts: Iterable[str] | None = None) -> ASGIApp:
    """The application of a service."""
    settings = service.settings
    rest = Rest(service.lobby, lambda: service.sockets.num_connections, service.ladder)

    async def on_error(request: Request, error: Exception) -> Response:
        code = error.status_code if isinstance(error, HTTPException) else 500
        if code == 404 and (shown := unknown_place(request)) is not None:
            return shown
        reasons = {404: "there is nothing at this address", 405: "that cannot be done at this address"}
        return json_response({"error": reasons.get(code, "the server failed at this")}, code)

    app = Starlette(
        routes=[*rest.routes(), *page_routes(), WebSocketRoute("/ws", service.sockets.serve)],
        exception_handlers={HTTPException: on_error, Exception: on_error},
        lifespan=service.running,
    )
    return Guard(app, settings.limits, settings.hosts if hosts is None else hosts, settings.origins)
