"""Tables for the kernel: the game's parameters, sets of dice, their rolls and pushes, and the ladders of bids.

A set of dice has a number: 0 is no dice, then come all sets of one die, of two, and so on. Its *packed* form has
three bits for each face, enough for the six dice that a seat can have.

Two flat arrays hold everything. `params` has the parameters and, for each set of dice, four numbers; `lists` has all
lists of varying length, and `params` says where each begins. Both are unsigned: indexing with numbers that cannot be
negative is quicker.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.games.liars_dice.rules.bids import ladder, pushes
from mendax.games.liars_dice.rules.game import LiarsDice
from mendax.games.liars_dice.rules.options import Opens
from mendax.games.liars_dice.rules.types import Dice

Numbers: TypeAlias = npt.NDArray[Any]

FIELD: Final = 3
"""Bits for the dice of one face in packed form."""

# Positions in `params`.
PLAYERS, MOST_DICE, FACES, WILD, OPENS, SPECIALS, PASSES, EXACTLY, SINGLE = range(9)
RANDOM_OPENS: Final = 0
OPENS_NUMBER: Final = {Opens.RANDOM: RANDOM_OPENS, Opens.LOSER: 1, Opens.FIRST: 2}
LADDERS: Final = 9
"""Where the ladders begin in `lists`: by ordinary or special round, number of dice in play, and rank."""
LADDER: Final = 10
"""The length of the longest ladder; each one has so much room."""
FIRST_ROLL: Final = 11
"""By number of dice, where their rolls begin in `lists`: set numbers, one for each equally likely outcome."""
WAYS: Final = FIRST_ROLL + 7
"""By number of dice, how many such outcomes there are."""
SETS: Final = WAYS + 7
"""By set of dice, four numbers: its packed form, its size, where its pushes begin in `lists`, and how many there are
(the first is no push)."""
PACKED, SIZE, FIRST_PUSH, NUM_PUSHES = range(4)


@lru_cache
def sets_of(dice: int, faces: int) -> tuple[Dice, ...]:
    """Every set of up to so many dice, in the order of their numbers."""
    return tuple(
        found for size in range(dice + 1) for found in combinations_with_replacement(range(1, faces + 1), size)
    )


@lru_cache
def set_numbers(dice: int, faces: int) -> dict[Dice, int]:
    """The number of each set."""
    return {found: number for number, found in enumerate(sets_of(dice, faces))}


def pack(dice: Dice) -> int:
    """Three bits for each face.

    >>> bin(pack((1, 1, 3)))
    '0b1000010'
    """
    return sum(1 << FIELD * (die - 1) for die in dice)


def unpack(packed: int) -> Dice:
    """The dice of a packed form."""
    return tuple(face for face in range(1, 10) for _ in range(packed >> FIELD * (face - 1) & (1 << FIELD) - 1))


@lru_cache
def tables(game: LiarsDice) -> tuple[Numbers, Numbers]:
    """`params` and `lists` of a game; ladders and pushes are taken from the rules."""
    sets, numbers = sets_of(game.dice, game.faces), set_numbers(game.dice, game.faces)
    params = np.zeros(SETS + 4 * len(sets), dtype=np.uint32)
    params[[PLAYERS, MOST_DICE, FACES, WILD]] = game.players, game.dice, game.faces, game.options.wild
    params[[OPENS, SPECIALS]] = OPENS_NUMBER[game.options.opens], game.options.special
    params[[PASSES, EXACTLY, SINGLE]] = game.options.passes, game.options.exact, game.single_round
    lists: list[int] = []
    for size in range(game.dice + 1):
        params[FIRST_ROLL + size] = len(lists)
        lists += [numbers[tuple(sorted(fall))] for fall in product(range(1, game.faces + 1), repeat=size)]
        params[WAYS + size] = len(lists) - params[FIRST_ROLL + size]
    for number, dice in enumerate(sets):
        pushed = [0, *(numbers[push] for push in pushes(dice) if game.options.push)]
        params[SETS + 4 * number : SETS + 4 * number + 4] = pack(dice), len(dice), len(lists), len(pushed)
        lists += pushed
    total = game.players * game.dice
    params[LADDERS], params[LADDER] = len(lists), total * game.faces
    for wild in (game.options.wild, 0):
        for number in range(total + 1):
            bids = ladder(number, game.faces, wild, game.options.order).bids
            lists += [bid.count * 16 + bid.face for bid in bids] + [0] * (int(params[LADDER]) - len(bids))
    return params, np.array(lists, dtype=np.uint16)
