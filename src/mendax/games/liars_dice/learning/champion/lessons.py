"""Lessons: decisions of the solved endgame, which a training learns besides its own; `lesson_drawing.py` draws them."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from mendax.core.errors import MendaxError
from mendax.core.files import write_whole
from mendax.games.liars_dice.kernel.numbering import num_actions
from mendax.games.liars_dice.learning.champion.features import num_present

PLAYERS: Final = 2
WHOLE: Final = 255


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Decisions, and how often each action is right there; the first axis is the lesson."""

    seen: npt.NDArray[np.float16]
    """What a player without a memory sees."""
    mix: npt.NDArray[np.uint8]
    """By action: its probability, in 255ths."""
    legal: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.mix)

    @property
    def digest(self) -> str:
        """A name for these lessons."""
        found = sha256()
        for part in (self.seen, self.mix, self.legal):
            found.update(np.ascontiguousarray(part).tobytes())
        return found.hexdigest()[:16]


def save_lessons(path: Path, lessons: Lessons) -> None:
    """Write lessons to a file."""
    buffer = io.BytesIO()
    packed = np.packbits(lessons.legal, axis=1)
    np.savez_compressed(buffer, allow_pickle=False, seen=lessons.seen, mix=lessons.mix, legal=packed)
    write_whole(path, buffer.getvalue())


def load_lessons(path: Path) -> Lessons:
    """The lessons in a file; raises when there are none."""
    actions = num_actions(PLAYERS)
    try:
        with np.load(path, allow_pickle=False) as file:
            seen, mix, packed = (np.asarray(file[name]) for name in ("seen", "mix", "legal"))
        found = Lessons(seen, mix, np.unpackbits(packed, axis=1, count=actions).astype(np.bool_))
        fits = (str(seen.dtype), str(mix.dtype)) == ("float16", "uint8") and bool(np.isfinite(seen).all())
    except FileNotFoundError:
        raise MendaxError(f"{path} does not exist") from None
    except (OSError, ValueError, TypeError, KeyError, zipfile.BadZipFile, EOFError) as error:
        raise MendaxError(f"{path} cannot be read as lessons: {error}") from None
    number = len(found.mix)
    wanted = (number, num_present(PLAYERS)), (number, actions), (number, actions)
    if not (fits and number and (found.seen.shape, found.mix.shape, found.legal.shape) == wanted):
        raise MendaxError(f"{path} has no lessons for liars-dice: its arrays do not fit together")
    return found
