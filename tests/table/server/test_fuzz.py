"""Malformed and out-of-turn messages: no crash, no hang, no wrong state, nothing of the inside in an answer."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from mendax.core.catalogue import build_game
from mendax.core.errors import MendaxError
from mendax.core.forms import Form
from mendax.table.wire.messages import Act, BadFrame, Join, Leave, Ping, Watch, read_client_frame
from tests.table.server.bad_frames import bad_frame, real_frame
from tests.table.server.in_process import InProcess, Link, in_process
from tests.table.server.running import Json, filled

INSIDE = re.compile(r"Traceback|File \"|\.py\b|/usr/|/home/|/tmp/|mendax\.|sqlite|0x[0-9a-f]{6}|<class|\n")
"""What no answer may hold."""
GAMES = (("one-die", 2), ("liars-dice:players=2,dice=2", 2), ("blufpoker:players=2,points=1", 2), ("holdem:hands=2", 2))
BATCH = 50


@dataclass
class Seat:
    """What a client of the protocol knows of its seat, and expects."""

    link: Link
    turn: Json | None = None
    legal: set[str] = field(default_factory=set)
    answered: dict[str, str] = field(default_factory=dict)
    over: bool = False

    def hear(self, frames: list[Json]) -> list[Json]:
        """Take frames in; what is left are answers to what was sent."""
        answers = []
        for frame in frames:
            if frame["type"] == "turn":
                self.turn = frame
                forms = [
                    Form(one["text"], tuple((name, tuple(words)) for name, words in one["slots"].items()))
                    for one in frame["forms"]
                ]
                self.legal = {text for form in forms for text in form.expand()}
            elif frame["type"] == "end":
                self.over = True
            elif frame["type"] in ("error", "refused", "ack", "pong"):
                answers.append(frame)
                assert not INSIDE.search(str(frame.get("reason", ""))), frame
                assert len(str(frame.get("reason", ""))) <= 300
        return answers


def expanded(form: Json) -> list[str]:
    """Every action of a form."""
    return list(Form(form["text"], tuple((name, tuple(words)) for name, words in form["slots"].items())).expand())


class Fuzzer:
    """Sends nonsense from four sides to a match that goes on meanwhile, and knows what each must be answered."""

    def __init__(self, server: InProcess, rng: Random) -> None:
        self.server, self.rng = server, rng
        self.sent = self.played = self.matches = 0

    async def match(self, game: str, seats: int, most: int) -> None:
        """One match, to its end or until so many messages were sent."""
        code, tokens = await self.server.table(game, seats)
        self.game = build_game(game)
        links = [self.server.connect() for _ in range(seats + 2)]
        for link, token in zip(links, tokens, strict=False):
            link.say({"type": "join", "token": token})
        links[seats].say({"type": "watch", "table": code})
        self.seats = [Seat(link) for link in links[:seats]]
        stranger = links[-1]
        self.known = [code, *tokens[1:], "x.0"]
        self.matches += 1
        while not all(seat.over for seat in self.seats) and self.sent < most:
            for seat in self.seats:
                assert not seat.hear(await seat.link.heard())
            for at, link in enumerate(links):
                await self._batch(link, self.seats[at] if at < seats else None, link is stranger)
            await self._move()
        for link in links:
            assert not link.closed
            await link.close()
        await self._check(code, tokens)

    async def _batch(self, link: Link, seat: Seat | None, stranger: bool) -> None:
        """Messages none of which may change anything; each must have its answer."""
        expected = []
        for _ in range(BATCH):
            raw = bad_frame(self.rng, self.known) if self.rng.random() < 0.6 else real_frame(self.rng, self.known)
            answer = self._answer(raw, seat, stranger)
            if answer is not None:
                link.say(raw)
                expected.append(answer)
                self.sent += 1
        got = seat.hear(await link.heard()) if seat is not None else await link.heard()
        found = [frame["type"] for frame in got if frame["type"] in ("error", "refused", "ack", "pong")]
        assert found == expected
        for frame in got:
            assert not INSIDE.search(str(frame.get("reason", ""))), frame

    def _answer(self, raw: str | bytes | Json, seat: Seat | None, stranger: bool) -> str | None:
        """The kind of answer that a message must have; none if it would be a move, or take a seat."""
        if isinstance(raw, bytes):
            return "error"
        try:
            frame = read_client_frame(raw if isinstance(raw, str) else json.dumps(raw))
        except BadFrame:
            return "error"
        if isinstance(frame, Ping):
            return "pong"
        if isinstance(frame, Join | Watch):
            token = frame.token if isinstance(frame, Join) else frame.table
            return None if stranger and token in self.known else "error"
        if stranger:
            return "error"
        if isinstance(frame, Act):
            return self._to_act(frame, seat)
        if isinstance(frame, Leave):
            return None if seat is not None else "error"
        return "error"

    def _to_act(self, frame: Act, seat: Seat | None) -> str | None:
        if seat is None:
            return "refused"
        try:
            text = str(self.game.parse_action(frame.action))
        except MendaxError:
            return "refused"
        if seat.turn is not None and frame.turn == seat.turn["turn"]:
            return None if text in seat.legal else "refused"
        return "ack" if seat.answered.get(frame.turn) == text else "refused"

    async def _move(self) -> None:
        """The seat whose turn it is plays something legal."""
        for seat in self.seats:
            if seat.turn is None:
                continue
            turn, seat.turn = seat.turn, None
            form = self.rng.choice(turn["forms"])
            action = filled(form, self.rng.randrange(4))
            seat.link.say({"type": "act", "turn": turn["turn"], "action": action})
            (ack,) = seat.hear(await seat.link.until("ack"))
            assert ack == {"type": "ack", "turn": turn["turn"], "action": action}
            seat.answered[turn["turn"]] = action
            self.known += [turn["turn"], action]
            del self.known[5:-12]
            self.played += 1

    async def _check(self, code: str, tokens: list[str]) -> None:
        """What is stored is what was acknowledged, move for move."""
        for token, seat in zip(tokens, self.seats, strict=True):
            _, mine = await self.server.request("GET", "/api/me", token=token)
            (match,) = mine["matches"]
            stored = [move["action"] for move in match["moves"] if not move["default"]]
            assert stored == list(seat.answered.values())


def fuzz(data: Path, messages: int, seed: int) -> Fuzzer:
    async def run() -> Fuzzer:
        async with in_process(data) as (server, complaints):
            fuzzer = Fuzzer(server, Random(seed))
            while fuzzer.sent < messages:
                game, seats = GAMES[fuzzer.matches % len(GAMES)]
                await fuzzer.match(game, seats, messages)
                assert not complaints, complaints
            return fuzzer

    return asyncio.run(run())


def test_twenty_thousand_bad_messages(tmp_path: Path) -> None:
    fuzzer = fuzz(tmp_path, 20_000, 1)
    assert fuzzer.sent >= 20_000
    assert fuzzer.played > 20


@pytest.mark.slow
def test_two_hundred_thousand_bad_messages(tmp_path: Path) -> None:
    fuzzer = fuzz(tmp_path, 200_000, 2)
    assert fuzzer.sent >= 200_000
    assert fuzzer.matches > 20
