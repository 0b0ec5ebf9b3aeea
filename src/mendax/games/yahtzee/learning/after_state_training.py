"""`python -m mendax.games.yahtzee.learning.after_state_training --out FILE`: train a model by after-states.

Needs JAX, Equinox, Optax, safetensors, NumPy and Numba, and is quickest on a GPU. The result is
measured exactly: the expected score of playing by the learned values, by forward propagation.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import fields, replace
from pathlib import Path

import jax
import numpy as np
from safetensors.numpy import save_file

from mendax.games.yahtzee.learning.after_states import Net, Training, config_text, train, weights
from mendax.games.yahtzee.learning.value_network import worth_of
from mendax.games.yahtzee.rules.scoring import Rules
from mendax.games.yahtzee.solver.distribution import Distribution, distribution
from mendax.games.yahtzee.solver.optimum import Optimum


def measure(net: Net, rules: Rules) -> Distribution:
    """How games end that are played by a network's values."""
    return distribution(Optimum(rules, worth_of(weights(net))))


def main() -> None:
    """Train, tell how it goes, measure, and save."""
    parser = argparse.ArgumentParser(description="Train the after-state model of Yahtzee.")
    for field in fields(Training):
        name, default = f"--{field.name.replace('_', '-')}", field.default
        parser.add_argument(name, type=type(default), default=default)
    parser.add_argument("--out", type=Path, required=True, help="the model file to write")
    parser.add_argument("--chunk", type=int, default=500)
    asked = vars(parser.parse_args())
    out, chunk = asked.pop("out"), asked.pop("chunk")
    config = replace(Training(), **asked)
    began = time.perf_counter()
    first, net = 0.0, None
    for done, error, progress in train(config, chunk):
        first, net = first or time.perf_counter() - began, progress.mean
        if done % (10 * chunk) == 0 or done == chunk:
            print(f"{done} updates, {time.perf_counter() - began:.1f} s, error {error:.3f} points", flush=True)
    if net is None:
        parser.error("nothing to do: there are fewer updates than make a chunk")
    seconds = time.perf_counter() - began
    story = {"device": jax.devices()[0].device_kind, "seconds": seconds, "first_chunk_seconds": first}
    found = measure(net, Rules(config.rules))
    story |= {"mean": found.mean, "std": found.std, "bonus_rate": found.bonus_rate, "yahtzee_rate": found.yahtzee_rate}
    story["turns"] = config.games * config.updates
    # Half precision: half the size, and a ten-thousandth of a point less.
    half = {name: array.astype(np.float16) for name, array in weights(net).items()}
    save_file(half, out, metadata={**config_text(config), "device": str(story["device"]), "seconds": f"{seconds:.1f}"})
    print(json.dumps(story), flush=True)


if __name__ == "__main__":
    main()
