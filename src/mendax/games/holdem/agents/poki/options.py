"""What may be written after `poki:`: a history file, and switches such as `model=false,simulation=false`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mendax.core.errors import BadNotation

MOST_TRIALS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Options:
    """How much of `poki` plays."""

    model: bool = True
    """Whether opponents' actions change the weights of their holdings, and their frequencies are counted."""
    simulation: bool = True
    """Whether choices are simulated; otherwise the betting rules decide."""
    trials: int = 300
    """Trials of a simulation."""
    history: str = ""
    """A file of frequencies from earlier sessions."""
    player: str = ""
    """Whose frequencies of the file are taken for every opponent; those of all together if nobody is named."""


_SWITCHES: Final = ("model", "simulation")
_TEXTS: Final = ("history", "player")


def read_options(text: str) -> Options:
    """The options from `FILE`, or from `model=false,trials=500,history=FILE,player=tight`.

    >>> read_options("model=false,trials=50")
    Options(model=False, simulation=True, trials=50, history='', player='')
    >>> read_options("seen.json").history
    'seen.json'
    """
    found: dict[str, bool | int | str] = {}
    for part in filter(None, text.split(",")):
        key, sign, value = part.partition("=")
        if not sign:
            key, value = "history", part
        if key in found:
            raise BadNotation(f"poki:{text[:60]} names {key} twice")
        found[key] = _typed(key, value)
    if "player" in found and "history" not in found:
        raise BadNotation("poki needs history=FILE where it is given a player=NAME of it")
    return Options(**found)  # type: ignore[arg-type]


def _typed(key: str, value: str) -> bool | int | str:
    if key in _SWITCHES:
        if value not in ("true", "false"):
            raise BadNotation(f"poki's {key} is true or false, not {value[:20]!r}")
        return value == "true"
    if key == "trials":
        if not (value.isascii() and value.isdigit() and len(value) < 8 and 1 <= int(value) <= MOST_TRIALS):
            raise BadNotation(f"poki's trials are a whole number from 1 to {MOST_TRIALS:,}, not {value[:20]!r}")
        return int(value)
    if key in _TEXTS:
        return value
    raise BadNotation(f"poki has no option {key[:20]!r}; it has: {', '.join((*_SWITCHES, 'trials', *_TEXTS))}, or FILE")
