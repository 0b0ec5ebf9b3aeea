"""Plans: a task, a network and a way to learn. The paper's Tables 1 and 5 to 7 by name, and ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from mendax.core.catalogue import look_up
from mendax.games.yahtzee.learning.features import Features
from mendax.games.yahtzee.learning.task import YahtzeeTask
from mendax.learn.settings import LearningSettings, NetworkSettings, Ramp, override


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that makes a training what it is; with a seed and the same machine, the result follows."""

    preset: str
    task: YahtzeeTask = field(default_factory=YahtzeeTask)
    network: NetworkSettings = field(default_factory=NetworkSettings)
    learning: LearningSettings = field(default_factory=LearningSettings)
    games: int = 1_000_000
    seed: int = 0
    start: str = ""
    """A digest of the network the training begins with, where it does not begin with nothing."""


SINGLE_TURN_FEATURES: Final = Features(progress=False, joker=False, lock_in=False, potential=False)
"""The paper's section 5.1.1: dice, card, bonus and rolls."""
FULL_GAME_FEATURES: Final = replace(SINGLE_TURN_FEATURES, progress=True, potential=True)
"""The paper's section 5.2: the same with progress and potential."""
_PAPER_NETWORK: Final = NetworkSettings(layers=3, width=600, dropout=0.1, activation="swish", subsets="joint")
"""Table 5."""
_PAPER_TASK: Final = YahtzeeTask(FULL_GAME_FEATURES, distinct_keeps=False)
_REINFORCE: Final = LearningSettings(
    algorithm="reinforce",
    games=20,
    learning_rate=1e-3,
    lowest_rate=0.01,
    discount=Ramp(0.95, 1.0),
    clip_norm=0.0,
    value_weight=0.025,
    entropy=(Ramp(0.1, 0.01), Ramp(0.02, 0.003)),
    entropy_hold=0.1,
    entropy_anneal=0.55,
)
"""Tables 5 and 6."""

PRESETS: Final[Mapping[str, Plan]] = {
    plan.preset: plan
    for plan in (
        Plan(
            "a2c",
            YahtzeeTask(Features(par=True)),
            NetworkSettings(layers=2, head_width=300),
            LearningSettings(
                algorithm="a2c",
                games=128,
                parts=4,
                learning_rate=2e-4,
                trace=0.5,
                value_weight=0.5,
                reward_scale=50.0,
                entropy=(Ramp(0.06, 0.0005), Ramp(0.03, 0.0005)),
                entropy_hold=0.3,
                entropy_anneal=0.6,
            ),
        ),
        Plan("reinforce", _PAPER_TASK, _PAPER_NETWORK, _REINFORCE),
        Plan(
            "a2c-paper",
            _PAPER_TASK,
            _PAPER_NETWORK,
            LearningSettings(
                algorithm="a2c",
                games=20,
                learning_rate=1e-4,
                lowest_rate=0.01,
                discount=Ramp(0.99, 0.99),
                trace=0.0,
                clip_norm=1.0,
                value_weight=0.005,
                entropy=(Ramp(0.06, 0.02), Ramp(0.03, 0.008)),
                entropy_hold=0.3,
                entropy_anneal=0.6,
            ),
        ),
        Plan(
            "ppo",
            _PAPER_TASK,
            _PAPER_NETWORK,
            LearningSettings(
                algorithm="ppo",
                games=20,
                parts=5,  # four games each
                epochs=3,
                clip_ratio=0.2,
                learning_rate=1e-4,
                lowest_rate=0.01,
                discount=Ramp(0.99, 0.99),
                trace=0.5,
                clip_norm=1.0,
                value_weight=0.01,
                entropy=(Ramp(0.02, 0.005), Ramp(0.05, 0.01)),
                entropy_hold=0.1,
                entropy_anneal=0.8,
            ),
        ),
        Plan(
            "single-turn",
            YahtzeeTask(SINGLE_TURN_FEATURES, turns=1, cards="any", distinct_keeps=False),
            replace(_PAPER_NETWORK, subsets="independent"),
            replace(_REINFORCE, games=260),  # as many turns as twenty games have
            games=6_500_000,
        ),
    )
}
"""By name. `a2c` is ours; the others are the paper's."""

ENTROPY: Final[Mapping[str, tuple[Ramp, Ramp]]] = {
    "low": (Ramp(0.005, 0.001), Ramp(0.01, 0.002)),
    "baseline": (Ramp(0.01, 0.002), Ramp(0.02, 0.005)),
    "high": (Ramp(0.02, 0.005), Ramp(0.04, 0.01)),
}
"""The paper's entropy regimes (Table 1), for rolling and scoring."""


def make_plan(
    preset: str, games: int | None = None, seed: int = 0, entropy: str = "", changes: Mapping[str, str] | None = None
) -> Plan:
    """A preset with some of its settings changed, by dotted names such as `learning.games`.

    >>> make_plan("a2c", changes={"learning.games": "64", "network.width": "100"}).network.width
    100
    """
    plan = replace(look_up(preset, PRESETS, "preset"), seed=seed)
    if games is not None:
        plan = replace(plan, games=games)
    if entropy:
        plan = replace(plan, learning=replace(plan.learning, entropy=look_up(entropy, ENTROPY, "entropy regime")))
    return override(plan, changes or {})
