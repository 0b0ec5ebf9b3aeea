"""The durable frames of one seat, or of the spectators: a pure function of the match as it is stored.

Whoever builds a channel again, after a reconnect or in another process, gets the same frames with the same numbers.
Nothing enters a frame but what `Game.view` and `Game.events` give this seat, what is public, and at an open table, when
a round is over, what was hidden in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from mendax.core.catalogue import face_of
from mendax.core.game import Seat, Turn
from mendax.core.plain import plain
from mendax.table.deciders.explaining import WORDS
from mendax.table.fair import Draw, FairChance, Proof, table_chance
from mendax.table.server.story import Story
from mendax.table.wire.limits import EXPLAINED_BYTES
from mendax.table.wire.messages import Commit, DrawFrame, End, Event, Frame, Mixed, Next, ProofFrame, RoundEnd, encode


class Channel:
    """Makes the frames of a seat as the match goes on; `frames[n]` has the `seq` n + 1."""

    def __init__(self, story: Story, seat: Seat | None) -> None:
        self.seat = seat
        self.frames: list[bytes] = []
        self._story = story
        chance = table_chance(story.header.game, story.header.secret)
        self._chance = chance if isinstance(chance, FairChance) else None
        self._state: Any = story.header.game.start()
        self._moves = 0
        self._heard = 0
        """Moves that this seat was told of. Numbers in the match are not sent: they could tell what others did."""
        self._committed = -1
        self._round_began = 0
        self._over = False
        self._face = face_of(story.header.game)
        self._begin()
        self.advance()

    def advance(self) -> None:
        """Make the frames of all that was stored since the last call."""
        story = self._story
        while not self._over and self._opened() and self._moves < len(story.moves):
            self._consume()

    def _add(self, frame: Frame) -> None:
        self.frames.append(encode(frame))

    @property
    def _seq(self) -> int:
        return len(self.frames) + 1

    def _begin(self) -> None:
        header = self._story.header
        self._add(
            Next(
                self._seq,
                header.match,
                header.number,
                header.game_text,
                header.game.rules_version,
                header.open,
                self.seat,
                header.players,
            )
        )

    def _opened(self) -> bool:
        """Tell of the round's commitment and mix; false while one of them is still to come."""
        if self._chance is None or (number := self._chance.pending(self._state)) is None:
            return True
        match, found = self._story.header.match, self._story.rounds.get(number)
        if found is None:
            return False
        if self._committed < number:
            self._committed = number
            self._add(Commit(self._seq, match, number, found.root, found.size))
        if found.mixes is None:
            return False
        self._chance.begin_round(number)
        self._chance.mix(number, found.mixes)
        self._add(Mixed(self._seq, match, number, {str(seat): text for seat, text in sorted(found.mixes.items())}))
        return True

    def _consume(self) -> None:
        """The frames of the next move."""
        header, number = self._story.header, self._moves
        game, before = header.game, self._state
        _, text, default = self._story.moves[number]
        action = game.parse_action(text)
        after = game.apply(before, action)
        self._moves, self._state = number + 1, after
        events = game.events(before, action, after, self.seat)
        for event in events:
            self._add(Event(self._seq, header.match, self._heard, self._face.tell(event), plain(event), default))
        self._heard += bool(events)
        if self._chance is not None:
            proofs = self._chance.after(before, action, after).get(self.seat, ())
            for draw in self._chance.announced:
                self._add_draw(draw)
            for proof in proofs:
                self._add_proof(proof)
        self._over = game.turn(after) is Turn.OVER
        rounds = game.round(before)
        if self._over or game.round(after) != rounds:
            self._end_round(rounds + 1, after)
        if self._over:
            payoffs = tuple(game.payoffs(after))
            scores = tuple(game.scores(payoffs))
            self._add(End(self._seq, header.match, payoffs, scores, game.ending(after)))

    def _end_round(self, finished: int, after: Any) -> None:
        story, header = self._story, self._story.header
        began, self._round_began = self._round_began, self._moves
        standing = tuple(header.game.standing(after))
        if not header.open:
            self._add(RoundEnd(self._seq, header.match, finished, standing))
            return
        moves = [
            {"move": number, "seat": seat, "action": text, "default": default}
            for number, (seat, text, default) in enumerate(story.moves[began : self._moves], began)
        ]
        explained = _latest(
            {"move": number, "seat": story.moves[number].seat, **_explained(story.explanations[number])}
            for number in reversed(range(began, self._moves))
            if number in story.explanations
        )
        self._add(RoundEnd(self._seq, header.match, finished, standing, {"moves": moves}, explained))
        if self._chance is not None:
            for proof in self._chance.open_round().get(self.seat, ()):
                self._add_proof(proof)

    def _add_draw(self, draw: Draw) -> None:
        match = self._story.header.match
        self._add(DrawFrame(self._seq, match, draw.round, draw.move, draw.order, draw.sides, draw.ordered))

    def _add_proof(self, proof: Proof) -> None:
        self._add(
            ProofFrame(
                self._seq,
                self._story.header.match,
                proof.round,
                proof.leaf,
                proof.salt,
                proof.value,
                proof.path,
                proof.result,
                proof.move,
                proof.order,
            )
        )


def _latest(explained: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The explanations of a round from the last one back, as many as a frame may have, in the order of the moves."""
    kept: list[dict[str, Any]] = []
    room = EXPLAINED_BYTES
    for one in explained:
        room -= len(json.dumps(one))
        if room < 0:
            break
        kept.append(one)
    return kept[::-1]


def _explained(stored: Mapping[str, Any]) -> dict[str, Any]:
    """An explanation as it is stored: what is for programs, and beside it what is for people."""
    found = dict(stored)
    words: dict[str, Any] = {name: found.pop(name) for name in WORDS if name in found}
    return {"explanation": found, **words}
