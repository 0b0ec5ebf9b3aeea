"""Bisimulation contraction by partition refinement.

Worlds start in blocks of equal facts. A block is split as long as two of its worlds see different sets of blocks for
some agent. What is left cannot be told apart by any formula without `D`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.logic.kernels import Truth
from mendax.logic.worlds import Positions

if TYPE_CHECKING:
    from mendax.logic.relational import RelationalModel
    from mendax.logic.s5 import S5Model

Numbers: TypeAlias = npt.NDArray[np.intp]


def contract_s5(model: S5Model) -> tuple[Positions, Numbers]:
    """A world for each block, and the labels of these worlds; the model holds no dead positions."""
    size = len(model.names)
    rows = [np.unique(row, return_inverse=True)[1].astype(np.intp) for row in model.labels]
    everywhere = np.arange(size)

    def seen(blocks: Numbers) -> list[Numbers]:
        return [_set_numbers(row, everywhere, blocks, size)[row] for row in rows]

    first, blocks = _by_first_world(_refine(_fact_blocks(model.values, size), seen))
    # All worlds of a class see the same blocks, and so do their blocks: that set is the class of the block.
    labels = [row[first] for row in seen(blocks)]
    return first, np.stack(labels) if labels else np.zeros((0, len(first)), dtype=np.intp)


def contract_relations(model: RelationalModel) -> tuple[Positions, list[tuple[Positions, Positions]]]:
    """A world for each block, and the arrows between blocks; the model holds no dead positions."""
    size = len(model.names)

    def seen(blocks: Numbers) -> list[Numbers]:
        return [_set_numbers(sources, targets, blocks, size) for sources, targets in model.arrows]

    first, blocks = _by_first_world(_refine(_fact_blocks(model.values, size), seen))
    return first, [(blocks[sources], blocks[targets]) for sources, targets in model.arrows]


def _fact_blocks(values: Truth, size: int) -> Numbers:
    """Blocks of worlds with the same facts."""
    blocks = np.zeros(size, dtype=np.intp)
    for row in values:
        blocks = _numbered(2 * blocks + row)
    return blocks


def _refine(blocks: Numbers, seen: Callable[[Numbers], Sequence[Numbers]]) -> Numbers:
    while True:
        finer = blocks
        for row in seen(blocks):
            finer = _numbered(finer * (int(row.max()) + 1) + row)
        if finer.max() == blocks.max():
            return blocks
        blocks = finer


def _by_first_world(blocks: Numbers) -> tuple[Positions, Numbers]:
    """The first world of each block in rising order, and the blocks numbered in that order."""
    _, first, numbers = np.unique(blocks, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.intp)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.sort(first), rank[numbers]


def _numbered(codes: Numbers) -> Numbers:
    """The same distinctions as numbers from 0 on without gaps."""
    return np.unique(codes, return_inverse=True)[1].astype(np.intp)


def _set_numbers(sources: Numbers, targets: Positions, blocks: Numbers, size: int) -> Numbers:
    """For each source a number for the set of blocks that it reaches; equal sets have equal numbers."""
    num_blocks = int(blocks.max()) + 1
    pairs = np.unique(sources * num_blocks + blocks[targets])
    reached = pairs % num_blocks
    ends = np.searchsorted(pairs // num_blocks, np.arange(size + 1))
    numbers: dict[bytes, int] = {}
    found = [
        numbers.setdefault(reached[start:end].tobytes(), len(numbers))
        for start, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)
    ]
    return np.array(found, dtype=np.intp)
