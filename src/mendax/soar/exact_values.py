"""The values of RL rules to all digits.

The kernel prints numbers with six digits after the point, in every command and every file it writes. A value is kept
as two doubles in the kernel's record of the rule, and those are read here from the memory of this process. Linux
answers a read of memory that is not there with an error, so a kernel of another build cannot be crashed by it. Every
value that is read is compared with the six digits that the kernel prints; where they differ, or where there is no such
memory to read, the printed digits are what is returned, and `exact` is false.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from mendax.soar.kernel_agent import KernelAgent

_PRINTED = re.compile(r"^(\S+)  (\S+) (\S+)$", re.MULTILINE)
_PREFERENCE = re.compile(r"\^operator <[^\s<>]+> = (\S+)\)")
_DIGITS: Final = 1.0e-6
_MEMORY: Final = "/proc/self/mem"
_NAME_LENGTH: Final = 512


class RuleValue(NamedTuple):
    """The numeric preference of an RL rule, and how often it was updated."""

    value: float
    num_updates: int


@dataclass(frozen=True, slots=True)
class RuleValues:
    """The values of all RL rules of an agent, by name."""

    by_name: dict[str, RuleValue]
    exact: bool
    """Whether they have all digits, not only the six that the kernel prints."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where things are, in bytes from the beginning of each record (soar-sml 9.6.5 for Linux on x86-64)."""

    kernel_side: int = 32
    """In the binding's agent: the kernel's side of the connection."""
    agent: int = 16
    """There: the agent itself."""
    first_rules: int = 10904
    """In the agent: the first rule of each type, in a row: written, default, chunk, justification, template."""
    name: int = 8
    """In a rule: the symbol that is its name."""
    text: int = 96
    """In that symbol: its text."""
    next: int = 104
    """In a rule: the next rule of its type."""
    num_updates: int = 152
    reward: int = 184
    """In a rule: the part of its value that comes from reward; the part from later decisions follows it."""
    size: int = 200


_LAYOUT: Final = _Layout()
_WRITTEN: Final = 0
_CHUNKS: Final = 2
"""Types of rules that can have a value, by their place in that row."""


def rule_values(agent: KernelAgent) -> RuleValues:
    """The values of an agent's RL rules, to all digits where the kernel's memory can be read."""
    printed = {
        name.strip("|"): RuleValue(float(value), round(float(updates)))
        for name, updates, value in _PRINTED.findall(agent.execute("print --rl"))
    }
    try:
        found = {name: value for name, value in _read_all(int(agent.handle), (_WRITTEN, _CHUNKS)) if name in printed}
    except (OSError, ValueError, struct.error, OverflowError):
        found = {}
    exact = found.keys() == printed.keys() and all(
        abs(value.value - printed[name].value) <= _DIGITS and value.num_updates == printed[name].num_updates
        for name, value in found.items()
    )
    return RuleValues(found if exact else printed, exact)


def newest_chunks(agent: KernelAgent, names: Sequence[str]) -> dict[str, float]:
    """The values of the chunks that were made last, given their names in any order.

    To all digits where the kernel's memory can be read: the names found there say that it was read rightly. A chunk
    that has no value may be there with some number.
    """
    try:
        newest = dict(islice(_read_all(int(agent.handle), (_CHUNKS,)), len(names)))
    except (OSError, ValueError, struct.error, OverflowError):
        newest = {}
    if newest.keys() == {*names}:
        return {name: found.value for name, found in newest.items()}
    printed = {name: _PREFERENCE.search(agent.execute(f"print --full |{name}|")) for name in names}
    return {name: float(found[1]) for name, found in printed.items() if found is not None}


def _read_all(binding: int, types: Sequence[int]) -> Iterator[tuple[str, RuleValue]]:
    """Name and value of every rule of these types, in the kernel's order: the newest first."""
    memory = os.open(_MEMORY, os.O_RDONLY)
    try:
        kernel_side = _pointer(memory, binding + _LAYOUT.kernel_side)
        agent = _pointer(memory, kernel_side + _LAYOUT.agent)
        for kind in types:
            rule = _pointer(memory, agent + _LAYOUT.first_rules + 8 * kind)
            visited = set()
            while rule and rule not in visited:  # in a kernel of another build the way may be a circle
                visited.add(rule)
                record = os.pread(memory, _LAYOUT.size, rule)
                symbol, rule = _word(record, _LAYOUT.name), _word(record, _LAYOUT.next)
                num_updates: float = struct.unpack_from("<d", record, _LAYOUT.num_updates)[0]
                now, later = struct.unpack_from("<dd", record, _LAYOUT.reward)
                yield _text(memory, _pointer(memory, symbol + _LAYOUT.text)), RuleValue(now + later, round(num_updates))
    finally:
        os.close(memory)


def _pointer(memory: int, address: int) -> int:
    return _word(os.pread(memory, 8, address), 0)


def _word(record: bytes, offset: int) -> int:
    return int(struct.unpack_from("<Q", record, offset)[0])


def _text(memory: int, address: int) -> str:
    return os.pread(memory, _NAME_LENGTH, address).partition(b"\0")[0].decode()
