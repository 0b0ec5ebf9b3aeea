"""A tree of plain values, mirrored on a mind's input link by differences only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, TypeAlias, Union

from mendax.soar.errors import SoarError

Value: TypeAlias = str | int | float
"""What stands at the leaves. A word, a whole number and a real number are three different things to a rule."""

Tree: TypeAlias = Mapping[str, Union[Value, "Tree", Mapping[int, "Tree"], Sequence[Value], Sequence["Tree"]]]
"""What a rule can see below the input link: attributes and what they hold.

- a value: `{"turn": 3}` is `(<i> ^turn 3)`;
- a tree: `{"bid": {"count": 6, "face": 4}}` is `(<i> ^bid <b>) (<b> ^count 6 ^face 4)`;
- several trees, by number: `{"player": {0: {...}, 2: {...}}}` is `(<i> ^player <p> ^player <q>)`. The numbers
  do not appear; they say which tree of the last time a tree is compared with;
- several trees in a row, compared by their place: `{"bid": [{...}, {...}]}`;
- several values: `{"shown": (1, 4)}` is `(<i> ^shown 1 ^shown 4)`. Working memory is a set, so no value twice.

An empty mapping or sequence leaves nothing.
"""

_ATTRIBUTE = re.compile(r"(?![A-Za-z]\d+$)[A-Za-z][A-Za-z0-9_*-]*")
_LIMIT = 1 << 63
_ONLY = -1
"""The number of a tree that is alone under its attribute."""


class _Node:
    """An identifier in working memory, and what we have put below it."""

    __slots__ = ("children", "elements", "identifier", "sets", "values")

    def __init__(self, identifier: Any) -> None:
        self.identifier = identifier
        self.values: dict[str, Value] = {}
        self.elements: dict[str, Any] = {}
        """The kernel's handle of each value."""
        self.children: dict[str, dict[int, _Node]] = {}
        self.sets: dict[str, dict[tuple[type, Value], Any]] = {}
        """The handles of several values; the type is a part of the key, since 1 is not 1.0."""


class Mirror:
    """Keeps the last tree, and sends the kernel what is new, changed or gone."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent
        self._root = _Node(agent.GetInputLink())

    def show(self, tree: Tree) -> None:
        """Make working memory this tree; the caller may change the tree afterwards."""
        self._compare(self._root, tree)

    def clear(self) -> None:
        """Take everything away, so that nothing is left to compare with."""
        self._empty(self._root)

    def _compare(self, node: _Node, tree: Tree) -> None:
        values = node.values
        num_left = len(tree)
        for attribute, value in tree.items():
            kind = type(value)
            if kind is int or kind is str or kind is float:
                old = values.get(attribute)
                if old != value or type(old) is not kind:
                    self._put(node, attribute, value, old)
            elif not self._branch(node, attribute, value):
                num_left -= 1
        if len(values) + len(node.children) + len(node.sets) > num_left:
            for attribute in [held for held in (*values, *node.children, *node.sets) if held not in tree]:
                self._remove(node, attribute)

    def _put(self, node: _Node, attribute: str, value: Any, old: Value | None) -> None:
        """A value that is not as it was."""
        _check(attribute, value)
        if type(old) is type(value):
            node.elements[attribute].Update(value)
        else:
            self._remove(node, attribute)
            node.elements[attribute] = self._create(node, attribute, value)
        node.values[attribute] = value

    def _create(self, node: _Node, attribute: str, value: Value) -> Any:
        if isinstance(value, int):
            return self._agent.CreateIntWME(node.identifier, attribute, value)
        if isinstance(value, float):
            return self._agent.CreateFloatWME(node.identifier, attribute, value)
        return self._agent.CreateStringWME(node.identifier, attribute, value)

    def _branch(self, node: _Node, attribute: str, value: Any) -> bool:
        """Anything but a single value; whether there is any of it."""
        if not isinstance(value, (Mapping, list, tuple)):
            raise SoarError(f"^{attribute} cannot hold {value!r}: a word, a number, or trees of them")
        if not value:
            self._remove(node, attribute)
        elif isinstance(value, Mapping):
            self._grow(node, attribute, {_ONLY: value} if isinstance(next(iter(value)), str) else value)
        elif isinstance(value[0], Mapping):
            self._grow(node, attribute, dict(enumerate(value)))
        else:
            self._collect(node, attribute, value)
        return bool(value)

    def _grow(self, node: _Node, attribute: str, trees: Mapping[int, Tree]) -> None:
        held = node.children.get(attribute)
        if held is None:
            _check(attribute, "")
            self._remove(node, attribute)
            held = node.children[attribute] = {}
        for number, tree in trees.items():
            if type(number) is not int or not isinstance(tree, Mapping):
                raise SoarError(f"^{attribute} cannot hold {tree!r} as {number!r}: trees by whole numbers")
            child = held.get(number)
            if child is None:
                child = held[number] = _Node(self._agent.CreateIdWME(node.identifier, attribute))
            self._compare(child, tree)
        if len(held) > len(trees):
            for number in [number for number in held if number not in trees]:
                self._fell(held.pop(number))

    def _collect(self, node: _Node, attribute: str, values: Sequence[Any]) -> None:
        wanted = {(type(value), value): value for value in values}
        if len(wanted) < len(values):
            raise SoarError(f"^{attribute} holds a value twice, and working memory is a set: {values!r}")
        held = node.sets.get(attribute)
        if held is None:
            self._remove(node, attribute)
            held = node.sets[attribute] = {}
        for key in [key for key in held if key not in wanted]:
            held.pop(key).DestroyWME()
        for key, value in wanted.items():
            if key not in held:
                _check(attribute, value)
                held[key] = self._create(node, attribute, value)

    def _remove(self, node: _Node, attribute: str) -> None:
        """Whatever is under an attribute."""
        if attribute in node.values:
            del node.values[attribute]
            node.elements.pop(attribute).DestroyWME()
        for child in node.children.pop(attribute, {}).values():
            self._fell(child)
        for element in node.sets.pop(attribute, {}).values():
            element.DestroyWME()

    def _fell(self, node: _Node) -> None:
        # From the leaves up: what is merely cut off stays in the tables that lead from handles to elements.
        self._empty(node)
        node.identifier.DestroyWME()

    def _empty(self, node: _Node) -> None:
        for attribute in [*node.values, *node.children, *node.sets]:
            self._remove(node, attribute)


def _check(attribute: str, value: Any) -> None:
    """Only what working memory can hold as it is."""
    if type(attribute) is not str or not _ATTRIBUTE.fullmatch(attribute):
        raise SoarError(f"{attribute!r} is no attribute: letters, digits, - and *, but not one letter with digits")
    kind = type(value)
    if kind is int:
        if not -_LIMIT <= value < _LIMIT:
            raise SoarError(f"^{attribute} cannot hold {value}: whole numbers have 64 bits")
    elif kind is float:
        if not isfinite(value):
            raise SoarError(f"^{attribute} cannot hold {value}: numbers are finite")
    elif kind is str:
        if "\0" in value or not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise SoarError(f"^{attribute} cannot hold {value!r}: it is no text") from None
            if "\0" in value:
                raise SoarError(f"^{attribute} cannot hold {value!r}: a text ends at its first null")
    else:
        raise SoarError(
            f"^{attribute} cannot hold {value!r}: a word, a whole number or a real one (yes and no are words)"
        )
