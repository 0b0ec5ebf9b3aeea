"""A strategy of one player for the whole two-player round, as arrays, and its form on disk."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mendax.games.blufpoker.solver.turn_trees import NUM_BELIEVABLE, NUM_ROLLS, Floats, Ints, turn_trees

_FORMAT: Final = b"mendax blufpoker round 1\n"


@dataclass(frozen=True, slots=True, eq=False)
class BidTable:
    """How likely each bid is, by bid that was believed and by end of the turn; only bids that are made are stored.

    Ends are the nodes of `TurnTrees` after the 56 roots.
    """

    starts: npt.NDArray[np.int32]
    """By believed bid and end, in one row: where its bids begin, and where the last one's end."""
    bids: npt.NDArray[np.uint8]
    shares: Floats

    def at(self, believed: int) -> Floats:
        """The probability of each of the 56 bids at each end, after a believed bid."""
        ends = len(turn_trees().nodes) - NUM_ROLLS
        starts = self.starts[believed * ends : (believed + 1) * ends + 1]
        table = np.zeros((ends, NUM_ROLLS))
        rows = np.repeat(np.arange(ends), np.diff(starts))
        table[rows, self.bids[starts[0] : starts[-1]]] = self.shares[starts[0] : starts[-1]]
        return table

    def mix(self, believed: int, node: int) -> dict[int, float]:
        """The bids made at one end, with their probabilities."""
        row = believed * (len(turn_trees().nodes) - NUM_ROLLS) + node - NUM_ROLLS
        first, last = int(self.starts[row]), int(self.starts[row + 1])
        return dict(zip(self.bids[first:last].tolist(), self.shares[first:last].tolist(), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class RoundStrategy:
    """What one player does everywhere in the round: a function of the public state since the last belief."""

    opening_bids: Floats
    """By roll and bid: how the round is opened."""
    opening_calls: Floats
    """By bid: how often an opening is called."""
    rolling: Floats
    """By option to roll a die and believed bid: how often it is taken; what is left over is stopping."""
    bids: BidTable
    calls: Floats
    """By open set, believed bid and new bid: how often the new bid is called."""
    poker: Floats
    """By target: how its poker phases end, as higher, equal and fail."""


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The parts of a strategy after one believed bid, for all dice."""

    rolling: Floats
    """By option to roll a die."""
    bids: Floats
    """By end and bid."""
    calls: Floats
    """By open set and bid."""


def empty_level() -> Level:
    """A level of zeros, to be filled."""
    trees = turn_trees()
    ends = len(trees.nodes) - NUM_ROLLS
    return Level(
        np.zeros(len(trees.option_node)), np.zeros((ends, NUM_ROLLS)), np.zeros((len(trees.open_sets), NUM_ROLLS))
    )


def divide_flow(level: Level) -> Level:
    """The mixes behind the flow of a turn: how likely each option and each bid is, counted from the start of the turn.

    Where nothing flows, the mixes are zeros.
    """
    trees = turn_trees()
    stopped = level.bids.sum(axis=1, keepdims=True)
    reach = np.bincount(trees.option_node, level.rolling, len(trees.nodes))
    reach[NUM_ROLLS:] += stopped[:, 0]
    reach = reach[trees.option_node]
    rolling = np.divide(level.rolling, reach, out=np.zeros_like(reach), where=reach > 0)
    bids = np.divide(level.bids, stopped, out=np.zeros_like(level.bids), where=stopped > 0)
    return Level(rolling, bids, level.calls)


class RoundBuilder:
    """Collects the levels of a strategy, in any order; levels that are left out are zeros."""

    def __init__(self) -> None:
        trees = turn_trees()
        self._rolling = np.zeros((len(trees.option_node), NUM_BELIEVABLE))
        self._calls = np.zeros((len(trees.open_sets), NUM_BELIEVABLE, NUM_ROLLS))
        nobody = np.zeros(len(trees.nodes) - NUM_ROLLS, dtype=np.int64)
        self._bids = [(nobody, np.zeros(0, dtype=np.uint8), np.zeros(0))] * NUM_BELIEVABLE

    def put(self, believed: int, level: Level) -> None:
        """Set what is done after a believed bid."""
        self._rolling[:, believed] = level.rolling
        self._calls[:, believed] = level.calls
        rows, columns = np.nonzero(level.bids)
        counts: Ints = np.bincount(rows, minlength=len(level.bids))
        self._bids[believed] = counts, columns.astype(np.uint8), level.bids[rows, columns]

    def build(self, opening_bids: Floats, opening_calls: Floats, poker: Floats) -> RoundStrategy:
        """The strategy."""
        counts, bids, shares = (np.concatenate(parts) for parts in zip(*self._bids, strict=True))
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        table = BidTable(starts, bids, shares)
        return RoundStrategy(opening_bids, opening_calls, self._rolling, table, self._calls, poker)


def pack(values: Floats, strategy: RoundStrategy) -> bytes:
    """The values of the sub-games and a strategy as bytes: a line, a checksum, and the arrays."""
    names = [one.name for one in fields(RoundStrategy) if one.name != "bids"]
    arrays: dict[str, Any] = {name: getattr(strategy, name) for name in names}
    arrays |= {f"bids_{one.name}": getattr(strategy.bids, one.name) for one in fields(BidTable)}
    file = io.BytesIO()
    np.savez_compressed(file, values=values, **arrays)
    return _FORMAT + hashlib.sha256(file.getvalue()).digest() + file.getvalue()


def unpack(data: bytes) -> tuple[Floats, RoundStrategy]:
    """Values and strategy back; raises `ValueError` when a single bit is wrong."""
    if not data.startswith(_FORMAT):
        raise ValueError("it is not a table of this version")
    start = len(_FORMAT) + 32
    if hashlib.sha256(data[start:]).digest() != data[len(_FORMAT) : start]:
        raise ValueError("its checksum does not fit")
    try:
        with np.load(io.BytesIO(data[start:]), allow_pickle=False) as file:
            arrays = dict(file)
        bids = BidTable(*(arrays.pop(f"bids_{one.name}") for one in fields(BidTable)))
        return arrays.pop("values"), RoundStrategy(bids=bids, **arrays)
    except (KeyError, TypeError, zipfile.BadZipFile) as error:
        raise ValueError(f"its arrays do not fit: {error}") from None
