"""Which Liar's Dice is played: the named sets of rules, and the single options that change them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

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
    """Anyone left in the game, each time anew: the paper's rule."""
    LOSER = "loser"
    """Whoever lost the die, or the next one left when that was the last; at first anyone. The official rule."""
    FIRST = "first"
    """The same, but seat 0 begins the match."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules."""

    wild: str = "1"
    order: str = "double"
    opens: str = "random"
    special: str = "off"
    push: str = "on"
    passes: str = "on"
    exact: str = "on"


PRESETS: Final = {
    "paper": Preset(),
    "official": Preset(opens="loser", special="on"),
    "plain": Preset(opens="loser", push="off", passes="off", exact="off"),
    "open-spiel": Preset("highest", "natural", "first", push="off", passes="off", exact="off"),
}
OPTIONS: Final = ("wild", "order", "opens", "special", "push", "passes", "exact")


@dataclass(frozen=True, slots=True)
class Law:
    """The rules in force, every option settled."""

    wild: int
    """The wild face; 0 when there is none."""
    order: Order
    opens: Opens
    special: bool
    push: bool
    passes: bool
    exact: bool


def settle(preset: str, faces: int, chosen: dict[str, str]) -> Law:
    """The law from a preset and the options chosen beside it; an empty option is left to the preset."""
    if preset not in PRESETS:
        raise MendaxError(f"there are no liars-dice rules '{preset}'; there is: {', '.join(PRESETS)}")
    text = {name: chosen[name] or getattr(PRESETS[preset], name) for name in OPTIONS}
    order = _one_of("order", text["order"], [kind.value for kind in Order])
    opens = _one_of("opens", text["opens"], [kind.value for kind in Opens])
    special, push, passes, exact = (
        _one_of(name, text[name], ["on", "off"]) == "on" for name in ("special", "push", "passes", "exact")
    )
    return Law(_wild(text["wild"], faces), Order(order), Opens(opens), special, push, passes, exact)


def _one_of(name: str, text: str, known: list[str]) -> str:
    if text not in known:
        raise MendaxError(f"in liars-dice {name} is {' or '.join(known)}, not '{text}'")
    return text


def _wild(text: str, faces: int) -> int:
    if text in ("none", "highest"):
        return 0 if text == "none" else faces
    if text not in map(str, range(1, faces + 1)):
        raise MendaxError(f"in liars-dice wild is none, highest or a face from 1 to {faces}, not '{text}'")
    return int(text)
