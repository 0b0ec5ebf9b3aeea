"""What proves a die or a card, and what is announced of a draw."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proof:
    """One die or card, with all that leads from it to the root of its round."""

    round: int
    leaf: int
    salt: str
    value: str
    """What was committed: the card's place in the deck, or 64 hexadecimal digits."""
    path: tuple[str, ...]
    result: str
    """What the die shows, or the card."""
    move: int | None
    """The number of the move, from 0, that announced the draw; `None` for a card that was not dealt, and where the
    numbers of moves are not public."""
    order: int
    """Which piece of the round it is, in the order of the announcements."""

    def to_json(self) -> dict[str, object]:
        """The `proof` line of a proof file, without its number."""
        return {
            "type": "proof",
            "round": self.round,
            "leaf": self.leaf,
            "salt": self.salt,
            "value": self.value,
            "path": list(self.path),
            "result": self.result,
            "move": self.move,
            "order": self.order,
        }


@dataclass(frozen=True, slots=True)
class Draw:
    """Public: by this move so many pieces of the round are drawn or set apart, whoever sees them."""

    round: int
    move: int | None
    """The number of the move, from 0; `None` where the numbers of moves are not public."""
    order: int
    """The first piece."""
    sides: tuple[int, ...]
    """The sides of each die; 0 for a card."""
    ordered: bool = False
    """Whether the first of them says in which order the others are taken."""

    def to_json(self) -> dict[str, object]:
        """The `draw` line of a proof file, without its number."""
        return {
            "type": "draw",
            "round": self.round,
            "move": self.move,
            "order": self.order,
            "sides": list(self.sides),
            "ordered": self.ordered,
        }
