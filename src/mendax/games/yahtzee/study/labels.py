"""What trainings, players and boxes are called in the report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mendax.games.yahtzee.rules.scoring import Box

LABELS: Final[Mapping[str, str]] = {
    "a2c": "A2C, ours",
    "a2c-paper": "A2C, TD(0)",
    "ppo": "PPO",
    "reinforce": "REINFORCE",
    "single-turn": "single turns",
    "base": "A2C, ours, short",
    "transfer": "from single turns",
    "scratch": "from nothing",
    "curriculum": "curriculum",
    "dice-onehot": "one-hot",
    "dice-counts": "counts",
    "dice-combined": "one-hot and counts",
    "dice-embedding": "embedding",
    "dice-positions": "embedding with positions",
    "no-potential": "no potential",
    "no-progress": "no progress",
    "plain-features": "plain features",
    "bernoulli": "Bernoulli keeps",
    "layers-1": "1 layer",
    "layers-2": "2 layers",
    "layers-3": "3 layers",
    "layers-4": "4 layers",
    "width-300": "width 300",
    "attention": "attention",
    "no-norm": "no LayerNorm",
    "dropout": "dropout",
    "entropy-low": "low entropy",
    "entropy-baseline": "baseline entropy",
    "entropy-high": "high entropy",
    "entropy-ours": "our entropy",
    "optimal": "optimum",
    "learned": "after-state model",
    "greedy": "best of the turn alone",
}
"""By name of a training or a player."""


def label(name: str) -> str:
    """A training or a player in words.

    >>> label("trace-0.5"), label("turn-slow")
    ('λ = 0.5', 'turn: slow')
    """
    if name.startswith("trace-"):
        return f"λ = {name.removeprefix('trace-')}"
    if name.startswith("turn-"):
        return f"turn: {name.removeprefix('turn-')}"
    return LABELS.get(name, name)


def seed_count(number: int) -> str:
    """How many seeds a line stands for."""
    return "one seed only" if number == 1 else f"{number} seeds"


def box_name(box: Box) -> str:
    """`three of a kind`."""
    return box.name.lower().replace("_", " ")
