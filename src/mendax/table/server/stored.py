"""Between a match's story and its rows in the store."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any, cast

from mendax.table.server.story import Header, MoveText, RoundChance, Story
from mendax.table.store.database import Database
from mendax.table.store.result_lines import built, hand_payoffs
from mendax.table.store.rows import Kind, MatchRow, Sitter, StoredMatch
from mendax.table.store.tables import load_match
from mendax.table.wire.messages import Player


def match_row(header: Header) -> MatchRow:
    """A match as it is stored when it begins."""
    sitters = tuple(
        Sitter(cast(Kind, player.kind), player.name, owner)
        for player, owner in zip(header.players, header.owners, strict=True)
    )
    return MatchRow(
        header.match,
        header.table,
        header.number,
        header.game_text,
        header.game.rules_version,
        sitters,
        header.secret,
        header.open,
        header.started,
    )


def ended_row(story: Story, state: Any, at: float) -> MatchRow:
    """A match as it is stored when it has ended in a state."""
    game = story.header.game
    hands = hand_payoffs(game, [move.action for move in story.moves])
    return replace(
        match_row(story.header), ended=at, end=game.ending(state), payoffs=tuple(game.payoffs(state)), hands=hands
    )


def read_story(stored: StoredMatch) -> Story:
    """A match from its rows."""
    row = stored.match
    header = Header(
        row.id,
        row.table,
        row.number,
        built(row.game),
        row.game,
        tuple(Player(seat.kind, seat.name) for seat in row.seats),
        tuple(seat.player for seat in row.seats),
        row.open,
        row.secret,
        row.started,
    )
    rounds = {
        found.round: RoundChance(found.root, found.size, None if found.mixes is None else dict(found.mixes))
        for found in stored.rounds
    }
    explanations: dict[int, Any] = {found.move: json.loads(found.explanation) for found in stored.explanations}
    moves = [MoveText(move.seat, move.action, move.default) for move in stored.moves]
    return Story(header, moves, [move.at for move in stored.moves], rounds, explanations)


async def load_story(db: Database, table: str, match: str) -> Story | None:
    """A match of a table as far as it is stored; none where the table has not played it."""
    stored = await load_match(db, match)
    if stored is None or stored.match.table != table:
        return None
    return await asyncio.to_thread(read_story, stored)
