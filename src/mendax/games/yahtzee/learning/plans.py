"""Plans: everything that makes a training what it is. A plan and a seed give the same player on the same machine.

There are two kinds with the same interface: policy gradients, and after-state value learning.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any, Final, Literal, TypeAlias

from pydantic.dataclasses import dataclass

from mendax.core.errors import MendaxError
from mendax.games.yahtzee.kernel.tables import read_rules
from mendax.games.yahtzee.learning.task import YahtzeeTask
from mendax.games.yahtzee.rules.scoring import NUM_BOXES
from mendax.learn.policy_gradients import count_updates
from mendax.learn.settings import (
    CHECKED,
    Batch,
    Count,
    Depth,
    LearningSettings,
    NetworkSettings,
    NotNegative,
    Seed,
    Share,
    Width,
    as_json,
    check_size,
    from_json,
)

AFTER_STATES: Final = "after-states"
_LONGEST: Final = 50
"""The most updates of after-state learning in an interval."""


@dataclass(frozen=True, slots=True, config=CHECKED)
class PolicyPlan:
    """A plan for policy gradients: a task, a policy network and how it learns."""

    preset: str
    task: YahtzeeTask = field(default_factory=YahtzeeTask)
    network: NetworkSettings = field(default_factory=NetworkSettings)
    learning: LearningSettings = field(default_factory=LearningSettings)
    games: Count = 1_000_000
    seed: Seed = 0
    start: str = ""
    """A digest of the network that the training begins with; empty for a random one."""

    @property
    def num_updates(self) -> int:
        """How many updates its games allow."""
        return count_updates(self.games, self.learning)

    def to_json(self) -> dict[str, Any]:
        """The plan as plain JSON."""
        return as_json(self)


@dataclass(frozen=True, slots=True, config=CHECKED)
class ValueNetworkSettings:
    """The shape of the network that estimates the value of a card."""

    width: Width = 512
    layers: Depth = 3
    memory: Width = 32
    """How many numbers are learned for each upper half of a card, and for each lower half."""

    def __post_init__(self) -> None:
        check_size(self.layers * self.width**2 + 2 * self.memory * self.width)


@dataclass(frozen=True, slots=True, config=CHECKED)
class AfterStateSettings:
    """How after-state values are learned."""

    games: Batch = 4096
    """Games played at once; every turn of each is one training example."""
    learning_rate: NotNegative = 4e-4
    warm_up: Share = 0.01
    """The share of the training in which the rate rises; then it falls along half a cosine."""
    stray: Share = 0.15
    """How often a game enters a random box."""
    average: Share = 0.999
    """The network that plays is the running mean of the one that learns; this is what it keeps at an update."""


@dataclass(frozen=True, slots=True, config=CHECKED)
class AfterStatePlan:
    """A plan for after-state value learning."""

    preset: Literal["after-states"] = AFTER_STATES
    rules: str = "forced"
    network: ValueNetworkSettings = field(default_factory=ValueNetworkSettings)
    learning: AfterStateSettings = field(default_factory=AfterStateSettings)
    games: Count = 34_658_462
    """With the other defaults: 110,000 updates, which trained the shipped model."""
    seed: Seed = 0

    def __post_init__(self) -> None:
        read_rules(self.rules)

    @property
    def interval(self) -> int:
        """How many updates an interval has."""
        return max(1, min(_LONGEST, self._all_updates // 100))

    @property
    def num_updates(self) -> int:
        """How many updates its games allow, in whole intervals; an update plays one turn of every game at once."""
        if self._all_updates < 1:
            raise MendaxError(
                f"more games than {self.games:,} are needed: an update plays {self.learning.games:,} turns"
            )
        return self._all_updates - self._all_updates % self.interval

    @property
    def _all_updates(self) -> int:
        return self.games * NUM_BOXES // self.learning.games

    def to_json(self) -> dict[str, Any]:
        """The plan as plain JSON."""
        return as_json(self)


Plan: TypeAlias = PolicyPlan | AfterStatePlan


def read_plan(data: object) -> Plan:
    """A plan from JSON, of either kind."""
    if not isinstance(data, dict) or "preset" not in data:
        raise MendaxError("this is not a plan of a Yahtzee training")
    if data["preset"] == AFTER_STATES:
        return from_json(AfterStatePlan, data)
    return from_json(PolicyPlan, data)
