# mypy: disable-error-code="untyped-decorator, no-any-return"
"""The choice between actions of which learned rules value some, compiled: what the kernel of Soar does in a tie.

Learned classes are compared first. Where that leaves actions without a value, the subgoal gives these a value and a
class by deliberation, and the classes are compared again.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mendax.games.liars_dice.agents.twins.weigh import (
    EXACT,
    PUSH,
    ROOM,
    Chances,
    Row,
    compiled,
    hold_back,
)
from mendax.games.liars_dice.learning.agent_constants import HEURISTICS

NO_RANK: Final = -1
"""Of an action that has no class yet."""
SMALL_CHANCE: Final = 1e-5
"""Below this the kernel's calculator says 0 for `at least` and `exactly`, though not for `fewer than`."""


@compiled
def first_value(kind: int, chance: float) -> float:
    """The value of an action by deliberation, 2p - 1, as the kernel computes it."""
    asked = kind <= PUSH or kind == EXACT
    return -1.0 if asked and chance < SMALL_CHANCE else 2 * chance - 1


@compiled
def compare(agent: int, row: Row, actions: Row, number: int, ranks: Row, left: Row) -> None:
    """Mark what is left when classes are compared; an action without a class is neither better nor worse."""
    left[:number] = 1
    if not agent & HEURISTICS:
        return
    held, best = np.zeros(ROOM, np.int64), NO_RANK
    hold_back(agent, row, actions, number, ranks, held)
    for at in range(number):
        if not held[at]:
            best = max(best, ranks[at])
    if best == NO_RANK:
        return
    for at in range(number):
        left[at] = ranks[at] == NO_RANK or (ranks[at] == best and not held[at])


@compiled
def settle(
    agent: int,
    row: Row,
    actions: Row,
    number: int,
    temperature: float,
    learned: Chances,
    ranks: Row,
    computed: Chances,
    computed_ranks: Row,
    chances: Chances,
) -> bool:
    """Write how likely each candidate is to be chosen; return whether that takes the subgoal.

    `learned` has NaN, and `ranks` has `NO_RANK`, where no rule speaks; what the subgoal finds is written there.
    """
    left = np.zeros(ROOM, np.int64)
    compare(agent, row, actions, number, ranks, left)
    subgoal = False
    while left[:number].sum() > 1:
        missing = 0
        for at in range(number):
            if left[at] and np.isnan(learned[at]):
                learned[at], ranks[at] = computed[at], computed_ranks[at]
                missing += 1
        if not missing:
            break
        subgoal = True
        compare(agent, row, actions, number, ranks, left)
    if left[:number].sum() == 1:  # one is left, whatever it is worth
        for at in range(number):
            chances[at] = left[at]
        return subgoal
    highest, whole = -np.inf, 0.0
    for at in range(number):
        if left[at]:
            highest = max(highest, learned[at])
    for at in range(number):
        chances[at] = np.exp((learned[at] - highest) / temperature) if left[at] else 0.0
        whole += chances[at]
    for at in range(number):
        chances[at] /= whole
    return subgoal
