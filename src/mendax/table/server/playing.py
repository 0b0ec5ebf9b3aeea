"""One match as it is played: whose turn it is, what is stored, and when the default is played.

A move is checked by the rules, stored, and only after the commit does it become the state, is acknowledged and sent.
"""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass, field
from time import monotonic, time
from typing import Any, Final, Protocol

from mendax.core.errors import MendaxError
from mendax.core.game import Seat, Turn
from mendax.core.plain import plain
from mendax.table.deciders import Deciders, Question
from mendax.table.server.dealer import Dealer, agent_seed, resume
from mendax.table.server.stored import ended_row
from mendax.table.server.story import MoveText, RoundChance, Story
from mendax.table.store.database import Database, Statement
from mendax.table.store.rows import ExplanationRow, MatchRow, MoveRow, RoundRow
from mendax.table.store.tables import add_moves, match_ended, round_mixed
from mendax.table.wire.messages import Turn as TurnFrame
from mendax.table.wire.messages import View as ViewFrame

_log = logging.getLogger(__name__)
CHANCE: Final = Turn.CHANCE
OVER: Final = Turn.OVER
LATE: Final = "too late: the default action was played"
ANSWERED: Final = "another action was played in that turn"
NOT_YOURS: Final = "that is not your turn"
NOT_PLAYING: Final = "you are not playing in this match"
TURN_OVER: Final = frozenset({LATE, ANSWERED, NOT_YOURS, NOT_PLAYING})
"""Refusals after which no other action is awaited."""


class Sitting(Protocol):
    """Who sits at the seats of a match, as the table knows it."""

    def agent(self, seat: Seat) -> str:
        """The agent's text; empty for a client."""

    def seconds(self, seat: Seat) -> float:
        """How long a client's turn may take from now on, as things stand."""

    def mixers(self) -> set[Seat]:
        """The connected clients that contribute to the chance of each round."""

    def ask(self, seat: Seat) -> None:
        """A client's turn has begun: send it."""

    def acknowledge(self, turn: str, action: str) -> None:
        """A client's action was stored."""

    def defaulted(self, seat: Seat) -> None:
        """The default was played for a client."""

    def publish(self) -> None:
        """Something was stored: send it to whoever is connected."""


@dataclass(slots=True)
class Pending:
    """A client's turn that waits for its answer."""

    seat: Seat
    turn: str
    began: float
    answer: asyncio.Future[str | None]
    """The action's text; `None` when time is up."""
    timer: asyncio.TimerHandle | None = None
    deadline: float = 0.0


@dataclass(slots=True)
class _Step:
    """What one commit stores."""

    state: Any
    moves: list[MoveText] = field(default_factory=list)
    rounds: dict[int, RoundChance] = field(default_factory=dict)
    explanations: dict[int, Any] = field(default_factory=dict)


class Playing:
    """A match that is being played, to its end or until the server stops."""

    def __init__(
        self,
        story: Story,
        sitting: Sitting,
        db: Database,
        deciders: Deciders,
        *,
        pace: float = 0.0,
        mix_seconds: float = 2.0,
    ) -> None:
        self.story, self.sitting, self.db, self.deciders = story, sitting, db, deciders
        self.pace, self.mix_seconds = pace, mix_seconds
        self.game = story.header.game
        self.pending: Pending | None = None
        self.ended: MatchRow | None = None
        """What was stored when it ended."""
        self._seeds = [agent_seed(story.header.secret, seat) for seat in range(self.game.seats)]
        self._dealer: Dealer
        self._dealer, self.state = resume(story)
        self._mixing: dict[Seat, str] | None = None
        self._mix_round = -1
        self._mix_done: asyncio.Future[None] | None = None
        self._last_move = monotonic() - pace

    async def run(self) -> None:
        """Play on to the end."""
        while (turn := self.game.turn(self.state)) is not OVER:
            if turn is CHANCE:
                await self._open_round()
                await self._store(_Step(self.state))
            elif self.sitting.agent(turn):
                await self._agent_turn(turn)
            else:
                await self._client_turn(turn)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.game.turn(self.state) is OVER

    # Chance.

    async def _open_round(self) -> None:
        """Where clients contribute: commit a round, collect what they mix in, and store both."""
        number, match = self._dealer.pending(self.state), self.story.header.match
        if number is None or (number not in self.story.rounds and not self.sitting.mixers()):
            return  # `_extend` opens a round without contributions in the same commit as its first moves
        chance = self._dealer.begin(number)
        if number not in self.story.rounds:
            await self.db.write(RoundRow(match, number, chance.root, chance.size).insert())
            self.story.rounds[number] = chance
            self.sitting.publish()
        mixes = await self._collect(number)
        await self.db.write(round_mixed(match, number, mixes))
        self._dealer.mix(number, mixes)
        self.story.rounds[number].mixes = mixes
        self.sitting.publish()

    async def _collect(self, number: int) -> dict[Seat, str]:
        """The contributions of the clients that said they have one, as far as they come in time."""
        if not self.sitting.mixers():
            return {}
        self._mixing, self._mix_round = {}, number
        self._mix_done = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(self.mix_seconds):
                await self._mix_done
        except TimeoutError:
            pass
        finally:
            mixes, self._mixing, self._mix_done = self._mixing, None, None
        return mixes

    def mix(self, seat: Seat, match: str, number: int, text: str) -> str:
        """Take a contribution; returns why it is refused, or nothing."""
        if self._mixing is None or match != self.story.header.match or number != self._mix_round:
            return "no contribution is awaited for that round"
        if seat in self._mixing:
            return "" if self._mixing[seat] == text else "your contribution to that round is there already"
        self._mixing[seat] = text
        if self._mix_done is not None and not self._mix_done.done() and self.sitting.mixers() <= self._mixing.keys():
            self._mix_done.set_result(None)
        return ""

    def _extend(self, step: _Step) -> None:
        """Draw chance as far as it goes; a round into which nobody mixes is opened on the way."""
        game, dealer = self.game, self._dealer
        while game.turn(step.state) is CHANCE:
            if (number := dealer.pending(step.state)) is not None:
                if self.sitting.mixers():
                    return
                step.rounds[number] = chance = dealer.begin(number)
                dealer.mix(number, {})
                chance.mixes = {}
            action = dealer.draw(step.state)
            after = game.apply(step.state, action)
            dealer.follow(step.state, action, after)
            step.moves.append(MoveText(None, str(action), False))
            step.state = after

    # Storing.

    async def _store(self, step: _Step, answered: Pending | None = None) -> None:
        """Complete a step with chance, store all of it in one commit, make it the state, and send it."""
        self._extend(step)
        story, at, handed = self.story, time(), monotonic()
        match, first = story.header.match, len(story.moves)
        rows = [
            MoveRow(
                match, first + number, seat, action, default, answered.turn if answered and not number else None, at
            )
            for number, (seat, action, default) in enumerate(step.moves)
        ]
        also: list[Statement] = [
            RoundRow(match, number, chance.root, chance.size, chance.mixes).insert()
            for number, chance in step.rounds.items()
        ]
        also += [
            ExplanationRow(match, number, rows[number - first].seat or 0, json.dumps(explanation)).insert()
            for number, explanation in step.explanations.items()
        ]
        if self.game.turn(step.state) is OVER:
            whole = Story(story.header, [*story.moves, *step.moves])
            self.ended = row = ended_row(whole, step.state, at)
            also.append(match_ended(match, at, row.end or "", row.payoffs, row.hands))
        if rows:
            await add_moves(self.db, rows, also)
        elif also:
            await self.db.write(*also)
        story.moves.extend(step.moves)
        story.times.extend([at] * len(step.moves))
        story.rounds.update(step.rounds)
        story.explanations.update(step.explanations)
        self.state = step.state
        self._last_move = handed  # the next move is due a pace later, however long the commit took
        if answered is not None and not step.moves[0].default:
            self.sitting.acknowledge(answered.turn, step.moves[0].action)
        self.sitting.publish()

    def _step(self, seat: Seat, action: Any, text: str, default: bool) -> _Step:
        """The step that a seat's move begins."""
        before = self.state
        after = self.game.apply(before, action)
        self._dealer.follow(before, action, after)
        return _Step(after, [MoveText(seat, text, default)])

    def _move_step(self, seat: Seat, text: str) -> _Step:
        action = self.game.parse_action(text)
        return self._step(seat, action, str(action), False)

    def _default_step(self, seat: Seat) -> _Step:
        game, state = self.game, self.state
        action = game.default_action(game.view(state, seat), game.actions(state))
        return self._step(seat, action, str(action), True)

    # Turns.

    def _turn_id(self, seat: Seat) -> str:
        """The id of a seat's turn: its own turns are counted, because the number of all moves may be hidden."""
        return f"{self.story.header.match}.{sum(move.seat == seat for move in self.story.moves)}"

    async def _agent_turn(self, seat: Seat) -> None:
        if (wait := self._last_move + self.pace - monotonic()) > 0:
            await asyncio.sleep(wait)
        header, number = self.story.header, len(self.story.moves)
        agent, seed = self.sitting.agent(seat), self._seeds[seat]
        answer = await self.deciders.decide(self.question(seat, agent, seed, explain=header.open))
        step = None
        if not answer.fault:
            try:
                step = self._move_step(seat, answer.action)
                if header.open and answer.explanation is not None:
                    step.explanations[number] = answer.explanation
            except MendaxError:
                _log.warning("match %s: an agent's action at move %d is not legal", header.match, number)
        else:
            _log.warning("match %s, seat %d, move %d: %s", header.match, seat, number, answer.fault)
        await self._store(step or self._default_step(seat))

    async def _client_turn(self, seat: Seat) -> None:
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        pending = self.pending = Pending(seat, self._turn_id(seat), monotonic(), answer)
        self.set_clock()
        self.sitting.ask(seat)
        try:
            text = await answer
        finally:
            if pending.timer is not None:
                pending.timer.cancel()
        step = self._default_step(seat) if text is None else self._move_step(seat, text)
        try:
            await self._store(step, pending)
        finally:
            self.pending = None
        if text is None:
            self.sitting.defaulted(seat)

    def set_clock(self) -> None:
        """Time the turn that is on; called again when its client comes or goes."""
        pending = self.pending
        if pending is None or pending.answer.done():
            return
        if pending.timer is not None:
            pending.timer.cancel()
        pending.deadline = pending.began + self.sitting.seconds(pending.seat)
        left = max(0.0, pending.deadline - monotonic())
        pending.timer = asyncio.get_running_loop().call_later(left, _time_is_up, pending.answer)

    def turn_frame(self) -> TurnFrame | None:
        """The turn that is on, with the time left; a function of the seat's view apart from that."""
        pending, state = self.pending, self.state
        if pending is None or pending.answer.done():
            return None
        view = self.game.view(state, pending.seat)
        return TurnFrame(
            pending.turn,
            self.story.header.match,
            str(view),
            plain(view),
            [form.to_json() for form in self.game.forms(state)],
            round(max(0.0, pending.deadline - monotonic()), 1),
            round(pending.deadline - pending.began, 1),
        )

    def question(self, seat: Seat, agent: str, seed: bytes, *, explain: bool) -> Question:
        """What is asked of an agent about the turn that is on."""
        header = self.story.header
        return Question(header.match, header.game_text, seat, agent, seed, tuple(self.story.moves), explain)

    def view_frame(self, seat: Seat | None, after: int) -> ViewFrame:
        """The position as a seat or a spectator may know it."""
        view = self.game.view(self.state, seat)
        return ViewFrame(self.story.header.match, after, str(view), plain(view))

    def act(self, seat: Seat, turn: str, text: str) -> tuple[str, str]:
        """Take an action of a client: ("", "") if it will be acknowledged once stored, else the stored action that it
        repeats, or why it is refused.
        """
        pending = self.pending
        if pending is None or pending.turn != turn or pending.seat != seat:
            return answered(self.story, seat, turn, text)
        try:
            action = self.game.parse_action(text)
            self.game.apply(self.state, action)
        except MendaxError as error:
            return "", " ".join(str(error).split())[:300]
        same = str(action)
        if not pending.answer.done():
            pending.answer.set_result(same)
            return "", ""
        stored = pending.answer.result()
        if stored is None:
            return "", LATE
        return ("", "") if stored == same else ("", ANSWERED)


def answered(story: Story, seat: Seat, turn: str, text: str) -> tuple[str, str]:
    """What an action for an earlier turn is told: the stored action that it repeats, or why it is refused."""
    match, _, number = turn.rpartition(".")
    if match != story.header.match or not number.isdecimal() or not number.isascii() or len(number) > 9:
        return "", NOT_YOURS
    own = [move for move in story.moves if move.seat == seat]
    if int(number) >= len(own):
        return "", NOT_YOURS
    move = own[int(number)]
    if move.default:
        return "", LATE
    try:
        same = str(story.header.game.parse_action(text)) == move.action
    except MendaxError:
        same = False
    return (move.action, "") if same else ("", ANSWERED)


def _time_is_up(answer: asyncio.Future[str | None]) -> None:
    if not answer.done():
        answer.set_result(None)
