"""Who is connected to a table, and what each of them is sent of the match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from time import time
from typing import Final

from mendax.core.game import Seat
from mendax.table.server.channel import Channel
from mendax.table.server.connection import Connection
from mendax.table.server.places import Place
from mendax.table.server.story import Story
from mendax.table.wire.messages import Frame, View, encode

LONG: Final = 200
"""The frames of so many moves are not made in passing."""


class Audience:
    """Players and spectators of a table; the frames of a seat are made when somebody is connected to it."""

    def __init__(self, places: Sequence[Place]) -> None:
        self.places = places
        self.spectators: list[Connection] = []
        self.story: Story | None = None
        """The match that is played, or the last one."""
        self.seats: list[Place | None] = []
        """By seat of the match: the place of whoever sits there; none where the player has left the table."""
        self._previous: Story | None = None
        self._channels: dict[Seat | None, Channel] = {}

    def follow(self, story: Story, seats: Sequence[Place | None]) -> None:
        """Another match begins."""
        self._previous, self.story, self.seats = self.story, story, list(seats)
        self._channels.clear()

    def connections(self) -> Iterable[Connection]:
        """Everybody who is connected."""
        yield from self.spectators
        for place in self.places:
            yield from place.connections

    def tell(self, frame: Frame) -> None:
        """Send everybody a frame."""
        for connection in self.connections():
            connection.send(frame)

    def remove(self, connection: Connection) -> Place | None:
        """A connection has ended; the place that nobody is connected to any more by that."""
        alone = None
        if connection in self.spectators:
            self.spectators.remove(connection)
        for place in self.places:
            if connection in place.connections:
                place.connections.remove(connection)
                place.seen = time()
                alone = alone if place.connections else place
        # Frames that nobody is connected to are forgotten; they are made again when they are needed. Those of clients
        # are kept: one that comes and goes without end must not cost all others the time to make them each time.
        wanted = {self.seat_of(other) for other in self.connections()}
        wanted |= {seat for seat, place in enumerate(self.seats) if place is not None and place.player is not None}
        for seat in [seat for seat in self._channels if seat not in wanted]:
            del self._channels[seat]
        return alone

    def seat_of(self, connection: Connection) -> Seat | None:
        """The seat whose frames a connection gets; none for spectators and for players who wait."""
        if connection.place is None:
            return None
        place = self.places[connection.place]
        return next((seat for seat, found in enumerate(self.seats) if found is place), None)

    def publish(self) -> None:
        """Send what was stored to whoever is connected."""
        for channel in self._channels.values():
            channel.advance()
        for connection in self.connections():
            self.send_missing(connection)

    def send_missing(self, connection: Connection, *, new: bool = False) -> None:
        """Queue the durable frames that a connection does not have; `new` if it has just come."""
        if self.story is None:
            return
        seat, match = self.seat_of(connection), self.story.header.match
        channel = self._channels.get(seat)
        if channel is None:
            channel = self._channels[seat] = Channel(self.story, seat)
        elif new:
            channel.advance()  # nobody may have been connected for a while
        frames = channel.frames
        known, sent = connection.sent
        lacking = frames[min(sent, len(frames)) if known == match else 0 :]
        if new:
            connection.send_backlog(lacking)
        else:
            for raw in lacking:
                connection.send_bytes(raw)
        connection.sent = (match, len(frames))

    async def prepare(self, place: Place | None) -> None:
        """Make the frames that a client will be sent: those of a long match in a thread, so that nobody waits."""
        story = self.story
        seat = next((seat for seat, found in enumerate(self.seats) if found is place and place is not None), None)
        if story is None or seat in self._channels or len(story.moves) < LONG:
            return
        channel = await asyncio.to_thread(Channel, story, seat)
        if story is self.story and seat not in self._channels:
            channel.advance()
            self._channels[seat] = channel

    def keeps(self, match: str) -> bool:
        """Whether a match is the one that is played, or the one before it."""
        return any(story is not None and story.header.match == match for story in (self.story, self._previous))

    def send_previous(self, connection: Connection, player: str | None) -> None:
        """Queue what a connection lacks of the match before this one, if it had begun to follow that."""
        story, (known, sent) = self._previous, connection.sent
        if story is None or known != story.header.match:
            return
        connection.send_backlog(Channel(story, story.header.seat_of(player)).frames[sent:])

    def send_views(self, connections: Iterable[Connection], make: Callable[[Seat | None, int], View]) -> None:
        """Queue the position for those who asked for it, if it is new to them: a repetition would tell of moves
        that they are not told of.
        """
        made: dict[Seat | None, bytes] = {}
        for connection in connections:
            if connection.views:
                seat = self.seat_of(connection)
                if seat not in made:
                    made[seat] = encode(make(seat, connection.sent[1]))
                if made[seat] != connection.last_view:
                    connection.last_view = made[seat]
                    connection.send_bytes(made[seat])

    def rename(self, player: str, name: str) -> None:
        """A player was deleted: the name is taken out of the matches that are kept here."""
        for story in (self.story, self._previous):
            if story is not None and player in story.header.owners:
                story.header = story.header.without(player, name)
                self._channels.clear()
