"""Presets: plans by name. Tables 1 and 5 to 7 of the paper, and our own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from mendax.core.catalogue import look_up
from mendax.core.errors import MendaxError
from mendax.games.yahtzee.learning.features import Features
from mendax.games.yahtzee.learning.plans import AFTER_STATES, AfterStatePlan, Plan, PolicyPlan
from mendax.games.yahtzee.learning.task import YahtzeeTask
from mendax.games.yahtzee.published import ENTROPY_REGIMES
from mendax.learn.settings import LearningSettings, NetworkSettings, Ramp, as_json, override

SINGLE_TURN_FEATURES: Final = Features(progress=False, joker=False, lock_in=False, potential=False)
"""The paper, section 5.1.1: dice, card, bonus and rolls."""
FULL_GAME_FEATURES: Final = replace(SINGLE_TURN_FEATURES, progress=True, potential=True)
"""The paper, section 5.2: the same with progress and potential."""
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

POLICY_PRESETS: Final[Mapping[str, PolicyPlan]] = {
    plan.preset: plan
    for plan in (
        PolicyPlan(
            "a2c",
            YahtzeeTask(Features(par=True)),
            NetworkSettings(layers=1, head_width=300),  # two layers fall into a worse optimum with some seeds
            LearningSettings(
                algorithm="a2c",
                games=128,
                parts=4,
                learning_rate=3e-4,
                trace=0.5,
                value_weight=0.5,
                reward_scale=50.0,
                entropy=(Ramp(0.06, 0.0005), Ramp(0.03, 0.0005)),
                entropy_hold=0.3,
                entropy_anneal=0.6,
            ),
        ),
        PolicyPlan("reinforce", _PAPER_TASK, _PAPER_NETWORK, _REINFORCE),
        PolicyPlan(
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
        PolicyPlan(
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
        PolicyPlan(
            "single-turn",
            YahtzeeTask(SINGLE_TURN_FEATURES, turns=1, cards="any", distinct_keeps=False),
            replace(_PAPER_NETWORK, subsets="independent"),
            replace(_REINFORCE, games=260),  # as many turns as twenty games have
            games=6_500_000,
        ),
    )
}
"""Policy gradients. `a2c` is ours; the others are the paper's."""
PRESETS: Final[Mapping[str, Plan]] = {AFTER_STATES: AfterStatePlan(), **POLICY_PRESETS}

ENTROPY: Final[Mapping[str, tuple[Ramp, Ramp]]] = {
    name: (Ramp(*rolling), Ramp(*scoring)) for name, (rolling, scoring) in ENTROPY_REGIMES.items()
}
"""The entropy regimes of the paper, for rolling and scoring."""


def make_plan(
    preset: str,
    games: int | None = None,
    seed: int = 0,
    entropy: str = "",
    changes: Mapping[str, object] | None = None,
    rules: str = "",
) -> Plan:
    """A preset with some settings changed, by dotted names such as `learning.games`.

    >>> make_plan("a2c", changes={"learning.games": "64", "network.width": "100"}).network.width
    100
    """
    plan = look_up(preset, PRESETS, "preset")
    basic: dict[str, object] = {"seed": seed}
    if games is not None:
        basic["games"] = games
    if rules:
        basic["rules" if isinstance(plan, AfterStatePlan) else "task.rules"] = rules
    if entropy:
        if isinstance(plan, AfterStatePlan):
            raise MendaxError(f"the preset {preset} has no entropy bonus: --entropy does not go with it")
        basic["learning.entropy"] = [as_json(ramp) for ramp in look_up(entropy, ENTROPY, "entropy regime")]
    return override(plan, {**basic, **(changes or {})})
