"""The probability agents with chunking on: what the subgoal finds out becomes rules.

`chunking_agent` builds the kernel agent; whoever trains it shows it views with `agent.tree` and reads its commands with
`agent.read_action`, as `SoarDiceAgent` does. Rewards, episodes and saving are not here.
"""

from __future__ import annotations

from random import Random
from typing import Final, Literal, TypeAlias

from mendax.core.errors import MendaxError
from mendax.games.liars_dice.agents.soar.agent import RULES, TEMPERATURE, rule_file
from mendax.games.liars_dice.learning.settings import SCALED_UNIT
from mendax.soar import Chunking, RuleFile, Selection, Settings, SoarAgent

Values: TypeAlias = Literal["#", "0"]
"""The paper's variants: `#` begins with the computed value of an action, `0` with zero."""
BASES: Final = ("p", "pm", "ph", "pmh")
"""The agents whose subgoal makes numeric preferences, which reward can change."""
_VALUE_FILES: Final = {"#": "computed-values", "0": "zero-values"}
MAX_CHUNKS: Final = 5000
"""A turn makes up to two chunks for each of two dozen actions; the kernel's own limit of 50 a phase is too low."""
MAX_DUPES: Final = 100
"""One rule makes a chunk for every action of a tie; the kernel's own limit is 3."""


def chunking_rules(name: str, values: Values = "#", unit: int = 1) -> tuple[RuleFile, ...]:
    """The rule files of `p`, `pm`, `ph` or `pmh`, with the file for how values begin; `unit` is the kernel's."""
    if name not in BASES or values not in _VALUE_FILES:
        raise MendaxError(f"{name}-{values}: there is {', '.join(BASES)}, each with -# and -0")
    if unit not in (1, SCALED_UNIT):
        raise MendaxError(f"there are rules for values in units of 1 and of {SCALED_UNIT}")
    chosen = "scaled-values" if values == "#" and unit == SCALED_UNIT else _VALUE_FILES[values]
    return tuple(rule_file(chosen if file == "computed-values" else file) for file in RULES[name])


def chunking_settings(temperature: float = TEMPERATURE, chunking: bool = True) -> Settings:
    """Boltzmann selection with chunking on or off, and limits that a tie of many actions does not reach."""
    return Settings(
        selection=Selection.BOLTZMANN,
        temperature=temperature,
        chunking=Chunking.ALWAYS if chunking else Chunking.NEVER,
        max_chunks=MAX_CHUNKS,
        max_dupes=MAX_DUPES,
    )


def chunking_agent(
    name: str,
    values: Values = "#",
    chunking: bool = True,
    *,
    settings: Settings | None = None,
    rng: Random | None = None,
) -> SoarAgent:
    """The kernel agent of `p`, `pm`, `ph` or `pmh`, ready to chunk and to learn.

    `settings` replaces `chunking_settings()`, for those that also learn by reward.

    >>> with chunking_agent("pm", "0") as agent:
    ...     agent.settings.chunking.value, len(agent.rules.learned())
    ('always', 0)
    """
    return SoarAgent(
        f"{name}-{values}",
        chunking_rules(name, values),
        settings=settings or chunking_settings(chunking=chunking),
        rng=rng,
    )
