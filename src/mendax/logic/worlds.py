"""The names of worlds: listed, or binary numbers made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from mendax.logic.errors import LogicError

Positions = npt.NDArray[np.intp]


class WorldNames(Protocol):
    """A name for each position of a model."""

    def __len__(self) -> int: ...

    def __getitem__(self, position: int) -> str: ...

    def position(self, name: str) -> int | None:
        """Where the world of this name is, if it is there."""

    def take(self, positions: Positions) -> WorldNames:
        """The names at these positions."""


class ListedNames:
    """Names that were given."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self._positions = {name: position for position, name in enumerate(self.names)}
        if len(self._positions) < len(self.names):
            twice = next(name for place, name in enumerate(self.names) if self._positions[name] != place)
            raise LogicError(f"world {twice!r} is named twice")

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, position: int) -> str:
        return self.names[position]

    def position(self, name: str) -> int | None:
        return self._positions.get(name)

    def take(self, positions: Positions) -> ListedNames:
        return ListedNames(self.names[position] for position in positions)


class BinaryNames:
    """Rising numbers, written with a digit for each atom: world 101 has the first atom and the third."""

    def __init__(self, numbers: npt.NDArray[np.int64], digits: int) -> None:
        self.numbers = numbers
        self.digits = digits

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, position: int) -> str:
        return format(int(self.numbers[position]), f"0{self.digits}b") if self.digits else "0"

    def position(self, name: str) -> int | None:
        if len(name) != max(self.digits, 1) or set(name) - {"0", "1"}:
            return None
        number = int(name, 2)
        place = int(np.searchsorted(self.numbers, number))
        return place if place < len(self.numbers) and self.numbers[place] == number else None

    def take(self, positions: Positions) -> BinaryNames:
        return BinaryNames(self.numbers[positions], self.digits)
