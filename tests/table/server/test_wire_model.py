"""The wire against a model: clients come, go and act in any order, and everything they are told fits together."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from mendax.core.catalogue import build_game
from mendax.core.game import Turn
from mendax.table.server import story as stories
from tests.table.server.in_process import InProcess, Link, in_process
from tests.table.server.running import Json

GAME = build_game("liars-dice:players=2,dice=2,rules=official")
SEATS = range(2)


class SameSecrets:
    """Secrets that are always the same: what a machine does again must have the same dice."""

    def token_hex(self, size: int) -> str:
        return "ab" * size

    def token_bytes(self, size: int) -> bytes:
        return b"7" * size


class Clients(RuleBasedStateMachine):
    """Two seats and a spectator of one match.

    The model is the rules themselves: it applies every action that was acknowledged, and takes the dice from the
    record of the store. What the server must accept follows from that: the action of the seat to act, if it is legal.
    """

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.data = Path(tempfile.mkdtemp())
        self.stack = AsyncExitStack()
        self.stack.enter_context(patch.object(stories, "secrets", SameSecrets()))
        self.server: InProcess
        self.server, self.complaints = self.wait(self.stack.enter_async_context(in_process(self.data)))
        self.code, self.tokens = self.wait(self.server.table("liars-dice:dice=2,rules=official", 2))
        self.links: dict[int | None, Link] = {}
        self.told: dict[int | None, list[Json]] = {0: [], 1: [], None: []}
        """By viewer: the durable frames, in order."""
        self.acknowledged: list[tuple[str, str]] = []
        for seat in SEATS:
            self.come(seat, False)
        for seat in SEATS:  # the match begins, and its first dice fall
            self.keep(seat, self.wait(self.links[seat].until("commit")))
            self.keep(seat, self.wait(self.links[seat].until("draw")))
            self.hear(seat)

    def wait(self, what: Any) -> Any:
        return self.loop.run_until_complete(what)

    async def connect(self) -> Link:
        return self.server.connect()

    def teardown(self) -> None:
        for link in self.links.values():
            self.wait(link.close())
        self.wait(self.stack.aclose())
        self.loop.close()
        shutil.rmtree(self.data)
        assert not self.complaints, self.complaints

    # What a client knows.

    def hear(self, viewer: int | None) -> list[Json]:
        """Take in what came; what is left are answers."""
        return self.keep(viewer, self.wait(self.links[viewer].heard()))

    def keep(self, viewer: int | None, frames: list[Json]) -> list[Json]:
        told = self.told[viewer]
        for frame in frames:
            if "seq" in frame:
                assert frame["seq"] <= len(told) + 1, "no frame is missing"
                if frame["seq"] <= len(told):
                    assert told[frame["seq"] - 1] == frame, "what was told once stays"
                else:
                    told.append(frame)
        return [frame for frame in frames if frame["type"] in ("ack", "refused", "error", "pong")]

    @property
    def seat_of(self) -> dict[int, int]:
        """By client: its seat in the match."""
        return {client: self.told[client][0]["seat"] for client in SEATS if self.told[client]}

    def state(self) -> tuple[Any, list[str | None]]:
        """The position by the rules, and whose moves led there; dice are those that were stored."""
        story = self.server.service.lobby.tables[self.code].audience.story
        assert story is not None
        state = GAME.start()
        for move in story.moves:
            state = GAME.apply(state, GAME.parse_action(move.action))
        return state, [move.action for move in story.moves if move.seat is not None]

    def turn_of(self, client: int) -> tuple[str, list[str]]:
        """The turn of a client and what it may do; nothing if it is not its turn."""
        state, _ = self.state()
        if GAME.turn(state) is Turn.OVER or GAME.turn(state) != self.seat_of.get(client, -1):
            return "", []
        mine = sum(who == client for who, _ in self.acts)
        return f"{self.told[client][0]['match']}.{mine}", [str(action) for action in GAME.actions(state)]

    @property
    def acts(self) -> list[tuple[int, str]]:
        return [(int(who), action) for who, action in self.acknowledged]

    # What clients do.

    @rule(viewer=st.sampled_from((0, 1, None)), since=st.booleans())
    def come(self, viewer: int | None, since: bool) -> None:
        """A client connects, perhaps again, perhaps with what it has."""
        if viewer in self.links:
            self.wait(self.links.pop(viewer).close())
        hello: Json = {"type": "watch", "table": self.code}
        if viewer is not None:
            hello = {"type": "join", "token": self.tokens[viewer]}
        if since and self.told[viewer]:
            hello |= {"match": self.told[viewer][0]["match"], "since": len(self.told[viewer])}
        link = self.links[viewer] = self.wait(self.connect())
        link.say(hello)
        assert not self.hear(viewer)

    @rule(viewer=st.sampled_from((0, 1, None)))
    @precondition(lambda self: self.links)
    def go(self, viewer: int | None) -> None:
        """A client disconnects."""
        if viewer in self.links:
            self.wait(self.links.pop(viewer).close())

    @rule(client=st.sampled_from(SEATS), data=st.data())
    def act(self, client: int, data: st.DataObject) -> None:
        """A seat answers its turn; sent twice it counts once."""
        if client not in self.links:
            return
        turn, legal = self.turn_of(client)
        if not legal:
            return
        action = data.draw(st.sampled_from(legal[:20]))
        link = self.links[client]
        for _ in range(data.draw(st.integers(1, 2))):
            link.say({"type": "act", "turn": turn, "action": action})
        found = self.keep(client, self.wait(link.until("ack"))) + self.hear(client)
        assert {(frame["type"], frame["turn"], frame["action"]) for frame in found} == {("ack", turn, action)}
        self.acknowledged.append((str(client), action))

    @rule(client=st.sampled_from((0, 1, None)), turn=st.text(max_size=50), action=st.text(max_size=210), data=st.data())
    def act_wrongly(self, client: int | None, turn: str, action: str, data: st.DataObject) -> None:
        """Any text, for any turn: refused, or no frame at all."""
        if client not in self.links:
            return
        if client is not None and data.draw(st.booleans()):
            turn = self.turn_of(client)[0] or turn
        self.links[client].say({"type": "act", "turn": turn, "action": action})
        assert [frame["type"] for frame in self.hear(client)] in (["refused"], ["error"])

    @rule(client=st.sampled_from(SEATS), data=st.data())
    def act_again(self, client: int, data: st.DataObject) -> None:
        """An old turn is answered again: the same action is acknowledged, another refused."""
        mine = [action for who, action in self.acts if who == client]
        if client not in self.links or not mine:
            return
        at = data.draw(st.integers(0, len(mine) - 1))
        action = data.draw(st.sampled_from((mine[at], "call", "1x2", "2x6")))
        self.links[client].say({"type": "act", "turn": f"{self.told[client][0]['match']}.{at}", "action": action})
        (answer,) = self.hear(client)
        assert answer["type"] == ("ack" if action == mine[at] else "refused")

    @rule(client=st.sampled_from((0, 1, None)), text=st.text(max_size=80) | st.binary(max_size=40))
    def send_garbage(self, client: int | None, text: str | bytes) -> None:
        if client not in self.links:
            return
        self.links[client].say(text)
        assert [frame["type"] for frame in self.hear(client)] == ["error"]

    @rule(client=st.sampled_from((0, 1, None)))
    def join_again(self, client: int | None) -> None:
        if client not in self.links:
            return
        self.links[client].say({"type": "join", "token": self.tokens[0]})
        assert [frame["type"] for frame in self.hear(client)] == ["error"]

    @invariant()
    def what_was_acknowledged_is_played(self) -> None:
        if self.server.service.lobby.tables[self.code].audience.story is not None:
            _, played = self.state()
            assert played == [action for _, action in self.acknowledged]

    @invariant()
    def the_record_has_what_was_told(self) -> None:
        """Each client has exactly the beginning of its own transcript."""
        for client in SEATS:
            if self.told[client]:
                match = self.told[client][0]["match"]
                path = f"/api/matches/{match}/record"
                _, record = self.wait(self.server.request("GET", path, token=self.tokens[client]))
                assert record["frames"][: len(self.told[client])] == self.told[client]


def run(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Clients,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        ),
    )


def test_clients_in_any_order() -> None:
    run(6, 25)


@pytest.mark.slow
def test_clients_in_any_order_for_long() -> None:
    run(150, 60)
