"""What a mind says to the world: commands on its output link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, Union

from mendax.soar.errors import SoarError
from mendax.soar.mirror import Value

Parameters: TypeAlias = Mapping[str, tuple[Union[Value, "Parameters"], ...]]
"""Attributes of a command, each with all it holds; what it holds may have attributes of its own."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command and its parameters.

    >>> bid = Command("bid", {"count": (6,), "face": (4,), "push": (1, 4)})
    >>> bid.whole("count"), bid.whole("face"), sorted(bid.all("push"))
    (6, 4, [1, 4])

    Real numbers leave the kernel with six digits.
    """

    name: str
    parameters: Parameters = field(default_factory=dict)

    def all(self, attribute: str) -> tuple[Value | Parameters, ...]:
        """Everything under an attribute, in no order; nothing is an empty tuple."""
        return self.parameters.get(attribute, ())

    def one(self, attribute: str) -> Value | Parameters:
        """The only thing under an attribute."""
        held = self.parameters.get(attribute, ())
        if len(held) != 1:
            raise SoarError(f"the command {self.name} has {len(held)} values for ^{attribute}, not one")
        return held[0]

    def word(self, attribute: str) -> str:
        """The word under an attribute."""
        value = self.one(attribute)
        if not isinstance(value, str):
            raise SoarError(f"the command {self.name} has {value!r} for ^{attribute}, not a word")
        return value

    def whole(self, attribute: str) -> int:
        """The whole number under an attribute."""
        value = self.one(attribute)
        if not isinstance(value, int):
            raise SoarError(f"the command {self.name} has {value!r} for ^{attribute}, not a whole number")
        return value

    def real(self, attribute: str) -> float:
        """The number under an attribute."""
        value = self.one(attribute)
        if not isinstance(value, (int, float)):
            raise SoarError(f"the command {self.name} has {value!r} for ^{attribute}, not a number")
        return float(value)


def read_command(identifier: Any) -> Command:
    """A command from the kernel's handle of it."""
    return Command(identifier.GetCommandName(), _read(identifier, ()))


def _read(identifier: Any, path: tuple[str, ...]) -> Parameters:
    found: dict[str, tuple[Value | Parameters, ...]] = {}
    for index in range(identifier.GetNumberChildren()):
        element = identifier.GetChild(index)
        kind, text = element.GetValueType(), element.GetValueAsString()
        value: Value | Parameters
        if kind == "int":
            value = int(text)
        elif kind == "string":
            value = text
        elif kind == "double":
            value = float(text)
        elif text in path:
            raise SoarError(f"a command's parameters run in a circle through {text}")
        else:
            value = _read(element.ConvertToIdentifier(), (*path, text))
        attribute = element.GetAttribute()
        found[attribute] = (*found[attribute], value) if attribute in found else (value,)
    return found
