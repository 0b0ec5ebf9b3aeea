"""The ladder as it is sent: a file that `mendax ladder --out` wrote."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from mendax.core.catalogue import SLICES

RATINGS: Final = "ratings.json"
"""The file that the release brings, beside the games that it names."""


def ladder_json(path: Path | None = None) -> bytes:
    """The ladder of a file, or the one that the release brings; raises a `MendaxError` if the file is no ladder."""
    if path is None:
        return files(SLICES).joinpath(RATINGS).read_bytes()
    from mendax.arena.ladder import read_ladder

    return msgspec.json.encode(read_ladder(path).to_json())
