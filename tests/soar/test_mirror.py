"""The input link equals the tree, after any sequence of trees, and only differences are sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mendax.soar import SoarAgent, SoarError
from mendax.soar.memory import Element, Name, read_elements

ATTRIBUTES = st.sampled_from(["turn", "bid", "player", "dice-2", "x*y", "A_b"])
WORDS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=4)
VALUES = st.one_of(
    st.integers(-3, 3),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.sampled_from([0.0, 1.0, 2.0]),
    st.sampled_from(["yes", "no", "S1", "3", "1.0", "a b", "|", "\\", "nil", "-", "^x", "(", "+", "inf", "nan"]),
    WORDS,
)
TREES: st.SearchStrategy[dict[str, Any]] = st.deferred(
    lambda: st.dictionaries(
        ATTRIBUTES,
        st.one_of(
            VALUES,
            TREES,
            st.dictionaries(st.integers(0, 4), TREES, max_size=3),
            st.lists(TREES, max_size=3),
            st.lists(VALUES, max_size=3, unique_by=lambda value: (type(value), value)).map(tuple),
        ),
        max_size=4,
    )
)


def leaf(value: Any) -> tuple[str, Any]:
    """A value with its type, and with the digits that the kernel prints."""
    return type(value).__name__, f"{value:.6f}".replace("-0.000000", "0.000000") if type(value) is float else value


def expected(tree: Mapping[str, Any]) -> Any:
    """The tree as a bag of attributes and what they hold, sorted."""
    found = []
    for attribute, value in tree.items():
        several: Iterable[Any]
        if isinstance(value, Mapping):
            several = value.values() if value and not isinstance(next(iter(value)), str) else [value] if value else []
        else:
            several = value if isinstance(value, (list, tuple)) else [value]
        found += [(attribute, expected(one) if isinstance(one, Mapping) else leaf(one)) for one in several]
    return sorted(found, key=repr)


def printed(agent: SoarAgent) -> Any:
    """The same from what the kernel prints of its working memory."""
    below: dict[str, list[Element]] = {}
    for element in read_elements(agent.execute("print --depth 50 --internal I2")):
        below.setdefault(element.identifier, []).append(element)

    def bag(identifier: str) -> Any:
        return sorted(
            (
                (each.attribute, bag(each.value) if isinstance(each.value, Name) else leaf(each.value))
                for each in below.get(identifier, [])
            ),
            key=repr,
        )

    return bag("I2")


@pytest.fixture(scope="module")
def agent() -> Iterator[SoarAgent]:
    with SoarAgent("mirror") as agent:
        yield agent


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(trees=st.lists(st.tuples(TREES, st.booleans()), min_size=1, max_size=5))
def test_working_memory_is_the_tree(agent: SoarAgent, trees: list[tuple[dict[str, Any], bool]]) -> None:
    agent.reset()
    for tree, again in trees:
        agent.show(tree)
        if again:
            agent.show(tree)  # the kernel has seen neither
        agent.decide()
        assert printed(agent) == expected(tree)


@settings(max_examples=60, deadline=None)
@given(tree=TREES, other=TREES)
def test_a_tree_goes_and_comes_back(agent: SoarAgent, tree: dict[str, Any], other: dict[str, Any]) -> None:
    """Changed and changed back before the kernel looks, over a reset, and from nothing."""
    agent.reset()
    agent.show(tree)
    agent.decide()
    agent.show(other)
    agent.show(tree)
    agent.decide()
    assert printed(agent) == expected(tree)
    agent.reset()
    agent.decide()
    assert printed(agent) == []


def test_only_differences_are_sent(agent: SoarAgent) -> None:
    def changes(tree: dict[str, Any]) -> int:
        before = agent.counts().changes
        agent.show(tree)
        agent.decide()
        return agent.counts().changes - before - idle

    players = {seat: {"seat": seat, "dice": 5, "shown": (1, 2)} for seat in range(4)}
    agent.reset()
    agent.show({"turn": 1, "player": players})
    agent.decide(3)
    idle = 0
    idle = changes({"turn": 1, "player": players})  # the deeper impasse that every decision brings
    assert changes({"turn": 2, "player": players}) == 2, "one removed and one added"
    players[2]["dice"] = 4
    assert changes({"turn": 2, "player": players}) == 2, "the tree was changed in place"
    players[1]["shown"] = (2, 6)
    assert changes({"turn": 2, "player": players}) == 2
    del players[0]
    assert changes({"turn": 2, "player": players}) == 5, "the player and the four things known of it"
    assert changes({"turn": 2.0, "player": players}) == 2, "a real number is another value"


@pytest.mark.parametrize(
    ("tree", "complaint"),
    [
        ({"a1": 1}, "'a1' is no attribute"),
        ({"": 1}, "'' is no attribute"),
        ({"two words": {"x": 1}}, "'two words' is no attribute"),
        ({"turn": None}, r"\^turn cannot hold None"),
        ({"turn": True}, r"\^turn cannot hold True"),
        ({"turn": 2**63}, "more than 64 bits"),
        ({"turn": float("nan")}, "numbers are finite"),
        ({"turn": "a\0b"}, "a word is text without nulls"),
        ({"turn": "\ud800"}, "a word is text without nulls"),
        ({"turn": (1, 2, 1)}, r"\^turn holds a value twice"),
        ({"turn": (1, None)}, r"\^turn cannot hold None"),
        ({"turn": {1, 2}}, r"\^turn cannot hold \{1, 2\}"),
        ({"turn": {0: 5}}, r"\^turn cannot hold 5 as 0"),
        ({"turn": {(0,): {}}}, r"\^turn cannot hold \{\} as \(0,\)"),
        ({"turn": [{"x": 1}, 5]}, r"\^turn cannot hold 5 as 1"),
    ],
)
@pytest.mark.parametrize("before", [{}, {"turn": 1}, {"turn": 1.0}, {"turn": "one"}, {"turn": [{}, {}]}])
def test_what_cannot_be_held_says_so(agent: SoarAgent, tree: Any, complaint: str, before: Any) -> None:
    agent.reset()
    agent.show(before)
    with pytest.raises(SoarError, match=complaint):
        agent.show(tree)
    agent.show({"turn": 2})
    agent.decide()
    assert printed(agent) == expected({"turn": 2}), "the mirror is not broken by it"
