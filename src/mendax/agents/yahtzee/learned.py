"""`learned`: plays by a network that learned what a card is worth, from its own games and the rules alone.

The network lies in the package. Its numbers for all states are reckoned once and kept on disk; `docs/learning.md` says
how it was trained, and how to train it again.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files
from typing import Final

import numpy as np

from mendax.agents.yahtzee.network import worth_of
from mendax.agents.yahtzee.optimum import Optimum
from mendax.agents.yahtzee.players import ExactFactory
from mendax.agents.yahtzee.table import load_or_make
from mendax.games.yahtzee.scoring import Rules

MODEL: Final = "learned.safetensors"


@lru_cache(maxsize=8)
def learned_values(rules: Rules) -> Optimum:
    """The network's values; it learned the forced joker rule, and plays the others by what it knows of that one."""
    from safetensors.numpy import load

    data = (files("mendax.agents.yahtzee") / MODEL).read_bytes()
    weights = {name: array.astype(np.float32) for name, array in load(data).items()}
    name = f"learned-{hashlib.sha256(data).hexdigest()[:12]}"
    return Optimum(rules, load_or_make(name, lambda: worth_of(weights)))


learned = ExactFactory(learned_values, "expected further points, as learned")
