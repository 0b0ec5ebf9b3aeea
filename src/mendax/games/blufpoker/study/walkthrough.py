"""One game told step by step: what the knowledge agent considered possible, what it said, and whether that helped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from math import isclose
from typing import Any, Final

from mendax.core.agent import Decision
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.core.match import Move, play_match
from mendax.core.record import Record
from mendax.core.streams import AgentStreams, Stream, deal_key
from mendax.games.blufpoker.agents.knowing import cup_knowledge
from mendax.games.blufpoker.rules import (
    BELIEVE,
    CALL,
    STOP,
    Bid,
    Blufpoker,
    Keep,
    Order,
    RollDie,
    RoundEnd,
    Start,
    State,
)
from mendax.games.blufpoker.rules.rolls import SORTED, roll_text
from mendax.games.blufpoker.study.answers import faced_bids
from mendax.games.blufpoker.worlds import Table, inspect, next_table
from mendax.logic.inspection import Step

Told = tuple[State, Move, State, Decision[Any] | None]
"""A move with the states around it and the decision behind it."""
SHOWN_WORLDS: Final = 6
"""Up to so many worlds are named; of more only the number."""

HELPED: Final = "helped"
MISLED: Final = "misled"
NOT_ENOUGH: Final = "not enough"
IN_SPITE: Final = "in spite"
NOTHING: Final = "nothing known"


@dataclass(frozen=True, slots=True)
class Answer:
    """A bid that the knowledge agent faced."""

    worlds: int
    """How many it considered possible."""
    listed: str
    """The worlds in which the bid is true, if there are few."""
    chance: float
    """That the bid is true, by these worlds."""
    blind: float
    """The same for somebody who has not seen the open dice."""
    said: str
    """The agent's own explanation."""
    called: bool
    bluff: bool
    effect: str
    """What knowing the open dice did: a word of this module."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the story; with an answer where the knowledge agent had to give one."""

    text: str
    said: str = ""
    """The agent's own explanation of a roll or a bid."""
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A round of the story."""

    number: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """One game, told."""

    number: int
    """In its run, counted from 0."""
    seed: int
    players: tuple[str, ...]
    loser: int
    """The player who lost, from 1."""
    rounds: tuple[Round, ...]

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers of the knowledge agent."""
        return tuple(line.answer for part in self.rounds for line in part.lines if line.answer is not None)

    def count(self, effect: str) -> int:
        """How often knowing had that effect."""
        return sum(answer.effect == effect for answer in self.answers)

    def to_json(self) -> dict[str, Any]:
        """The numbers by their stable names."""
        return asdict(self)


def choose(records: Iterable[Record], seat: Seat) -> tuple[int, Record]:
    """The first game in which the seat both called a bluff and called a true bid."""
    for number, record in enumerate(records):
        calls = {bid.bluff for bid in faced_bids(record, seat) if bid.called}
        if calls == {True, False}:
            return number, record
    raise MendaxError("in none of these games did the knowledge agent call both a bluff and a true bid")


def play_again(record: Record, number: int, seed: int) -> list[Told]:
    """A game of a run with one seating, played again with explanations; it must be the recorded one."""
    game = record.game
    chance, streams = Stream(), AgentStreams(seed, game.seats)
    chance.branch(deal_key(seed), number)  # with one seating a game is a deal
    streams.name(number)
    agents = [
        build_agent(game, name)(game, seat, rng)
        for seat, (name, rng) in enumerate(zip(record.agents, streams.seats, strict=True))
    ]
    told: list[Told] = []
    play_match(
        game,
        agents,
        chance,
        explain=True,
        strict=True,
        watch=lambda *happened: told.append(happened),
        on_round=lambda done, _: chance.name_round(seed, number, done),
    )
    if tuple(move for _, move, _, _ in told) != record.moves:
        raise MendaxError(f"game {number} of seed {seed} was played differently when it was played again")
    return told


def tell(record: Record, number: int, seed: int, seat: Seat) -> Walkthrough:
    """The story of a recorded game; the seat's agent explains itself."""
    told = play_again(record, number, seed)
    rounds: dict[int, list[Line]] = {}
    for happened, step in zip(told, _steps(record), strict=True):
        for line in _lines(record, happened, step, seat):
            rounds.setdefault(happened[0].rounds + 1, []).append(line)
    loser = record.payoffs.index(min(record.payoffs))
    story = tuple(Round(at, tuple(lines)) for at, lines in rounds.items())
    return Walkthrough(number, seed, record.agents, loser + 1, story)


def _steps(record: Record) -> Iterator[Step | None]:
    """For each move the step that came before it in `mendax worlds`: what could be known when it was made."""
    game = _rules(record)
    steps = iter(inspect(record).steps)
    table: Table | None = None
    step: Step | None = None
    for before, move, after in record.states():
        yield step
        happened = next_table(game, table, before, move, after, assume_truth=False)
        if happened is not None:
            table, step = happened, next(steps)


def _lines(record: Record, happened: Told, step: Step | None, seat: Seat) -> Iterator[Line]:
    """What a move adds to the story."""
    before, move, after, decision = happened
    action, who = move.action, _name(move.seat)
    said = _sentence(decision) if move.seat == seat else ""
    if isinstance(action, Start):
        yield Line(f"{_name(action.seat)} starts.")
    elif isinstance(action, Bid):
        yield Line(_bid_text(record, before, action, who), said)
    elif action in (BELIEVE, CALL):
        answered = "believes it" if action is BELIEVE else "calls the bluff"
        if move.seat == seat:
            assert step is not None
            yield Line(f"{who} {answered}.", "", _answer(record, before, move, said, step, seat))
        else:
            yield Line(f"{who} {answered}.")
    elif isinstance(action, Keep):
        kept = f"keeps {roll_text(action.dice)} of" if action.dice else "keeps nothing of"
        yield Line(f"{who} {kept} {roll_text(before.poker[-1].dice)} and rolls the rest openly.", said)
    elif said and isinstance(action, RollDie):
        yield Line(f"{who} rolls the {action.face}.", said)
    elif said and action is STOP:
        yield Line(f"{who} rolls no further die.", said)
    if after.rounds > before.rounds:
        assert after.end is not None
        yield Line(_end_text(after.end, after.points))


def _bid_text(record: Record, before: State, action: Bid, who: str) -> str:
    ranks = _order(record).ranks
    cup, bid = SORTED[before.open + before.hidden], roll_text(action.roll)
    truth = "true" if ranks[cup] >= ranks[action.roll] else "a bluff"
    shown = f"leaves {roll_text(before.open)} open" if before.open else "leaves no die open"
    does = f"{shown} and bids" if before.turns else "opens with"
    return f"{who} {does} {bid}; the cup holds {roll_text(cup)}, so this is {truth}."


def _answer(record: Record, before: State, move: Move, said: str, step: Step, seat: Seat) -> Answer:
    """What the agent knew when it answered, and what came of it."""
    order = _order(record)
    outlook, chance = step.outlook(seat), step.chance_of_claim(seat)
    assert chance is not None
    assert step.claim is not None
    true = [world for world in step.model.where(step.claim.atom) if world in outlook.chances]
    blind = cup_knowledge().chance_true((), before.rank, order)
    bluff = order.ranks[before.open + before.hidden] < before.rank
    called = move.action is CALL
    listed = ", ".join(true) if len(true) <= SHOWN_WORLDS else ""
    effect = effect_of(chance, blind, bluff, right=called == bluff)
    return Answer(len(outlook.worlds), listed, chance, blind, said, called, bluff, effect)


def effect_of(chance: float, blind: float, bluff: bool, right: bool) -> str:
    """What the open dice did: they move the chance towards the truth or away from it; the answer is right or not."""
    if isclose(chance, blind):
        return NOTHING
    nearer = chance < blind if bluff else chance > blind
    if nearer:
        return HELPED if right else NOT_ENOUGH
    return IN_SPITE if right else MISLED


def _end_text(end: RoundEnd, points: tuple[int, ...]) -> str:
    dice, bid = roll_text(end.dice), roll_text(end.bid)
    standing = ", ".join(map(str, points))
    if end.called:
        shown = f"The cup is lifted: {dice}, so {bid} was {'a bluff' if end.loser == end.bidder else 'true'}."
    else:
        reached = "does not reach" if end.loser == end.answerer else "equals" if end.loser is None else "is above"
        shown = f"The last open roll is {dice}, which {reached} {bid}."
    if end.loser is None:
        return f"{shown} Nobody gets a point."
    return f"{shown} {_name(end.loser)} gets a point; the points are {standing} now."


def _rules(record: Record) -> Blufpoker:
    assert isinstance(record.game, Blufpoker)
    return record.game


def _order(record: Record) -> Order:
    return _rules(record).order


def _sentence(decision: Decision[Any] | None) -> str:
    return "" if decision is None or decision.explanation is None else decision.explanation.sentence


def _name(seat: Seat | None) -> str:
    return "" if seat is None else f"Player {seat + 1}"
