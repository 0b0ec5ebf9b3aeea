"""An agent's rules: those of its files, checked to be in the kernel, and those it has learned."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from mendax.core.files import write_whole
from mendax.soar.errors import RuleError
from mendax.soar.kernel_agent import KernelAgent
from mendax.soar.rule_files import Rule, RuleFile

_EXEC = re.compile(r"\(\s*exec\s+([^\s()]+)")
_ADDED_EXEC = re.compile(r"Adding exec to RHS function: (\S+)\n.*\n")
_FAILED = re.compile(r"\(Ignoring production.*|Production addition failed.*|Error while sourcing.*", re.DOTALL)
_RL_VALUE = re.compile(r"^(\S+)  (\S+) (\S+)$", re.MULTILINE)
_RULE = re.compile(r"^sp \{(\S+)\n.*?^\}$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Learned:
    """A chunk, or a rule whose numeric preference is changed by reward (an RL rule)."""

    name: str
    text: str
    """The rule as the kernel prints it, with the value it has now (six digits)."""
    value: float | None = None
    """The numeric preference of an RL rule; other chunks have none."""
    num_updates: int = 0


class Productions:
    """The rules of one agent."""

    def __init__(self, agent: KernelAgent) -> None:
        self._agent = agent
        self._written: dict[str, Rule] = {}

    def load(self, *files: RuleFile, replace: bool = False) -> int:
        """Load rule files, check that the kernel has every rule, and return how many rules were added.

        A rule with a name that the kernel has already is an error; with `replace` it replaces the old one.
        """
        before = self.names()
        loaded = [self._load_rule(rule, before, replace) for file in files for rule in file.rules()]
        have = self.names()
        for rule in loaded:
            there = rule.name in have or (rule.generates and any(name.startswith(f"{rule.name}*") for name in have))
            if not there:
                raise RuleError(f"{rule.place}: the kernel does not have it")
        return len(have) - len(before)

    def names(self) -> frozenset[str]:
        """The names of all rules the kernel has, chunks included."""
        return frozenset(line.split()[0].strip("|") for line in self._agent.execute("print --all").splitlines() if line)

    def learned(self) -> tuple[Learned, ...]:
        """The chunks, and the RL rules with their values."""
        rules = self._agent.execute("print --full --chunks") + self._agent.execute("print --full --rl")
        values = {
            name: (float(value), int(float(updates)))
            for name, updates, value in _RL_VALUE.findall(self._agent.execute("print --rl"))
        }
        texts = {rule[1]: rule[0] for rule in _RULE.finditer(rules)}
        return tuple(Learned(name, text, *values.get(name, (None, 0))) for name, text in texts.items())

    def save_learned(self, path: Path) -> int:
        """Write what is learned to a rule file, to be loaded with `replace`; return how many rules it has."""
        learned = self.learned()
        write_whole(path, "".join(f"{rule.text}\n\n" for rule in learned))
        return len(learned)

    def forget_learned(self) -> None:
        """Remove chunks and learned values; the rules of the files are as they were written."""
        self._agent.execute("production excise --chunks --rl --templates")
        for name in self._written.keys() - self.names():
            self._load_rule(self._written[name], frozenset(), replace=True)

    def excise(self, *names: str) -> None:
        """Remove rules."""
        for name in names:
            self._agent.execute(f"production excise {name}")
            self._written.pop(name, None)

    def _load_rule(self, rule: Rule, have: frozenset[str], replace: bool) -> Rule:
        if not replace and rule.name in self._written:
            raise RuleError(f"{rule.place} is there already, from {self._written[rule.name].place}")
        if not replace and rule.name in have:
            raise RuleError(f"{rule.place} is there already: it was learned")
        called = set(_EXEC.findall(rule.text))
        accepted, message = self._agent.attempt(rule.text)
        called.update(_ADDED_EXEC.findall(message))
        for function in sorted(called - self._agent.functions.keys()):
            raise RuleError(f"{rule.place}: there is no right-hand-side function {function}")
        message = _ADDED_EXEC.sub("", message).strip(" \n*#")
        if not accepted or message:
            raise RuleError(f"{rule.place}: {' '.join(_FAILED.sub('', message).split())}")
        self._written[rule.name] = rule
        return rule
