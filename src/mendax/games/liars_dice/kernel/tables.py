"""What the kernel looks up: the law, sets of dice by number, how they roll, what is pushed of them, the ladders.

A set of dice is a number: 0 is no dice, then come all sets of one die, of two, and so on. Its *packed*
form has three bits for each face, enough for the six dice that a seat can have.

All of it lies in two flat arrays of unsigned numbers, `law` and `book`: what is never negative is quicker
to look up with.
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

# Where things stand in `law`.
PLAYERS, MOST_DICE, FACES, WILD, OPENS, SPECIALS, PASSES, EXACTLY, SINGLE = range(9)
RANDOM_OPENS: Final = 0
OPENS_NUMBER: Final = {Opens.RANDOM: RANDOM_OPENS, Opens.LOSER: 1, Opens.FIRST: 2}
LADDERS: Final = 9
"""Where the ladders begin in `book`: for ordinary and special rounds, every number of dice, every rank."""
LADDER: Final = 10
"""How long the longest of them is."""
FIRST_ROLL: Final = 11
"""By number of dice, where the rolls begin in `book`: each way they can fall is as likely as any other."""
WAYS: Final = FIRST_ROLL + 7
"""By number of dice, how many rolls."""
SETS: Final = WAYS + 7
"""By set of dice, four numbers: packed, size, where its pushes begin in `book`, how many (no push is the first)."""
PACKED, SIZE, FIRST_PUSH, NUM_PUSHES = range(4)


@lru_cache
def sets_of(dice: int, faces: int) -> tuple[Dice, ...]:
    """Every set of up to so many dice, by its number."""
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
    """`law` and `book` of a game; the ladders and pushes in them are those of the rules."""
    sets, numbers = sets_of(game.dice, game.faces), set_numbers(game.dice, game.faces)
    law = np.zeros(SETS + 4 * len(sets), dtype=np.uint32)
    law[[PLAYERS, MOST_DICE, FACES, WILD]] = game.players, game.dice, game.faces, game.law.wild
    law[[OPENS, SPECIALS]] = OPENS_NUMBER[game.law.opens], game.law.special
    law[[PASSES, EXACTLY, SINGLE]] = game.law.passes, game.law.exact, game.single_round
    book: list[int] = []
    for size in range(game.dice + 1):
        law[FIRST_ROLL + size] = len(book)
        book += [numbers[tuple(sorted(fall))] for fall in product(range(1, game.faces + 1), repeat=size)]
        law[WAYS + size] = len(book) - law[FIRST_ROLL + size]
    for number, dice in enumerate(sets):
        pushed = [0, *(numbers[push] for push in pushes(dice) if game.law.push)]
        law[SETS + 4 * number : SETS + 4 * number + 4] = pack(dice), len(dice), len(book), len(pushed)
        book += pushed
    total = game.players * game.dice
    law[LADDERS], law[LADDER] = len(book), total * game.faces
    for wild in (game.law.wild, 0):
        for number in range(total + 1):
            bids = ladder(number, game.faces, wild, game.law.order).bids
            book += [bid.count * 16 + bid.face for bid in bids] + [0] * (int(law[LADDER]) - len(bids))
    return law, np.array(book, dtype=np.uint16)
