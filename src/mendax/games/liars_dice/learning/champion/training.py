"""Training the champion and its exploiters: the loop of `learn`, and what comes out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp

from mendax.core.errors import MendaxError, Stopped
from mendax.core.files import write_whole
from mendax.games.liars_dice.learning.agent_constants import parts_of
from mendax.games.liars_dice.learning.champion import update as ppo
from mendax.games.liars_dice.learning.champion.kept_networks import layers_of, network_of, player_of, untrained
from mendax.games.liars_dice.learning.champion.lessons import PLAYERS, Lessons
from mendax.games.liars_dice.learning.champion.matches import (
    against_agent,
    by_agent,
    network_policy,
    play_matches,
)
from mendax.games.liars_dice.learning.champion.networks import Actor, Layers, TwoNetworks, widened
from mendax.games.liars_dice.learning.champion.plan import ChampionPlan, exploiter_plan
from mendax.games.liars_dice.learning.champion.player_file import (
    PLAYER_FILE,
    Player,
    joined,
    save_player,
)
from mendax.games.liars_dice.learning.champion.update import LessonRows, State
from mendax.learn.checkpoint import FILE, load_tree, save_tree
from mendax.learn.learner import Metrics
from mendax.learn.log import Row, read_rows
from mendax.learn.loop import Watching
from mendax.learn.loop import train as run_loop

Program: TypeAlias = Callable[[State], tuple[State, Metrics]]

RESULT: Final = "result.json"
WATCHED: Final = ("pmh", "emh")
"""Agents of the paper that a champion is measured against on the way."""
_COMPILER: Final[dict[str, str | bool]] = {"xla_gpu_enable_triton_gemm": False}
"""On a GPU: the library's products make an update a tenth faster here than the compiler's own."""
_EVALUATION_SEED: Final = 3_000_017
"""The dice of final measurements: the same for all trainings, and used by none."""


@dataclass(frozen=True)
class ChampionTraining:
    """A `mendax.learn.loop.Trainable`: the champion, or an exploiter of a frozen network or of an agent."""

    plan: ChampionPlan
    target: Actor | str = ""
    """Whom an exploiter plays; empty for a champion."""
    start: Layers | None = None
    """An actor to begin with, instead of a random one."""
    exploiters: tuple[Layers, ...] = ()
    """Players that it meets for the whole training."""
    familiar: Player | None = None
    """What plays in its place where all others are recognised as PMH or EMH."""
    lessons: Lessons | None = None
    """What it learns besides."""

    @property
    def seed(self) -> int:
        return self.plan.seed

    @property
    def num_updates(self) -> int:
        return self.plan.num_updates

    @property
    def interval(self) -> int:
        return self.plan.interval

    @property
    def counted(self) -> str:
        return "decisions"

    def begin(self) -> State:
        frozen = None if isinstance(self.target, str) else self.target
        return ppo.begin(self.plan, frozen, self.start, self.exploiters)

    def updates(self, state: State) -> int:
        return int(state.updates)

    def count(self, updates: int) -> int:
        return updates * self.plan.batch

    def compile(self, state: State | None = None) -> Program:
        """One program for all seeds and lengths; whom an exploiter plays may have other layers than it has itself."""
        shapes, structure = jax.tree.flatten(jax.eval_shape(self.begin))
        frozen = self.plan.frozen and "yes"
        exploiters = ("yes",) * len(self.plan.exploiters)
        plan = replace(
            self.plan,
            seed=0,
            decisions=self.plan.batch,
            start="",
            exploiters=exploiters,
            familiar="",
            lessons=self.plan.lessons and "yes",
            frozen=frozen,
        )
        lessons = None if self.lessons is None else on_device(self.lessons)
        like = jax.eval_shape(lambda: lessons)
        program = _compiled(plan, self.plan.interval, structure, tuple(shapes), like)
        return lambda state: program(state, lessons)

    def measure(self, state: State, games: int, seed: int) -> Row:
        """The share of matches won: against agents of the paper, or by an exploiter."""
        if self.target:
            return {"won": self.exploit(state, games, seed)}
        return {f"won_{name}": share for name, share in self.compare(state, games, seed).items()}

    def compare(self, state: State, matches: int, seed: int) -> dict[str, float]:
        """The share of matches that a champion wins against agents of the paper."""
        actor: Actor = state.average
        if self.familiar is not None:
            actor = TwoNetworks(state.average, layers_of(self.familiar.where_recognised))
        policy = network_policy(self.plan.networks.forgets_strangers or self.familiar is not None)
        return {name: against_agent(actor, name, self.plan.players, matches, seed, policy) for name in WATCHED}

    def exploit(self, state: State, matches: int, seed: int, *, greedy: bool = False) -> float:
        """The share of matches that an exploiter wins."""
        mine = network_policy(self.plan.networks.forgets_strangers)
        by_target = by_agent if isinstance(self.target, str) else network_policy(self.plan.frozen_forgets)
        weights = jnp.int32(parts_of(self.target)) if isinstance(self.target, str) else self.target
        actor = state.networks.actor
        return play_matches(mine, actor, by_target, weights, self.plan.players, matches, seed, greedy=greedy)

    def save(self, out: Path, state: State, about: dict[str, Any]) -> None:
        # First the player: who is killed between the two makes both again.
        save_player(out / PLAYER_FILE, self.player(state))
        save_tree(out / FILE, state, about)

    def player(self, state: State) -> Player:
        """The running average; a champion has the value of scores beside it, for self-play at all seats."""
        score = None if self.target else state.networks.score
        found = player_of(state.average, self.plan.players, score, self.plan.networks.forgets_strangers)
        return found if self.familiar is None else joined(found, self.familiar)

    def load(self, out: Path) -> State:
        like: State = jax.eval_shape(self.begin)
        return load_tree(out / FILE, like)


@lru_cache(maxsize=16)
def _compiled(
    plan: ChampionPlan,
    length: int,
    structure: Any,
    shapes: tuple[jax.ShapeDtypeStruct, ...],
    lessons: LessonRows | None,
) -> Callable[[State, LessonRows | None], tuple[State, Metrics]]:
    def interval(state: State, rows: LessonRows | None) -> tuple[State, Metrics]:
        state, metrics = jax.lax.scan(lambda state, _: ppo.update(plan, state, rows), state, None, length=length)
        means: Metrics = jax.tree.map(lambda rows: rows.mean(), metrics)
        return state, means | {"own_decisions": state.decisions * 1e6}

    like = jax.tree.unflatten(structure, shapes)
    lowered = jax.jit(interval, donate_argnums=0).lower(like, lessons)
    program: Callable[[State, LessonRows | None], tuple[State, Metrics]] = lowered.compile(
        _COMPILER if _on_gpu() else None
    )
    return program


def on_device(lessons: Lessons) -> LessonRows:
    """Lessons as JAX has them."""
    return LessonRows(jnp.asarray(lessons.seen), jnp.asarray(lessons.mix), jnp.asarray(lessons.legal))


def _on_gpu() -> bool:
    return bool(jax.default_backend() == "gpu")


class Look(NamedTuple):
    """A measurement on the way of an exploiter."""

    decisions: int
    won: float
    """The share of matches."""


@dataclass(frozen=True, slots=True)
class ChampionResult:
    """A finished training, or an exploiter's."""

    plan: ChampionPlan
    decisions: int
    own_decisions: int
    """Those of the network that learned."""
    updates: int
    seconds: float
    seconds_compiling: float
    matches: int
    """Played for each measurement."""
    win_rates: Mapping[str, float]
    device: str
    curve: tuple[Look, ...] = ()
    """What an exploiter won on the way."""
    curve_matches: int = 0
    """Played for each of these."""

    def to_json(self) -> dict[str, Any]:
        """Stable names."""
        return {
            "preset": self.plan.preset,
            "players": self.plan.players,
            "seed": self.plan.seed,
            "decisions": self.decisions,
            "own_decisions": self.own_decisions,
            "updates": self.updates,
            "seconds": self.seconds,
            "seconds_compiling": self.seconds_compiling,
            "matches": self.matches,
            "win_rates": dict(self.win_rates),
            "device": self.device,
            "curve": [{"decisions": look.decisions, "win_rate": look.won} for look in self.curve],
            "curve_matches": self.curve_matches,
            "plan": self.plan.to_json(),
        }


def train_champion(
    plan: ChampionPlan,
    out: Path | None = None,
    watching: Watching | None = None,
    matches: int = 2000,
    start: Player | None = None,
    exploiters: Sequence[Player] = (),
    familiar: Player | None = None,
    lessons: Lessons | None = None,
) -> tuple[Player, ChampionResult]:
    """Train by a plan; raises `Stopped` when `watching` stopped it. The player is the running average.

    With `start` the actor begins as that player, as it plays strangers; `exploiters` are among its opponents for the
    whole training. `familiar` plays in its place where all others are recognised as PMH or EMH. `lessons` are learned
    besides. Without `matches` it is not measured against agents of the paper.
    """
    check_lessons(plan, lessons is not None)
    if any(one.familiar for one in exploiters):
        raise MendaxError("a player that it is to learn to answer has two networks; only one with one network fits")
    for one in exploiters if start is None else (start, *exploiters):
        _check_fits(plan, one)
    plan = replace(
        plan,
        start="" if start is None else start.digest,
        exploiters=tuple(one.digest for one in exploiters),
        familiar="" if familiar is None else familiar.digest,
        lessons="" if lessons is None else lessons.digest,
    )
    if familiar is not None:
        joined(untrained(plan), familiar)  # what does not fit is said before the training
    # Who sees less than the training allows is widened by inputs that count for nothing.
    inputs = plan.networks.inputs(plan.players)
    training = ChampionTraining(
        plan,
        start=None if start is None else layers_of(start.layers),
        exploiters=tuple(widened(layers_of(one.layers), inputs) for one in exploiters),
        familiar=familiar,
        lessons=lessons,
    )
    state, result = _run(training, out, watching, matches)
    win_rates = training.compare(state, matches, _EVALUATION_SEED) if matches else {}
    return training.player(state), _written(replace(result, win_rates=win_rates), out)


def check_lessons(plan: ChampionPlan, given: bool) -> None:
    """Raise where lessons are given to a training that cannot use them."""
    if given and plan.players != PLAYERS:
        raise MendaxError(f"lessons are of matches of two players, and this training is for {plan.players}")


def _check_fits(plan: ChampionPlan, player: Player) -> None:
    """Raise where a player, as it plays strangers, cannot take part in a training."""
    widths = tuple(bias.size for _, bias in player.layers[:-1])
    if (player.players, widths) != (plan.players, plan.networks.actor):
        raise MendaxError(f"a player given has {player.players} seats and the widths {widths}, which do not fit")
    if len(player.layers[0][0]) > plan.networks.inputs(plan.players):
        raise MendaxError("a player given sees more than this training allows: see networks.memory and likeness")


def exploiter_of(
    plan: ChampionPlan,
    target: Player | str,
    decisions: int,
    seed: int,
    changes: Mapping[str, object] | None = None,
) -> ChampionTraining:
    """A fresh exploiter of a frozen player or an agent, before its training."""
    if isinstance(target, str):
        return ChampionTraining(exploiter_plan(plan, decisions, seed, target, target, changes), target)
    if plan.players != target.players:
        raise MendaxError(f"the player is for {target.players} players, and the exploiter for {plan.players}")
    found = exploiter_plan(plan, decisions, seed, target.digest, changes=changes, forgets_strangers=target.forgets)
    return ChampionTraining(found, network_of(target))


def train_exploiter(
    plan: ChampionPlan,
    target: Player | str,
    decisions: int,
    seed: int,
    out: Path | None = None,
    watching: Watching | None = None,
    matches: int = 10_000,
    changes: Mapping[str, object] | None = None,
) -> ChampionResult:
    """Train a fresh exploiter of a frozen player or an agent, and measure it on whole matches with fresh dice.

    `drawn` draws from its policy, and `greedy` takes the most probable action; whom it plays always draws.
    """
    training, watching = exploiter_of(plan, target, decisions, seed, changes), watching or Watching()
    rows = list[Row]()

    def on_row(row: Row, progress: float) -> None:
        rows.append(row)
        watching.on_row(row, progress)

    state, result = _run(training, out, replace(watching, on_row=on_row), matches)
    drawn = training.exploit(state, matches, _EVALUATION_SEED)
    greedy = training.exploit(state, matches, _EVALUATION_SEED, greedy=True)
    # In a folder the log has what came before a training was stopped, too.
    curve = _curve(rows if out is None else read_rows(out))
    found = replace(result, win_rates={"drawn": drawn, "greedy": greedy}, curve=curve, curve_matches=watching.games)
    return _written(found, out)


def _curve(rows: Sequence[Row]) -> tuple[Look, ...]:
    """What an exploiter won when it was measured."""
    return tuple(Look(round(row["decisions"]), row["won"]) for row in rows if "won" in row)


def make_folder(out: Path) -> None:
    """Make a training's folder, or say why that cannot be."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MendaxError(f"{out} cannot be used: {error.strerror}") from None


def _run(
    training: ChampionTraining, out: Path | None, watching: Watching | None, matches: int
) -> tuple[State, ChampionResult]:
    if out is not None:
        make_folder(out)
    done = run_loop(training, out, training.plan.to_json(), watching)
    if not done.finished:
        again = "the same command continues it" if out is not None else "with --out DIR it could be continued"
        raise Stopped(f"stopped after {done.updates:,} of {training.num_updates:,} updates; {again}")
    own = round(float(done.state.decisions) * 1e6)
    return done.state, ChampionResult(
        training.plan,
        training.count(done.updates),
        own,
        done.updates,
        done.seconds,
        done.compile_seconds,
        matches,
        {},
        jax.devices()[0].device_kind,
    )


def _written(result: ChampionResult, out: Path | None) -> ChampionResult:
    if out is not None:
        write_whole(out / RESULT, json.dumps(result.to_json(), indent=2) + "\n")
    return result


def read_result(out: Path, plan: ChampionPlan) -> dict[str, Any] | None:
    """The result in a training's folder, if it is done; raises where the folder holds another training."""
    try:
        found: dict[str, Any] = json.loads((out / RESULT).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise MendaxError(f"{out / RESULT} cannot be read: {error}") from None
    if found["plan"] != plan.to_json():
        raise other_training(out)
    return found


def other_training(out: Path) -> MendaxError:
    """What is said of a folder that is taken."""
    return MendaxError(f"{out} holds another training; choose another folder")
