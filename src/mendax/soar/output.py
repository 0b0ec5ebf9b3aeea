"""Commands that an agent's rules put on its output link."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, Union

from mendax.soar.errors import SoarError
from mendax.soar.kernel import raw
from mendax.soar.mirror import Value

Parameters: TypeAlias = Mapping[str, tuple[Union[Value, "Parameters"], ...]]
"""Attributes of a command, each with all its values; a value may have attributes of its own."""

_num_commands, _command = raw.Agent_GetNumberCommands, raw.Agent_GetCommand
_name, _complete = raw.Identifier_GetCommandName, raw.Identifier_AddStatusComplete
_num_children, _child = raw.Identifier_GetNumberChildren, raw.Identifier_GetChild
_attribute, _type, _text = raw.WMElement_GetAttribute, raw.WMElement_GetValueType, raw.WMElement_GetValueAsString
_READS: dict[str, Callable[[str], Value]] = {"int": int, "string": str, "double": float}


class Command(NamedTuple):
    """A command and its parameters.

    >>> bid = Command("bid", {"count": (6,), "face": (4,), "push": (1, 4)})
    >>> bid.whole("count"), bid.whole("face"), sorted(bid.all("push"))
    (6, 4, [1, 4])

    Real numbers leave the kernel with six digits.
    """

    name: str
    parameters: Parameters = MappingProxyType({})

    def all(self, attribute: str) -> tuple[Value | Parameters, ...]:
        """All values of an attribute, in no order; an empty tuple if there are none."""
        return self.parameters.get(attribute, ())

    def one(self, attribute: str) -> Value | Parameters:
        """The only value of an attribute."""
        held = self.parameters.get(attribute, ())
        if len(held) != 1:
            raise SoarError(f"the command {self.name} has {len(held)} values for ^{attribute}, not one")
        return held[0]

    def word(self, attribute: str) -> str:
        """The word that is an attribute's only value."""
        value = self.one(attribute)
        if not isinstance(value, str):
            raise SoarError(f"the command {self.name} has {value!r} for ^{attribute}, not a word")
        return value

    def whole(self, attribute: str) -> int:
        """The whole number that is an attribute's only value."""
        value = self.one(attribute)
        if not isinstance(value, int):
            raise SoarError(f"the command {self.name} has {value!r} for ^{attribute}, not a whole number")
        return value

    def real(self, attribute: str) -> float:
        """The number that is an attribute's only value."""
        value = self.one(attribute)
        if not isinstance(value, (int, float)):
            raise SoarError(f"the command {self.name} has {value!r} for ^{attribute}, not a number")
        return float(value)


def read_commands(agent: Any) -> tuple[Command, ...]:
    """The commands that the last run put on the output link, each marked complete."""
    commands = []
    for index in range(_num_commands(agent)):
        identifier = _command(agent, index).this
        commands.append(Command(_name(identifier), _read(identifier, ())))
        _complete(identifier)
    return tuple(commands)


def _read(identifier: Any, path: tuple[str, ...]) -> Parameters:
    found: dict[str, tuple[Value | Parameters, ...]] = {}
    for index in range(_num_children(identifier)):
        element = _child(identifier, index).this
        attribute, text, read = _attribute(element), _text(element), _READS.get(_type(element))
        value: Value | Parameters
        if read is not None:
            value = read(text)
        elif text in path:
            raise SoarError(f"a command's parameters run in a circle through {text}")
        else:
            value = _read(raw.WMElement_ConvertToIdentifier(element).this, (*path, text))
        found[attribute] = (*found[attribute], value) if attribute in found else (value,)
    return found
