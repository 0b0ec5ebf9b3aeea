"""Readings of the paper's ambiguous steps, and how each is written: `knowing:above-coin+poker-if-open`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from mendax.core.errors import MendaxError


@dataclass(frozen=True, slots=True)
class Readings:
    """Which sentences are read differently from the default; `docs/blufpoker.md` compares them.

    >>> str(Readings(above_coin=True, listed_only=True))
    'listed-only+above-coin'
    """

    listed_only: bool = False
    """Calling: a bid that is no possible world itself is called, also if the cup may hold more."""
    believe_opening: bool = False
    """Calling: an opening that is true by the rules is believed, instead of judged as any other bid."""
    above_coin: bool = False
    """Rolling, step 3: once the cup is above the bid, with a 6 or not, a coin decides on the last die."""
    above_stop: bool = False
    """Rolling, step 3: the last die is not rolled if the cup is above the bid without a 6."""
    roll_on: bool = False
    """Rolling, step 4: the last die is considered in the same way as the second one."""
    poker_if_open: bool = False
    """Rolling, step 5: 666 is the bluff only if a 6 lies open."""
    count_all: bool = False
    """Bidding, step 3: one to three steps of all bids, of which the possible ones are left."""

    def __post_init__(self) -> None:
        if self.above_coin and self.above_stop:
            raise MendaxError("knowing takes above-coin or above-stop, not both")

    def __str__(self) -> str:
        return "+".join(_word(field.name) for field in fields(self) if getattr(self, field.name))


def _word(name: str) -> str:
    return name.replace("_", "-")


DEFAULT: Final = Readings()
AUTHORS: Final = Readings(listed_only=True, above_coin=True, poker_if_open=True)
"""What the authors' published program does."""
_NAMES: Final = {_word(field.name): field.name for field in fields(Readings)}


def read_readings(text: str) -> Readings:
    """Readings from words joined by `+`, or `authors`; an unknown word is answered with what there is."""
    words = text.strip().lower().split("+")
    if words == ["authors"]:
        return AUTHORS
    for word in words:
        if word not in _NAMES:
            raise MendaxError(f"knowing has no reading '{word[:40]}'; there is: authors, {', '.join(_NAMES)}")
    return Readings(**{_NAMES[word]: True for word in words})
