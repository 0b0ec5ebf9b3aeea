"""`learned`: plays by a network that learned what a card is worth, from its own games and the rules alone.

The network lies in the package. Its numbers for all states are computed once and kept on disk; `docs/learning.md` says
how it was trained, and how to train it again.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files
from typing import Final

import numpy as np

from mendax.games.yahtzee.agents.optimal import ExactFactory
from mendax.games.yahtzee.learning.value_network import worth_of
from mendax.games.yahtzee.rules.scoring import Rules
from mendax.games.yahtzee.solver.optimum import Optimum
from mendax.games.yahtzee.solver.value_table import load_or_make

MODEL: Final = "learned.safetensors"


@lru_cache(maxsize=8)
def learned_values(rules: Rules) -> Optimum:
    """The network's values; it learned the forced joker rule, and plays the others by what it knows of that one."""
    from safetensors.numpy import load

    data = (files("mendax.games.yahtzee.agents") / MODEL).read_bytes()
    weights = {name: array.astype(np.float32) for name, array in load(data).items()}
    name = f"learned-{hashlib.sha256(data).hexdigest()[:12]}"
    return Optimum(rules, load_or_make(name, lambda: worth_of(weights)))


learned = ExactFactory(learned_values, "expected further points, as learned")
