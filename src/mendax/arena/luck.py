"""Luck in matches: what a game can measure of it, beside the results.

Whatever has mean zero by its construction, whoever plays and however, may be subtracted from a result without a bias.
The luck of a chance move is such a number: the value of the state after it, less the mean of that value over all
outcomes. A game measures the luck of several values, its features; `mendax.arena.corrected` says how much of each is
subtracted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np

from mendax.arena.credits import Credits, Numbers
from mendax.arena.estimates import Floats
from mendax.arena.results import Results
from mendax.core.errors import BadRecord, MendaxError
from mendax.core.game import AnyGame, Count
from mendax.core.match import Move
from mendax.core.record import Record

Names: TypeAlias = Sequence[str]


class Luck(Protocol):
    """Measures the luck in matches of a game. It must be picklable: worker processes measure what they play."""

    @property
    def names(self) -> tuple[str, ...]:
        """What is measured: a name for each feature."""

    def measure(self, game: AnyGame, moves: Sequence[Move], agents: Names) -> Floats:
        """The luck of every finished round or hand (of the whole match where there are none), by seat and feature.

        Its mean is zero, whatever the agents do.
        """


@dataclass(frozen=True, slots=True)
class LuckRows:
    """Results with their luck, a row for every game or, in a session, for every hand."""

    agents: tuple[str, ...]
    seatings: Numbers
    """By row and seat: the number of the agent."""
    amounts: Floats
    """By row and seat: what was won."""
    luck: Floats
    """By row, seat and feature."""
    deal: Numbers
    """By row: the deal, which all its seatings share."""
    unit: Numbers
    """By row: what is one observation when deals are played in all seatings: the deal, or one hand of it."""

    @property
    def num_deals(self) -> int:
        """How many deals were played."""
        return len(np.unique(self.deal))

    @classmethod
    def of_results(cls, results: Results) -> LuckRows:
        """The rows of a run that measured luck."""
        if results.job.luck is None:
            raise MendaxError("this run did not measure luck")
        credits, seats = Credits.of(results), results.job.game.seats
        if credits.kind is not Count.MONEY:
            raise MendaxError(f"luck is taken out of money, and {results.job.game.name} counts {credits.kind.value}")
        measured = results.luck()
        if results.job.game.counted.by_hand:  # credits begin with the finished hands; unfinished ones have no luck
            luck = np.zeros((len(credits.game), seats, len(results.job.luck.names)))
            luck[: len(measured)] = measured
        else:
            luck = measured[credits.game]
        deal = results.places[0][credits.game]
        return cls(results.job.names, credits.seatings, credits.amounts, luck, deal, credits.unit)

    @classmethod
    def join(cls, parts: Sequence[LuckRows]) -> LuckRows:
        """The rows of several runs of the same agents, whose deals are different ones: other seeds."""
        if len({part.agents for part in parts}) != 1:
            raise MendaxError("runs of different agents cannot be put together")
        deals = np.cumsum([0, *(int(part.deal.max(initial=-1)) + 1 for part in parts)])
        units = np.cumsum([0, *(int(part.unit.max(initial=-1)) + 1 for part in parts)])
        return cls(
            parts[0].agents,
            np.concatenate([part.seatings for part in parts]),
            np.concatenate([part.amounts for part in parts]),
            np.concatenate([part.luck for part in parts]),
            np.concatenate([part.deal + first for part, first in zip(parts, deals, strict=False)]),
            np.concatenate([part.unit + first for part, first in zip(parts, units, strict=False)]),
        )

    @classmethod
    def of_records(
        cls, records: Iterable[Record], luck: Luck, progress: Callable[[int], None] | None = None
    ) -> LuckRows:
        """The rows of records, measured here; records of one deal follow each other, as `mendax match` writes them.

        Unfinished and forfeited matches are left out. `progress` is called with the number of records done.
        """
        names: dict[str, int] = {}
        seatings, measured, deals, units = list[list[int]](), list[Floats](), list[int](), list[int]()
        amounts = list[tuple[float, ...]]()
        deal, first_unit, next_unit = -1, 0, 0
        last: object = None
        for number, record in enumerate(records, 1):
            if progress is not None:
                progress(number)
            if not record.finished or record.forfeit is not None:
                continue
            if (this := _deal_of(record)) != last:
                deal, first_unit, last = deal + 1, next_unit, this
            try:
                changes = _changes(record)  # replays it: nothing is measured that the rules do not allow
                found = luck.measure(record.game, record.moves, record.agents)
            except MendaxError as error:
                raise BadRecord(f"record {number}: {error}") from None
            if amounts and len(amounts[0]) != record.game.seats:
                raise BadRecord(f"tables of {len(amounts[0])} and of {record.game.seats} cannot be put together")
            seating = [names.setdefault(name, len(names)) for name in record.agents]
            next_unit = max(next_unit, first_unit + len(changes))
            for hand, (change, one) in enumerate(zip(changes, found, strict=True)):
                seatings.append(seating)
                amounts.append(change)
                measured.append(one)
                deals.append(deal)
                units.append(first_unit + hand)
        if not amounts:
            raise BadRecord("there is no finished match in it")
        return cls(
            tuple(names),
            np.array(seatings, dtype=np.int64),
            np.array(amounts, dtype=np.float64),
            np.array(measured, dtype=np.float64),
            np.array(deals, dtype=np.int64),
            np.array(units, dtype=np.int64),
        )


def _deal_of(record: Record) -> tuple[Any, ...]:
    """Equal for records of one deal that follow each other: the same agents, and the same chance at first."""
    first = next((number for number, move in enumerate(record.moves) if move.seat is not None), len(record.moves))
    return record.game, set(record.agents), record.moves[:first]


def _changes(record: Record) -> list[tuple[float, ...]]:
    """What every seat won in each finished round or hand; in the whole match where rounds are no results."""
    game = record.game
    if not game.counted.by_hand:
        record.replay()
        return [game.scores(record.payoffs)]
    changes, before, rounds = [], game.standing(game.start()), 0
    for _, _, state in record.states():
        if (done := game.round(state)) != rounds:
            rounds, after = done, game.standing(state)
            changes.append(tuple(new - old for new, old in zip(after, before, strict=True)))
            before = after
    return changes
