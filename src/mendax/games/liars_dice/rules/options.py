"""Presets, which are named sets of rules, and the options that change single rules of one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from mendax.core.errors import MendaxError


class Order(Enum):
    """How bids rise."""

    DOUBLE = "double"
    """A bid of the wild face stands above twice its number of any other: the paper's order."""
    NATURAL = "natural"
    """By number, then by face; the wild face is one of the faces. OpenSpiel's order."""


class Opens(Enum):
    """Who begins a round."""

    RANDOM = "random"
    """Anyone left in the game, drawn each round: the paper's rule."""
    LOSER = "loser"
    """Whoever lost the die, or if it was the last, the next seat left; in the first round anyone. The official rule."""
    FIRST = "first"
    """The same, but seat 0 begins the match."""


Flag: TypeAlias = bool | str | None
"""A rule that is on or off, or its text as parameters give it; `None` leaves it to the preset."""

_FLAGS: Final = {"true": True, "false": False, "on": True, "off": False}
"""How flags are written. Records from before spell them `on` and `off`."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules."""

    wild: str = "1"
    order: str = "double"
    opens: str = "random"
    special: bool = False
    push: bool = True
    passes: bool = True
    exact: bool = True


PRESETS: Final = {
    "paper": Preset(),
    "official": Preset(opens="loser", special=True),
    "plain": Preset(opens="loser", push=False, passes=False, exact=False),
    "open-spiel": Preset("highest", "natural", "first", push=False, passes=False, exact=False),
}


@dataclass(frozen=True, slots=True)
class Options:
    """The value of every option, from the preset and what was chosen beside it."""

    wild: int
    """The wild face; 0 when there is none."""
    order: Order
    opens: Opens
    special: bool
    push: bool
    passes: bool
    exact: bool


def find_preset(name: str) -> Preset:
    """The preset of that name."""
    if name not in PRESETS:
        raise MendaxError(f"there are no liars-dice rules '{name}'; there is: {', '.join(PRESETS)}")
    return PRESETS[name]


def read_flag(name: str, given: Flag) -> bool | None:
    """A flag from its text, if it is text; empty text leaves it to the preset."""
    if not isinstance(given, str):
        return given
    if not given:
        return None
    if given.lower() not in _FLAGS:
        raise MendaxError(f"in liars-dice {name} is true or false, not '{given}'")
    return _FLAGS[given.lower()]


def read_options(choices: Preset, faces: int) -> Options:
    """The options for dice of so many faces."""
    _check_one_of("order", choices.order, [kind.value for kind in Order])
    _check_one_of("opens", choices.opens, [kind.value for kind in Opens])
    return Options(
        _read_wild(choices.wild, faces),
        Order(choices.order),
        Opens(choices.opens),
        choices.special,
        choices.push,
        choices.passes,
        choices.exact,
    )


def _check_one_of(name: str, text: str, known: list[str]) -> None:
    if text not in known:
        raise MendaxError(f"in liars-dice {name} is {' or '.join(known)}, not '{text}'")


def _read_wild(text: str, faces: int) -> int:
    if text in ("none", "highest"):
        return 0 if text == "none" else faces
    if text not in map(str, range(1, faces + 1)):
        raise MendaxError(f"in liars-dice wild is none, highest or a face from 1 to {faces}, not '{text}'")
    return int(text)
