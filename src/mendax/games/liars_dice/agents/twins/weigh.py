# mypy: disable-error-code="untyped-decorator, no-any-return"
"""The choice of a twin, compiled: candidates, their values and classes, the model, the heuristics, the chances.

The parts are those of the rule files in `agents/soar`, under the same names; the constants are theirs too.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit

from mendax.games.liars_dice.agents.twins.situation import (
    ALIKE,
    ANSWERS,
    BIDDER_CUP,
    COUNT,
    CUP,
    FACE,
    MAY_PUSH,
    MINE,
    MOST_DICE,
    NEXT_FACE,
    OWN_CUP,
    OWN_DICE,
    PASSES,
    PUSHED,
    SHOWN,
    TOTAL,
    UNKNOWN,
)
from mendax.games.liars_dice.learning.agent_constants import (
    BY_CHANCE,
    BY_NUMBER,
    CERTAIN,
    DOUBTED_PASS,
    DOUBTED_SHORT_PASS,
    FALSE_PASS,
    FALSE_PASS_OF_TWO,
    HEURISTICS,
    LIKELY,
    LOST,
    MODEL,
    NEAR_EXACT,
    RISKY,
    SAFE,
    SAFE_CHANCE,
    SUPPORTED,
    VERY_RISKY,
)
from mendax.games.liars_dice.rules.odds import at_least, exactly

compiled = njit(cache=True, error_model="numpy", nogil=True)

Row = npt.NDArray[np.int64]
Chances = npt.NDArray[np.float64]

BID, PUSH, CHALLENGE_BID, CHALLENGE_PASS, CHALLENGE_FIRST_PASS, EXACT, PASS = range(7)
"""Kinds of actions; the answers are in the order of the kernel of the game."""
OPENING, OWN_BID, REROLLED, CERTAIN_WITHOUT, USED = range(5)
"""Why the model is not used, and where it is: there is another's bid without a push, and nothing is certain without."""
ROOM: Final = 64
"""More than there are ever candidates."""
_MOST: Final = 51
_NEAR: Final = 1e-9
"""Differences are sums of thirds and sixths."""

_AT_LEAST: Final = np.zeros((2, _MOST, _MOST))
_EXACTLY: Final = np.zeros((2, _MOST, _MOST))
for _dice in range(_MOST):
    for _count in range(_MOST):
        for _helped in (0, 1):
            _AT_LEAST[_helped, _dice, _count] = at_least(_count, _dice, 1 + _helped, 6)
            _EXACTLY[_helped, _dice, _count] = exactly(_count, _dice, 1 + _helped, 6)


@compiled
def chance_of_at_least(count: int, dice: int, face: int) -> float:
    """The chance that so many of some unknown dice count for a face."""
    if count <= 0:
        return 1.0
    return 0.0 if count > dice else _AT_LEAST[int(face != 1), dice, count]


@compiled
def chance_of_exactly(count: int, dice: int, face: int) -> float:
    """The chance that just so many do."""
    return 0.0 if count < 0 or count > dice else _EXACTLY[int(face != 1), dice, count]


@compiled
def height(count: int, face: int) -> int:
    """The position of a bid among all: three 1s stand above six 6s."""
    return (2 * count + 1) * 7 if face == 1 else count * 7 + face


@compiled
def candidates(row: Row, actions: Row) -> int:
    """Write the actions that are considered, each as kind, number, face and dice rolled again; return how many."""
    total, found = row[TOTAL], 0
    count, face = row[COUNT], row[FACE] if row[COUNT] else 6
    safe = total // 3 - 1
    if safe > 0 and height(safe, 2) > height(count, face):
        count, face = safe, 2
    low, top = height(count, face), height(count + 1, face)
    for number in range(1, total + 1):
        for each in range(1, 7):
            if not low < height(number, each) <= top:
                continue
            actions[found, 0], actions[found, 1], actions[found, 2], actions[found, 3] = BID, number, each, 0
            found += 1
            pushed = row[CUP + each] + (row[CUP + 1] if each != 1 else 0)
            if row[COUNT] and row[MAY_PUSH] and 0 < pushed < row[OWN_CUP]:
                actions[found, 0], actions[found, 1], actions[found, 2] = PUSH, number, each
                actions[found, 3] = row[OWN_CUP] - pushed
                found += 1
    for answer in range(5):
        kind = CHALLENGE_BID + answer
        if row[ANSWERS] >> answer & 1 and (kind != EXACT or row[OWN_DICE] < row[MOST_DICE]):
            actions[found, 0], actions[found, 1], actions[found, 2], actions[found, 3] = kind, row[COUNT], row[FACE], 0
            found += 1
    return found


@compiled
def doubt(row: Row, first: bool) -> tuple[float, int]:
    """The chance and the class of a challenge of a pass."""
    at = PASSES + (3 if first else 0)
    hidden, shown, refuted = row[at], row[at + 1], row[at + 2]
    if refuted:
        return 1.0, CERTAIN
    if hidden == 1 or (hidden == 2 and not shown):
        return DOUBTED_SHORT_PASS, RISKY
    return DOUBTED_PASS, SAFE


@compiled
def chance(row: Row, action: Row, known: Row, unknown: Row) -> float:
    """The chance that an action succeeds."""
    kind, count, face = action[0], action[1], action[2]
    missing = count - known[face]
    if kind <= PUSH:
        return chance_of_at_least(missing, unknown[face] + action[3], face)
    if kind == CHALLENGE_BID:
        return 1.0 - chance_of_at_least(missing, unknown[face], face)
    if kind == EXACT:
        return chance_of_exactly(missing, unknown[face], face)
    if kind == PASS:
        return 1.0 if row[ALIKE] else FALSE_PASS_OF_TWO if row[OWN_DICE] == 2 else FALSE_PASS
    return doubt(row, kind == CHALLENGE_FIRST_PASS)[0]


@compiled
def class_by_chance(value: float) -> int:
    """The class of a chance."""
    return CERTAIN if value == 1.0 else SAFE if value > SAFE_CHANCE else BY_NUMBER


@compiled
def class_by_difference(row: Row, action: Row, known: Row, unknown: Row, believing: bool) -> int:
    """The class of an action by the expected number, less what is bid."""
    kind, count, face = action[0], action[1], action[2]
    missing, dice = count - known[face], unknown[face] + action[3]
    difference = dice / (6 if face == 1 else 3) - missing
    if kind <= PUSH:
        if missing <= 0:
            return SAFE if believing or kind == PUSH else CERTAIN
        return SAFE if difference > -_NEAR else RISKY if difference > -1 - _NEAR else VERY_RISKY
    if kind == CHALLENGE_BID:
        if missing > dice:
            return SAFE if believing else CERTAIN
        if missing <= 0:
            return VERY_RISKY if believing else LOST
        return VERY_RISKY if difference > -_NEAR else RISKY if difference > -1 - _NEAR else SAFE
    if kind == EXACT:
        if missing < 0 or missing > dice:
            return LOST
        return CERTAIN if dice == 0 else RISKY if abs(difference) <= NEAR_EXACT else VERY_RISKY
    if kind == PASS:
        return CERTAIN if row[ALIKE] else RISKY if row[OWN_DICE] == 2 else VERY_RISKY
    return doubt(row, kind == CHALLENGE_FIRST_PASS)[1]


@compiled
def believed_dice(row: Row) -> int:
    """How many of the last bidder's dice are taken to count for its bid; 0 where nothing is learned from it."""
    face, cup = row[FACE], row[BIDDER_CUP]
    missing = row[COUNT] - row[SHOWN + 1] - (row[SHOWN + face] if face != 1 else 0)
    others = row[TOTAL] - cup
    for each in range(1, 7):
        others -= row[SHOWN + each]
    for holds in range(1, cup + 1):
        if chance_of_at_least(holds, cup, face) < LIKELY:
            return holds - 1
        if chance_of_at_least(missing - holds, others, face) > SUPPORTED:
            return holds
    return cup


@compiled
def judge(
    agent: int,
    row: Row,
    actions: Row,
    number: int,
    known: Row,
    unknown: Row,
    believing: bool,
    values: Chances,
    ranks: Row,
) -> bool:
    """Write the value and the class of every candidate; return whether one is certain."""
    certain = False
    for at in range(number):
        if agent & BY_CHANCE:
            values[at] = chance(row, actions[at], known, unknown)
            ranks[at] = class_by_chance(values[at])
        else:
            ranks[at] = class_by_difference(row, actions[at], known, unknown, believing)
        certain |= ranks[at] == CERTAIN
    return certain


@compiled
def hold_back(agent: int, row: Row, actions: Row, number: int, ranks: Row, held: Row) -> None:
    """Mark what the five heuristics hold back; a rank of -1 is that of an action without a class."""
    lowest = SAFE if agent & BY_CHANCE else LOST  # below, numbers decide
    next_face, last_face = row[NEXT_FACE], row[FACE] if row[COUNT] else 0
    best_bid, favoured = -1, 0
    for at in range(number):
        if actions[at, 0] <= PUSH and ranks[at] >= lowest:
            best_bid = max(best_bid, ranks[at])
            if actions[at, 0] == BID and (actions[at, 2] == next_face or actions[at, 2] == last_face):
                favoured |= 1 << ranks[at]
    for at in range(number):
        kind, rank = actions[at, 0], ranks[at]
        if kind == PASS:
            held[at] = best_bid >= SAFE
        elif kind > PUSH:
            held[at] = 0 <= rank < CERTAIN and best_bid >= rank
        elif rank >= lowest:
            held[at] = kind == PUSH and ranks[at - 1] == rank  # the same bid without the push is right before it
            if actions[at, 2] != next_face and actions[at, 2] != last_face and favoured >> rank & 1:
                held[at] = 1


@compiled
def deliberate(agent: int, row: Row, actions: Row, values: Chances, ranks: Row) -> tuple[int, int]:
    """Write the candidates, the value and the class of each; return how many there are, and when the model is used."""
    number = candidates(row, actions)
    known, unknown = np.empty(7, np.int64), np.empty(7, np.int64)
    for face in range(1, 7):
        known[face] = row[CUP + face] + row[SHOWN + face]
        known[face] += row[CUP + 1] + row[SHOWN + 1] if face != 1 else 0
        unknown[face] = row[UNKNOWN]
    certain = judge(agent, row, actions, number, known, unknown, False, values, ranks)
    if row[COUNT] == 0 or row[MINE] or row[PUSHED]:
        return number, OPENING if row[COUNT] == 0 else OWN_BID if row[MINE] else REROLLED
    if certain:
        return number, CERTAIN_WITHOUT
    holds = believed_dice(row) if agent & MODEL else 0
    if holds:
        for face in range(1, 7):
            known[face] += holds if row[FACE] == 1 or row[FACE] == face else 0
            unknown[face] -= row[BIDDER_CUP] if face == 1 or row[FACE] == face else holds
        judge(agent, row, actions, number, known, unknown, True, values, ranks)
    return number, USED


@compiled
def weigh(agent: int, row: Row, temperature: float, actions: Row, chances: Chances) -> int:
    """Write the candidates and how likely each is to be chosen; return how many there are."""
    values, ranks, held = np.zeros(ROOM), np.zeros(ROOM, np.int64), np.zeros(ROOM, np.int64)
    number, _ = deliberate(agent, row, actions, values, ranks)
    if agent & HEURISTICS:
        hold_back(agent, row, actions, number, ranks, held)
    best = -1
    for at in range(number):
        if not held[at]:
            best = max(best, ranks[at])
    whole = 0.0
    for at in range(number):
        left = agent & (BY_CHANCE | HEURISTICS) == BY_CHANCE or (not held[at] and ranks[at] == best)
        chances[at] = (np.exp(2 * (values[at] - 1) / temperature) if agent & BY_CHANCE else 1.0) if left else 0.0
        whole += chances[at]
    for at in range(number):
        chances[at] /= whole
    return number
