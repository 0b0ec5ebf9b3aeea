"""The word *Pieces*: how a game's chance is made of single dice and cards, and who gets to see each of them.

A table that proves its dice commits to every die and card before a round. The rules know rolls and hands; this says
which die of a roll is which, where it lies, and by which move somebody sees it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from mendax.core.game import Seat

CARD: Final = 0
"""In place of a number of sides: a card of the deck."""


class Group(NamedTuple):
    """Dice set apart for one turn, in which they may fall one by one, in an order that others may not know.

    A further die says in which order they are taken. It lies at the group's place and is shown to the roller.
    """

    place: str
    dice: int
    """The most that can fall."""
    sides: int


class Drawn(NamedTuple):
    """What the next chance outcome is made of."""

    sides: tuple[int, ...]
    """The sides of each die; `CARD` for a card. Nothing where the outcome is certain."""
    group: Group | None = None
    """The group that the dice belong to."""


class Reserve(NamedTuple):
    """A group of dice is set apart from now on, whether or not one of them will be rolled."""

    group: Group


class Lay(NamedTuple):
    """What this chance outcome drew is put at a place."""

    place: str


class Shift(NamedTuple):
    """Pieces go from one or more places to another."""

    sources: tuple[str, ...]
    target: str
    faces: tuple[int, ...] | None = None
    """Which ones, by what they show; all of them when it is `None`."""


class Show(NamedTuple):
    """Everything at a place is seen by some seats, or by all and the spectators."""

    place: str
    seats: tuple[Seat, ...] | None = None
    """`None`: everybody."""


Step: TypeAlias = Reserve | Lay | Shift | Show


class Pieces(Protocol):
    """The dice and cards behind a game's chance outcomes. Places are names that the game chooses.

    At the beginning of a round all places are empty.
    """

    @property
    def deck(self) -> tuple[str, ...]:
        """The text of each card, in a fixed order; nothing in a game of dice."""

    @property
    def most(self) -> int:
        """The most pieces that one round can use; with a deck, all its cards."""

    @property
    def moves_public(self) -> bool:
        """Whether everybody can count the moves of the match; else their numbers would tell what a seat did."""

    def drawn(self, state: Any) -> Drawn:
        """What the next chance outcome draws; only at a chance turn."""

    def outcome(self, state: Any, results: tuple[int, ...]) -> Any:
        """The chance outcome made of what was drawn: a die shows 1 to its sides, a card is its place in `deck`."""

    def steps(self, before: Any, action: Any, after: Any) -> tuple[Step, ...]:
        """What a move does with the pieces of its round, and who sees them by it."""
