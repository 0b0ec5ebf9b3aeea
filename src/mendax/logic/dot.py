"""Models as text for Graphviz."""

from __future__ import annotations

import numpy as np

from mendax.logic.model import Model

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b4c9a", "#444444")
"""A colour for each agent, in order, that colour-blind readers can tell apart (Okabe and Ito); then from the start."""


def colour(model: Model, agent: str) -> str:
    """The colour of an agent's lines."""
    return COLOURS[model.place(agent) % len(COLOURS)]


def to_dot(model: Model, world: str | None = None) -> str:
    """A graph with a node for each world; reflexive lines of S5 models are left out."""
    actual = model.position(world) if world is not None else None
    joined = "->" if model.directed else "--"
    lines = ["digraph model {" if model.directed else "graph model {", "  node [shape=ellipse];"]
    for position in map(int, np.flatnonzero(model.alive)):
        label = f"{_quoted(model.names[position])}\\n{_quoted(' '.join(model.facts_at(position)))}"
        marked = ", peripheries=2" if position == actual else ""
        lines.append(f'  w{position} [label="{label}"{marked}];')
    for (one, other), agents in model.edges().items():
        colours = ":".join(colour(model, agent) for agent in agents)
        lines.append(f'  w{one} {joined} w{other} [label="{",".join(agents)}", color="{colours}"];')
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
