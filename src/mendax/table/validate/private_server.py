"""A server on a free port of this machine, for one program."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, game_text
from mendax.table.server.app import Service, Settings
from mendax.table.server.guard import LOOPBACK
from mendax.table.server.options import TableOptions
from mendax.table.server.serving import address_text, make_server, open_socket
from mendax.table.validate.tap import Tap


class PrivateServer:
    """The server, its address, and the tap on its lines."""

    def __init__(self, service: Service, tap: Tap, url: str) -> None:
        self.service, self.tap, self.url = service, tap, url

    async def seat(self, game: AnyGame, opponent: str, *, goes_on: bool, seconds: float) -> str:
        """A new table with a place for the program; the place's token."""
        lobby = self.service.lobby
        seats = (None, *[opponent] * (game.seats - 1))
        table = await lobby.create(TableOptions(game_text(game), seats, goes_on=goes_on, program_seconds=seconds))
        _, _, token = await lobby.sit(table.code, "program", "program", None, 0)
        assert token is not None
        return token


@asynccontextmanager
async def private_server() -> AsyncIterator[PrivateServer]:
    """Run a server from start to stop; what it keeps is thrown away."""
    with tempfile.TemporaryDirectory(prefix="mendax-") as folder:
        listening = open_socket("127.0.0.1", 0)
        service = Service(Settings(Path(folder), hosts=LOOPBACK, workers=1))
        ready = asyncio.Event()
        server = make_server(service, ready.set)
        tap = Tap(server.config.app)  # type: ignore[arg-type]
        server.config.app = tap
        running = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            waiting = asyncio.create_task(ready.wait())
            await asyncio.wait((waiting, running), return_when=asyncio.FIRST_COMPLETED)
            if not ready.is_set():
                waiting.cancel()
                raise MendaxError("the private server could not start")
            yield PrivateServer(service, tap, address_text(listening))
        finally:
            server.should_exit = True
            await asyncio.wait((running,))
            listening.close()
