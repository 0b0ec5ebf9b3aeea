"""The trainings of the Yahtzee study, by name, each with several seeds.

This needs only what a training needs: the long part of the study runs on a machine with a GPU and little else, and the
report is made elsewhere. `train_all(only=..., seeds=...)` shares the work between processes.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from mendax.core.catalogue import look_up
from mendax.core.errors import MendaxError
from mendax.core.files import write_whole
from mendax.games.yahtzee.agents.learned import learned_values
from mendax.games.yahtzee.agents.policy_model import PolicyModelFactory
from mendax.games.yahtzee.learning.plans import PolicyPlan
from mendax.games.yahtzee.learning.presets import ENTROPY, POLICY_PRESETS
from mendax.games.yahtzee.learning.training import RESULT, run
from mendax.games.yahtzee.rules import Rules
from mendax.games.yahtzee.rules.scoring import NUM_BOXES
from mendax.games.yahtzee.solver.optimum import optimum, single_turns
from mendax.games.yahtzee.study.decision_analysis import analyse
from mendax.games.yahtzee.study.traces import Player
from mendax.learn.log import LINES
from mendax.learn.loop import Watching
from mendax.learn.settings import Stage, override

ANALYSED: Final = ("a2c", "a2c-paper", "ppo", "reinforce", "single-turn")
"""The trainings whose players' decisions are analysed."""
BASE: Final = "base"
"""Our A2C with the paper's three layers and the games of an ablation: what every ablation is compared with."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a study is."""

    games: int
    """For the algorithms."""
    short: int
    """For the ablations, which change one thing at a time."""
    seeds: int
    evaluation: int
    """Games to judge a training by."""
    analysis: int
    """Games in which every decision of a player is valued."""
    width: int = 0
    """The width of all networks; 0 for the planned ones."""


FULL: Final = Size(1_000_000, 250_000, 3, 100_000, 10_000)
QUICK: Final = Size(2_000, 2_000, 2, 1_000, 1_000, width=64)


@dataclass(frozen=True, slots=True)
class Training:
    """One of the study's trainings."""

    name: str
    plan: PolicyPlan
    start: str = ""
    """The training whose network it begins with."""
    same_as: str = ""
    """The name of another training that is the same."""


def trainings(size: Size) -> dict[str, Training]:
    """All trainings; each comes after the one that it begins with."""
    found = {each.name: each for each in _trainings(size)}
    return {name: replace(each, plan=_narrow(each.plan, size.width)) for name, each in found.items()}


def _trainings(size: Size) -> Iterator[Training]:
    ours = POLICY_PRESETS["a2c"]
    yield Training("a2c", replace(ours, games=size.games))
    yield Training("a2c-paper", replace(POLICY_PRESETS["a2c-paper"], games=size.games))
    yield Training("reinforce", replace(POLICY_PRESETS["reinforce"], games=size.games))
    # Fifteen gradient steps for twenty games: the published results, too, gave PPO a quarter of the games.
    yield Training("ppo", replace(POLICY_PRESETS["ppo"], games=size.short))
    turns = replace(POLICY_PRESETS["single-turn"], games=NUM_BOXES * size.games // 2)
    yield Training("single-turn", turns)

    base = override(replace(ours, games=size.short), {"network.layers": "3"})
    yield Training(BASE, base)
    yield from _representation(base)
    yield from _architecture(base)
    for trace in ("0", "0.25", "0.8", "0.95", "1"):
        yield Training(f"trace-{trace}", override(base, {"learning.trace": trace}))
    for regime, ramps in ENTROPY.items():
        yield Training(f"entropy-{regime}", replace(base, learning=replace(base.learning, entropy=ramps)))
    for name in ("dice-combined", "layers-3", "trace-0.5", "entropy-ours", "scratch"):
        yield Training(name, base, same_as=BASE)
    yield from _single_turns(replace(turns, games=NUM_BOXES * size.short // 2), base)
    yield Training("transfer", base, start="turn-full")
    stages = (Stage(3, 0.1), Stage(6, 0.1), Stage(9, 0.1))
    yield Training("curriculum", replace(base, learning=replace(base.learning, curriculum=stages)))


def _representation(base: PolicyPlan) -> Iterator[Training]:
    for things in ("onehot", "counts", "embedding", "positions"):
        yield Training(f"dice-{things}", override(base, {"network.things": things}))
    off = {
        "no-potential": "potential",
        "no-progress": "progress",
        "plain-features": "potential progress joker lock_in par",
    }
    for name, features in off.items():
        yield Training(name, override(base, {f"task.features.{feature}": "false" for feature in features.split()}))
    yield Training("bernoulli", override(base, {"network.subsets": "independent", "task.distinct_keeps": "false"}))


def _architecture(base: PolicyPlan) -> Iterator[Training]:
    for layers in ("1", "2", "4"):
        yield Training(f"layers-{layers}", override(base, {"network.layers": layers}))
    yield Training("width-300", override(base, {"network.width": "300"}))
    yield Training("attention", override(base, {"network.trunk": "attention", "network.width": "128"}))
    yield Training("no-norm", override(base, {"network.norm": "false"}))
    yield Training("dropout", override(base, {"network.dropout": "0.1"}))


def _single_turns(turns: PolicyPlan, base: PolicyPlan) -> Iterator[Training]:
    """Variations of the single turn, for their effect on whole games; `turn-full` has the network of the full game."""
    changes = {
        "turn-joint": {"network.subsets": "joint"},
        "turn-potential": {"task.features.potential": "true"},
        "turn-progress": {"task.features.progress": "true"},
        "turn-narrow": {"network.width": "100"},
        "turn-shallow": {"network.layers": "1"},
        "turn-slow": {"learning.learning_rate": "3e-4"},
    }
    for name, change in changes.items():
        yield Training(name, override(turns, change))
    task = replace(base.task, turns=1, cards="any")
    yield Training("turn-full", replace(turns, task=task, network=base.network))


def _narrow(plan: PolicyPlan, width: int) -> PolicyPlan:
    if not width:
        return plan
    return replace(plan, network=replace(plan.network, width=width, head_width=width))


def folder(out: Path, name: str, seed: int) -> Path:
    """The folder of a training."""
    return out / "runs" / name / f"seed-{seed}"


def finished(out: Path, name: str, seed: int) -> bool:
    """Whether a training has its result."""
    return (folder(out, name, seed) / RESULT).exists()


def train_all(
    out: Path,
    size: Size,
    only: Sequence[str] = (),
    seeds: Sequence[int] = (),
    on_done: Callable[[str, int], None] = lambda name, seed: None,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Run every training that has no result yet; call `on_done` for each that has one."""
    wanted = trainings(size)
    for name in only or wanted:
        training = look_up(name, wanted, "training")
        for seed in seeds or range(size.seeds):
            if not finished(out, name, seed):
                _train(training, out, seed, size, stopped)
            on_done(name, seed)


def _train(training: Training, out: Path, seed: int, size: Size, stopped: Callable[[], bool]) -> None:
    here = folder(out, training.name, seed)
    if training.same_as:
        there = folder(out, training.same_as, seed)
        if not finished(out, training.same_as, seed):
            raise MendaxError(f"{training.name} is {training.same_as}, which has not been run yet")
        here.mkdir(parents=True, exist_ok=True)
        for file in (LINES, RESULT):
            shutil.copyfile(there / file, here / file)
        return
    start = folder(out, training.start, seed) if training.start else None
    if start is not None and not finished(out, training.start, seed):
        raise MendaxError(f"{training.name} begins with {training.start}, which has not been run yet")
    run(replace(training.plan, seed=seed), here, start, size.evaluation, Watching(stopped=stopped))


def look_closely(out: Path, size: Size, seed: int = 0) -> None:
    """Analyse the decisions of every player that has no analysis yet: the first seed of trainings, and three others."""
    players: dict[str, Callable[[], Player]] = {
        "optimal": lambda: optimum(Rules.FORCED),
        "learned": lambda: learned_values(Rules.FORCED),
        "greedy": lambda: single_turns(Rules.FORCED),
        **{name: PolicyModelFactory(str(folder(out, name, seed))).model for name in ANALYSED},
    }
    (out / "anatomy").mkdir(parents=True, exist_ok=True)
    for name, player in players.items():
        path = out / "anatomy" / f"{name}.json"
        if not path.exists():
            found = analyse(name, player(), size.analysis)
            write_whole(path, json.dumps(found, indent=1) + "\n")
