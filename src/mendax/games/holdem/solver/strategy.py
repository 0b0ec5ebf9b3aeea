"""A stored strategy: the abstraction it was trained with, and a byte for each information set.

A byte has two numbers from 0 to 15: the shares of the first and of the last action; what is left to 15 belongs to the
action between them, where there is one. Shares below a thirtieth become zero.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from struct import pack, unpack
from typing import Final

import numpy as np
import numpy.typing as npt

from mendax.core.errors import MendaxError
from mendax.games.holdem.kernel.tables import Numbers
from mendax.games.holdem.solver.abstraction import Abstraction, Buckets
from mendax.games.holdem.solver.betting_tree import betting_tree
from mendax.games.holdem.solver.boards import NUM_CLASSES
from mendax.games.holdem.solver.features import BINS, CLUSTERS
from mendax.theory.staged_tree import StagedTree, Weights, shares

Bytes = npt.NDArray[np.uint8]
Shares = npt.NDArray[np.float64]

_FORMAT: Final = b"mendax holdem strategy 1\n"
_LEVELS: Final = 15
_HEADER: Final = "<4qQ"
"""Buckets of flop, turn and river, iterations, and the seed."""
SHIPPED: Final = "equilibrium.strategy"


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """Action probabilities of both seats in every stage, by bucket."""

    abstraction: Abstraction
    levels: Bytes
    """By information set: those of a node lie together."""
    iterations: int
    seed: int

    @property
    def tree(self) -> StagedTree:
        """The betting that it is for."""
        return betting_tree(self.abstraction.numbers)

    def mixes(self, node: int, buckets: Numbers) -> Shares:
        """The mix of each of some buckets at a node, a row each."""
        tree = self.tree
        begin = _first_places(tree)[node]
        found = self.levels[begin + buckets]
        first, last = (found >> 4) / _LEVELS, (found & 15) / _LEVELS
        if len(tree.actions[node]) == 2:
            return np.stack([first, 1 - first], axis=1)
        return np.stack([first, 1 - first - last, last], axis=1).clip(0.0, 1.0)

    def to_bytes(self) -> bytes:
        """The strategy as a file."""
        one = self.abstraction
        buckets = one.numbers[1:]
        header = pack(_HEADER, *buckets, self.iterations, self.seed)
        body = b"".join((one.clusters.tobytes(), *(each.astype("<f4").tobytes() for each in one.centres)))
        packed = lzma.compress(body + self.levels.tobytes(), preset=9 | lzma.PRESET_EXTREME)
        return _FORMAT + hashlib.sha256(header + packed).digest() + header + packed


@lru_cache(maxsize=2)
def _first_places(tree: StagedTree) -> Numbers:
    """By node: the place of its first information set; one more entry is the number of all."""
    return np.cumsum([0, *np.array(tree.buckets)[tree.nodes.stage]])


def quantize(abstraction: Abstraction, averages: Weights, iterations: int, seed: int) -> Strategy:
    """A strategy from the averages of training; where none were collected it checks or calls."""
    tree = betting_tree(abstraction.numbers)
    levels = np.zeros(tree.information_sets, np.uint8)
    places = _first_places(tree)
    for node, actions in enumerate(tree.actions):
        weights = tree.table(averages, node)
        mixes = shares(weights)
        quiet = 1 if str(actions[0]) == "fold" else 0
        mixes[weights.sum(axis=1) == 0] = np.eye(len(actions))[quiet]
        first = np.rint(mixes[:, 0] * _LEVELS).astype(np.int64)
        last = np.minimum(np.rint(mixes[:, -1] * _LEVELS).astype(np.int64), _LEVELS - first)
        if len(actions) == 2:
            last = _LEVELS - first
        levels[places[node] : places[node + 1]] = first << 4 | last
    return Strategy(abstraction, levels, iterations, seed)


def from_bytes(data: bytes) -> Strategy:
    """The strategy back; raises `ValueError` when a single bit is wrong."""
    if not data.startswith(_FORMAT):
        raise ValueError("it is not a strategy of this version")
    start = len(_FORMAT) + 32
    if hashlib.sha256(data[start:]).digest() != data[len(_FORMAT) : start]:
        raise ValueError("its checksum does not fit")
    *buckets, iterations, seed = unpack(_HEADER, data[start : start + 40])
    body = lzma.decompress(data[start + 40 :])
    clusters = np.frombuffer(body, np.uint8, NUM_CLASSES)
    centres, at = [], NUM_CLASSES
    for number, width in zip(buckets, (BINS, BINS, CLUSTERS), strict=True):
        flat = np.frombuffer(body, "<f4", number * width, at)
        centres.append(np.ascontiguousarray(flat.reshape(width, number), np.float32))
        at += flat.nbytes
    levels = np.frombuffer(body, np.uint8, offset=at)
    return Strategy(Abstraction(clusters, (centres[0], centres[1], centres[2])), levels, iterations, seed)


@lru_cache(maxsize=4)
def load_strategy(path: str = "") -> Strategy:
    """The strategy of a file that `mendax solve holdem --out` wrote; without a path the one that is part of mendax."""
    try:
        data = Path(path).read_bytes() if path else files(__package__).joinpath(SHIPPED).read_bytes()
    except OSError as error:
        raise MendaxError(f"{path or SHIPPED} cannot be read: {error.strerror}") from None
    try:
        return from_bytes(data)
    except (ValueError, lzma.LZMAError) as error:
        raise MendaxError(f"{path or SHIPPED} is no strategy: {error}") from None


def describe(buckets: Sequence[int] | Buckets) -> str:
    """`169-1000-600-400`: how many buckets each stage has."""
    return "-".join(map(str, (NUM_CLASSES, *buckets)))
