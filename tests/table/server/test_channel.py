"""The frames of a seat are a function of the stored match, and hold what the seat may know."""

from __future__ import annotations

import json
from random import Random

import pytest

from mendax.core.catalogue import build_game
from mendax.core.game import Seat, Turn
from mendax.table.server.channel import Channel
from mendax.table.server.dealer import resume
from mendax.table.server.story import Header, MoveText, RoundChance, Story
from mendax.table.wire.limits import EXPLAINED_BYTES
from mendax.table.wire.messages import Player, read_server_frame

GAMES = ["one-die", "liars-dice:dice=2,players=3", "yahtzee:single_turn=true,players=2", "blufpoker:points=2", "holdem"]


def new_story(game: str, *, is_open: bool, secret: bytes = bytes(32)) -> Story:
    built = build_game(game)
    players = tuple(Player("agent", f"agent-{seat}") for seat in range(built.seats))
    return Story(
        Header("0123456789abcdef", "bcdfghjk", 1, built, game, players, (None,) * built.seats, is_open, secret)
    )


def play(story: Story, rng: Random, channels: list[Channel] | None = None) -> Story:
    """Random play to the end, with the table's own chance; the channels are advanced after every move."""
    game = story.header.game
    dealer, state = resume(story)
    while (turn := game.turn(state)) is not Turn.OVER:
        seat: Seat | None = None if isinstance(turn, Turn) else turn
        if seat is None:
            if (number := dealer.pending(state)) is not None:
                chance = dealer.begin(number)
                mixes = {0: f"mix-{number}"}
                dealer.mix(number, mixes)
                story.rounds[number] = RoundChance(chance.root, chance.size, mixes)
            action = dealer.draw(state)
        else:
            action = rng.choice(list(game.actions(state)))
            if story.header.open:
                story.explanations[len(story.moves)] = {"sentence": "because"}
        after = game.apply(state, action)
        dealer.follow(state, action, after)
        story.moves.append(MoveText(seat, str(action), False))
        story.times.append(0.0)
        state = after
        for channel in channels or ():
            channel.advance()
    return story


@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open"])
@pytest.mark.parametrize("game", GAMES)
def test_frames_do_not_depend_on_when_they_are_made(game: str, is_open: bool) -> None:
    for seed in range(3):
        story = new_story(game, is_open=is_open)
        seats = [*range(story.header.game.seats), None]
        live = [Channel(story, seat) for seat in seats]
        play(story, Random(seed), live)
        for seat, channel in zip(seats, live, strict=True):
            again = Channel(story, seat)
            assert channel.frames == again.frames
            read = [json.loads(raw) for raw in again.frames]
            assert [frame["seq"] for frame in read] == list(range(1, len(read) + 1))
            assert read[0]["type"] == "next"
            assert read[-1]["type"] == "end"
            for raw in again.frames:
                read_server_frame(raw)


@pytest.mark.parametrize("game", GAMES)
def test_a_closed_table_shows_no_round(game: str) -> None:
    story = play(new_story(game, is_open=False), Random(1))
    for seat in (0, None):
        rounds = [frame for raw in Channel(story, seat).frames if (frame := json.loads(raw))["type"] == "round"]
        assert rounds
        assert all(set(frame) == {"type", "seq", "match", "round", "standing"} for frame in rounds)


@pytest.mark.parametrize("game", GAMES)
def test_an_open_table_is_as_a_closed_one_until_the_round_ends(game: str) -> None:
    closed = play(new_story(game, is_open=False), Random(5))
    opened = play(new_story(game, is_open=True), Random(5))
    assert closed.moves == opened.moves
    for seat in (0, 1, None):
        frames = [
            [frame for raw in Channel(story, seat).frames if (frame := json.loads(raw))["type"] != "next"]
            for story in (closed, opened)
        ]
        first = [next(at for at, frame in enumerate(found) if frame["type"] == "round") for found in frames]
        assert frames[0][: first[0]] == frames[1][: first[1]]
        shown = [move["action"] for frame in frames[1] if "hidden" in frame for move in frame["hidden"]["moves"]]
        assert shown == [move.action for move in opened.moves]


def test_moves_that_a_seat_is_not_told_of_are_not_counted() -> None:
    story = play(new_story("blufpoker:points=2", is_open=False), Random(2))
    for seat in (0, 1, None):
        events = [frame for raw in Channel(story, seat).frames if (frame := json.loads(raw))["type"] == "event"]
        numbers = list(dict.fromkeys(frame["move"] for frame in events))
        assert numbers == list(range(len(numbers)))


def test_a_round_frame_leaves_out_the_earliest_explanations_where_they_are_too_long() -> None:
    story = new_story("one-die", is_open=True)
    play(story, Random(1))
    decided = [number for number, move in enumerate(story.moves) if move.seat is not None]
    assert len(decided) > 1
    for number in decided:
        story.explanations[number] = {"sentence": "x" * (EXPLAINED_BYTES - 200)}
    (told,) = [frame for frame in map(json.loads, Channel(story, 0).frames) if frame["type"] == "round"]
    assert [one["move"] for one in told["explanations"]] == decided[-1:]
    assert len(told["hidden"]["moves"]) == len(story.moves), "the moves are all there"
    story.explanations[decided[-1]] = {"sentence": "x" * EXPLAINED_BYTES}
    (told,) = [frame for frame in map(json.loads, Channel(story, 0).frames) if frame["type"] == "round"]
    assert told["explanations"] == []
