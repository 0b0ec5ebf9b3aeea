"""How all learning agents decide and learn: one setting for all of them, fixed before any curve was looked at.

The paper gives neither rate, discount, temperature nor the end of an episode. These are the published agents': the
kernel's defaults where they set nothing. The paper says Q-learning; the published agents run SARSA, and Q-learning is
an option here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from mendax.core.errors import MendaxError
from mendax.soar import Chunking, Policy, Selection, Settings

SCALED_UNIT: Final = 1 << 20
"""The unit in which the kernel keeps the learners' values; `scaled-values.soar` has it too."""

LEARNING: Final = Settings(
    selection=Selection.BOLTZMANN,
    temperature=0.08,
    learning=True,
    policy=Policy.SARSA,
    learning_rate=0.3,
    discount_rate=0.9,
    # A turn is three decisions, and only the last is an action: the discount is a turn's, not a decision's.
    temporal_discount=False,
    # The kernel's own limits, 50 and 3, drop chunks of a tie with a dozen candidates.
    max_chunks=5000,
    max_dupes=100,
    # With 190,000 rules the kernel spent four fifths of a block searching its list of numbers.
    unit=SCALED_UNIT,
)
"""Without chunking, which is switched on for the agents that chunk."""


def learning_settings(policy: str = "sarsa", *, chunking: bool = False) -> Settings:
    """The settings for training; `policy` is `sarsa` or `q-learning`."""
    try:
        chosen = Policy(policy)
    except ValueError:
        raise MendaxError(f"there is no policy {policy!r}: sarsa or q-learning") from None
    return replace(LEARNING, policy=chosen, chunking=Chunking.ALWAYS if chunking else Chunking.NEVER)


def testing(settings: Settings) -> Settings:
    """The same without learning: values stay, and no chunk is made."""
    return replace(settings, learning=False, chunking=Chunking.NEVER)


def settings_json(settings: Settings) -> dict[str, Any]:
    """What is written beside learned rules."""
    return {
        "policy": settings.policy.value,
        "learning_rate": settings.learning_rate,
        "discount_rate": settings.discount_rate,
        "discount": "turns" if not settings.temporal_discount else "decisions",
        "selection": settings.selection.value,
        "temperature": settings.temperature,
    }
