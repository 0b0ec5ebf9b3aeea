"""Keeps an agent's input link equal to a tree of plain values, sending only what differs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, TypeAlias

from mendax.soar.errors import SoarError
from mendax.soar.kernel import raw

Value: TypeAlias = str | int | float
"""A leaf. To a rule a word, a whole number and a real number are three different things."""

Tree: TypeAlias = Mapping[str, object]
"""What a rule can see below the input link: attributes and what they hold.

- a value: `{"turn": 3}` is `(<i> ^turn 3)`;
- a tree: `{"bid": {"count": 6, "face": 4}}` is `(<i> ^bid <b>) (<b> ^count 6 ^face 4)`;
- several trees, by number: `{"player": {0: {...}, 2: {...}}}` is `(<i> ^player <p> ^player <q>)`. The numbers
  do not appear; they say which of the previous trees a tree is compared with;
- several trees in a row, compared by their place: `{"bid": [{...}, {...}]}`;
- several values: `{"shown": (1, 4)}` is `(<i> ^shown 1 ^shown 4)`. Working memory is a set, so no value twice.

An empty mapping or sequence adds nothing. Anything else raises `SoarError` at run time: a precise type would force
every dictionary on the way to be annotated.
"""

_ATTRIBUTE = re.compile(r"(?![A-Za-z]\d+$)[A-Za-z][A-Za-z0-9_*-]*")
_ONLY = -1
"""The number of a tree that is alone under its attribute."""
_ABSENT = object()
_destroy = raw.WMElement_DestroyWME


class _Node:
    """An identifier in working memory, and what the mirror has put below it."""

    __slots__ = ("elements", "held", "identifier")

    def __init__(self, identifier: Any) -> None:
        self.identifier = identifier
        self.held: dict[str, Any] = {}
        """Under each attribute a value, `_Trees` or `_Values`."""
        self.elements: dict[str, Any] = {}
        """The kernel's handle of each single value."""


class _Trees(dict[int, _Node]):
    """Several trees under one attribute."""


class _Values(dict[tuple[type, Value], Any]):
    """The handles of several values under one attribute; 1 is not 1.0, so the key has the type."""


class Mirror:
    """Keeps the last tree, and sends the kernel what was added, changed or removed."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent.this
        self._root = _Node(agent.GetInputLink().this)

    def show(self, tree: Tree) -> None:
        """Make working memory equal to this tree; the caller may change the tree afterwards."""
        try:
            self._compare(self._root, tree)
        except OverflowError:
            raise SoarError("working memory cannot hold a whole number of more than 64 bits") from None

    def clear(self) -> None:
        """Remove everything."""
        self._empty(self._root)

    def _compare(self, node: _Node, tree: Tree) -> None:
        held = node.held
        for attribute, value in tree.items():
            old = held.get(attribute, _ABSENT)
            if old is value:  # most values are small numbers or words, and the same objects as the last time
                continue
            kind = type(value)
            if kind is type(old):
                if old != value:
                    _UPDATES[kind](node.elements[attribute], value)
                    held[attribute] = value
            elif kind is dict and type(old) is _Trees:
                self._update_trees(node, attribute, value, old)
            else:
                self._put(node, attribute, value, old)
        if len(held) > len(tree):
            for attribute in [attribute for attribute in held if attribute not in tree]:
                self._remove(node, attribute)

    def _put(self, node: _Node, attribute: str, value: Any, old: object) -> None:
        """Store something of another kind than before, or something that is not a single value."""
        if isinstance(value, (Mapping, tuple, list)):
            if isinstance(value, (tuple, list)) and value and isinstance(value[0], Mapping):
                value = dict(enumerate(value))
            _check(attribute, "")
            shape = _Trees if isinstance(value, Mapping) else _Values
            if type(old) is not shape:
                self._remove(node, attribute)
                old = node.held[attribute] = shape()
            if isinstance(old, _Trees):
                self._update_trees(node, attribute, value, old)
            elif isinstance(old, _Values):
                self._update_values(node, attribute, value, old)
        else:
            _check(attribute, value)
            self._remove(node, attribute)
            node.elements[attribute] = self._create(node, attribute, value)
            node.held[attribute] = value

    def _create(self, node: _Node, attribute: str, value: Any) -> Any:
        return _CREATES[type(value)](self._agent, node.identifier, attribute, value).this

    def _update_trees(self, node: _Node, attribute: str, trees: Any, old: _Trees) -> None:
        """One tree, or several by number."""
        if trees and type(next(iter(trees))) is str:
            trees = {_ONLY: trees}
        for number, tree in trees.items():
            child = old.get(number)
            if child is None or type(tree) is not dict:
                if type(number) is not int or not isinstance(tree, Mapping):
                    raise SoarError(f"^{attribute} cannot hold {tree!r} as {number!r}: trees by whole numbers")
                if child is None:
                    child = old[number] = _Node(raw.Agent_CreateIdWME(self._agent, node.identifier, attribute).this)
            self._compare(child, tree)
        if len(old) > len(trees):
            for number in [number for number in old if number not in trees]:
                self._remove_tree(old.pop(number))

    def _update_values(self, node: _Node, attribute: str, values: Sequence[Any], old: _Values) -> None:
        """Several values."""
        wanted = {(type(value), value): value for value in values}
        if len(wanted) < len(values):
            raise SoarError(f"^{attribute} holds a value twice, and working memory is a set: {values!r}")
        for key in [key for key in old if key not in wanted]:
            _destroy(old.pop(key))
        for key, value in wanted.items():
            if key not in old:
                _check(attribute, value)
                old[key] = self._create(node, attribute, value)

    def _remove(self, node: _Node, attribute: str) -> None:
        """Remove whatever is under an attribute, if anything is."""
        old = node.held.pop(attribute, None)
        if isinstance(old, _Trees):
            for child in old.values():
                self._remove_tree(child)
        elif isinstance(old, _Values):
            for element in old.values():
                _destroy(element)
        elif old is not None:
            _destroy(node.elements.pop(attribute))

    def _remove_tree(self, node: _Node) -> None:
        # From the leaves up: elements that are only disconnected would stay in the binding's table of handles.
        self._empty(node)
        _destroy(node.identifier)

    def _empty(self, node: _Node) -> None:
        for attribute in list(node.held):
            self._remove(node, attribute)


def _check(attribute: str, value: Any) -> None:
    """Raise `SoarError` for what working memory cannot hold as it is."""
    if type(attribute) is not str or not _ATTRIBUTE.fullmatch(attribute):
        raise SoarError(f"{attribute!r} is no attribute: letters, digits, - and *, but not one letter with digits")
    if type(value) not in _UPDATES:
        raise SoarError(f"^{attribute} cannot hold {value!r}: a word, a number, or trees of them")
    if type(value) is float:
        _check_real(value)
    elif type(value) is str:
        _check_word(value)


def _check_real(value: float) -> None:
    if not isfinite(value):
        raise SoarError(f"working memory cannot hold {value}: numbers are finite")


def _check_word(value: str) -> None:
    try:
        if "\0" not in value and (value.isascii() or value.encode()):
            return
    except UnicodeEncodeError:
        pass
    raise SoarError(f"working memory cannot hold {value!r}: a word is text without nulls")


def _update_real(element: Any, value: float) -> None:
    _check_real(value)
    raw.FloatElement_Update(element, value)


def _update_word(element: Any, value: str) -> None:
    _check_word(value)
    raw.StringElement_Update(element, value)


_CREATES = {int: raw.Agent_CreateIntWME, float: raw.Agent_CreateFloatWME, str: raw.Agent_CreateStringWME}
_UPDATES: dict[type, Callable[[Any, Any], None]] = {
    int: raw.IntElement_Update,
    float: _update_real,
    str: _update_word,
}
