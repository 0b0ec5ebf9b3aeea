"""A strategy of one player for the whole two-player round, as arrays, and its form on disk."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mendax.games.blufpoker.solver.turn_trees import NUM_ROLLS, Floats, turn_trees

_FORMAT: Final = b"mendax blufpoker round 1\n"


@dataclass(frozen=True, slots=True, eq=False)
class BidTable:
    """How likely each bid is, by bid that was believed and by end of the turn; only bids that are made are stored."""

    starts: npt.NDArray[np.int32]
    """Where the bids of (believed bid, end) begin; ends are nodes of `TurnTrees` less the 56 roots."""
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


def pack_bids(tables: list[Floats]) -> BidTable:
    """The stored form of one dense table for each believed bid."""
    counts = np.concatenate([np.count_nonzero(table, axis=1) for table in tables])
    used = [np.nonzero(table) for table in tables]
    bids = np.concatenate([columns for _, columns in used]).astype(np.uint8)
    shares = np.concatenate([table[place] for table, place in zip(tables, used, strict=True)])
    return BidTable(np.concatenate([[0], np.cumsum(counts)]).astype(np.int32), bids, shares)


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """What one player does everywhere in the round; a function of the public state since the last belief."""

    opening_bids: Floats
    """By roll and bid: how the starter opens."""
    opening_calls: Floats
    """By bid: how often an opening is called."""
    rolling: Floats
    """By option to roll a die and believed bid: how often it is taken; what is left over is stopping."""
    bids: BidTable
    calls: Floats
    """By open set, believed bid and new bid: how often the new bid is called."""
    poker: Floats
    """By target: how its poker phases end, as higher, equal and fail."""


def truthful_opening() -> Floats:
    """The opening of the rules by default: every roll is bid as it is."""
    return np.eye(NUM_ROLLS)


def pack(values: Floats, strategy: Strategy) -> bytes:
    """The values of the sub-games and a strategy as bytes: a line, a checksum, and the arrays."""
    arrays: dict[str, Any] = {one.name: getattr(strategy, one.name) for one in fields(Strategy) if one.name != "bids"}
    arrays |= {f"bids_{one.name}": getattr(strategy.bids, one.name) for one in fields(BidTable)}
    file = io.BytesIO()
    np.savez_compressed(file, values=values, **arrays)
    return _FORMAT + hashlib.sha256(file.getvalue()).digest() + file.getvalue()


def unpack(data: bytes) -> tuple[Floats, Strategy]:
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
        return arrays.pop("values"), Strategy(bids=bids, **arrays)
    except (KeyError, TypeError, zipfile.BadZipFile) as error:
        raise ValueError(f"its arrays do not fit: {error}") from None


def open_calls(strategy: Strategy, dice: int, unrolled: tuple[int, ...], believed: int) -> Floats:
    """By new bid: how often it is called, after one turn from these dice that left these open."""
    return np.asarray(strategy.calls[turn_trees().open_number(dice, unrolled), believed])


