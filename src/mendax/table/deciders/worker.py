"""A worker process: it reads questions from a socket, one JSON list a line, and answers each on the same socket.

Agents find standard input empty, and what they print goes to the errors. Memory shared with the parent (`place`) says
which question is being answered, how many calls of agents were made, and whether one is being made.
"""

from __future__ import annotations

import json
import mmap
import os
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from mendax.arena.harm import check_pipe
from mendax.arena.isolated_child import end_with_parent, limit_memory
from mendax.core.memory import bytes_in_use
from mendax.table.deciders.desk import IDLE, Desk
from mendax.table.deciders.question import JsonValue

DECIDE, ADVISE, PREPARE, WARM, REVIEW = "decide", "advise", "prepare", "warm", "review"
FORGET, INSPECT = "forget", "inspect"
"""The kinds of messages: the first element of each."""
READY = b"[-1,{}]\n"
"""What a worker says when it has started."""
PLACE_BYTES = 3 * 8


def main() -> None:
    """Serve until the socket closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    place_file, keep, memory = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    limit_memory(memory)
    end_with_parent()
    place = memoryview(mmap.mmap(place_file, PLACE_BYTES)).cast("q")
    os.close(place_file)
    link = socket.socket(fileno=os.dup(0))
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    # A parent that was killed resets the socket: that is the end as well.
    with link, link.makefile("rb") as source, suppress(ConnectionError):
        link.sendall(READY)
        _serve(link, source, Desk(keep, place, lambda: check_pipe(link.fileno())), place)


def _serve(link: socket.socket, source: BinaryIO, desk: Desk, place: memoryview[int]) -> None:
    for line in source:
        kind, number, *message = json.loads(line)
        if kind == FORGET:
            desk.forget(*message)
            continue
        place[1], place[2] = 0, IDLE
        place[0] = number
        if kind == INSPECT:
            answer: dict[str, JsonValue] = {**desk.counts(), "memory": bytes_in_use()}
        elif kind == PREPARE:
            answer = desk.prepare(*message)
        elif kind == WARM:
            answer = desk.warm(*message)
        elif kind == REVIEW:
            answer = desk.review(*message)
        else:
            answer = _decide(desk, kind == ADVISE, *message)
        text = json.dumps([number, answer], separators=(",", ":")).encode() + b"\n"
        link.sendall(text)
        place[0] = -1  # only now: whoever spoils the socket is to blame


def _decide(
    desk: Desk,
    advise: bool,
    match: str,
    game: str,
    seat: int,
    agent: str,
    seed: str,
    start: int,
    moves: list[Any],
    explain: bool,
) -> dict[str, JsonValue]:
    played = [(mover, text, bool(default)) for mover, text, default in moves]
    if advise:
        desk.watch.start()
        advice = desk.advise(match, game, seat, agent, bytes.fromhex(seed), start, played)
        return advice if "lost" in advice else {**advice, "seconds": desk.watch.seconds()}
    return desk.decide(match, game, seat, agent, bytes.fromhex(seed), start, played, explain)
