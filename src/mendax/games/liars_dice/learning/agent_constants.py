"""Constants of the paper's eight agents, for all their compiled twins; the rule files in `agents/soar` say the same."""

from __future__ import annotations

from typing import Final

from mendax.core.errors import MendaxError

NAMES: Final = ("e", "em", "eh", "emh", "p", "pm", "ph", "pmh")
TEMPERATURE: Final = 0.16
"""That of the Soar agents."""
BY_CHANCE, MODEL, HEURISTICS = 1, 2, 4
"""An agent is a set of these; without the first it judges by the expected number."""
CERTAIN, SAFE, RISKY, VERY_RISKY, LOST = 4, 3, 2, 1, 0
BY_NUMBER: Final = 1
"""The class of all that is neither certain nor safe, for agents that judge by chance."""
LIKELY, SUPPORTED, SAFE_CHANCE = 0.16, 0.57, 0.75
FALSE_PASS, FALSE_PASS_OF_TWO = 0.08, 0.4
"""The chance that a pass which is not true goes unchallenged."""
DOUBTED_PASS, DOUBTED_SHORT_PASS = 0.95, 0.4
"""The chance that another's pass is false; a short one leaves one die to chance."""
NEAR_EXACT: Final = 0.4
"""How far the expected number may be from the bid for an exact to be risky, and not very risky."""


def parts_of(name: str) -> int:
    """What an agent of that name is made of, as a set of bits."""
    if name not in NAMES:
        raise MendaxError(f"there is no twin of '{name}'; there is: {', '.join(NAMES)}")
    return BY_CHANCE * (name[0] == "p") + MODEL * ("m" in name) + HEURISTICS * ("h" in name)
