"""The seats of the match that is played: what their clients are asked, what they send, and how long they have."""

from __future__ import annotations

from collections.abc import Iterable

from mendax.core.game import Seat
from mendax.table.server.advising import Advising
from mendax.table.server.audience import Audience
from mendax.table.server.connection import Connection
from mendax.table.server.house import House
from mendax.table.server.options import TablePlan
from mendax.table.server.places import Place
from mendax.table.server.playing import NOT_PLAYING, NOT_YOURS, TURN_OVER, Playing, answered
from mendax.table.server.stored import load_story
from mendax.table.wire.messages import Ack, Act, Error, Mix, Refused


class Seating:
    """Stands between a match and the clients of its seats."""

    def __init__(self, house: House, code: str, plan: TablePlan, audience: Audience) -> None:
        self.house, self.code, self.plan, self.audience = house, code, plan, audience
        self.playing: Playing | None = None
        self.advising = Advising(house.deciders)
        self._asked: list[Connection] = []
        """Who waits for the acknowledgement of the turn that is on; once for each time it was sent."""

    # What `Playing` asks of the table.

    def agent(self, seat: Seat) -> str:
        """The agent at a seat."""
        assert self.audience.story is not None
        player = self.audience.story.header.players[seat]
        return player.name if player.kind == "agent" else ""

    def seconds(self, seat: Seat) -> float:
        """How long a client's turn may take."""
        limits, options, place = self.house.limits, self.plan.options, self.audience.seats[seat]
        if place is None:
            return 0.0
        if place.kind == "person":
            allowed = options.person_seconds or limits.person_seconds
        else:
            allowed = options.program_seconds or limits.program_seconds
        return min(allowed, limits.gone_seconds) if place.absent and not place.here else allowed

    def mixers(self) -> set[Seat]:
        """The seats of connected clients that contribute to chance."""
        return {
            seat
            for seat, place in enumerate(self.audience.seats)
            if place is not None and any(connection.mix for connection in place.connections)
        }

    def ask(self, seat: Seat) -> None:
        """Send a client its turn."""
        self._asked.clear()
        if (place := self.audience.seats[seat]) is not None:
            self.send_turn(place, place.connections)

    def send_turn(self, place: Place, connections: Iterable[Connection]) -> None:
        """Send connections of a place its turn, if it is on."""
        playing = self.playing
        if playing is None or playing.pending is None or self.audience.seats[playing.pending.seat] is not place:
            return
        connections = list(connections)
        if connections and (frame := playing.turn_frame()) is not None:
            for connection in connections:
                connection.bucket.give()  # whoever only answers turns is within the rate, however quick the others are
                connection.send(frame)

    def acknowledge(self, turn: str, action: str) -> None:
        """Tell a client that its action is stored."""
        for connection in self._asked:
            connection.send(Ack(turn, action))
        self._asked.clear()

    def defaulted(self, seat: Seat) -> None:
        """Note that the default was played for a client."""
        if (place := self.audience.seats[seat]) is not None:
            place.defaulted = True
            place.absent = not place.here

    def publish(self) -> None:
        """Send what was stored to whoever is connected."""
        self.audience.publish()
        if self.playing is not None:
            self.audience.send_views(self.audience.connections(), self.playing.view_frame)

    # What clients send.

    async def act(self, connection: Connection, frame: Act) -> None:
        """An action of a client: acknowledged when it is stored, or refused at once."""
        seat, story = self.audience.seat_of(connection), self.audience.story
        match = frame.turn.rpartition(".")[0]
        if story is None or match != story.header.match:
            again, reason = await self._act_earlier(connection, match, frame)
        elif seat is None:
            again, reason = "", NOT_PLAYING
        elif self.playing is not None:
            again, reason = self.playing.act(seat, frame.turn, frame.action)
        else:
            again, reason = answered(story, seat, frame.turn, frame.action)
        if again:
            connection.send(Ack(frame.turn, again))
        elif reason:
            connection.send(Refused(frame.turn, reason, reason in TURN_OVER))
        else:
            self._asked.append(connection)

    async def _act_earlier(self, connection: Connection, match: str, frame: Act) -> tuple[str, str]:
        """An action in an earlier match of the table, sent again by a client that missed its acknowledgement."""
        player = None if connection.place is None else self.audience.places[connection.place].player
        story = None if player is None else await load_story(self.house.db, self.code, match)
        if story is None:
            return "", NOT_PLAYING if player is None else NOT_YOURS
        seat = story.header.seat_of(player)
        return ("", NOT_PLAYING) if seat is None else answered(story, seat, frame.turn, frame.action)

    def hint(self, connection: Connection, turn: str) -> None:
        """A client asks for a hint about its turn."""
        self.advising.ask(connection, self.playing, self.audience.seat_of(connection), turn)

    def mix(self, connection: Connection, frame: Mix) -> None:
        """A client's contribution to a round's chance."""
        seat = self.audience.seat_of(connection)
        if seat is None or self.playing is None or not connection.mix:
            connection.send(Error("no contribution is awaited from you"))
        elif reason := self.playing.mix(seat, frame.match, frame.round, frame.text):
            connection.send(Error(reason))
