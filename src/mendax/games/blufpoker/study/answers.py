"""The answers of a seat in recorded games: bids faced, bluffs among them, calls, and how often these were right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from mendax.arena.estimates import Estimate
from mendax.core.game import Seat
from mendax.core.record import Record
from mendax.games.blufpoker.agents.knowing import cup_knowledge
from mendax.games.blufpoker.rules import CALL, Blufpoker, Phase
from mendax.games.blufpoker.study.comparison import Ends


@dataclass(frozen=True, slots=True)
class FacedBid:
    """A bid that a seat had to answer."""

    bluff: bool
    """The cup held less than the bid."""
    called: bool
    chance: float
    """That the bid is true, by the worlds that the open dice leave."""


def faced_bids(record: Record, seat: Seat) -> list[FacedBid]:
    """Every bid that the seat answered, in order."""
    game = record.game
    assert isinstance(game, Blufpoker)
    order, knowledge = game.order, cup_knowledge()
    return [
        FacedBid(
            order.ranks[before.open + before.hidden] < before.rank,
            move.action is CALL,
            knowledge.chance_true(before.open, before.rank, order),
        )
        for before, move, _ in record.states()
        if move.seat == seat and before.phase is Phase.ANSWER
    ]


@dataclass(frozen=True, slots=True)
class Share:
    """A share of bids, with an interval that takes the bids of one game together."""

    rate: float
    ci95: Ends | None
    """None where it is of one game or none."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What a seat answered over many games."""

    games: int
    bids_faced: int
    bluffs_faced: int
    bluffs_called: int
    calls: int
    calls_right: int
    """A call is right if the bid was a bluff, so these are the bluffs called."""
    believed: int
    believed_true: int
    bluffs_called_share: Share
    """Of the bluffs faced."""
    calls_right_share: Share
    """Of the calls."""
    believed_true_share: Share
    """Of the bids believed."""
    true_share: Share
    """Of all bids faced."""
    mean_chance: float
    """The chance of being true that the worlds gave to the bids faced, on average."""

    @classmethod
    def of(cls, games: Iterable[Iterable[FacedBid]]) -> Answers:
        """Counts and shares of the bids of each game."""
        rows = np.array([_count(bids) for bids in games], dtype=np.float64).reshape(-1, 5)
        bids, bluffs, calls, right, chance = rows.T
        believed = bids - calls
        believed_true = believed - (bluffs - right)
        total = [round(float(column.sum())) for column in (bids, bluffs, calls, right, believed, believed_true)]
        return cls(
            games=len(rows),
            bids_faced=total[0],
            bluffs_faced=total[1],
            bluffs_called=total[3],
            calls=total[2],
            calls_right=total[3],
            believed=total[4],
            believed_true=total[5],
            bluffs_called_share=_share(right, bluffs),
            calls_right_share=_share(right, calls),
            believed_true_share=_share(believed_true, believed),
            true_share=_share(bids - bluffs, bids),
            mean_chance=float(chance.sum() / max(bids.sum(), 1.0)),
        )


def _count(bids: Iterable[FacedBid]) -> tuple[float, ...]:
    """Bids, bluffs, calls, right calls, and the sum of the chances."""
    found = list(bids)
    return (
        len(found),
        sum(bid.bluff for bid in found),
        sum(bid.called for bid in found),
        sum(bid.called and bid.bluff for bid in found),
        sum(bid.chance for bid in found),
    )


def _share(part: np.ndarray, whole: np.ndarray) -> Share:
    estimate = Estimate.of(part, whole, np.arange(len(part)))
    return Share(estimate.mean, estimate.rate_interval())
