"""The strength of a network: full games by its most probable actions, compiled, thousands at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from mendax.learn.network import Network
from mendax.learn.rollout import play_best
from mendax.learn.task import Array, Task

_MOST = 10_000
"""Games at a time."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The results of some games."""

    scores: npt.NDArray[np.float32]
    rates: dict[str, float]
    """The means of the task's other outcomes."""

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(self.scores.mean(dtype=np.float64))

    @property
    def std(self) -> float:
        """The standard deviation of a game's score."""
        return float(self.scores.std(dtype=np.float64))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.std / float(np.sqrt(self.scores.size))


def evaluate(network: Network, task: Task, games: int, seed: int) -> Evaluation:
    """Play full games greedily; the same seed gives the same chance."""
    batches = -(-games // _MOST)
    run = _compiled(task.whole(), -(-games // batches))
    parts = [run(network, jax.random.fold_in(jax.random.key(seed), batch)) for batch in range(batches)]
    rows = {name: np.concatenate([np.asarray(part[name]) for part in parts])[:games] for name in parts[0]}
    scores = rows.pop("score").astype(np.float32)
    return Evaluation(scores, {name: float(row.mean(dtype=np.float64)) for name, row in rows.items()})


@lru_cache(maxsize=16)
def _compiled(task: Any, games: int) -> Any:
    def run(network: Network, key: Array) -> dict[str, Array]:
        ends = play_best(network, task, task.chances(key, games))
        return {name: jnp.asarray(rows) for name, rows in task.outcome(ends).items()}

    return eqx.filter_jit(run)
