"""The knowledge agent as the paper's section 2.3 tells it: a turn from top to bottom, with every decision remembered.

It shares nothing with the agent but the order of rolls. What was drawn or decided stays in a variable until it is
used, as a person would do it; the agent itself has to state all of this as a function of its view.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from mendax.games.blufpoker.rules.rolls import ROLLS

RANK = {roll: rank for rank, roll in enumerate(ROLLS)}


@dataclass(frozen=True)
class LiteralTurn:
    """A turn as it went."""

    called: bool
    open: tuple[int, ...] = ()
    cup: tuple[int, ...] = ()
    bid: tuple[int, ...] = ()


def down(dice: list[int]) -> tuple[int, int, int]:
    high, middle, low = sorted(dice, reverse=True)
    return high, middle, low


def has(roll: tuple[int, ...], dice: tuple[int, ...]) -> bool:
    return all(roll.count(face) >= dice.count(face) for face in dice)


def calls(open_dice: tuple[int, ...], bid: tuple[int, int, int], rng: Random) -> bool:
    """Phase 1. The probability of each world is listed case by case, as the paper does."""
    worlds = [roll for roll in ROLLS if has(roll, open_dice)]
    chance = 0.0
    for world in worlds:
        hidden = list(world)
        for face in open_dice:
            hidden.remove(face)
        if len(hidden) == 1:
            probability = 1 / 6
        elif len(hidden) == 2:
            probability = 1 / 36 if hidden[0] == hidden[1] else 2 / 36
        else:
            probability = {1: 1 / 216, 2: 3 / 216, 3: 6 / 216}[len(set(hidden))]
        if RANK[world] >= RANK[bid]:
            chance += probability
    if chance == 0:
        return True
    threshold = rng.normalvariate(1 / 4, 1 / 12) * {2: 1.0, 1: 0.75, 0: 0.5}[len(open_dice)]
    return chance < max(0.0, threshold)


def take_turn(open_dice: tuple[int, ...], bid: tuple[int, int, int], handed: list[int], rng: Random) -> LiteralTurn:
    """A whole turn against a bid that is no poker."""
    if calls(open_dice, bid, rng):
        return LiteralTurn(True)
    unrolled = sorted(handed)
    rolled: list[int] = []

    def roll_lowest() -> int:
        unrolled.pop(0)
        rolled.append(rng.randint(1, 6))
        return rolled[-1]

    def higher() -> bool:
        return RANK[down(unrolled + rolled)] > RANK[bid]

    poker_to_bluff = 0
    roll_lowest()  # step 1
    if not higher():
        if unrolled[0] == unrolled[1] and rng.randint(1, 6) == 1:  # step 2
            poker_to_bluff = unrolled[0]
        elif 6 not in bid:  # step 3
            if roll_lowest() != 6 or rng.randint(1, 2) == 1:
                roll_lowest()
        elif bid.count(6) == 1:  # step 4
            higher_faces = 6 - unrolled[0]
            if rng.randint(1, 6) <= higher_faces:
                roll_lowest()
        else:  # step 5
            poker_to_bluff = 6
    shown = tuple(sorted(unrolled, reverse=True))
    cup = down(unrolled + rolled)
    if higher():
        return LiteralTurn(False, shown, cup, cup)
    if poker_to_bluff:
        return LiteralTurn(False, shown, cup, (poker_to_bluff,) * 3)
    bluffs = [roll for roll in ROLLS if has(roll, shown) and RANK[roll] > RANK[bid]]
    said = rng.choice(bluffs[:3]) if bluffs else ROLLS[RANK[bid] + 1]
    return LiteralTurn(False, shown, cup, said)
