"""How an agent decides and learns: the kernel's settings, typed.

The defaults are the kernel's own, and the commands are those of 9.6.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum

from mendax.soar.errors import SoarError


class Selection(Enum):
    """How the kernel draws among candidates that are indifferent to it."""

    BOLTZMANN = "boltzmann"
    """In proportion to exp(value / temperature)."""
    SOFTMAX = "softmax"
    """In proportion to the value; all values should be positive."""
    EPSILON_GREEDY = "epsilon-greedy"
    """The highest value; with probability epsilon a uniform draw."""
    FIRST = "first"
    LAST = "last"


class Indifference(Enum):
    """How several numeric preferences for one operator are combined."""

    SUM = "sum"
    AVERAGE = "avg"


class Chunking(Enum):
    """When results of subgoals become rules."""

    NEVER = "never"
    ALWAYS = "always"
    ONLY = "only"
    """Only in states that a rule marks with the right-hand-side function `force-learn`."""
    UNFLAGGED = "unflagged"
    """Except in states that a rule marks with `dont-learn`."""


class Policy(Enum):
    """What the next decision contributes to a rule's new value."""

    SARSA = "sarsa"
    Q_LEARNING = "q-learning"


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of an agent; `SoarAgent.configure` changes them later.

    >>> Settings(selection=Selection.BOLTZMANN, temperature=0.1).temperature
    0.1
    """

    selection: Selection = Selection.SOFTMAX
    temperature: float = 25.0
    """Of Boltzmann selection: near 0 the best candidate is chosen, large values are nearly uniform."""
    epsilon: float = 0.1
    indifference: Indifference = Indifference.SUM
    chunking: Chunking = Chunking.NEVER
    max_chunks: int = 50
    """The most chunks that one phase may learn."""
    max_dupes: int = 3
    """The most similar chunks that one rule may make in one state and phase; a tie of many candidates needs more."""
    learning: bool = False
    """Whether reward changes the values of rules with a numeric preference."""
    policy: Policy = Policy.SARSA
    learning_rate: float = 0.3
    discount_rate: float = 0.9
    trace_decay: float = 0.0
    """The decay rate of eligibility traces; 0 is none."""
    temporal_discount: bool = True
    """Whether decisions without RL rules discount what comes after them too; else only those with one do."""
    chunk_stop: bool = True
    """Whether a chunk that would repeat an RL rule but for its value is left out."""
    max_elaborations: int = 100
    max_goal_depth: int = 100
    unit: int = 1
    """What a value of 1 is to the kernel: a power of two, so that nothing is rounded.

    The kernel files numbers by their whole part. A hundred thousand learned values between -1 and 1 are one list to it,
    which is searched for every number that it makes; in a large unit they are spread. Temperature, rewards and learned
    values are given and read in the ordinary unit; rules that make preferences have to make them in this one.
    """

    def __post_init__(self) -> None:
        for name, low, high in (
            ("temperature", 0.0, float("inf")),
            ("epsilon", 0.0, 1.0),
            ("learning_rate", 0.0, 1.0),
            ("discount_rate", 0.0, 1.0),
            ("trace_decay", 0.0, 1.0),
            ("max_chunks", 1, 1 << 31),
            ("max_dupes", 1, 1 << 31),
            ("max_elaborations", 1, 1 << 31),
            ("max_goal_depth", 1, 1 << 31),
        ):
            value = getattr(self, name)
            if not low <= value <= high or value == float("inf") or (name == "temperature" and value == 0):
                raise SoarError(f"{name.replace('_', ' ')} cannot be {value}")
        if self.unit < 1 or self.unit & (self.unit - 1):
            raise SoarError(f"unit cannot be {self.unit}: it is a power of two")

    def commands(self, before: Settings | None = None) -> Iterator[str]:
        """The kernel commands for these settings, or only for what differs from `before`."""
        known = None if before is None else before._for_kernel()
        for name, value in self._for_kernel().items():
            if known is None or known[name] != value:
                if isinstance(value, Enum):
                    value = value.value
                elif isinstance(value, bool):
                    value = "on" if value else "off"
                yield _COMMANDS[name].format(value)

    def _for_kernel(self) -> dict[str, object]:
        """Every setting that the kernel has, in its unit."""
        found = {field.name: getattr(self, field.name) for field in fields(self) if field.name in _COMMANDS}
        return {**found, "temperature": self.temperature * self.unit}


_COMMANDS = {
    "selection": "decide indifferent-selection --{}",
    "temperature": "decide indifferent-selection --temperature {}",
    "epsilon": "decide indifferent-selection --epsilon {}",
    "indifference": "decide numeric-indifferent-mode --{}",
    "chunking": "chunk {}",
    "max_chunks": "chunk max-chunks {}",
    "max_dupes": "chunk max-dupes {}",
    "learning": "rl --set learning {}",
    "policy": "rl --set learning-policy {}",
    "learning_rate": "rl --set learning-rate {}",
    "discount_rate": "rl --set discount-rate {}",
    "trace_decay": "rl --set eligibility-trace-decay-rate {}",
    "temporal_discount": "rl --set temporal-discount {}",
    "chunk_stop": "rl --set chunk-stop {}",
    "max_elaborations": "soar max-elaborations {}",
    "max_goal_depth": "soar max-goal-depth {}",
}
