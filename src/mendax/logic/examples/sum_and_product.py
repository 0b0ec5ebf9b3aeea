"""Sum and product (Freudenthal, 1969): two numbers 1 < x < y with x + y at most 100.

S is told their sum, P their product. P: "I do not know the numbers." S: "I knew that." P: "Now I know them." S: "Now I
know them too." Which numbers are they?

>>> solutions()
((4, 13),)
"""

from __future__ import annotations

import numpy as np

from mendax.logic import Atom, CanAnnounce, Formula, Knows, KnowsWhether, Not, S5Model, conjunction
from mendax.logic.errors import LogicError


def pairs(largest_sum: int = 100) -> list[tuple[int, int]]:
    """All pairs of numbers there may be."""
    if largest_sum < 5:
        raise LogicError(f"the smallest sum of two numbers 1 < x < y is 5, so the largest cannot be {largest_sum}")
    return [(x, y) for x in range(2, (largest_sum + 1) // 2) for y in range(x + 1, largest_sum - x + 1)]


def model(largest_sum: int = 100) -> S5Model:
    """A world for each pair; atom `x4` says that the smaller number is 4, `y13` that the larger is 13."""
    worlds = pairs(largest_sum)
    low, high = np.array(worlds).T
    atoms = [f"x{x}" for x in sorted(set(low.tolist()))] + [f"y{y}" for y in sorted(set(high.tolist()))]
    values = np.stack([(low if atom[0] == "x" else high) == int(atom[1:]) for atom in atoms])
    names = [f"{x},{y}" for x, y in worlds]
    return S5Model(names, atoms, ("S", "P"), values, np.stack([low + high, low * high]))


def knows_the_numbers(agent: str, atoms: tuple[str, ...]) -> Formula:
    """An agent knows of every number whether it is the smaller or the larger one."""
    return conjunction(KnowsWhether(agent, Atom(atom)) for atom in atoms)


def solutions(largest_sum: int = 100) -> tuple[tuple[int, int], ...]:
    """The pairs for which the dialogue is possible."""
    story = model(largest_sum)
    p_knows, s_knows = (knows_the_numbers(agent, story.atoms) for agent in ("P", "S"))
    s_knew = Knows("S", Not(p_knows))  # this says that P does not know, too
    found = (world.split(",") for world in story.where(CanAnnounce(s_knew, CanAnnounce(p_knows, s_knows))))
    return tuple((int(x), int(y)) for x, y in found)
