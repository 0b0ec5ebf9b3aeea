"""Reviews of finished matches by the games' coaches, in a process of their own: a coach may solve the game first."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, Final, TypeAlias

from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.table.deciders import Deciders
from mendax.table.server.reasons import Refusal
from mendax.table.server.story import Story

KEPT: Final = 500
"""So many reviews are kept."""
MOST_WAITING: Final = 20
"""So many may wait for the coach."""
_Key: TypeAlias = tuple[str, Seat, tuple[str, ...]]


class Reviews:
    """Asks the coaches, once for each seat of a match, and keeps what they say."""

    def __init__(self) -> None:
        self._worker: Deciders | None = None
        """Started with the first review."""
        self._kept: OrderedDict[_Key, asyncio.Task[Any]] = OrderedDict()

    async def review(self, story: Story, seat: Seat) -> Any:
        """The review of a seat as JSON; raises a `MendaxError` that says why there is none."""
        # With the names, because a player who is deleted loses the name here too.
        key = story.header.match, seat, tuple(player.name for player in story.header.players)
        if key not in self._kept:
            if sum(not task.done() for task in self._kept.values()) >= MOST_WAITING:
                raise Refusal("the coach is busy; try again in a minute")
            self._kept[key] = asyncio.create_task(self._ask(story, seat))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)[1].cancel()
        self._kept.move_to_end(key)
        try:
            return await asyncio.shield(self._kept[key])
        except MendaxError:
            self._kept.pop(key, None)
            raise

    async def _ask(self, story: Story, seat: Seat) -> Any:
        if self._worker is None:
            self._worker = Deciders(1)
            self._worker.start()
        record = await asyncio.to_thread(lambda: str(story.record()))
        return await self._worker.review(record, seat)

    async def close(self) -> None:
        """End the process."""
        for task in self._kept.values():
            task.cancel()
        if self._worker is not None:
            await self._worker.close()
