"""A kernel agent that learns: what it has learned is put into the kernel and taken out of it as an object."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mendax.soar.agent import SoarAgent
from mendax.soar.errors import SoarError
from mendax.soar.exact_values import RuleValues, newest_chunks, rule_values
from mendax.soar.kernel import ADDED_EVENT
from mendax.soar.learned_rules import LearnedRule, LearnedRules, Origin, write_value

_RULE = re.compile(r"^sp \{(\S+)\n.*?^\}$", re.MULTILINE | re.DOTALL)


class LearningAgent:
    """Follows what an agent learns.

    >>> from mendax.soar import RuleFile
    >>> rules = RuleFile.of_text("sp {wait (state <s> ^operator <o> +) (<o> ^name wait) --> (<s> ^operator <o> = 0.5)}")
    >>> with SoarAgent("example", [rules]) as agent:
    ...     LearningAgent(agent).learned().rules  # a written rule that nothing has changed is not learned
    ()
    """

    def __init__(self, agent: SoarAgent) -> None:
        self.agent = agent
        self.initial: dict[str, float] = {}
        """The values that rules had before they were updated, as far as they are known."""
        self._added: list[str] = []
        self._watching: Any = agent.native.RegisterForProductionEvent(ADDED_EVENT, _Noting(self._added), None)
        self.expect_written()

    @property
    def num_learned(self) -> int:
        """Chunks that the kernel has."""
        return self.agent.counts().chunks

    def expect_written(self, values: Mapping[str, float] | None = None) -> None:
        """Take the values that written rules have now, or these, for those before any update."""
        if values is None:
            values = {name: found.value for name, found in self._values().by_name.items()}
        self.initial.update(values)
        self._added.clear()

    def note_chunks(self) -> None:
        """Note the values of the chunks of the run that has just ended: no reward has changed them yet."""
        if self._added:
            unit, values = self.agent.settings.unit, newest_chunks(self.agent, self._added)
            self.initial.update({name: value / unit for name, value in values.items()})
            self._added.clear()

    def install(self, learned: LearnedRules) -> None:
        """Put rules into the kernel, with their values to all digits and their update counts.

        A written rule that is among them takes its learned value.
        """
        if not learned.rules:
            return
        self.agent.execute("rl --set meta on")  # makes the kernel read the counts
        with TemporaryDirectory() as folder:
            path = Path(folder) / "learned.soar"
            path.write_text("".join(f"{self._loadable(rule)}\n" for rule in learned.rules), encoding="utf-8")
            said = self.agent.execute(f'source "{path}"')
        self.agent.execute("rl --set meta off")
        missing = {rule.name for rule in learned.rules} - self.agent.rules.names()
        if missing:
            reason = next((line for line in said.splitlines() if line.strip("*# ")), "")
            raise SoarError(f"the kernel does not take {len(missing)} of {len(learned.rules)} learned rules: {reason}")
        self.expect_written({rule.name: rule.initial for rule in learned.rules if rule.initial is not None})

    def learned(self, origin: Origin | None = None) -> LearnedRules:
        """All chunks, and the written rules that were updated."""
        values = self._values()
        chunks = _texts(self.agent.execute("print --full --chunks"))
        texts = {**_texts(self.agent.execute("print --full --rl")), **chunks}
        rules = []
        for name in sorted(texts):
            found = values.by_name.get(name)
            if found is None:
                rules.append(LearnedRule(name, texts[name]))
            elif name in chunks or found.num_updates:
                text = write_value(texts[name], found.value)
                initial = self.initial.get(name)
                if initial is None and not found.num_updates:
                    initial = found.value
                rules.append(LearnedRule(name, text, found.value, found.num_updates, initial))
        return LearnedRules(tuple(rules), origin or Origin(), values.exact)

    def _values(self) -> RuleValues:
        """The values that rules have now, in the ordinary unit."""
        found, unit = rule_values(self.agent), self.agent.settings.unit
        return replace(
            found, by_name={name: one._replace(value=one.value / unit) for name, one in found.by_name.items()}
        )

    def _loadable(self, rule: LearnedRule) -> str:
        """The text of a rule for the kernel, in its unit."""
        unit = self.agent.settings.unit
        scaled = rule if rule.value is None or unit == 1 else rule.with_value(rule.value * unit)
        return scaled.counted_text


class _Noting:
    """Notes the names of rules that are added; not a method, which would keep the agent alive."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def __call__(self, event: int, data: None, agent: Any, name: str, instance: str) -> None:
        self.names.append(name)


def _texts(printed: str) -> dict[str, str]:
    return {rule[1]: rule[0] for rule in _RULE.finditer(printed)}
