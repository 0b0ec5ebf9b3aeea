"""Hints at open tables, and what the agents say of their moves after a round."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mendax.core.catalogue import build_game, find_game
from tests.table.server.running import Json, Running, connected, first_form, joined


def actions(turn: Json) -> set[str]:
    """All legal actions of a turn whose forms have at most one hole."""
    return {
        form["text"].replace("{" + name + "}", word)
        for form in turn["forms"]
        for name, words in form["slots"].items()
        for word in words
    }


async def ask(client: Any, turn: str) -> Json:
    await client.send("hint", turn=turn)
    found: Json = await client.until("hint", "error")
    return found


@pytest.mark.parametrize("game", ["one-die", "holdem:hands=2"])
def test_the_adviser_weighs_what_is_legal(server: Running, game: str) -> None:
    table = server.new_table(game, [None, "honest" if game == "one-die" else "tight"])
    token = server.sit(table["code"])["token"]

    async def play() -> None:
        async with joined(server, token) as client:
            turn = await client.until("turn")
            hint = await ask(client, turn["turn"])
            assert hint["type"] == "hint", hint
            assert hint["turn"] == turn["turn"]
            assert {option["action"] for option in hint["explanation"]["options"]} == actions(turn)
            assert len(hint["hint"]["rows"]) == len(actions(turn))
            assert all(len(row) == len(hint["hint"]["columns"]) for row in hint["hint"]["rows"])
            assert await ask(client, turn["turn"]) == hint, "who asks again is told the same"
            await client.act(turn, first_form(turn))
            assert (await client.until("ack", "refused"))["type"] == "ack"
            assert (await ask(client, turn["turn"]))["reason"] == "a hint is given about your own turn, while it is on"

    asyncio.run(play())


def test_hints_are_for_the_seat_that_is_to_act_at_an_open_table(server: Running) -> None:
    closed = server.new_table("one-die", [None, "honest"], open=False)
    opened = server.new_table("one-die", [None, "honest"])
    tokens = [server.sit(table["code"])["token"] for table in (closed, opened)]

    async def play() -> None:
        async with joined(server, tokens[0]) as client:
            turn = await client.until("turn")
            assert await ask(client, turn["turn"]) == {"type": "error", "reason": "hints are given at open tables only"}
            await client.act(turn, first_form(turn))
            assert (await client.until("ack", "refused"))["type"] == "ack", "the turn went on"
        async with joined(server, tokens[1]) as client, connected(server) as watching:
            turn = await client.until("turn")
            await watching.send("watch", table=opened["code"])
            for one, asked in ((client, "m.0"), (client, f"{turn['match']}.7"), (watching, turn["turn"])):
                assert "your own turn" in (await ask(one, asked))["reason"]

    asyncio.run(play())


def test_a_round_tells_what_the_agents_did_and_why(server: Running) -> None:
    table = server.new_table("liars-dice:dice=1", [None, "probability"])
    token = server.sit(table["code"])["token"]

    async def play() -> list[Json]:
        async with joined(server, token) as client:
            await client.play(first_form)
            return client.frames

    frames = asyncio.run(play())
    rounds = [frame for frame in frames if frame["type"] == "round"]
    decisions = [one for frame in rounds for one in frame["explanations"]]
    assert decisions
    assert all(one["reason"] and one["say"] for one in decisions)
    assert all(not {"reason", "say"} & set(one["explanation"]) for one in decisions)
    game, face = build_game(table["game"]), find_game("liars-dice").load_face()
    moves = [move for frame in rounds for move in frame["hidden"]["moves"]]
    state, at = game.start(), {one["move"]: one for one in decisions}
    for number, move in enumerate(moves):
        action = game.parse_action(move["action"])
        if number in at:
            assert at[number]["say"] == face.for_game(game).say(game.view(state, move["seat"]), action)
        state = game.apply(state, action)


def test_an_event_is_told_in_the_words_of_the_game(server: Running) -> None:
    table = server.new_table("liars-dice:dice=1", [None, "honest"])
    token = server.sit(table["code"])["token"]

    async def play() -> list[Json]:
        async with joined(server, token) as client:
            await client.play(first_form)
            return client.of("event")

    events = asyncio.run(play())
    by_kind: dict[str, set[str]] = {}
    for event in events:
        by_kind.setdefault(event["data"]["kind"], set()).add(event["text"])
    assert by_kind["Lifted"] == {""}, "the showdown tells it"
    assert all("opens the round" in text for text in by_kind["Opened"])
    assert any(" (at least " in text or "(" in text for text in by_kind["Spoke"])


def test_a_turn_says_how_long_it_is(server: Running) -> None:
    table = server.new_table("one-die", [None, "honest"], program_seconds=70)
    token = server.sit(table["code"])["token"]

    async def play() -> None:
        async with joined(server, token) as client:
            first = await client.until("turn")
            assert first["length"] == 70.0
        left = first["seconds"]
        while left == first["seconds"]:  # until a tenth of a second has passed
            async with joined(server, token) as again:
                turn = await again.until("turn")
            assert turn["length"] == 70.0
            left = turn["seconds"]
        assert left < first["seconds"] <= 70.0

    asyncio.run(play())


def test_a_seat_may_leave_after_the_match(server: Running) -> None:
    table = server.new_table("one-die", [None, "honest"], goes_on=True)
    seat = server.sit(table["code"])

    async def play() -> None:
        async with joined(server, seat["token"]) as client:
            turn = await client.until("turn")
            await client.send("leave", after=True)
            await client.act(turn, first_form(turn))
            if not client.of("end"):
                await client.play(first_form)
            with pytest.raises(Exception, match="1000"):
                while True:
                    await client.receive()
            assert len(client.of("next")) == 1
            assert not any(frame.get("default") for frame in client.of("event"))

    asyncio.run(play())
    _, found = server.call("GET", f"/api/tables/{table['code']}")
    assert found["seats"][0]["kind"] == ""
