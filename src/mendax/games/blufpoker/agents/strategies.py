"""The naive strategies of the paper (section 2.1.1): how to roll, bid and answer, and how each is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from mendax.core.errors import MendaxError

ROLLS: Final = {
    "one": "one of the dice, randomly chosen",
    "n-lowest": "the n lowest dice, n from 1 to 3 at random",
    "lowest": "only the lowest die",
    "greedy": "every die below 6",
}
BIDS: Final = {
    "truthful": "the cup if it is higher than the last bid, else one to three steps above it",
    "overbid": "always one to three steps above the last bid",
}
CALL_TOP: Final = "+call-top"
_BELIEVE: Final = re.compile(r"believe=(\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})(\+call-top)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A naive player: a way to roll, a way to bid and a way to answer.

    >>> str(read_strategy("greedy/overbid/believe=0.80+call-top"))
    'greedy/overbid/believe=0.8+call-top'
    """

    roll: str
    bid: str
    believes: float
    """The probability of believing a bid."""
    calls_top: bool = False
    """The highest bid of all is always called."""

    def __str__(self) -> str:
        answer = {1.0: "believe", 0.0: "call"}.get(self.believes, f"believe={self.believes:g}")
        if self.calls_top and self.believes:
            answer = f"believe={self.believes:g}{CALL_TOP}"
        return f"{self.roll}/{self.bid}/{answer}"


DEFAULT: Final = Strategy("greedy", "truthful", 0.8)
ALL_STRATEGIES: Final = tuple(
    Strategy(roll, bid, believes) for roll in ROLLS for bid in BIDS for believes in (1.0, 0.0, 0.8)
)
"""The 4 x 2 x 3 strategies of the paper; its unstated probability is the one that the authors used later."""


def read_strategy(text: str) -> Strategy:
    """A strategy from `ROLL/BID/CALL`; an unknown part is answered with what there is."""
    parts = text.strip().lower().split("/")
    if len(parts) != 3:
        raise MendaxError(f"a naive player is written naive:ROLL/BID/CALL, such as naive:{DEFAULT}, not '{text[:60]}'")
    roll, bid, answer = parts
    if roll not in ROLLS:
        raise MendaxError(f"naive has no way to roll '{roll[:40]}'; there is: {', '.join(ROLLS)}")
    if bid not in BIDS:
        raise MendaxError(f"naive has no way to bid '{bid[:40]}'; there is: {', '.join(BIDS)}")
    believes, calls_top = _read_answer(answer)
    return Strategy(roll, bid, believes, calls_top)


def _read_answer(text: str) -> tuple[float, bool]:
    if text in ("believe", "call"):
        return (1.0 if text == "believe" else 0.0), False
    found = _BELIEVE.fullmatch(text)
    if found is None or float(found[1]) > 1:
        raise MendaxError(
            f"naive has no way to answer '{text[:40]}'; there is: believe, call, believe=P with P from 0 to 1, and "
            f"believe=P{CALL_TOP}"
        )
    return float(found[1]), bool(found[2])
