"""One table as it lives in the server: who sits there, and match after match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from time import time
from typing import Final

from mendax.core.errors import MendaxError
from mendax.core.game import game_text
from mendax.table.server.audience import Audience
from mendax.table.server.channel import Channel
from mendax.table.server.connection import LEFT, REPLACED, Connection
from mendax.table.server.house import House
from mendax.table.server.options import TablePlan
from mendax.table.server.places import Place
from mendax.table.server.playing import Playing
from mendax.table.server.seating import Seating
from mendax.table.server.stored import load_story, match_row, read_story
from mendax.table.server.story import Story, new_header
from mendax.table.store.errors import StoreError
from mendax.table.store.rows import Kind, SeatRow
from mendax.table.store.tables import end_table, leave_seat, load_match
from mendax.table.wire.messages import (
    PROTOCOL,
    Player,
    Table,
    TableInfo,
    Welcome,
)

_log = logging.getLogger(__name__)
STORE_RETRY: Final = 2.0
"""Seconds until a table whose move could not be stored tries again."""


class LiveTable:
    """The actor of one table; everything happens in the server's event loop."""

    def __init__(self, house: House, code: str, plan: TablePlan, matches: int = 0) -> None:
        self.house, self.code, self.plan = house, code, plan
        self.places = [Place(number) for number in range(plan.game.seats)]
        self.audience = Audience(self.places)
        self.matches = matches
        """How many matches have begun."""
        self.seating = Seating(house, code, plan, self.audience)
        self.ended = False
        self.touched = time()
        """When a client last came or went."""
        self._changed = asyncio.Event()

    @property
    def playing(self) -> Playing | None:
        """The match that is played."""
        return self.seating.playing

    @playing.setter
    def playing(self, playing: Playing | None) -> None:
        self.seating.playing = playing

    # What everybody may know.

    @property
    def status(self) -> str:
        """Whether it waits for players, plays or has ended."""
        return "ended" if self.ended else "playing" if self.playing is not None else "waiting"

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        options, story = self.plan.options, self.audience.story
        return TableInfo(
            self.code,
            game_text(self.plan.game),
            self.plan.open,
            options.goes_on,
            options.public,
            options.pace,
            self.plan.least,
            self.status,
            tuple(place.occupant() for place in self.places),
            None if story is None else story.header.match,
            self.matches,
        )

    def tell_all(self) -> None:
        """Send everybody the table as it is now."""
        if self.watched:
            self.audience.tell(Table(self.info()))

    @property
    def watched(self) -> bool:
        """Whether any client is connected."""
        return any(True for _ in self.audience.connections())

    @property
    def for_clients(self) -> bool:
        """Whether it has places for clients."""
        return None in self.plan.options.seats

    # Sitting down and leaving.

    def free_place(self, wanted: int | None = None) -> Place | None:
        """A place that a client may take, or that one if it is free; those made for agents are theirs."""
        for place, agent in zip(self.places, self.plan.options.seats, strict=True):
            if not place.taken and agent is None and wanted in (None, place.number):
                return place
        return None

    async def sit(self, place: Place, kind: Kind, name: str, player: str | None) -> None:
        """Give a free place to somebody, once it is stored."""
        place.give(kind, name, player)
        try:
            await self.house.db.write(SeatRow(self.code, place.number, kind, name, player).insert())
        except StoreError:
            place.empty()
            raise
        self.touched = time()
        self._changed.set()
        self.tell_all()

    async def leave(self, place: Place, *, after: bool = False) -> None:
        """Free a client's place: in a match the default is played for its seat from now on, or with `after` it plays
        the match to its end.
        """
        if after and self.playing is not None and place in self.audience.seats:
            place.leaving = True
            return
        for connection in place.connections:
            connection.table = None
            connection.close(LEFT)
        place.connections.clear()
        self.audience.seats = [None if seat is place else seat for seat in self.audience.seats]
        place.empty()
        if self.playing is not None:
            self.playing.set_clock()
        self._changed.set()
        self.tell_all()
        # The connection that asked is closed by now: its end must not cancel this.
        await asyncio.shield(self.house.db.write(leave_seat(self.code, place.number)))

    def place_of(self, player: str) -> Place | None:
        """Where a player sits."""
        return next((place for place in self.places if place.player == player), None)

    # Connections.

    async def earlier_frames(self, player: str | None, match: str | None, since: int) -> Sequence[bytes]:
        """What a client lacks of the match that it had begun to follow, if that is one of this table and not kept here
        any more: the server may have been started again since.
        """
        if match is None or self.audience.keeps(match):
            return ()
        story = await load_story(self.house.db, self.code, match)
        if story is None:
            return ()
        return (await asyncio.to_thread(Channel, story, story.header.seat_of(player))).frames[since:]

    def attach(
        self,
        connection: Connection,
        place: Place | None,
        match: str | None,
        since: int,
        earlier: Sequence[bytes] = (),
    ) -> None:
        """Welcome a client, send the frames that it lacks, and the turn that waits for it.

        `earlier` has those of a match that is not kept here any more.
        """
        connection.table = self
        connection.sent = (match or "", since)
        self.touched = time()
        if place is None:
            self.audience.spectators.append(connection)
        else:
            connection.place = place.number
            place.connections.append(connection)
            place.absent = False
            if len(place.connections) > self.house.limits.connections_per_seat:
                oldest = place.connections.pop(0)
                oldest.table = None
                oldest.close(REPLACED)
        connection.send(Welcome(PROTOCOL, self.info(), connection.place, "" if place is None else place.name))
        connection.send_backlog(earlier)
        self.audience.send_previous(connection, None if place is None else place.player)
        self.audience.send_missing(connection, new=True)
        if self.playing is not None:
            self.audience.send_views([connection], self.playing.view_frame)
        if place is not None:
            if self.playing is not None:
                self.playing.set_clock()
                self.seating.send_turn(place, [connection])
            if len(place.connections) == 1:
                self.tell_all()
                self._changed.set()

    def detach(self, connection: Connection) -> None:
        """A connection has ended."""
        self.touched = time()
        connection.table = None
        if self.audience.remove(connection) is not None:
            if self.playing is not None:
                self.playing.set_clock()
            self.tell_all()

    def close_all(self, code: int) -> None:
        """End all connections."""
        for connection in self.audience.connections():
            connection.close(code)

    # The actor.

    async def run(self) -> None:
        """Play match after match, until the table ends."""
        while not self.ended:
            try:
                if self.playing is None:
                    await self._next_match()
                elif self.playing.over:
                    await self._match_over()
                else:
                    await self.playing.run()
            except StoreError as error:
                _log.error("table %s: %s", self.code, error)
                await self._recover()

    async def _recover(self) -> None:
        """Go on from what is stored: what is not stored has not happened."""
        while self.playing is not None:
            await asyncio.sleep(STORE_RETRY)
            with suppress(StoreError):
                story = self.playing.story
                if (stored := await load_match(self.house.db, story.header.match)) is not None:
                    story.take(read_story(stored))
                self.playing = self._play(story)
                self.seating.publish()
                return
        await asyncio.sleep(STORE_RETRY)

    def resume(self, story: Story) -> None:
        """Take up a match as it was stored."""
        by_player = {place.player: place for place in self.places if place.player is not None}
        seats = [None if owner is None else by_player.get(owner) for owner in story.header.owners]
        self.matches = story.header.number
        self.audience.follow(story, seats)
        self.playing = self._play(story)

    def show(self, story: Story) -> None:
        """Show the last match of a table that has ended, to those who played it and to spectators."""
        for place, player, owner in zip(self.places, story.header.players, story.header.owners, strict=False):
            place.give(player.kind, player.name, owner)
        self.matches = story.header.number
        self.audience.follow(story, self.places[: len(story.header.players)])

    def _play(self, story: Story) -> Playing:
        return Playing(
            story,
            self.seating,
            self.house.db,
            self.house.deciders,
            pace=max(self.plan.options.pace, 0.0 if self.for_clients else self.house.limits.least_pace),
            mix_seconds=self.house.limits.mix_seconds,
        )

    async def _next_match(self) -> None:
        """Begin a match if enough players are there, else wait for a change."""
        self._changed.clear()
        for left, place in self._away():
            if left <= 0:
                await self.leave(place)
        present = self._present()
        if present is None:
            away = min((left for left, _ in self._away()), default=None)
            with suppress(TimeoutError):
                async with asyncio.timeout(None if away is None else max(0.05, away)):
                    await self._changed.wait()
            return
        turned = self.matches % len(present)
        seats = present[turned:] + present[:turned]
        sitting = [(Player(place.kind, place.name), place.player) for place in seats]
        header = new_header(self.code, self.matches + 1, self.plan.game_for(len(seats)), sitting, self.plan.open)
        await self.house.db.write(match_row(header).insert())
        self.matches += 1
        for place in self.places:
            place.defaulted = False
        # Whoever left while the match was stored has no place in it.
        kept = [place if place.player == owner else None for place, owner in zip(seats, header.owners, strict=True)]
        story = Story(header)
        self.audience.follow(story, kept)
        self.playing = self._play(story)
        self.seating.publish()
        self.tell_all()

    def _away(self) -> list[tuple[float, Place]]:
        """Clients that sit here and are not connected, and how much longer their places are kept for them."""
        kept = self.house.limits.seat_seconds
        return [(place.seen + kept - time(), place) for place in self.places if place.player and not place.here]

    def _present(self) -> list[Place] | None:
        """Who plays the next match; nobody yet where players are missing."""
        here = [place for place in self.places if place.here]
        if self.for_clients and all(place.kind == "agent" for place in here):
            return None
        if len(here) < self.plan.least:
            return None
        try:
            self.plan.game_for(len(here))
        except MendaxError:
            return None
        return here

    async def _match_over(self) -> None:
        """After a match: the table ends, or those who are gone leave it and the next match begins."""
        assert self.playing is not None
        playing = self.playing
        if playing.ended is not None:
            self.house.ledger.add(playing.story, playing.ended)
            playing.ended = None
        self.house.deciders.forget(playing.story.header.match)
        if self.plan.options.goes_on and not self._deserted():
            for place in self.places:
                if place.player is not None and (place.leaving or (place.defaulted and not place.here)):
                    await self.leave(place)
        else:
            await self.house.db.write(*end_table(self.code, time()))
            self.ended = True
            self.touched = time()
        self.playing = None
        self.tell_all()

    def _deserted(self) -> bool:
        """Whether only agents play here and nobody has watched for long."""
        idle = time() - self.touched
        return not self.for_clients and not self.watched and idle > self.house.limits.idle_seconds
