"""The pieces of a running round: where each lies, what it shows and who has seen it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.core.pieces import Shift


@dataclass(slots=True)
class PieceOnTable:
    """A die or card that has been drawn."""

    leaf: int
    order: int
    move: int | None
    result: int
    text: str
    seen: set[Seat | None] = field(default_factory=set)


class Tray:
    """Named places with pieces on them."""

    __slots__ = ("_places", "_tie", "pieces")

    def __init__(self, tie: Callable[[int], bytes]) -> None:
        self.pieces: list[PieceOnTable] = []
        """Everything drawn in this round."""
        self._places: dict[str, list[PieceOnTable]] = {}
        self._tie = tie

    def lay(self, place: str, pieces: Iterable[PieceOnTable]) -> None:
        """Put new pieces at a place."""
        for piece in pieces:
            self.pieces.append(piece)
            self._places.setdefault(place, []).append(piece)

    def shift(self, step: Shift) -> None:
        """Take pieces from their places and put them at another.

        Of several that show the same, one that the fewest have seen goes first, and among these a secret decides: so
        which one it is tells nobody what the others show.
        """
        places = [self._places.get(source, []) for source in step.sources]
        target = self._places.setdefault(step.target, [])
        if step.faces is None:
            for place in places:
                target += place
                place.clear()
            return
        for face in step.faces:
            found = [(piece, place) for place in places for piece in place if piece.result == face]
            if not found:
                raise MendaxError(f"no piece at {' or '.join(step.sources)} shows {face}")
            piece, place = min(found, key=lambda one: (len(one[0].seen), self._tie(one[0].leaf)))
            place.remove(piece)
            target.append(piece)

    def at(self, place: str) -> tuple[PieceOnTable, ...]:
        """What lies at a place."""
        return tuple(self._places.get(place, ()))
