"""`learned`: plays by the after-state values of the network in this package.

The table of its values is computed once and cached on disk. `docs/learning.md` says how the network was trained.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from mendax.core.errors import MendaxError
from mendax.games.yahtzee.agents.optimal import ExactFactory
from mendax.games.yahtzee.learning.value_network import network_values, parse_weights
from mendax.games.yahtzee.rules.scoring import Rules
from mendax.games.yahtzee.solver.optimum import Optimum
from mendax.games.yahtzee.solver.value_table import ValueTable, load_or_make
from mendax.report.progress import spinner

MODEL: Final = "learned.safetensors"


@lru_cache(maxsize=8)
def learned_values(rules: Rules) -> Optimum:
    """The shipped network's values. It learned the forced joker rule, and uses the same values under the others."""
    return _values((files("mendax.games.yahtzee.agents") / MODEL).read_bytes(), MODEL, rules)


def model_values(path: str, rules: Rules) -> Optimum:
    """The values of the after-state model in a file, as the file is now."""
    try:
        changed = Path(path).stat().st_mtime_ns
    except OSError as error:
        raise MendaxError(f"{path} cannot be read: {error.strerror}") from None
    return _model_values(path, rules, changed)


@lru_cache(maxsize=8)
def _model_values(path: str, rules: Rules, changed: int) -> Optimum:
    return _values(Path(path).read_bytes(), path, rules)


def _values(data: bytes, name: str, rules: Rules) -> Optimum:
    weights = parse_weights(data, name)
    table = f"learned-{hashlib.sha256(data).hexdigest()[:12]}"

    def compute() -> ValueTable:
        with spinner("Computing what the learned network says of every state, once; it is kept"):
            return network_values(weights)

    return Optimum(rules, load_or_make(table, compute))


learned = ExactFactory(learned_values, "expected further points, as learned")
