"""A match to be looked at step by step."""

from __future__ import annotations

from typing import Any

import msgspec

from mendax.core.game import Seat
from mendax.core.plain import plain
from mendax.table.server.channel import Channel
from mendax.table.server.story import Story


def replay_json(story: Story, seat: Seat | None) -> dict[str, Any]:
    """The durable frames of a seat or of a spectator, and its view after each of them that changed it."""
    header, game = story.header, story.header.game
    told = Story(header, rounds=story.rounds, explanations=story.explanations)
    channel, state = Channel(told, seat), game.start()
    views: list[dict[str, Any]] = []
    seen = None
    for move in [None, *story.moves]:
        if move is not None:
            told.moves.append(move)
            channel.advance()
            state = game.apply(state, game.parse_action(move.action))
        view = game.view(state, seat)
        if view != seen:  # a repetition would tell of moves that the seat is not told of
            seen = view
            views.append({"after": len(channel.frames), "view": str(view), "data": plain(view)})
    frames = [msgspec.Raw(raw) for raw in channel.frames]
    return {"match": header.match, "table": header.table, "seat": seat, "frames": frames, "views": views}
