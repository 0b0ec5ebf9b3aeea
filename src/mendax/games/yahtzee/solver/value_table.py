"""The table of values: how it is laid out, and how it is kept on disk.

Solving takes a fraction of a second, but the compiler behind it takes longer to load; an agent that
only plays reads the table and never needs it.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from mendax.games.yahtzee.rules.scoring import BONUS_AT, Rules

NUM_MASKS: Final = 1 << 13
FULL: Final = NUM_MASKS - 1
WIDTH: Final = 96
"""Upper totals 0 to 63, and room for a score of 30 above it."""
Worth = npt.NDArray[np.float64]
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


def cache_folder() -> Path:
    """Where tables are kept: $MENDAX_CACHE, or the user's cache folder."""
    if named := os.environ.get("MENDAX_CACHE"):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mendax"


def load_or_solve(rules: Rules) -> Worth:
    """The table of a set of rules: from disk if it is there and sound, else solved and kept."""

    def solved() -> Worth:
        from mendax.games.yahtzee.solver.expected_score import solve

        return solve(rules)

    return load_or_make(rules.value, solved)


def load_or_make(name: str, make: Callable[[], Worth]) -> Worth:
    """A table by name: from disk if it is there and sound, else made and kept."""
    path = cache_folder() / f"yahtzee-{name}.table"
    try:
        return unpack(path.read_bytes())
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        warnings.warn(f"{path} is damaged ({error}) and is made anew", stacklevel=3)
    worth = make()
    with suppress(OSError):  # nowhere to keep it: then it is made again next time
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written aside and moved into place, so that nobody ever reads half of it.
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(pack(worth))
        Path(file.name).replace(path)
    return worth


def pack(worth: Worth) -> bytes:
    """A table as it lies on disk: a line, a checksum, and the numbers."""
    numbers = np.ascontiguousarray(worth[:, :, : BONUS_AT + 1], dtype="<f8").tobytes()
    return _FORMAT + hashlib.sha256(numbers).digest() + numbers


def unpack(data: bytes) -> Worth:
    """The table back; raises `ValueError` when a single bit is wrong."""
    if not data.startswith(_FORMAT):
        raise ValueError("it is not a table of this version")
    start = len(_FORMAT) + 32
    numbers = data[start:]
    if hashlib.sha256(numbers).digest() != data[len(_FORMAT) : start]:
        raise ValueError("its checksum does not fit")
    worth = np.empty((NUM_MASKS, 2, WIDTH))
    worth[:, :, : BONUS_AT + 1] = np.frombuffer(numbers, dtype="<f8").reshape(_SHAPE)
    worth[:, :, BONUS_AT + 1 :] = worth[:, :, BONUS_AT, None]
    return worth
