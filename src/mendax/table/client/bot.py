"""`mendax bot`: plays one of our agents at a seat of a server elsewhere."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from mendax.core.agent import Factory, prepared
from mendax.core.catalogue import build_agent, build_game
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame
from mendax.table.client.frames import End, Event, Frame, Next, Refused, Table, Turn
from mendax.table.client.remote_agent import RemoteAgent, match_seed
from mendax.table.client.seated import Seated

ENDED: Final = "ended"


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that the bot has played."""

    match: str
    game: str
    seat: int
    payoff: float
    score: float
    ending: str
    late: int
    """For how many of its turns the default was played."""

    def to_json(self) -> dict[str, Any]:
        """Everything, by name."""
        return asdict(self)


@dataclass(slots=True)
class _Match:
    """The match that is being played."""

    player: RemoteAgent
    header: Next
    turn: Turn | None = None
    late: int = 0


@dataclass(slots=True)
class Bot:
    """An agent at a seat: follows the frames, and has the agent think in a thread, so that the connection lives on."""

    seated: Seated
    agent: str
    seed: int
    games: int | None = None
    """It leaves after so many matches; without a number it stays until the table ends."""
    say: Callable[[str], None] = lambda line: None
    matches: list[PlayedMatch] = field(default_factory=list)
    stopped: bool = False
    """Whether somebody has asked it to stop."""
    _now: _Match | None = None
    _factories: dict[str, tuple[AnyGame, Factory]] = field(default_factory=dict)
    _thinking: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "agent"))

    async def play(self) -> None:
        """Play until the table ends, enough matches are played, or somebody stops it."""
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError, ValueError, RuntimeError):  # not where signals do not come to
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, self.stop)
        try:
            async for frame in self.seated.frames():
                await self._take(frame)
        finally:
            self._thinking.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        """Leave the seat."""
        self.stopped = True
        self.seated.leave()

    async def _think(self, call: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thinking, call)

    async def _take(self, frame: Frame) -> None:
        """Do what a frame asks for; one that asks for nothing is passed over."""
        now = self._now
        if isinstance(frame, Next):
            self._now = None if frame.seat is None else await self._think(lambda: self._begin(frame))
        elif isinstance(frame, Table):
            if frame.table.status == ENDED:
                self.seated.close()
        elif now is None:
            return
        elif isinstance(frame, Event):
            now.player.hear(frame)
        elif isinstance(frame, Turn):
            await self._answer(now, frame)
        elif isinstance(frame, Refused):
            await self._refused(now, frame)
        elif isinstance(frame, End):
            self._end(now, frame)

    def prepare(self, text: str) -> tuple[AnyGame, Factory]:
        """A game and the agent made ready for it. That may take longer than a turn, so it is best done before."""
        if text not in self._factories:
            game = build_game(text)
            self._factories[text] = game, prepared(build_agent(game, self.agent), game, self.agent)
        return self._factories[text]

    def _begin(self, header: Next) -> _Match:
        assert header.seat is not None
        game, factory = self.prepare(header.game)
        if game.rules_version != header.rules:
            raise MendaxError(
                f"the server plays version {header.rules} of the rules of {game.name}, and this is {game.rules_version}"
            )
        seed = match_seed(self.seed, header.number)
        return _Match(RemoteAgent(game, self.agent, factory, header.seat, seed), header)

    async def _answer(self, now: _Match, turn: Turn) -> None:
        if turn.match != now.header.match:
            return
        if now.turn is None and turn.number and now.player.agent.remembers:
            self.say(f"a match is taken up: {self.agent} does not remember its {turn.number} turns before this one")
        now.turn = turn
        action = await self._think(lambda: now.player.decide(turn))
        if now.player.fault:
            self.say(now.player.fault)
        await self.seated.act(turn.turn, action)

    async def _refused(self, now: _Match, refusal: Refused) -> None:
        if now.turn is None or refusal.turn != now.turn.turn:
            return
        if refusal.over:
            now.late += 1
            self.say(f"turn {refusal.turn}: {refusal.reason}")
            return
        action = now.player.decide_again(now.turn)
        self.say(
            f"turn {refusal.turn} is refused ({refusal.reason}): {'the default is sent' if action else 'it waits'}"
        )
        if action is not None:
            await self.seated.act(refusal.turn, action)

    def _end(self, now: _Match, end: End) -> None:
        header, seat = now.header, now.header.seat
        assert seat is not None
        self.matches.append(
            PlayedMatch(header.match, header.game, seat, end.payoffs[seat], end.scores[seat], end.ending, now.late)
        )
        self.say(f"match {len(self.matches)} ({header.game}, seat {seat}): payoff {end.payoffs[seat]:g}, {end.ending}")
        self._now = None
        welcome = self.seated.welcome
        if welcome is not None and not welcome.table.goes_on:
            self.seated.close()
        elif self.games is not None and len(self.matches) >= self.games:
            self.seated.leave()
