"""Random small models, event models and formulas."""

from __future__ import annotations

from functools import cache

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from mendax.logic import (
    FALSE,
    TRUE,
    ActionModel,
    AfterAnnouncing,
    AfterEvent,
    And,
    Atom,
    CanAnnounce,
    CanHappen,
    Common,
    Distributed,
    Event,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    Not,
    Or,
    RelationalModel,
    S5Model,
)
from mendax.logic.worlds import ListedNames

EXAMPLES = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""How many examples each test has; compiling and busy machines make single ones slow."""

AGENTS = ("a", "b", "c")
ATOMS = ("p", "q", "r")
LEAVES = st.sampled_from([TRUE, FALSE, *map(Atom, ATOMS)])
AGENT = st.sampled_from(AGENTS)
GROUP = st.lists(AGENT, min_size=1, max_size=3).map(tuple)


def larger(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        inner.map(Not),
        several.map(And),
        several.map(Or),
        *[st.builds(kind, inner, inner) for kind in (Implies, Iff, AfterAnnouncing, CanAnnounce)],
        *[st.builds(kind, AGENT, inner) for kind in (Knows, KnowsWhether)],
        *[st.builds(kind, GROUP, inner) for kind in (Everyone, Common, Distributed)],
    )


@cache  # a strategy made inside another is slow to make again for every example
def static(size: int = 6) -> st.SearchStrategy[Formula]:
    """Formulas without event models."""
    return st.recursive(LEAVES, larger, max_leaves=size)


@st.composite
def events(draw: st.DrawFn) -> tuple[Event, ...]:
    number = draw(st.integers(1, 3))
    return tuple(
        Event(
            f"e{place}",
            draw(static(3)),
            tuple((atom, draw(static(2))) for atom in draw(st.lists(st.sampled_from(ATOMS), unique=True, max_size=2))),
        )
        for place in range(number)
    )


@st.composite
def hidden_actions(draw: st.DrawFn) -> ActionModel:
    """S5 event models."""
    happening = draw(events())
    confused = {}
    for agent in draw(st.lists(AGENT, unique=True)):
        kinds = [draw(st.integers(0, 1)) for _ in happening]
        groups = [[event.name for event, own in zip(happening, kinds, strict=True) if own == kind] for kind in (0, 1)]
        confused[agent] = groups
    return ActionModel.hidden("A", happening, confused)


@st.composite
def any_actions(draw: st.DrawFn) -> ActionModel:
    """Event models with any relations."""
    happening = draw(events())
    names = [event.name for event in happening]
    pair = st.tuples(st.sampled_from(names), st.sampled_from(names))
    arrows = {agent: draw(st.lists(pair, max_size=5)) for agent in draw(st.lists(AGENT, unique=True))}
    return ActionModel.arrows("A", happening, arrows)


@st.composite
def with_actions(draw: st.DrawFn, actions: st.SearchStrategy[ActionModel]) -> Formula:
    """Formulas with an event model in them."""
    action = draw(actions)
    kind = draw(st.sampled_from([AfterEvent, CanHappen]))
    event = draw(st.sampled_from(action.names))
    outer = draw(st.sampled_from(["", "K", "[!]", "twice"]))
    inner: Formula = draw(static(4))
    if outer == "twice":
        inner = kind(action, draw(st.sampled_from(action.names)), inner)
    formula = kind(action, event, inner)
    if outer == "K":
        return Knows(draw(AGENT), formula)
    return AfterAnnouncing(draw(static(2)), formula) if outer == "[!]" else formula


@st.composite
def s5_models(draw: st.DrawFn, largest: int = 6) -> S5Model:
    size = draw(st.integers(1, largest))
    labels = [[draw(st.integers(0, 3)) for _ in range(size)] for _ in AGENTS]
    values = [[draw(st.booleans()) for _ in range(size)] for _ in ATOMS]
    names = ListedNames(f"w{place}" for place in range(size))
    return S5Model(names, ATOMS, AGENTS, np.array(values, dtype=np.bool_), np.array(labels))


@st.composite
def relational_models(draw: st.DrawFn, largest: int = 5) -> RelationalModel:
    size = draw(st.integers(1, largest))
    worlds = {f"w{place}": draw(st.lists(st.sampled_from(ATOMS), unique=True)) for place in range(size)}
    pair = st.tuples(*[st.integers(0, size - 1).map("w{}".format)] * 2)
    return RelationalModel.of(worlds, {agent: draw(st.lists(pair, max_size=2 * size)) for agent in AGENTS}, ATOMS)
