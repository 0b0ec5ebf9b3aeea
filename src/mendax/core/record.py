"""The word *Record*: one match in text, replayable without a seed. `docs/records.md` has the format."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mendax.core.errors import BadNotation, BadRecord, IllegalAction, MendaxError
from mendax.core.game import AnyGame, Seat, Turn, game_text
from mendax.core.match import Fault, Match, Move, Outcome

FORMAT = 1
_TAG = re.compile(r'^\[(\w+) (".*")\]$', re.ASCII)
_MOVE = re.compile(r"^(\*|\d{1,3})(!?) (\S.*)$", re.ASCII)
_REQUIRED = ("Mendax", "Game", "Rules", "End")
_OWN = (*_REQUIRED, "Payoffs", "Forfeit")
UNFINISHED = "unfinished"
"""How a record ends whose match is not over."""


@dataclass(frozen=True, slots=True)
class Record:
    """One match, finished or not: the game, who sat where, every move and, at the end, the payoffs."""

    game: AnyGame
    agents: tuple[str, ...]
    moves: tuple[Move, ...]
    payoffs: tuple[float, ...]
    """Empty while the match is unfinished."""
    end: str
    forfeit: Fault | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    """Further tags, such as a date or a table's name; they survive reading and writing."""

    @classmethod
    def of(
        cls, game: AnyGame, agents: Sequence[str], outcome: Outcome, tags: Mapping[str, str] | None = None
    ) -> Record:
        """The record of a match played with its moves kept; a seat's first fault is a tag."""
        faults = {f"Fault{fault.seat}": fault.reason for fault in reversed(outcome.faults)}
        tags = {**(tags or {}), **faults}
        return cls(game, tuple(agents), outcome.moves, outcome.payoffs, outcome.ending, outcome.forfeit, tags)

    @classmethod
    def of_match(cls, match: Match, agents: Sequence[str], tags: Mapping[str, str] | None = None) -> Record:
        """The record of a match as it stands."""
        if match.over:
            return cls.of(match.game, agents, match.outcome(), tags)
        return cls(match.game, tuple(agents), match.moves, (), UNFINISHED, None, tags or {})

    @property
    def finished(self) -> bool:
        """Whether the match was played to its end."""
        return self.end != UNFINISHED

    def match(self) -> Match:
        """The match where the record stops: an unfinished one can be played on."""
        self.replay()
        match = Match(self.game, self.moves)
        if self.forfeit is not None:
            match.give_up(self.forfeit.seat, self.forfeit.reason)
        return match

    def __str__(self) -> str:
        tags = {
            "Mendax": str(FORMAT),
            "Game": game_text(self.game),
            "Rules": str(self.game.rules_version),
            **{f"Seat{seat}": name for seat, name in enumerate(self.agents)},
            **({"Payoffs": " ".join(map(repr, self.payoffs))} if self.finished else {}),
            "End": self.end,
            **self.tags,
        }
        if self.forfeit is not None:
            tags["Forfeit"] = f"{self.forfeit.seat} {self.forfeit.reason}"
        lines = [f"[{key} {json.dumps(value)}]" for key, value in tags.items()]
        lines += [
            f"{'*' if seat is None else seat}{'!' if default else ''} {action}" for seat, action, default in self.moves
        ]
        return "\n".join(lines) + "\n"

    def states(self) -> Iterator[tuple[Any, Move, Any]]:
        """Replay: each move with the state before and after it; raises `BadRecord` where the rules disagree."""
        game, state = self.game, self.game.start()
        for number, move in enumerate(self.moves, 1):
            turn = game.turn(state)
            if turn is Turn.OVER:
                raise BadRecord(f"move {number} ({move.action}) comes after the match is over")
            if move.seat != (None if turn is Turn.CHANCE else turn):
                whose = "chance" if turn is Turn.CHANCE else f"seat {turn}"
                raise BadRecord(f"move {number} ({move.action}): it is the turn of {whose}")
            try:
                after = game.apply(state, move.action)
            except IllegalAction as error:
                raise BadRecord(f"move {number} ({move.action}): {error}") from None
            yield state, move, after
            state = after
        over = game.turn(state) is Turn.OVER
        if not self.finished:
            if over:
                raise BadRecord(f"the record says {UNFINISHED!r}, and the match is over")
            return
        if self.forfeit is None and not over:
            raise BadRecord(f"the record stops after {len(self.moves)} moves, before the match is over")
        ending = "forfeit" if self.forfeit is not None else game.ending(state)
        if self.end != ending:
            raise BadRecord(f"the record says it ended by {self.end!r}, the rules say {ending!r}")
        payoffs = game.payoffs(state) if self.forfeit is None else game.forfeit(state, self.forfeit.seat)
        if tuple(payoffs) != self.payoffs:
            raise BadRecord(f"the record says it paid {self.payoffs}, the rules say {tuple(payoffs)}")

    def replay(self) -> None:
        """Play the record through the rules and check every move and the payoffs."""
        for _ in self.states():
            pass


def read_records(text: str, build: Callable[[str], AnyGame]) -> list[Record]:
    """All records in a text; `build` makes a game from its text. Raises `BadRecord` with the line's number."""
    records = []
    for number, lines in _blocks(text.split("\n")):
        try:
            records.append(_read_one(lines, build))
        except MendaxError as error:
            raise BadRecord(f"record at line {number}: {error}") from None
    if not records:
        raise BadRecord("there is no record in it")
    return records


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """A record begins at its [Mendax ...] tag; `;` starts a comment line."""
    start, block = 0, list[str]()
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if not line or line.startswith(";"):
            continue
        if line.startswith("[Mendax ") and block:
            yield start, block
            block = []
        if not block:
            start = number
        block.append(line)
    if block:
        yield start, block


def _read_one(lines: Iterable[str], build: Callable[[str], AnyGame]) -> Record:
    tags: dict[str, str] = {}
    moves: list[tuple[Seat | None, str, bool]] = []
    for line in lines:
        if tag := _TAG.match(line):
            try:
                tags[tag[1]] = json.loads(tag[2])
                tags[tag[1]].encode()  # half a surrogate pair is no text
            except ValueError:
                raise BadRecord(f"the tag {tag[1]} is not quoted well") from None
        elif move := _MOVE.match(line):
            moves.append((None if move[1] == "*" else int(move[1]), move[3], bool(move[2])))
        else:
            raise BadRecord(f"not a tag or a move: {line[:60]!r}")
    missing = [name for name in _REQUIRED if name not in tags]
    if missing:
        raise BadRecord(f"the tag {missing[0]} is missing")
    if tags["Mendax"] != str(FORMAT):
        raise BadRecord(f"format {tags['Mendax']!r}; this Mendax reads format {FORMAT}")
    game = build(tags["Game"])
    if tags["Rules"] != str(game.rules_version):
        raise BadRecord(
            f"{game.name} was recorded under rules {tags['Rules']!r}, this Mendax plays rules {game.rules_version}"
        )
    seats = {f"Seat{seat}": tags.get(f"Seat{seat}", "?") for seat in range(game.seats)}
    further = {name: text for name, text in tags.items() if name not in {*_OWN, *seats}}
    return Record(
        game,
        tuple(seats.values()),
        _parse_moves(game, moves),
        _read_payoffs(tags, game),
        tags["End"],
        _read_forfeit(tags, game, len(moves)),
        further,
    )


def _read_payoffs(tags: Mapping[str, str], game: AnyGame) -> tuple[float, ...]:
    if tags["End"] == UNFINISHED:
        return ()
    if "Payoffs" not in tags:
        raise BadRecord("the tag Payoffs is missing")
    try:
        payoffs = tuple(map(float, tags["Payoffs"].split()))
    except ValueError:
        raise BadRecord(f"payoffs are not numbers: {tags['Payoffs']!r}") from None
    if len(payoffs) != game.seats:
        raise BadRecord(f"{len(payoffs)} payoffs for {game.seats} seats")
    return payoffs


def _parse_moves(game: AnyGame, moves: Iterable[tuple[Seat | None, str, bool]]) -> tuple[Move, ...]:
    parsed = []
    for number, (seat, text, default) in enumerate(moves, 1):
        try:
            parsed.append(Move(seat, game.parse_action(text), default))
        except BadNotation as error:
            raise BadRecord(f"move {number}: {error}") from None
    return tuple(parsed)


def _read_forfeit(tags: dict[str, str], game: AnyGame, move: int) -> Fault | None:
    if "Forfeit" not in tags:
        return None
    seat, _, reason = tags["Forfeit"].partition(" ")
    if seat not in map(str, range(game.seats)):
        raise BadRecord(f"a forfeit names its seat first, not {seat!r}")
    return Fault(int(seat), reason, move)
