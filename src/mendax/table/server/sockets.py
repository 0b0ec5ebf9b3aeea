"""The WebSocket side: one connection from its first frame to its last."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from starlette.websockets import WebSocket

from mendax.core.errors import MendaxError
from mendax.table.server.connection import BAD_FRAMES, NO_JOIN, TOO_FAST, Connection
from mendax.table.server.guard import address_of
from mendax.table.server.lobby import Lobby
from mendax.table.server.reasons import NotAllowed, public_reason
from mendax.table.wire.limits import Limits
from mendax.table.wire.messages import (
    Act,
    AskHint,
    BadFrame,
    ClientFrame,
    Error,
    Join,
    Leave,
    Mix,
    Ping,
    Pong,
    Watch,
    read_client_frame,
)

_log = logging.getLogger(__name__)


class Sockets:
    """All WebSocket connections of the server."""

    def __init__(self, lobby: Lobby, limits: Limits) -> None:
        self.lobby, self.limits = lobby, limits
        self._by_address: Counter[str] = Counter()
        self._num = 0
        self._open: set[Connection] = set()

    @property
    def num_connections(self) -> int:
        """How many are open."""
        return self._num

    def close_all(self, code: int) -> None:
        """End all connections."""
        for connection in self._open:
            connection.close(code)

    async def serve(self, socket: WebSocket) -> None:
        """One connection."""
        address = address_of(socket.scope)
        limits = self.limits
        if self._num >= limits.connections or self._by_address[address] >= limits.connections_per_address:
            await socket.close(1013)
            return
        self._num += 1
        self._by_address[address] += 1
        try:
            await socket.accept()
            await self._converse(Connection(socket, limits))
        finally:
            self._num -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    async def _converse(self, connection: Connection) -> None:
        self._open.add(connection)
        pump = asyncio.create_task(connection.pump())
        listening = asyncio.create_task(self._listen(connection))
        waiting = asyncio.get_running_loop().call_later(self.limits.join_seconds, _expect_join, connection)
        try:
            await asyncio.wait((pump, listening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            if connection.table is not None:
                connection.table.detach(connection)
            self._open.discard(connection)
            for task in (pump, listening):
                task.cancel()
            for found in await asyncio.gather(pump, listening, return_exceptions=True):
                if isinstance(found, Exception):
                    _log.error("a connection failed", exc_info=found)

    async def _listen(self, connection: Connection) -> None:
        """Take frames until the client goes or is given up."""
        bad = excess = 0
        while not connection.closing:
            message = await connection.socket.receive()
            if message["type"] != "websocket.receive":
                return
            if not connection.bucket.take():
                excess += 1
                if excess == 1 or excess % 50 == 0:
                    connection.send(Error("too many frames: slow down"))
                if excess > self.limits.excess_frames:
                    connection.close(TOO_FAST)
                continue
            try:
                raw = message.get("text")
                if raw is None:
                    raise BadFrame("frames are text")
                await self._take(connection, read_client_frame(raw))
            except BadFrame as error:
                bad += 1
                connection.send(Error(str(error)))
                if bad > self.limits.bad_frames:
                    connection.close(BAD_FRAMES)
            except MendaxError as error:
                connection.send(Error(public_reason(error)))
        await asyncio.Event().wait()  # the pump sends what is left and closes

    async def _take(self, connection: Connection, frame: ClientFrame) -> None:
        if isinstance(frame, Ping):
            connection.send(Pong(frame.id))
        elif isinstance(frame, Join):
            self._check_new(connection)
            table, place = await self.lobby.seat(frame.token, frame.table, frame.match)
            player = place.player
            await table.audience.prepare(place)
            # Last of all: a match that is kept now, and needs no waiting for, is still kept in `attach`.
            earlier = await table.earlier_frames(player, frame.match, frame.since)
            self._check_new(connection)
            if place.player != player:  # it has left meanwhile, and somebody else may have sat down
                raise NotAllowed("you do not sit at that table")
            connection.mix, connection.views = frame.mix, frame.views
            table.attach(connection, place, frame.match, frame.since, earlier)
        elif isinstance(frame, Watch):
            self._check_new(connection)
            table = await self.lobby.find(frame.table)
            if len(table.audience.spectators) >= self.limits.spectators_per_table:
                raise MendaxError("as many watch this table as may")
            await table.audience.prepare(None)
            earlier = await table.earlier_frames(None, frame.match, frame.since)
            connection.views = frame.views
            table.attach(connection, None, frame.match, frame.since, earlier)
        elif (table_of := connection.table) is None:
            raise MendaxError("join or watch first")
        elif isinstance(frame, Act):
            await table_of.seating.act(connection, frame)
        elif isinstance(frame, Mix):
            table_of.seating.mix(connection, frame)
        elif isinstance(frame, Leave):
            if connection.place is None:
                raise MendaxError("you have no seat here")
            await table_of.leave(table_of.places[connection.place], after=frame.after)
        elif isinstance(frame, AskHint):
            table_of.seating.hint(connection, frame.turn)

    @staticmethod
    def _check_new(connection: Connection) -> None:
        if connection.table is not None:
            raise MendaxError("a connection joins or watches once")


def _expect_join(connection: Connection) -> None:
    if connection.table is None:
        connection.close(NO_JOIN)
