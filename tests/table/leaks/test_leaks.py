"""The master test: what is hidden is dealt again, and every byte on every channel of a viewer is the same.

Closed tables for good, open tables until the round's end. `scripted.py` says which bytes are fixed and why.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from mendax.conformance.steps import Redeal
from mendax.core.catalogue import build_game, games
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Turn
from mendax.table.fair import FairChance, FairRound
from mendax.table.fair.commitment import RoundCommitment
from mendax.table.server.channel import Channel
from mendax.table.server.playing import Playing
from mendax.table.server.rest import Rest
from mendax.table.wire.messages import Event
from tests.games.blufpoker.redeal import redeal as redeal_blufpoker
from tests.games.holdem.redeal import redeal as redeal_holdem
from tests.games.liars_dice.redeal import redeal as redeal_liars_dice
from tests.games.one_die.redeal import redeal as redeal_one_die
from tests.table.fair.played import GAMES as PROVED_GAMES
from tests.table.fair.played import play as play_fair
from tests.table.leaks.redealt import Eyes, Told, Viewer, play, redealt
from tests.table.leaks.scripted import Script, ScriptedRound, scripted_chance
from tests.table.leaks.stage import MATCH, Stage, Visit, channels, stage_at


def nothing_hidden(game: AnyGame, state: Any, seat: Viewer, rng: Random) -> Any:
    """In Yahtzee only the dice to come are hidden."""
    return state


def by_view(game: AnyGame, state: Any, seat: Viewer, rng: Random) -> Any:
    """What the rules' own view has. `redeal` deals dice again; this also lets others roll more or fewer of them.

    With `pass_on` a player may roll no die at all, and nobody is to know it: the number of moves differs then.
    """
    return game.view(state, seat)


GAMES: dict[str, Redeal] = {
    "one-die": redeal_one_die,
    "one-die:dice=2,faces=5,kept=true": redeal_one_die,
    "liars-dice:players=3,dice=3": redeal_liars_dice,
    "liars-dice:players=2,dice=2,rules=official": redeal_liars_dice,
    "blufpoker:points=2": redeal_blufpoker,
    "blufpoker:players=2,points=1,pass_on=true,opening=free": by_view,
    "holdem:players=3,hands=3": redeal_holdem,
    "yahtzee:players=2,single_turn=true": nothing_hidden,
}


@dataclass
class Found:
    """What a run compared."""

    redeals: int = 0
    changed: int = 0
    """Of these, with another move that was played: in the others only what is still to come differs."""
    longer: int = 0
    """Of these, with another number of moves."""
    exchanged: int = 0
    """Of these, with the same faces on other pieces."""


async def compare(stage: Stage, text: str, redeals: int, seed: int, is_open: bool) -> Found:
    """Deal a game's hidden things again so often, at random moments of random matches, for every viewer."""
    game, rng, found, name = build_game(text), Random(seed), Found(), seed << 40
    while found.redeals < redeals:
        name += 1
        told = play(game, Script(name, rng.getrandbits(40)), rng)
        for length in rng.sample(told.stops(), min(3, len(told.stops()))):
            cut = told.cut(length)
            over = game.turn(cut.end) is Turn.OVER
            first_round = game.round(cut.end) + over if is_open else 0
            for viewer in (*range(game.seats), None):
                eyes = Eyes(game, GAMES[text], viewer)
                visit = a_visit(cut, viewer, rng)
                expected = await channels(stage, cut.story(is_open), visit)
                for _ in range(6):
                    name += 1
                    other = redealt(cut, eyes, first_round, name, rng)
                    if other is None:
                        break
                    found.redeals += 1
                    found.changed += other.moves != cut.moves
                    found.longer += len(other.moves) != len(cut.moves)
                    got = await channels(stage, other.story(is_open), visit)
                    where = different(expected, got, found)
                    assert not where, (text, viewer, is_open, where)
    return found


PROOF = rb'\{[^{}]*"type":"proof"[^{}]*\}'
DRAW = rb'\{[^{}]*"type":"draw"[^{}]*\}'
RUN = re.compile(rb"(?:" + PROOF + rb"[,\n]?)+")


def unnamed(raw: bytes) -> bytes:
    """The bytes without the names of proved pieces.

    Which of several equal dice is the one that is shown, which die of a roll fell on which face, and in which order a
    player's own dice are taken, is decided by the secret alone: `tests/table/fair/test_chance.py` shows that each is
    equally likely. So one secret may show the same faces on other pieces. What is proved must be the same.
    """
    draws = [json.loads(one) for one in re.findall(DRAW, raw)]
    orders = {(draw["round"], draw["order"]) for draw in draws if draw["ordered"]}

    def of_run(found: re.Match[bytes]) -> bytes:
        proofs = [json.loads(one) for one in re.findall(PROOF, found[0])]
        shown = [
            (one["round"], "" if (one["round"], one["order"]) in orders else one["result"], str(one["move"]))
            for one in proofs
        ]
        return repr(sorted(shown)).encode()

    return RUN.sub(of_run, raw)


def pieces(raw: bytes) -> list[list[tuple[int, int, str]]]:
    """By run of proofs: which pieces are proved, and what they show."""
    return [
        sorted((one["round"], one["leaf"], one["result"]) for one in map(json.loads, re.findall(PROOF, run[0])))
        for run in RUN.finditer(raw)
    ]


def different(expected: dict[str, list[bytes]], got: dict[str, list[bytes]], found: Found) -> str:
    """The first difference: the channel and both bytes."""
    assert expected.keys() == got.keys()
    exchanged = False
    for channel in expected:
        one, other = b"\n".join(expected[channel]), b"\n".join(got[channel])
        if one == other or (exchanged and channel == "reconnect"):
            continue  # a reconnect may begin within a run of proofs; `channels` compares it with the whole
        if pieces(one) != pieces(other):
            exchanged = True
            one, other = unnamed(one), unnamed(other)
        if one != other:
            at = next((at for at, pair in enumerate(zip(one, other, strict=False)) if len({*pair}) > 1), 0)
            return f"{channel}: ...{one[max(0, at - 200) : at + 200]!r} is {other[max(0, at - 200) : at + 200]!r}"
    found.exchanged += exchanged
    return ""


def a_visit(cut: Told, viewer: Viewer, rng: Random) -> Visit:
    """Actions from all over the match, and nonsense, sent for old, present and future turns."""
    game, state = cut.game, cut.end
    known = list(dict.fromkeys(str(action) for _, action in cut.moves))
    texts = [*rng.sample(known, min(6, len(known))), "nonsense", "call 99", "roll 1"]
    own = sum(seat == viewer for seat, _ in cut.moves)
    turns = (f"{MATCH}.{own}", f"{MATCH}.{max(0, own - 1)}", f"{MATCH}.99", "other.0")
    acts = [(turn, text) for turn in turns for text in texts if not legal(game, state, text)]
    return Visit(viewer, tuple(acts), rng.randrange(8))


def legal(game: AnyGame, state: Any, text: str) -> bool:
    try:
        game.apply(state, game.parse_action(text))
    except MendaxError:
        return False
    return True


def run(data: Path, text: str, redeals: int, seed: int, is_open: bool) -> Found:
    async def on_stage() -> Found:
        async with stage_at(data) as stage:
            return await compare(stage, text, redeals, seed, is_open)

    with scripted_chance():
        return asyncio.run(on_stage())


def check(found: Found, text: str) -> None:
    if GAMES[text] is nothing_hidden:
        assert not found.changed
    else:
        assert found.changed - found.exchanged > found.redeals / 20, "hidden things were dealt again"


@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open"])
@pytest.mark.parametrize("text", GAMES)
def test_every_byte_is_the_same(tmp_path: Path, text: str, is_open: bool) -> None:
    check(run(tmp_path, text, 12, 1, is_open), text)


@pytest.mark.slow
@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open"])
@pytest.mark.parametrize("text", GAMES)
def test_every_byte_is_the_same_in_thousands_of_redeals(tmp_path: Path, text: str, is_open: bool) -> None:
    check(run(tmp_path, text, 1000, 2, is_open), text)


def test_every_game_of_ours_is_tested() -> None:
    assert {text.partition(":")[0] for text in GAMES} == set(games())


# Channels that leak: each must be caught.


def leaking_events(channel: Channel, move: Callable[[Channel], None]) -> None:
    """Everybody is told of every move as it is stored."""
    text = channel._story.moves[channel._moves].action
    move(channel)
    channel._add(Event(channel._seq, MATCH, 0, text, None))


def leaking_seq(channel: Channel, move: Callable[[Channel], None]) -> None:
    """The numbers of moves are those of the match, hidden ones included."""
    channel._heard = channel._moves
    move(channel)


def leak_by_channel(how: Callable[[Channel, Callable[[Channel], None]], None]) -> Any:
    real = Channel._consume
    return patch.object(Channel, "_consume", lambda channel: how(channel, real))


def leak_by_explanations() -> Any:
    """Agents explain themselves at a closed table."""
    real = Channel._end_round

    def end_round(self: Channel, finished: int, after: Any) -> None:
        real(self, finished, after)
        told = [str(self._story.explanations[number]) for number in range(self._moves)]
        self._add(Event(self._seq, MATCH, 0, " ".join(told), None))

    return patch.object(Channel, "_end_round", end_round)


def leak_by_turn() -> Any:
    """The turn has the next seat's view."""
    real = Playing.view_frame
    return patch.object(Playing, "view_frame", lambda self, seat, after: real(self, ((seat or 0) + 1) % 2, after))


def leak_by_refusal() -> Any:
    """An action is refused in words that name the state."""
    real = Playing.act

    def act(self: Playing, seat: int, turn: str, text: str) -> tuple[str, str]:
        again, reason = real(self, seat, turn, text)
        return again, reason and f"{reason}: {self.state}"

    return patch.object(Playing, "act", act)


def leak_by_record() -> Any:
    """The replay of a running match is the full record."""
    real = Rest._story

    async def story(self: Rest, request: Any) -> tuple[Any, bool]:
        found, _ = await real(self, request)
        object.__setattr__(found.header, "open", True)
        return found, True

    return patch.object(Rest, "_story", story)


def leak_by_proofs() -> Any:
    """Everybody is sent every proof."""
    real = FairChance._show

    def show(self: FairChance, pieces: Any, viewers: Any, due: Any) -> None:
        real(self, pieces, self.viewers, due)

    return patch.object(FairChance, "_show", show)


def leak_by_the_future() -> Any:
    """The size of a commitment depends on what is still to come."""
    return patch.object(
        ScriptedRound, "commitment", property(lambda self: RoundCommitment(self.number, self.root, self.face(200, 9)))
    )


LEAKS: dict[str, tuple[Callable[[], Any], str, bool]] = {
    "events": (lambda: leak_by_channel(leaking_events), "liars-dice:players=2,dice=2,rules=official", False),
    "explanations": (leak_by_explanations, "liars-dice:players=2,dice=2,rules=official", False),
    "numbers of moves": (
        lambda: leak_by_channel(leaking_seq),
        "blufpoker:players=2,points=1,pass_on=true,opening=free",
        True,
    ),
    "views": (leak_by_turn, "one-die", True),
    "refusals": (leak_by_refusal, "one-die", False),
    "record": (leak_by_record, "holdem:players=3,hands=3", False),
    "proofs": (leak_by_proofs, "liars-dice:players=2,dice=2,rules=official", False),
    "the future": (leak_by_the_future, "yahtzee:players=2,single_turn=true", False),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_caught(tmp_path: Path, name: str) -> None:
    leak, text, is_open = LEAKS[name]
    with leak(), pytest.raises(AssertionError, match=re.escape(text)):
        run(tmp_path, text, 400, 3, is_open)


def test_no_salt_of_a_hidden_piece_is_sent() -> None:
    """With real secrets: the salts in a viewer's frames are those of the pieces that are proved to it, and no others.

    A root or a path is a hash over a hidden piece's face and its salt of 256 bits: without the salt it tells nothing.
    """
    for text in PROVED_GAMES[::2]:
        played = play_fair(text, 5)
        lines = {viewer: played.lines(viewer) for viewer in played.viewers}
        commits = {int(str(one["round"])): int(str(one["size"])) for one in lines[None] if one["type"] == "commit"}
        assert commits
        deck = bool(lines[None][0]["deck"])
        rounds = [FairRound(played.secret, number, size, deck) for number, size in commits.items()]
        salts = {one.salt(leaf): (one.number, leaf) for one in rounds for leaf in range(one.size)}
        for own in lines.values():
            proved = {(one["round"], one["leaf"]) for one in own if one["type"] == "proof"}
            sent = {word for word in re.findall(r"[0-9a-f]{64}", json.dumps(own)) if word in salts}
            assert {salts[salt] for salt in sent} == proved
