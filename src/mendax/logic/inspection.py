"""Looking inside a recorded match: after each event, which worlds are left and what each seat can know.

A game offers a function from a record to its `Inspection` and names it in its entry as `worlds`. Agents of the models
are the seats, written as numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.logic.formulas import Formula
from mendax.logic.s5 import S5Model
from mendax.logic.verdict import Verdict

if TYPE_CHECKING:
    from mendax.core.record import Record

Worlds = tuple[str, ...]
"""Names of worlds in the order of the model."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What somebody said of the hidden world, true or not."""

    text: str
    """Such as `the cup holds at least 654`."""
    world: str
    """The world that it names."""
    atom: str
    """Holds at the worlds where the claim is true."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What somebody considers possible: worlds with their probabilities."""

    chances: Mapping[str, float]
    knows_more: bool = False
    """The seat can tell some of these worlds apart, and it was not said which world is the actual one."""

    @property
    def worlds(self) -> Worlds:
        """The worlds that are possible."""
        return tuple(self.chances)

    def chance_of(self, worlds: Sequence[str]) -> float:
        """The probability of a set of worlds."""
        return sum(self.chances.get(world, 0.0) for world in worlds)


@dataclass(frozen=True, slots=True)
class Through:
    """What one seat thinks another one considers possible."""

    seat: Seat
    other: Seat
    possible: Worlds
    """The worlds that the first seat considers possible."""
    sets: tuple[Worlds, ...]
    """What the other may consider possible there: each set once."""
    chances: Mapping[str, float]
    """The probability that the other gives to each world, as the first seat expects it."""

    def __str__(self) -> str:
        seat, other = f"seat {self.seat}", f"seat {self.other}"
        sizes = sorted({len(worlds) for worlds in self.sets})
        if not sizes:
            return f"No world is left for {seat}."
        if len(self.possible) == 1:
            return f"{seat.capitalize()} knows the world, and knows that {other} considers {_worlds(sizes)} possible."
        if sizes == [1]:
            return (
                f"{seat.capitalize()} considers {len(self.possible)} worlds possible, and knows that {other} knows the "
                f"world."
            )
        if len(self.sets) == 1:
            return f"{seat.capitalize()} knows that {other} considers the same {sizes[0]} worlds possible."
        sets = f"one of {len(self.sets)} sets"
        return f"{seat.capitalize()} thinks that {other} considers {_worlds(sizes)} possible, {sets}."

    def to_json(self) -> dict[str, Any]:
        """Both seats, the sets and the expected probabilities."""
        return {
            "seat": self.seat,
            "other": self.other,
            "possible": list(self.possible),
            "sets": [list(worlds) for worlds in self.sets],
            "chances": dict(self.chances),
            "text": str(self),
        }


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a recorded match, and what can be known after it."""

    number: int
    """From 1 on, through the whole match."""
    round: int
    """From 1 on."""
    event: str
    """What everybody was told."""
    told: tuple[str, ...]
    """By seat: what it was told; empty where that may not be shown."""
    model: S5Model
    """All worlds that can be named; alive are those that fit what everybody was told. Agents are the seats."""
    weights: Mapping[str, int]
    """How often each world comes up, for those who know only what everybody was told."""
    actual: str | None
    """The world as it was; None where it may not be shown."""
    claim: Claim | None = None

    @property
    def struck_actual(self) -> bool:
        """Whether the actual world is not among those left: what was assumed is false."""
        return self.actual is not None and self.actual not in self.model.worlds

    def seen_from(self, world: str | None = None) -> str | None:
        """The world to look from: the one that was asked for, else the actual one if it is shown and left."""
        if world is not None:
            if self.model.names.position(world) is not None and world not in self.model.worlds:
                raise MendaxError(f"world {world} is struck out at step {self.number}; look from one that is left")
            self.model.position(world)  # says which worlds there are
            return world
        return None if self.struck_actual else self.actual

    def outlook(self, seat: Seat | None, world: str | None = None) -> Outlook:
        """What a seat considers possible; None is a spectator, who knows what everybody was told."""
        left = self.model.worlds
        if seat is None:
            return Outlook(self._chances(left))
        here = self.seen_from(world)
        if here is not None:
            return Outlook(self._chances(self.model.considers_possible(str(seat), here)))
        return Outlook(self._chances(left), knows_more=len(self._classes(seat)) > 1)

    def num_possible(self, seat: Seat | None) -> int:
        """How many worlds a seat considers possible, from the actual world; the fewest if that is not shown."""
        outlook = self.outlook(seat)
        if seat is None or not outlook.knows_more:
            return len(outlook.worlds)
        return min(map(len, self._classes(seat)))

    def through(self, seat: Seat, other: Seat, world: str | None = None) -> Through:
        """What one seat thinks another one considers possible."""
        outlook = self.outlook(seat, world)
        if outlook.knows_more:
            raise MendaxError(
                f"seat {seat} knows more than is shown here; name a world to look from with --world, such as "
                f"{outlook.worlds[0]}"
            )
        sets: dict[Worlds, None] = {}
        expected: dict[str, float] = {}
        for possible, chance in outlook.chances.items():
            worlds = self.model.considers_possible(str(other), possible)
            sets[worlds] = None
            for name, share in self._chances(worlds).items():
                expected[name] = expected.get(name, 0.0) + chance * share
        ordered = {name: expected[name] for name in self.model.worlds if name in expected}
        return Through(seat, other, outlook.worlds, tuple(sets), ordered)

    def check(self, formula: Formula | str, world: str | None = None) -> Verdict:
        """Whether a formula holds where we look from; over all worlds that are left if that is not said."""
        return self.model.check(formula, self.seen_from(world))

    def chance_of_claim(self, seat: Seat | None, world: str | None = None) -> float | None:
        """The probability that the claim is true; None if there is no claim, or the seat knows more than is shown."""
        outlook = self.outlook(seat, world)
        if self.claim is None or outlook.knows_more or not outlook.worlds:
            return None
        return outlook.chance_of(self.model.where(self.claim.atom))

    def _chances(self, worlds: Sequence[str]) -> dict[str, float]:
        total = sum(self.weights[world] for world in worlds)
        return {world: self.weights[world] / total for world in worlds}

    def _classes(self, seat: Seat) -> set[Worlds]:
        """The sets of worlds that a seat cannot tell apart."""
        return {self.model.considers_possible(str(seat), world) for world in self.model.worlds}


@dataclass(frozen=True, slots=True)
class Inspection:
    """A recorded match, event by event."""

    grid: tuple[Worlds, ...]
    """Rows of worlds as people know them."""
    steps: tuple[Step, ...]
    claim: str
    """What the game calls a claim, such as `bid`."""
    atoms: str
    """The atoms of formulas, in one line for people."""
    shows_all: bool
    """Whether actual worlds and what each seat was told are shown."""

    @property
    def rounds(self) -> int:
        """How many rounds were begun."""
        return max((step.round for step in self.steps), default=0)

    def step(self, number: int) -> Step:
        """The step of that number."""
        if not 1 <= number <= len(self.steps):
            raise MendaxError(f"this match has steps 1 to {len(self.steps)}, there is no step {number}")
        return self.steps[number - 1]

    def of_round(self, number: int) -> tuple[Step, ...]:
        """The steps of a round."""
        if not 1 <= number <= self.rounds:
            raise MendaxError(f"this match has rounds 1 to {self.rounds}, there is no round {number}")
        return tuple(step for step in self.steps if step.round == number)


class Inspect(Protocol):
    """What a game's entry names as `worlds`."""

    def __call__(self, record: Record, assume_truth: bool = False) -> Inspection:
        """The steps of a record; with `assume_truth` every claim is taken for a truthful announcement."""


def _worlds(sizes: Sequence[int]) -> str:
    if len(sizes) > 1:
        return f"{sizes[0]} to {sizes[-1]} worlds"
    return "1 world" if sizes[0] == 1 else f"{sizes[0]} worlds"
