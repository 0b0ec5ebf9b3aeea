"""Training a Yahtzee player: from a plan to a folder with a model, its log and its result.

It needs jax, numpy, equinox, optax, safetensors, pydantic and numba, and nothing else: it runs on a machine with a GPU
and little more.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import jax
import numpy as np

from mendax.core.errors import MendaxError, Stopped
from mendax.core.files import write_whole
from mendax.games.yahtzee.learning.after_state_training import AfterStateTraining
from mendax.games.yahtzee.learning.after_states import ValueNetwork, arrays_of
from mendax.games.yahtzee.learning.model_folder import load_network
from mendax.games.yahtzee.learning.plans import AfterStatePlan, Plan, PolicyPlan
from mendax.games.yahtzee.learning.presets import make_plan
from mendax.games.yahtzee.learning.task import YahtzeeTask
from mendax.games.yahtzee.learning.value_network import network_values
from mendax.games.yahtzee.published import EVALUATION_GAMES
from mendax.games.yahtzee.rules import Rules, Yahtzee
from mendax.learn.evaluate import evaluate
from mendax.learn.learner import Course
from mendax.learn.loop import Trained, Watching
from mendax.learn.loop import train as run_loop
from mendax.learn.network import Network
from mendax.learn.policy_gradients import PolicyGradients
from mendax.learn.settings import read_whole

RESULT: Final = "result.json"
_EVALUATION_SEED: Final = 2_000_003
"""The dice of final evaluations: the same for all trainings, and used by none."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How well a trained player scores."""

    evaluation_games: int
    """The number of games played to measure it; 0 when it is exact."""
    mean: float
    std: float
    standard_error: float
    bonus_rate: float
    yahtzee_rate: float
    at_least_250: float


@dataclass(frozen=True, slots=True)
class TrainingResult:
    """A finished training: what was done, how long it took, and how strong the player is."""

    plan: Plan
    games: int
    updates: int
    seconds: float
    seconds_compiling: float
    seconds_watching: float
    seconds_evaluating: float
    strength: Strength
    device: str

    def to_json(self) -> dict[str, Any]:
        """The result as `result.json` has it."""
        return {
            "preset": self.plan.preset,
            "games": self.games,
            "updates": self.updates,
            "seed": self.plan.seed,
            "seconds": self.seconds,
            "seconds_compiling": self.seconds_compiling,
            "seconds_watching": self.seconds_watching,
            "seconds_evaluating": self.seconds_evaluating,
            **asdict(self.strength),
            "device": self.device,
            "plan": self.plan.to_json(),
        }


def train(
    game: Yahtzee,
    preset: str = "a2c",
    *,
    games: int | None = None,
    seed: int = 0,
    out: Path | None = None,
    start: Path | None = None,
    entropy: str = "",
    changes: Mapping[str, object] | None = None,
    evaluation: int = EVALUATION_GAMES,
    watching: Watching | None = None,
) -> TrainingResult:
    """Train a player for the game by a preset; the trainer of the game's entry."""
    return run(plan_for(game, preset, games, seed, entropy, changes), out, start, evaluation, watching)


def plan_for(
    game: Yahtzee,
    preset: str,
    games: int | None = None,
    seed: int = 0,
    entropy: str = "",
    changes: Mapping[str, object] | None = None,
) -> Plan:
    """The plan of a preset for a game with its rules."""
    if game.players != 1 or game.single_turn:
        raise MendaxError("yahtzee is trained for one player and whole games; --preset single-turn learns single turns")
    return make_plan(preset, games, seed, entropy, changes, game.rules)


def run(
    plan: Plan,
    out: Path | None = None,
    start: Path | None = None,
    evaluation: int = EVALUATION_GAMES,
    watching: Watching | None = None,
) -> TrainingResult:
    """Train by a plan and measure the player; raises `Stopped` when `watching` stopped it.

    `evaluation` is the number of games that a policy network is judged by; an after-state model is measured exactly.
    """
    if isinstance(plan, AfterStatePlan):
        if start is not None:
            raise MendaxError(f"the preset {plan.preset} begins with a random network: --from does not go with it")
        return _run_after_states(plan, out, watching)
    return _run_policy(plan, out, start, evaluation, watching)


def _run_after_states(plan: AfterStatePlan, out: Path | None, watching: Watching | None) -> TrainingResult:
    learner, num_updates = AfterStateTraining(plan), plan.num_updates
    _make_folder(out)
    done = run_loop(learner, out, plan.to_json(), watching)
    _check_finished(done, num_updates, out)
    began = time.perf_counter()
    strength = measure_exactly(done.state.mean, Rules(plan.rules))
    return _finish(plan, learner.count(done.updates), done, strength, time.perf_counter() - began, out)


def _run_policy(
    plan: PolicyPlan, out: Path | None, start: Path | None, evaluation: int, watching: Watching | None
) -> TrainingResult:
    network: Network | None = None
    if start is not None:
        network = load_network(start, plan.task, plan.network)
        plan = replace(plan, start=_digest(network))
    learner = PolicyGradients(Course(plan.task, plan.network, plan.learning, plan.num_updates, plan.seed), network)
    _make_folder(out)
    done = run_loop(learner, out, plan.to_json(), watching)
    _check_finished(done, learner.num_updates, out)
    began = time.perf_counter()
    strength = _measure_by_games(done.state.network, plan.task, evaluation)
    return _finish(plan, learner.count(done.updates), done, strength, time.perf_counter() - began, out)


def _measure_by_games(network: Network, task: YahtzeeTask, games: int) -> Strength:
    found = evaluate(network, task, games, _EVALUATION_SEED)
    return Strength(
        games,
        found.mean,
        found.std,
        found.error,
        found.rates["bonus"],
        found.rates["yahtzee"],
        float(np.mean(found.scores >= 250)),
    )


def measure_exactly(network: ValueNetwork, rules: Rules) -> Strength:
    """The strength of play by a network's values, in the precision of its file, over all dice."""
    from mendax.games.yahtzee.solver.distribution import distribution
    from mendax.games.yahtzee.solver.optimum import Optimum

    kept = {name: array.astype(np.float16).astype(np.float32) for name, array in arrays_of(network).items()}
    found = distribution(Optimum(rules, network_values(kept)))
    return Strength(0, found.mean, found.std, 0.0, found.bonus_rate, found.yahtzee_rate, found.at_least(250))


def _check_finished(done: Trained[Any], num_updates: int, out: Path | None) -> None:
    if not done.finished:
        again = "the same command continues it" if out is not None else "with --out DIR it could be continued"
        raise Stopped(f"stopped after {done.updates:,} of {num_updates:,} updates; {again}")


def _finish(
    plan: Plan, games: int, done: Trained[Any], strength: Strength, seconds: float, out: Path | None
) -> TrainingResult:
    result = TrainingResult(
        plan,
        games,
        done.updates,
        done.seconds,
        done.compile_seconds,
        done.watch_seconds,
        seconds,
        strength,
        jax.devices()[0].device_kind,
    )
    if out is not None:
        write_whole(out / RESULT, json.dumps(result.to_json(), indent=2) + "\n")
    return result


def read_games(text: str) -> int:
    """A number of games as people write it: `1e6`, `20000`, `1_000_000`."""
    number = read_whole(text)
    if not isinstance(number, int) or number < 1:
        raise MendaxError(f"a number of games is a whole number such as 20000 or 1e6, not '{text}'")
    return number


def _digest(network: Network) -> str:
    digest = sha256()
    for array in jax.tree.leaves(network):
        digest.update(np.asarray(array).tobytes())
    return digest.hexdigest()[:16]


def _make_folder(out: Path | None) -> None:
    if out is None:
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MendaxError(f"{out} cannot be used: {error.strerror}") from None
