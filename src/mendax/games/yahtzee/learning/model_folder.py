"""Reading a trained policy network from its folder."""

from __future__ import annotations

from pathlib import Path

import jax
import numpy as np

from mendax.core.errors import MendaxError
from mendax.games.yahtzee.learning.plans import PolicyPlan
from mendax.games.yahtzee.learning.task import YahtzeeTask
from mendax.learn.checkpoint import FILE, load_tree, read_about
from mendax.learn.network import Network
from mendax.learn.settings import NetworkSettings, from_json


def model_file(path: Path) -> Path:
    """The file itself, or the one in a training's folder."""
    return path / FILE if path.is_dir() else path


def load_plan(path: Path) -> PolicyPlan:
    """The plan a policy network was trained by."""
    plan = read_about(model_file(path)).get("plan")
    if not isinstance(plan, dict) or "preset" not in plan or "task" not in plan:
        raise MendaxError(f"{path} does not hold a policy network for Yahtzee")
    try:
        return from_json(PolicyPlan, plan)
    except MendaxError as error:
        raise MendaxError(f"{path} has a plan that cannot be used: {error}") from None


def load_network(path: Path, task: YahtzeeTask, settings: NetworkSettings) -> Network:
    """The network in a folder, which must have the shape that this task and these settings give it."""
    like: Network = jax.eval_shape(lambda: Network(np.random.default_rng(0), task, settings))
    return load_tree(model_file(path), like, "network")


def load_model(path: Path) -> tuple[PolicyPlan, Network]:
    """A trained network and its plan."""
    plan = load_plan(path)
    return plan, load_network(path, plan.task, plan.network)
