"""The study of learning Yahtzee: all its trainings, by name, each with several seeds.

`python -m mendax.games.yahtzee.study.trainings --out DIR` runs what is not there yet. It needs only what a training
needs, so the long part of the study can be done on a bare machine with a GPU, and the report be made elsewhere;
`--list`, `--only NAME` and `--seed NUMBER` share the work between processes.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from mendax.core.catalogue import look_up
from mendax.core.errors import MendaxError, Stopped
from mendax.games.yahtzee.agents.learned import learned_values
from mendax.games.yahtzee.agents.model import ModelFactory
from mendax.games.yahtzee.learning.presets import ENTROPY, PRESETS, Plan
from mendax.games.yahtzee.learning.training import RESULT, ctrl_c, run
from mendax.games.yahtzee.rules import Rules
from mendax.games.yahtzee.solver.optimum import optimum, single_turns
from mendax.games.yahtzee.study.decision_analysis import dissect
from mendax.games.yahtzee.study.traces import Way
from mendax.learn.checkpoint import write_whole
from mendax.learn.log import LINES
from mendax.learn.settings import Stage, override
from mendax.learn.train import Watching

LOOKED_AT: Final = ("a2c", "a2c-paper", "ppo", "reinforce", "single-turn")
"""The trainings whose players are looked at closely."""
BASE: Final = "base"
"""Our A2C with the paper's three layers and the games of an ablation: what every ablation is compared with."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a study is."""

    games: int
    """For the algorithms."""
    short: int
    """For everything that is changed one thing at a time."""
    seeds: int
    evaluation: int
    """Games to judge a training by."""
    anatomy: int
    """Games in which every decision of a player is weighed."""
    width: int = 0
    """The width of all networks, where they are to be smaller than planned."""


FULL: Final = Size(1_000_000, 250_000, 3, 100_000, 10_000)
QUICK: Final = Size(2_000, 2_000, 2, 1_000, 1_000, width=64)


@dataclass(frozen=True, slots=True)
class Training:
    """One of the study's trainings."""

    name: str
    plan: Plan
    start: str = ""
    """The training whose network it begins with."""
    same_as: str = ""
    """A training that is this one already, under another name."""


def trainings(size: Size) -> dict[str, Training]:
    """All of them, in an order in which each comes after what it begins with."""
    found = {each.name: each for each in _trainings(size)}
    return {name: replace(each, plan=_narrow(each.plan, size.width)) for name, each in found.items()}


def _trainings(size: Size) -> Iterator[Training]:
    ours = PRESETS["a2c"]
    yield Training("a2c", replace(ours, games=size.games))
    yield Training("a2c-paper", replace(PRESETS["a2c-paper"], games=size.games))
    yield Training("reinforce", replace(PRESETS["reinforce"], games=size.games))
    # Fifteen gradient steps for twenty games: the later study, too, gives PPO a quarter of the games.
    yield Training("ppo", replace(PRESETS["ppo"], games=size.short))
    turns = replace(PRESETS["single-turn"], games=13 * size.games // 2)
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
    yield from _single_turns(replace(turns, games=13 * size.short // 2), base)
    yield Training("transfer", base, start="turn-full")
    stages = (Stage(3, 0.1), Stage(6, 0.1), Stage(9, 0.1))
    yield Training("curriculum", replace(base, learning=replace(base.learning, curriculum=stages)))


def _representation(base: Plan) -> Iterator[Training]:
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


def _architecture(base: Plan) -> Iterator[Training]:
    for layers in ("1", "2", "4"):
        yield Training(f"layers-{layers}", override(base, {"network.layers": layers}))
    yield Training("width-300", override(base, {"network.width": "300"}))
    yield Training("attention", override(base, {"network.trunk": "attention", "network.width": "128"}))
    yield Training("no-norm", override(base, {"network.norm": "false"}))
    yield Training("dropout", override(base, {"network.dropout": "0.1"}))


def _single_turns(turns: Plan, base: Plan) -> Iterator[Training]:
    """Variations of the single turn, for what they do to whole games; `turn-full` has the shape of the full game's."""
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


def _narrow(plan: Plan, width: int) -> Plan:
    if not width:
        return plan
    return replace(plan, network=replace(plan.network, width=width, head_width=width))


def folder(out: Path, name: str, seed: int) -> Path:
    """Where a training lies."""
    return out / "runs" / name / f"seed-{seed}"


def finished(out: Path, name: str, seed: int) -> bool:
    """Whether a training has its result."""
    return (folder(out, name, seed) / RESULT).exists()


def train_all(
    out: Path,
    size: Size,
    only: Sequence[str] = (),
    seeds: Sequence[int] = (),
    told: Callable[[str, int], None] = lambda name, seed: None,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Run every training that has no result yet, and tell of each that has one now."""
    wanted = trainings(size)
    for name in only or wanted:
        training = look_up(name, wanted, "training")
        for seed in seeds or range(size.seeds):
            if not finished(out, name, seed):
                _train(training, out, seed, size, stopped)
            told(name, seed)


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
    """The anatomy of every player that has none yet: of trainings with their first seed, and of three to compare."""
    ways: dict[str, Callable[[], Way]] = {
        "optimal": lambda: optimum(Rules.FORCED),
        "learned": lambda: learned_values(Rules.FORCED),
        "greedy": lambda: single_turns(Rules.FORCED),
        **{name: ModelFactory(str(folder(out, name, seed))).model for name in LOOKED_AT},
    }
    (out / "anatomy").mkdir(parents=True, exist_ok=True)
    for name, way in ways.items():
        path = out / "anatomy" / f"{name}.json"
        if not path.exists():
            found = dissect(name, way(), size.anatomy)
            write_whole(path, (json.dumps(found, indent=1) + "\n").encode())


def main(arguments: Sequence[str] | None = None) -> int:
    """The plain script."""
    parser = argparse.ArgumentParser(description="Run the trainings of the Yahtzee study.")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--quick", action="store_true", help="small networks, few games: to see that all of it works")
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--seed", action="append", default=[], type=int, metavar="NUMBER", help="only this seed")
    parser.add_argument("--look", action="store_true", help="look closely at the players, too")
    parser.add_argument("--list", action="store_true", help="the names of all trainings")
    options = parser.parse_args(arguments)
    size = QUICK if options.quick else FULL
    if options.list:
        sys.stdout.write("\n".join(trainings(size)) + "\n")
        return 0
    if options.out is None:
        parser.error("--out DIR is missing")

    def told(name: str, seed: int) -> None:
        result = json.loads((folder(options.out, name, seed) / RESULT).read_text(encoding="utf-8"))
        sys.stdout.write(f"{name:<16} seed {seed}  {result['mean']:7.2f}  {result['seconds']:7.1f} s\n")
        sys.stdout.flush()

    try:
        with ctrl_c() as asked:
            train_all(options.out, size, options.only, options.seed, told=told, stopped=asked.is_set)
        if options.look:
            look_closely(options.out, size)
    except MendaxError as error:
        sys.stderr.write(f"{error}\n")
        return 130 if isinstance(error, Stopped) else 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
