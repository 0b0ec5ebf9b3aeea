"""How many decisions of Yahtzee a second the environments play: random legal actions, games begun again as they end.

It runs on a machine that has little more than JAX: what a missing library is needed for is left out, and
the note says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from mendax.bench import Line, Measured
from mendax.bench.timing import median_seconds
from mendax.games.yahtzee.kernel.tables import NUM_THROWS, THROWS

REPEATS = 5
DECISIONS = 39
"""In a game."""
BATCHES = (1_024, 4_096, 16_384, 65_536)
CPU_BATCHES = (4_096, 16_384, 65_536, 262_144)
GPU_BATCHES = (4_096, 65_536, 262_144, 1_048_576, 4_194_304)
QUICK_BATCHES = (64,)
KEYS = ("threefry2x32", "rbg")
"""Which random numbers JAX draws: its own, or the device's."""
NUM_JAX_GAMES = 4
"""Games one after the other in a compiled call."""


@dataclass(frozen=True, slots=True)
class Row:
    """Steps a second of so many games at once."""

    what: str
    batch: int
    value: float

    def to_json(self) -> dict[str, Any]:
        """The row as `--json` prints it."""
        return {"what": self.what, "batch": self.batch, "value": self.value, "unit": "steps/s"}


@dataclass(frozen=True, slots=True)
class JaxRow(Row):
    """The same by JAX."""

    keys: str
    compile_seconds: float
    random_mean: float
    """Points a game of random play."""

    def to_json(self) -> dict[str, Any]:
        """The row as `--json` prints it."""
        drawn = {"keys": self.keys, "compile_seconds": self.compile_seconds, "random_mean": self.random_mean}
        return Row.to_json(self) | drawn


def steps(quick: bool = False) -> Measured:
    """The Numba kernel, the Gymnasium environments over it and the rules, and the JAX kernel."""
    missing = [name for name in ("numba", "gymnasium", "jax") if find_spec(name) is None]
    notes = [f"{' and '.join(missing)} not installed, so what needs it is not measured."] if missing else []
    found = []
    if "numba" not in missing:
        found.append(_measure_numba(quick))
    if not {"numba", "gymnasium"} & set(missing):
        found.append(_measure_gymnasium(quick))
    if "jax" not in missing:
        found.append(_measure_jax(quick))
    lines = tuple(line for part in found for line in part.lines)
    rows = [row for part in found for row in part.values["rows"]]
    values = {name: value for part in found for name, value in part.values.items()}
    notes += [part.note for part in found if part.note]
    return Measured(lines, " ".join(notes), {**values, "rows": rows})


def _measured(lines: Sequence[Line], rows: Sequence[Row], note: str = "", **values: object) -> Measured:
    return Measured(tuple(lines), note, {"rows": [row.to_json() for row in rows], **values})


def _best_line(what: str, rows: Sequence[Row]) -> Line:
    best = max(rows, key=lambda row: row.value)
    return Line(f"{what}, {best.batch:,} games at once", best.value, "steps/s")


def _steps_a_second(play: Callable[[], None], num_steps: int, quick: bool) -> float:
    """The median of some repeats; the first play compiles and is not counted."""
    play()
    return num_steps / median_seconds(play, 1 if quick else REPEATS)


def _measure_numba(quick: bool) -> Measured:
    rows = [
        Row("numba kernel", batch, _steps_a_second(_numba_kernel(batch), batch * DECISIONS, quick))
        for batch in (QUICK_BATCHES if quick else BATCHES)
    ]
    return _measured([_best_line("numba kernel", rows)], rows)


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


def _measure_gymnasium(quick: bool) -> Measured:
    rows = [
        Row("vector", batch, _steps_a_second(_vector_env(batch), batch * DECISIONS, quick))
        for batch in (QUICK_BATCHES if quick else BATCHES)
    ]
    single = _steps_a_second(_single_env(), DECISIONS, quick)
    return _measured(
        [
            _best_line("gymnasium vector environment (numba kernel, features and masks)", rows),
            Line("gymnasium environment (readable rules), one game", single, "steps/s"),
        ],
        rows,
    )


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


def _measure_jax(quick: bool) -> Measured:
    """The JAX kernel in one compiled loop: the better kind of random numbers, then the best batch."""
    import jax

    (device, *_) = jax.devices()
    batches = QUICK_BATCHES if quick else CPU_BATCHES if device.platform == "cpu" else GPU_BATCHES
    middle = batches[len(batches) // 2]
    rows = [_jax_row(middle, keys, quick) for keys in (KEYS[:1] if quick else KEYS)]
    keys = max(rows, key=lambda row: row.value).keys
    rows += [_jax_row(batch, keys, quick) for batch in batches if batch != middle]
    best = max(rows, key=lambda row: row.value)
    name = f"{device.device_kind} ({device.platform})"
    return _measured(
        [
            _best_line(f"jax kernel, jit and scan, {best.keys} keys, on {device.device_kind}", rows),
            Line("jax kernel, compiling that", best.compile_seconds, "s"),
        ],
        rows,
        f"JAX {jax.__version__} ran on {name}; random play makes {best.random_mean:.1f} points a game.",
        device=name,
        jax=jax.__version__,
        random_mean=best.random_mean,
    )


def _jax_row(batch: int, keys: str, quick: bool) -> JaxRow:
    import jax
    import jax.numpy as jnp

    from mendax.games.yahtzee.kernel import jax_kernel

    key = jax.random.key(1, impl=keys)

    def decide(carry: Any, key: jax.Array) -> tuple[Any, None]:
        state, points = carry
        to_throw, to_pick = jax.random.split(key)
        action = jax_kernel.pick(state, jax.random.uniform(to_pick, (batch,)))
        state, gained = jax_kernel.step(state, action, jax_kernel.throw(to_throw, (batch,)))
        return (jax_kernel.restart(state), points + gained), None

    def play(state: jax_kernel.State, key: jax.Array) -> tuple[jax_kernel.State, jax.Array]:
        decisions = jax.random.split(key, NUM_JAX_GAMES * DECISIONS)
        (state, points), _ = jax.lax.scan(decide, (state, jnp.zeros(batch, jnp.int32)), decisions)
        return state, points.mean() / NUM_JAX_GAMES

    state = jax.jit(lambda key: jax_kernel.start(jax_kernel.throw(key, (batch,))))(key)
    began = time.perf_counter()
    compiled = jax.jit(play).lower(state, key).compile()
    compile_seconds = time.perf_counter() - began
    state, mean = compiled(state, key)
    jax_kernel.check(state)

    def replay() -> None:
        compiled(state, key)[1].block_until_ready()

    speed = _steps_a_second(replay, batch * NUM_JAX_GAMES * DECISIONS, quick)
    return JaxRow("jax kernel", batch, speed, keys, compile_seconds, float(mean))
