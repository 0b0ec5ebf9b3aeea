# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return"
"""Income rates of starting hands, by roll-outs: what a hand wins on average if everybody who plays stays to the end.

The hand in question calls the big blind and sees the showdown; nobody raises. In the first pass everybody else does the
same. In each later pass the others play only the hands that won money in the pass before; the big blind always stays
in, and a small blind that is given up stays in the pot. With two players the hand in question is on the button.

`python -m mendax.games.holdem.agents.poki.roll_outs FILE` writes the table that is shipped.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

import numpy as np
from numba import njit

from mendax.core.files import write_whole
from mendax.core.streams import key_of
from mendax.games.holdem.agents.poki.starting_hands import (
    KINDS,
    NUM_KINDS,
    TABLE_SIZES,
    kind_name,
)
from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, hand_value
from mendax.games.holdem.kernel.holdings import BOARD, HOLDINGS, Weights, deal, unseen_cards
from mendax.games.holdem.kernel.tables import MOST, Numbers, evaluator_table
from mendax.games.holdem.rules.cards import NUM_CARDS

PASSES: Final = 3
SAMPLES: Final = 400_000
SEED: Final = 1
_SMALL_BLIND: Final = 0.5
"""In small bets; the big blind is one."""
KIND_OF: Final = np.zeros((NUM_CARDS, NUM_CARDS), dtype=np.int64)
"""By two cards, in any order: the number of the starting hand."""
KIND_OF[HOLDINGS[:, 0], HOLDINGS[:, 1]] = KIND_OF[HOLDINGS[:, 1], HOLDINGS[:, 0]] = KINDS


@njit(cache=True, error_model="numpy", nogil=True)
def _gains(
    table: Numbers, deck: Numbers, one: int, two: int, players: int, plays: Numbers, key: int, samples: int
) -> float:
    """What a hand wins in all samples together. `plays` says which starting hands the others stay in with."""
    total, bits = 0.0, key
    others = players - 1
    for _ in range(samples):
        bits = deal(deck, BOARD + 2 * others, bits)
        board, board_bits = NO_CARDS, np.uint64(0)
        for place in range(BOARD):
            board += CARD_KEYS[deck[place]]
            board_bits += CARD_BITS[deck[place]]
        own = hand_value(table, MOST, board + CARD_KEYS[one] + CARD_KEYS[two],
                         board_bits + CARD_BITS[one] + CARD_BITS[two])  # fmt: skip
        pot, winners, is_best = 1.0, 1, True
        for other in range(others):
            # The first is the big blind, and with three or more players the last is the small blind.
            first, second = deck[BOARD + 2 * other], deck[BOARD + 2 * other + 1]
            if other > 0 and not plays[KIND_OF[first, second]]:
                pot += _SMALL_BLIND if other == others - 1 else 0.0
                continue
            pot += 1.0
            value = hand_value(table, MOST, board + CARD_KEYS[first] + CARD_KEYS[second],
                               board_bits + CARD_BITS[first] + CARD_BITS[second])  # fmt: skip
            is_best &= value <= own
            winners += value == own
        total += (pot / winners if is_best else 0.0) - 1.0
    return total


def roll_out(players: int, samples: int = SAMPLES, passes: int = PASSES, seed: int = SEED) -> Weights:
    """The income rate of every starting hand at a table of so many players, in small bets a hand."""
    table, rates = evaluator_table(), np.zeros(NUM_KINDS)
    _, firsts = np.unique(KINDS, return_index=True)  # a holding of each kind
    for number in range(passes):
        plays, last = rates >= 0, number == passes - 1
        size = samples if last else samples // 4  # only the sign counts in a pass that is not the last
        for kind, (one, two) in enumerate(HOLDINGS[firsts].tolist()):
            key = np.uint64(key_of(seed, players, number, kind))
            deck = unseen_cards(one, two)
            rates[kind] = _gains(table, deck, one, two, players, plays, key, size) / size
    return rates


def table_text(samples: int = SAMPLES, passes: int = PASSES, seed: int = SEED) -> str:
    """The table of all income rates as JSON, a line for each starting hand."""
    columns = [roll_out(players, samples, passes, seed) for players in TABLE_SIZES]
    rates = {kind_name(kind): [round(float(column[kind]), 3) + 0.0 for column in columns] for kind in range(NUM_KINDS)}
    lines = ",\n".join(f'    "{name}": {json.dumps(row)}' for name, row in rates.items())
    head = {"players": list(TABLE_SIZES), "samples": samples, "passes": passes, "seed": seed}
    return (
        "{\n"
        + "".join(f'  "{key}": {json.dumps(value)},\n' for key, value in head.items())
        + ('  "rates": {\n' + lines + "\n  }\n}\n")
    )


if __name__ == "__main__":
    write_whole(Path(sys.argv[1]), table_text())
