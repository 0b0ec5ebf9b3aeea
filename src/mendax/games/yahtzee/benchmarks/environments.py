"""How many decisions of Yahtzee a second the environments play: random legal actions, games begun again as they end.

Also a plain script, `python -m mendax.games.yahtzee.benchmarks.environments --json`, that needs only JAX and NumPy and leaves out what
Numba and Gymnasium are missing for.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from statistics import median
from typing import Any, TypeAlias

import numpy as np

from mendax.bench import Line
from mendax.games.yahtzee.kernel.tables import NUM_THROWS, THROWS

Line: TypeAlias = dict[str, Any]

REPEATS = 5
DECISIONS = 39
"""In a game."""
BATCHES = (1_024, 4_096, 16_384, 65_536)
CPU_BATCHES = (4_096, 16_384, 65_536, 262_144)
GPU_BATCHES = (4_096, 65_536, 262_144, 1_048_576, 4_194_304)
QUICK_BATCHES = (64,)
KEYS = ("threefry2x32", "rbg")
"""Which random numbers JAX draws: its own, or the device's."""


def steps(quick: bool = False) -> dict[str, Any]:
    """The Numba kernel, the Gymnasium environments over it and the rules, and the JAX kernel."""
    batches, rows, lines, notes = QUICK_BATCHES if quick else BATCHES, list[Line](), list[Line](), list[str]()
    missing = [name for name in ("numba", "gymnasium") if find_spec(name) is None]
    if missing:
        notes.append(f"{' and '.join(missing)} not installed, so what needs it is not measured.")
    if "numba" not in missing:
        kernel = [_row("numba kernel", batch, _speed(_numba_kernel(batch), batch * DECISIONS)) for batch in batches]
        rows += kernel
        lines.append(_best_line("numba kernel", kernel))
    if not missing:
        vector = [_row("vector", batch, _speed(_vector_env(batch), batch * DECISIONS)) for batch in batches]
        rows += vector
        lines.append(_best_line("gymnasium vector environment (numba kernel, features and masks)", vector))
        single = _speed(_single_env(), DECISIONS)
        lines.append(Line("gymnasium environment (readable rules), one game", single, "steps/s"))
    story = _jax_story(quick)
    notes.append(
        f"JAX {story['jax']} ran on {story['device']}; random play makes {story['random_mean']:.1f} points a game."
    )
    return {**story, "lines": lines + story["lines"], "rows": rows + story["rows"], "note": " ".join(notes)}


def _row(what: str, batch: int, speed: float) -> Line:
    return {"what": what, "batch": batch, "value": speed, "unit": "steps/s"}


def _best_line(what: str, rows: Sequence[Line]) -> Line:
    best = max(rows, key=lambda row: row["value"])
    return Line(f"{what}, {best['batch']:,} games at once", best["value"], "steps/s")


def _speed(play: Callable[[], None], num_steps: int) -> float:
    """Steps a second, the median of some repeats; the first play compiles and is not counted."""
    play()
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        play()
        times.append(time.perf_counter() - began)
    return num_steps / median(times)


def _numba_kernel(batch: int) -> Callable[[], None]:
    from mendax.games.yahtzee.kernel import numba_kernel as kernel

    rng = np.random.default_rng(1)

    def throw() -> np.ndarray[Any, Any]:
        return THROWS.take(rng.integers(NUM_THROWS, size=batch), axis=0)

    games = kernel.start(throw())

    def play() -> None:
        for _ in range(DECISIONS):
            kernel.step(games, kernel.pick(games, rng.random(batch)), throw())
            kernel.restart(games)

    return play


def _vector_env(batch: int) -> Callable[[], None]:
    from mendax.games.yahtzee.environments.vector_env import YahtzeeVectorEnv

    envs = YahtzeeVectorEnv(batch)
    envs.reset(seed=1)
    envs.action_space.seed(1)

    def play() -> None:
        for _ in range(DECISIONS):
            envs.step(envs.action_space.sample())

    return play


def _single_env() -> Callable[[], None]:
    from mendax.games.yahtzee.environments.gymnasium_env import YahtzeeEnv

    env = YahtzeeEnv()
    env.action_space.seed(1)

    def play() -> None:
        env.reset(seed=1)
        for _ in range(DECISIONS):
            env.step(env.action_space.sample())

    return play


def _jax_story(quick: bool) -> dict[str, Any]:
    """The JAX kernel in one compiled loop: the better kind of random numbers, then the best batch."""
    import jax

    (device, *_) = jax.devices()
    batches = QUICK_BATCHES if quick else CPU_BATCHES if device.platform == "cpu" else GPU_BATCHES
    middle, rows = batches[len(batches) // 2], list[Line]()
    for keys in KEYS:
        rows.append(_jax_row(middle, keys))
    keys = max(rows, key=lambda row: row["value"])["keys"]
    rows += [_jax_row(batch, keys) for batch in batches if batch != middle]
    best = max(rows, key=lambda row: row["value"])
    what = f"jax kernel, jit and scan, {best['keys']} keys"
    return {
        "rows": rows,
        "lines": [
            _best_line(f"{what}, on {device.device_kind}", rows),
            Line("jax kernel, compiling that", best["compile_seconds"], "s"),
        ],
        "device": f"{device.device_kind} ({device.platform})",
        "jax": jax.__version__,
        "random_mean": best["random_mean"],
    }


def _jax_row(batch: int, keys: str) -> Line:
    import jax
    import jax.numpy as jnp

    from mendax.games.yahtzee.kernel import jax_kernel

    key = jax.random.key(1, impl=keys)
    num_games = 4  # of 39 decisions, one after the other in a compiled call

    def decide(carry: Any, key: jax.Array) -> tuple[Any, None]:
        state, points = carry
        to_throw, to_pick = jax.random.split(key)
        action = jax_kernel.pick(state, jax.random.uniform(to_pick, (batch,)))
        state, gained = jax_kernel.step(state, action, jax_kernel.throw(to_throw, (batch,)))
        return (jax_kernel.restart(state), points + gained), None

    def play(state: jax_kernel.State, key: jax.Array) -> tuple[jax_kernel.State, jax.Array]:
        decisions = jax.random.split(key, num_games * DECISIONS)
        (state, points), _ = jax.lax.scan(decide, (state, jnp.zeros(batch, jnp.int32)), decisions)
        return state, points.mean() / num_games

    state = jax.jit(lambda key: jax_kernel.start(jax_kernel.throw(key, (batch,))))(key)
    began = time.perf_counter()
    compiled = jax.jit(play).lower(state, key).compile()
    compile_seconds = time.perf_counter() - began
    state, mean = compiled(state, key)
    jax_kernel.check(state)

    def replay() -> None:
        compiled(state, key)[1].block_until_ready()

    speed = _speed(replay, batch * num_games * DECISIONS)
    return {
        **_row("jax kernel", batch, speed),
        "keys": keys,
        "compile_seconds": compile_seconds,
        "random_mean": float(mean),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Environment steps a second of Yahtzee.")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quick", action="store_true", help="tiny batches, to see that it runs")
    asked = parser.parse_args()
    story = steps(asked.quick)
    if asked.json:
        print(json.dumps(story, indent=2))
        return
    for each in story["lines"]:
        print(f"{each['what']}: {each['value']:,.4g} {each['unit']}")
    print(story["note"])


if __name__ == "__main__":
    main()
