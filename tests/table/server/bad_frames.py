"""Frames that no client should send: real ones changed at random, and garbage."""

from __future__ import annotations

import json
from random import Random
from typing import Any

NASTY: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**31,
    2**53,
    2**70,
    1.5,
    "",
    " ",
    "\x00",
    "a" * 300,
    "\u202e<script>",
    "../../etc/passwd",
    "' OR 1=1 --",
    "{bid}",
    "%s%n",
    "\ud83d\ude00",
    [],
    {},
    [[[[]]]],
    {"type": "act"},
    ["act"],
)
RAW = (
    "",
    "null",
    "true",
    "[]",
    "{}",
    "0",
    '"',
    "{" * 500,
    "[" * 3000,
    '{"type": "ping", "id": 1e400}',
    '{"type": "ping", "id": NaN}',
    '{"type": "ping", "type": "leave"}',
    '{"type": "\\ud800"}',
    '{"type": "act", "turn": "\\u0000", "action": "\\ud800"}',
    "\ufeff{}",
    '{"type": "mix", "match": "x", "round": 0, "text": "\u00e9"}',
)
TYPES = ("join", "watch", "act", "mix", "hint", "ping", "welcome", "turn", "event", "ack", "")
FIELDS = (
    "type",
    "token",
    "table",
    "turn",
    "action",
    "match",
    "round",
    "text",
    "since",
    "mix",
    "id",
    "seq",
    "__class__",
)


def bad_frame(rng: Random, known: list[str]) -> str | bytes:
    """Something that is most likely no frame; `known` are texts that mean something to the server just now."""
    kind = rng.randrange(5)
    if kind == 0:
        return rng.choice(RAW)
    if kind == 1:
        return rng.randbytes(rng.randrange(40)) if rng.random() < 0.5 else rng.randbytes(20).decode("latin-1")
    frame = real_frame(rng, known)
    if kind == 2:
        text = list(json.dumps(frame))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.randint(0, 2)] = rng.choice(('"', "{", "}", ",", "\\", "0", "\x00", "e", "\u2028", ""))
            text = text or ["x"]
        return "".join(text)
    for _ in range(rng.randint(1, 3)):
        name = rng.choice(FIELDS)
        if rng.random() < 0.3:
            frame.pop(name, None)
        else:
            frame[name] = rng.choice(NASTY) if rng.random() < 0.8 else rng.choice(known or ["x"])
    return json.dumps(frame)


def real_frame(rng: Random, known: list[str]) -> dict[str, Any]:
    """A frame with the right fields, and texts from here and there."""

    def text() -> str:
        return rng.choice(known) if known and rng.random() < 0.7 else rng.choice(("x", "bcdfghjk", "a.1", "call 3"))

    kind = rng.choice(TYPES)
    fields: dict[str, dict[str, Any]] = {
        "join": {"token": text(), "since": rng.randrange(50)},
        "watch": {"table": text(), "match": text()},
        "act": {"turn": text(), "action": text()},
        "mix": {"match": text(), "round": rng.randrange(3), "text": text()},
        "hint": {"turn": text()},
        "ping": {"id": rng.randrange(10**6)},
    }
    return {"type": kind, **fields.get(kind, {"seq": 1, "match": text()})}
