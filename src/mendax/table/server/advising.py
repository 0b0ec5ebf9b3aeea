"""Hints: the game's adviser is asked about a person's turn, in the workers, with what the seat may know."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from mendax.core.catalogue import games
from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.table.deciders import Advice, Deciders, DecidersClosed
from mendax.table.server.connection import Connection
from mendax.table.server.dealer import adviser_seed
from mendax.table.server.playing import Playing
from mendax.table.wire.messages import Error, Hint, HintTable

CLOSED: Final = "hints are given at open tables only"
NOT_ON: Final = "a hint is given about your own turn, while it is on"


class Advising:
    """The hints of one table. About a turn the adviser is asked once; who asks again is sent the same."""

    def __init__(self, deciders: Deciders) -> None:
        self._deciders = deciders
        self._turn = ""
        self._asked: asyncio.Task[Advice] | None = None
        self._answering: set[asyncio.Task[None]] = set()

    def ask(self, connection: Connection, playing: Playing | None, seat: Seat | None, turn: str) -> None:
        """Send a connection a hint about its turn when it is there; raises where none is given."""
        pending = None if playing is None else playing.pending
        if playing is not None and not playing.story.header.open:
            raise MendaxError(CLOSED)
        if playing is None or pending is None or pending.seat != seat or pending.turn != turn or pending.answer.done():
            raise MendaxError(NOT_ON)
        if self._asked is None or self._turn != turn:
            asked = asyncio.create_task(self._advice(playing, pending.seat))
            self._turn, self._asked = turn, asked
            # A question that has not left when the turn is over would be about an earlier position.
            pending.answer.add_done_callback(lambda _: asked.cancel())
        answering = asyncio.create_task(self._answer(connection, turn, self._asked))
        self._answering.add(answering)
        answering.add_done_callback(self._answering.discard)

    async def _advice(self, playing: Playing, seat: Seat) -> Advice:
        header = playing.story.header
        entry = games().get(header.game.name)
        if entry is None or not entry.advisor:
            return Advice(fault=f"nobody gives hints in {header.game.name} yet")
        seed = adviser_seed(header.secret, seat)
        try:
            return await self._deciders.advise(playing.question(seat, entry.advisor, seed, explain=True))
        except DecidersClosed:
            return Advice(fault="the server is stopping")

    async def _answer(self, connection: Connection, turn: str, asked: asyncio.Task[Advice]) -> None:
        await asyncio.wait([asked])
        if asked.cancelled():
            return  # the turn is over
        advice = asked.result()
        if advice.fault:
            connection.send(Error(f"no hint: {advice.fault}"))
            return
        table: dict[str, Any] = dict(advice.hint)
        rows = tuple(tuple(row) for row in table["rows"])
        hint = HintTable(tuple(table["columns"]), rows, table["sentence"], tuple(table["beliefs"]))
        connection.send(Hint(turn, hint, advice.explanation))
