"""The table of values: how it is laid out, and how it is kept on disk.

Solving takes a fraction of a second, but loading the compiler takes longer. An agent that only plays reads
the table from disk and needs no compiler.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.core.errors import MendaxError
from mendax.core.files import cache_folder, write_whole
from mendax.games.yahtzee.rules.scoring import BONUS_AT, NUM_BOXES, Rules

NUM_MASKS: Final = 1 << NUM_BOXES
"""The sets of filled boxes: a mask has bit i for box i."""
FULL: Final = NUM_MASKS - 1
WIDTH: Final = 96
"""Upper totals 0 to 63, and room for a score of 30 above it."""
Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
ValueTable: TypeAlias = Floats
"""By filled boxes, whether armed, and upper total: expected points from here to the end of the game,
with the upper bonus in it even where it is already sure."""
_FORMAT: Final = b"mendax yahtzee table 1\n"
_SHAPE: Final = (NUM_MASKS, 2, BONUS_AT + 1)


def upper_totals() -> npt.NDArray[np.bool_]:
    """By filled upper boxes: which totals, up to 63, they can give."""
    found = np.zeros((64, BONUS_AT + 1), dtype=np.bool_)
    found[0, 0] = True
    for mask in range(64):
        for face in range(1, 7):
            if not mask >> (face - 1) & 1:
                for count in range(6):
                    reached = np.minimum(np.flatnonzero(found[mask]) + count * face, BONUS_AT)
                    found[mask | 1 << (face - 1), reached] = True
    return found


UPPER_TOTALS: Final = upper_totals()


def load_or_solve(rules: Rules) -> ValueTable:
    """The table of a set of rules: from disk if it is there and sound, else solved and kept."""

    def solved() -> ValueTable:
        from mendax.games.yahtzee.solver.expected_score import solve_table

        return solve_table(rules)

    return load_or_make(rules.value, solved)


def load_or_make(name: str, make: Callable[[], ValueTable]) -> ValueTable:
    """A table by name: from disk if it is there and sound, else made and kept.

    A cache that cannot be read or written is no error: then the table is made again next time.
    """
    path = cache_folder() / f"yahtzee-{name}.table"
    try:
        data = path.read_bytes()
    except OSError:
        data = None
    if data is not None:
        try:
            return unpack(data)
        except ValueError as error:
            warnings.warn(f"{path} is damaged ({error}) and is made anew", stacklevel=3)
    table = make()
    with suppress(OSError, MendaxError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, pack(table))
    return table


def pack(table: ValueTable) -> bytes:
    """A table as bytes for the disk: a line, a checksum, and the numbers."""
    numbers = np.ascontiguousarray(table[:, :, : BONUS_AT + 1], dtype="<f8").tobytes()
    return _FORMAT + hashlib.sha256(numbers).digest() + numbers


def unpack(data: bytes) -> ValueTable:
    """The table back; raises `ValueError` when a single bit is wrong."""
    if not data.startswith(_FORMAT):
        raise ValueError("it is not a table of this version")
    start = len(_FORMAT) + 32
    numbers = data[start:]
    if hashlib.sha256(numbers).digest() != data[len(_FORMAT) : start]:
        raise ValueError("its checksum does not fit")
    table = np.empty((NUM_MASKS, 2, WIDTH))
    table[:, :, : BONUS_AT + 1] = np.frombuffer(numbers, dtype="<f8").reshape(_SHAPE)
    table[:, :, BONUS_AT + 1 :] = table[:, :, BONUS_AT, None]
    return table
