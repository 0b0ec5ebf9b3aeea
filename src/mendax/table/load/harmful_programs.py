"""Programs that do harm at one table: one hangs, one breaks down again and again, one floods. Run as a process."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from typing import Final

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from mendax.table.load.server_process import Address

FLOOD_FRAMES: Final = 50
FLOOD_SECONDS: Final = 0.025
"""So many frames at once, and so long between them: 2,000 a second."""
BREAK_SECONDS: Final = 0.3
GARBAGE: Final = "[" * 3000


async def hang(address: str, token: str) -> None:
    """Join, and neither read nor answer ever after."""
    async with connect(address, compression=None, max_queue=1) as link:
        await link.send(json.dumps({"type": "join", "token": token}))
        await asyncio.Event().wait()


async def break_down(address: str, token: str) -> None:
    """Join, and be gone in the middle of something."""
    while True:
        with suppress(OSError, TimeoutError, WebSocketException):
            async with connect(address, compression=None) as link:
                await link.send(json.dumps({"type": "join", "token": token}))
                await link.recv()
                link.transport.abort()
        await asyncio.sleep(BREAK_SECONDS)


async def flood(address: str, token: str) -> None:
    """Send as much as it can: garbage, and actions that are not asked for; come back when thrown out."""
    act = json.dumps({"type": "act", "turn": "m.0", "action": "x" * 190})
    while True:
        with suppress(OSError, TimeoutError, WebSocketException):
            async with connect(address, compression=None) as link:
                await link.send(json.dumps({"type": "join", "token": token}))
                while True:
                    for number in range(FLOOD_FRAMES):
                        await link.send(GARBAGE if number % 2 else act)
                    await asyncio.sleep(FLOOD_SECONDS)
        await asyncio.sleep(FLOOD_SECONDS)


async def harm(address: Address, game: str) -> None:
    """Sit down at a table, and do harm until the process is ended."""
    code = address.new_table(game, [None, None, None], program_seconds=0.5, open=False)
    programs = [hang, break_down, flood]
    tokens = [address.sit(code, program.__name__.replace("_", " ")) for program in programs]
    await asyncio.gather(*(program(address.ws, token) for program, token in zip(programs, tokens, strict=True)))


if __name__ == "__main__":
    # They would run elsewhere: what they compute themselves is not what they cost the server.
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(19)
    asyncio.run(harm(Address(sys.argv[1]), sys.argv[2]))
