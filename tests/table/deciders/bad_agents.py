"""Agents that do harm at a table, in the catalogue of the tests' workers as `bad:DEED`."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from mendax.core import Agent, AnyGame, Decision, Factory, MendaxError, Seat
from mendax.core.catalogue import AgentEntry
from tests.arena.harmful import DEEDS

ENTRY = AgentEntry("bad", "Does harm", "tests.table.deciders.bad_agents:bad", "DEED", game="*")


class Bad(Agent[Any, Any, Any]):
    """Takes the first action, after its deed."""

    acts = 0
    """Of all of them in this process."""

    def __init__(self, deed: str) -> None:
        self.deed = deed

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        if self.deed in DEEDS:
            DEEDS[self.deed]()
        Bad.acts += 1
        if self.deed == "slow-later" and Bad.acts == 2:
            time.sleep(1.5)  # as one that has something to compile when it is first needed
        if self.deed == "raise":
            raise ValueError(f"hidden: {view}")
        if self.deed == "illegal":
            return Decision("nothing of the kind")
        if self.deed == "scribble":
            for file in range(3, 64):
                with suppress(OSError):
                    if stat.S_ISSOCK(os.fstat(file).st_mode):
                        os.write(file, b"scribble\n")
        if self.deed == "forgetful":  # what it does depends on nothing that can be told again
            return Decision(actions[int.from_bytes(os.urandom(2), "little") % len(actions)])
        return Decision(actions[0])


class BadFactory:
    def __init__(self, deed: str) -> None:
        self.deed = deed

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        if self.deed == "unbuildable":
            raise RuntimeError("cannot be built")
        if self.deed == "other-game":
            raise MendaxError(f"this agent does not play {game.name}")
        if self.deed == "dies-when-built":
            DEEDS["die"]()
        return Bad(self.deed)


def bad(game: str, deed: str) -> Factory:
    return BadFactory(deed)


def enter_bad_agents(folder: Path) -> None:
    """Put them into the catalogue of processes that are started from now on."""
    info = folder / "bad-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[mendax.agents]\nbad = tests.table.deciders.bad_agents:ENTRY\n")
    sys.path.append(str(folder))
