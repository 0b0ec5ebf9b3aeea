"""Whole games of every kind over the wire: a scripted client against our agents."""

from __future__ import annotations

import asyncio
import json

import pytest

from mendax.core.catalogue import build_game
from mendax.core.record import read_records
from mendax.table.fair.verify import check
from tests.table.server.running import Client, Json, Running, filled, joined

GAMES = [
    ("one-die", ["tree", None]),
    ("liars-dice:dice=2", [None, "probability", "honest"]),
    ("yahtzee:single_turn=true", [None, "greedy"]),
    ("blufpoker:points=2", ["odds", None, "naive"]),
    ("holdem:hands=3", [None, "tight", "loose"]),
]


async def play_whole(server: Running, token: str) -> Client:
    """Take another form and another word each time."""
    turns = 0

    def choose(turn: Json) -> str:
        nonlocal turns
        turns += 1
        return filled(turn["forms"][turns % len(turn["forms"])], turns % 3)

    async with joined(server, token) as client:
        await client.play(choose)
        return client


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=[game for game, _ in GAMES])
def test_a_whole_game_over_the_wire(server: Running, game: str, seats: list[str | None]) -> None:
    table = server.new_table(game, seats)
    assert table["open"], "practice is the default with one client"
    token = server.sit(table["code"])["token"]
    client = asyncio.run(play_whole(server, token))
    frames = client.durable
    assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))
    assert frames[0]["type"] == "next"
    assert frames[-1]["type"] == "end"
    assert client.of("turn")
    assert [ack["turn"] for ack in client.of("ack")] == [turn["turn"] for turn in client.of("turn")]
    match = frames[0]["match"]
    _, found = server.call("GET", f"/api/matches/{match}/record")
    (record,) = read_records(found["record"], build_game)
    record.replay()
    assert list(record.payoffs) == frames[-1]["payoffs"]
    shown = [move for frame in client.of("round") for move in frame["hidden"]["moves"]]
    assert [move["action"] for move in shown] == [str(move.action) for move in record.moves]
    explained = [one for frame in client.of("round") for one in frame["explanations"]]
    assert all(table["seats"][one["seat"]]["kind"] == "agent" for one in explained)
    assert explained
    sent = "".join(json.dumps(frame) + "\n" for frame in frames)
    for asked_by, kept in ((token, sent), ("", "")):
        faults, proved = check(kept + server.text("GET", f"/api/matches/{match}/proofs", asked_by))
        assert not faults
        assert proved
