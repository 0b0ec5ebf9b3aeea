"""Turns at a table: reconnecting, late seats, repeated acts, spectators, several clients."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from mendax.table.fair.verify import check
from tests.table.server.running import Json, Running, connected, first_form, joined


def transcript(server: Running, match: str, token: str = "") -> list[Json]:
    status, found = server.call("GET", f"/api/matches/{match}/record", token=token)
    assert status == 200
    assert found["kind"] == "transcript"
    frames: list[Json] = found["frames"]
    return frames


def test_a_reconnect_sends_the_missing_frames_and_the_pending_turn(server: Running) -> None:
    table = server.new_table("one-die", [None, "honest"], open=False)
    token = server.sit(table["code"])["token"]

    async def play() -> tuple[list[Json], list[Json], list[Json]]:
        async with joined(server, token) as client:
            pending = await client.until("turn")
            before = client.durable
        async with joined(server, token, match=before[-1]["match"], since=before[-2]["seq"]) as again:
            turn = await again.until("turn")
            assert {**turn, "seconds": 0} == {**pending, "seconds": 0}
            assert again.durable == before[-1:], "only what is missing"
            await again.act(turn, first_form(turn))
            await again.play(first_form)
        async with joined(server, token, table=table["code"]) as late:
            await late.until("end")
            return before, again.durable, late.durable

    before, middle, whole = asyncio.run(play())
    assert before[:-1] + middle == whole
    assert transcript(server, whole[0]["match"], token) == whole


def test_a_late_seat_plays_the_default_and_may_come_back(server: Running) -> None:
    table = server.new_table("one-die", [None, "honest"], program_seconds=0.2)
    token = server.sit(table["code"])["token"]

    async def play() -> None:
        async with joined(server, token) as client:
            turn = await client.until("turn")
            assert turn["length"] == 0.2
            assert turn["seconds"] <= 0.2
            event = await client.until("event")
            assert event["default"], "the event says that it was the default"
            await client.act(turn, "call 6")
            refused = await client.until("refused")
            assert refused["turn"] == turn["turn"]
            assert "too late" in refused["reason"]
            assert refused["over"]
            while not client.of("end"):  # answers may be late again: a turn is short
                if (frame := await client.receive())["type"] == "turn":
                    await client.act(frame, first_form(frame))
        _, found = server.call("GET", f"/api/matches/{turn['match']}/record")
        assert "\n0! call " in found["record"]

    asyncio.run(play())


def test_a_seat_that_leaves_does_not_hold_up_the_others(server: Running) -> None:
    table = server.new_table("one-die", [None, None], open=False)
    ann, bob = (server.sit(table["code"], name, "person") for name in ("Ann", "Bob"))

    async def play() -> None:
        async with joined(server, bob["token"]) as client:
            async with joined(server, ann["token"]) as other:
                await other.until("turn")
                await other.send("leave")
            end = await client.play(first_form)
            assert end["type"] == "end"
            assert any(frame.get("default") for frame in client.of("event"))

    asyncio.run(play())
    status, _ = server.call("DELETE", f"/api/tables/{table['code']}/seats", token=ann["token"])
    assert status in (401, 409)


def test_acts_are_idempotent(server: Running) -> None:
    table = server.new_table("one-die", [None, "honest"], open=False)
    token = server.sit(table["code"])["token"]

    async def play() -> None:
        async with joined(server, token) as client:
            turn = await client.until("turn")
            action = first_form(turn)
            for _ in range(3):
                await client.act(turn, action)
            for _ in range(3):
                assert (await client.until("ack", "refused")) == {
                    "type": "ack",
                    "turn": turn["turn"],
                    "action": action,
                }
            await client.act(turn, "nonsense")
            assert (await client.until("refused"))["reason"] == "another action was played in that turn"
            await client.send("act", turn="m.1", action=action)
            assert (await client.until("refused"))["reason"] == "that is not your turn"
        async with joined(server, token, match=turn["match"], since=10**6) as again:
            await again.act(turn, action.upper())
            assert (await again.until("ack"))["action"] == action, "also on another connection, in other letters"
        found = transcript(server, turn["match"], token)
        assert sum(frame["type"] == "event" and frame["text"].startswith("seat 0 calls") for frame in found) == 1

    asyncio.run(play())


def test_an_illegal_action_is_refused_and_the_turn_stays(server: Running) -> None:
    table = server.new_table("one-die", [None, "honest"])
    token = server.sit(table["code"])["token"]

    async def play() -> None:
        async with joined(server, token) as client:
            turn = await client.until("turn")
            for wrong in ("call 7", "accept", "roll 6", "rm -rf", "<script>"):
                await client.act(turn, wrong)
                refused = await client.until("refused", "ack")
                assert refused["type"] == "refused"
                assert refused["reason"]
                assert "over" not in refused, "another action may be sent"
            await client.act(turn, first_form(turn))
            await client.until("ack")

    asyncio.run(play())


def test_spectators_see_what_is_public(server: Running) -> None:
    table = server.new_table("one-die", [None, "honest"], open=False)
    token = server.sit(table["code"])["token"]

    async def play() -> tuple[list[Json], list[Json]]:
        async with connected(server) as watching, joined(server, token) as client:
            await watching.send("watch", table=table["code"])
            await watching.until("welcome")
            await client.play(first_form)
            await watching.until("end")
            await watching.send("act", turn="m.0", action="call 6")
            assert (await watching.until("refused"))["reason"] == "you are not playing in this match"
            assert not watching.of("turn")
            return watching.durable, client.durable

    seen, played = asyncio.run(play())
    rolls = [frame["data"] for frame in seen if frame["type"] == "event" and frame["text"].startswith("seat 0 rolls")]
    assert rolls
    assert all(roll["action"] is None for roll in rolls), "a roll is its roller's"
    assert seen == transcript(server, seen[0]["match"])
    assert played == transcript(server, seen[0]["match"], token)
    texts = json.dumps(seen)
    assert "hidden" not in texts
    assert "explanation" not in texts


def test_two_people_and_an_agent(server: Running) -> None:
    table = server.new_table("liars-dice:dice=1", [None, "probability", None])
    assert not table["open"], "with two clients nothing is shown unless they choose so"
    ann, bob = (server.sit(table["code"], "Ann", "person") for _ in range(2))
    assert (ann["name"], bob["name"]) == ("Ann", "Ann 2")

    async def play() -> tuple[Any, Any]:
        async with joined(server, ann["token"]) as one, joined(server, bob["token"]) as two:
            return await asyncio.gather(one.play(first_form), two.play(first_form))

    one, two = asyncio.run(play())
    assert one["payoffs"] == two["payoffs"]
    server.until_ended(table["code"])


def test_players_mix_their_own_chance_in(server: Running) -> None:
    table = server.new_table("liars-dice:dice=2", [None, "honest"])
    token = server.sit(table["code"])["token"]

    async def play() -> list[Json]:
        async with joined(server, token, mix=True) as client:
            while (frame := await client.receive())["type"] != "end":
                if frame["type"] == "commit":
                    fields = {"match": frame["match"], "round": frame["round"]}
                    await client.send("mix", **fields, text=f"ann-{frame['round']}")
                    await client.send("mix", **{**fields, "round": 99}, text="no-such-round")
                elif frame["type"] == "turn":
                    await client.act(frame, first_form(frame))
            return client.frames

    frames = asyncio.run(play())
    mixed = [frame for frame in frames if frame["type"] == "mixed"]
    assert len(mixed) > 1
    assert [frame["mixes"] for frame in mixed] == [{"0": f"ann-{number}"} for number in range(len(mixed))]
    errors = [frame["reason"] for frame in frames if frame["type"] == "error"]
    assert len(errors) == len(mixed)
    assert set(errors) == {"no contribution is awaited for that round"}
    faults, _ = check(server.text("GET", f"/api/matches/{mixed[0]['match']}/proofs", token))
    assert not faults
