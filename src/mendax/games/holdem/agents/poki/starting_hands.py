"""The 169 kinds of starting hands, and what each is worth: income rates from roll-outs.

The rates are data, `income_rates.json`; `roll_outs.py` made them.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from mendax.games.holdem.kernel.holdings import HOLDINGS, Weights
from mendax.games.holdem.kernel.tables import NUM_RANKS, Numbers
from mendax.games.holdem.rules.cards import RANKS, Cards

RATES_FILE: Final = "income_rates.json"
TABLE_SIZES: Final = (2, 4, 7)
"""The numbers of players that there are income rates for."""


def kind_number(one: int, other: int) -> int:
    """The number of a starting hand: rank by rank; suited hands have the higher rank first, others the lower.

    >>> kind_name(kind_number(51, 47)), kind_name(kind_number(50, 47)), kind_name(kind_number(0, 1))
    ('AKs', 'AKo', '22')
    """
    low, high = sorted((one >> 2, other >> 2))
    return high * NUM_RANKS + low if one & 3 == other & 3 else low * NUM_RANKS + high


def kind_name(number: int) -> str:
    """`AKs` suited, `AKo` not suited, `AA` a pair."""
    first, second = divmod(number, NUM_RANKS)
    high, low = RANKS[max(first, second)], RANKS[min(first, second)]
    return high + low + ("" if first == second else "s" if first > second else "o")


NUM_KINDS: Final = NUM_RANKS * NUM_RANKS
KINDS: Final[Numbers] = np.array([kind_number(int(one), int(other)) for one, other in HOLDINGS], dtype=np.int64)
"""By holding: the number of its starting hand."""


@cache
def income_rates() -> Weights:
    """By number of players (a row for each of `TABLE_SIZES`) and starting hand: small bets won a hand on average."""
    text = files(__package__).joinpath(RATES_FILE).read_text(encoding="utf-8")
    by_name: dict[str, list[float]] = json.loads(text)["rates"]
    return np.array([by_name[kind_name(number)] for number in range(NUM_KINDS)]).T.copy()


def rates_row(players: int) -> int:
    """Which row of the income rates is for so many players: 2, 3 or 4, and more."""
    return 0 if players <= 2 else 1 if players <= 4 else 2


def income_rate(cards: Cards, players: int) -> float:
    """What two cards are worth with so many players."""
    return float(income_rates()[rates_row(players), kind_number(*cards)])
