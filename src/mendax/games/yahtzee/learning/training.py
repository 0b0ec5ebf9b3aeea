"""Training a Yahtzee player, from a plan to a folder with a model, its log and its result.

Needs nothing of ours but the game and the method, and of others jax, numpy, equinox, optax and safetensors: with the
sources on the path, `python -m mendax.games.yahtzee.learning.training --preset a2c --games 1e6 --out DIR` runs on a bare
machine with a GPU.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import Any, Final

import jax
import numpy as np

from mendax.core.errors import MendaxError, Stopped
from mendax.games.yahtzee.learning.model_folder import load_network
from mendax.games.yahtzee.learning.presets import Plan, make_plan
from mendax.learn.checkpoint import write_whole
from mendax.learn.evaluate import evaluate
from mendax.learn.learner import Course
from mendax.learn.network import Network
from mendax.learn.settings import as_json
from mendax.learn.train import Watching, count_updates, train

RESULT: Final = "result.json"
_FINAL_SEED: Final = 2_000_003
"""The dice of final evaluations: the same for all trainings, and seen by none."""


def run(
    plan: Plan,
    out: Path | None = None,
    start: Path | None = None,
    evaluation: int = 10_000,
    watching: Watching | None = None,
) -> dict[str, Any]:
    """Train by a plan, evaluate, and tell the result; `Stopped` if somebody stopped it."""
    network: Network | None = None
    if start is not None:
        network = load_network(start, plan.task, plan.network)
        plan = replace(plan, start=_digest(network))
    _make_folder(out)
    updates = count_updates(plan.games, plan.learning)
    course = Course(plan.task, plan.network, plan.learning, updates, plan.seed)
    done = train(course, out, as_json(plan), network, watching)
    if not done.finished:
        again = "the same command goes on from here" if out is not None else "with --out DIR it could go on"
        raise Stopped(f"stopped after {int(done.learner.updates):,} of {updates:,} updates; {again}")
    began = time.perf_counter()
    final = evaluate(done.learner.network, plan.task, evaluation, _FINAL_SEED)
    result = {
        "preset": plan.preset,
        "games": updates * plan.learning.games,
        "updates": updates,
        "seed": plan.seed,
        "seconds": done.seconds,
        "seconds_compiling": done.compile_seconds,
        "seconds_watching": done.watch_seconds,
        "seconds_evaluating": time.perf_counter() - began,
        "evaluation_games": evaluation,
        "mean": final.mean,
        "std": final.std,
        "standard_error": final.error,
        "bonus_rate": final.rates["bonus"],
        "yahtzee_rate": final.rates["yahtzee"],
        "at_least_250": float(np.mean(final.scores >= 250)),
        "device": jax.devices()[0].device_kind,
        "plan": as_json(plan),
    }
    if out is not None:
        write_whole(out / RESULT, (json.dumps(result, indent=2) + "\n").encode())
    return result


@contextmanager
def ctrl_c() -> Iterator[Event]:
    """Set by the first Ctrl-C; a second one ends the program as ever."""
    asked = Event()

    def handle(number: int, frame: object) -> None:
        asked.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


def read_games(text: str) -> int:
    """A number of games as people write it: `1e6`, `20000`, `1_000_000`."""
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not (number >= 1 and number.is_integer()):
        raise MendaxError(f"a number of games is a whole number such as 20000 or 1e6, not '{text}'")
    return int(number)


def read_changes(texts: Sequence[str]) -> dict[str, str]:
    """Settings as people write them: `learning.games=64`."""
    changes = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise MendaxError(f"a setting is written NAME=VALUE, such as learning.games=64, not '{text}'")
        changes[name] = value
    return changes


def tell(row: Mapping[str, float]) -> str:
    """A log line in words."""
    strength = f", greedy {row['greedy_score']:.1f}" if "greedy_score" in row else ""
    return (
        f"{row['games']:>12,.0f} games {row['seconds']:7.1f} s  score {row['score']:6.1f}  bonus {row['bonus']:.2f}"
        f"  entropy {row['entropy_roll']:.2f} {row['entropy_score']:.2f}  explained {row['explained_variance']:.2f}"
        f"  gradient {row['gradient_norm']:.2f}{strength}"
    )


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


def main(arguments: Sequence[str] | None = None) -> int:
    """The plain script."""
    parser = argparse.ArgumentParser(description="Train a Yahtzee player.")
    parser.add_argument("--preset", default="a2c")
    parser.add_argument("--games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--entropy", default="", help="low, baseline or high: the paper's Table 1")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="such as learning.games=64")
    parser.add_argument("--from", dest="start", type=Path, help="begin with the network of another training")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--evaluate", default="100000", help="games of the final evaluation")
    parser.add_argument("--looks", type=int, default=20, help="looks at the strength meanwhile")
    parser.add_argument("--json", action="store_true", help="one line of JSON at the end, and nothing else")
    options = parser.parse_args(arguments)
    try:
        games = None if options.games is None else read_games(options.games)
        plan = make_plan(options.preset, games, options.seed, options.entropy, read_changes(options.set))
        with ctrl_c() as asked:

            def on_row(row: Mapping[str, float], progress: float) -> None:
                if not options.json and "greedy_score" in row:
                    sys.stderr.write(tell(row) + "\n")

            watching = Watching(looks=options.looks, on_row=on_row, stopped=asked.is_set)
            result = run(plan, options.out, options.start, read_games(options.evaluate), watching)
    except MendaxError as error:
        sys.stderr.write(f"{error}\n")
        return 130 if isinstance(error, Stopped) else 2
    if options.json:
        result.pop("plan")
    sys.stdout.write(json.dumps(result, indent=None if options.json else 2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
