"""Rewards and the end of an episode: every reward is counted once, the last one of an episode too."""

from __future__ import annotations

from typing import Any, Final

from mendax.soar.agent import SoarAgent
from mendax.soar.errors import SoarError
from mendax.soar.rule_files import RuleFile

_HALTED: Final = "System halted"
_DECISIONS: Final = 3
"""To count a last reward and to finish; one to spare."""


def reward_rules() -> RuleFile:
    """The rules that an agent needs beside its own: `reward.soar`."""
    return RuleFile.of_package("mendax.soar", "reward.soar")


class Episode:
    """One episode of an agent that has been reset and has `reward_rules` among its rules.

    A reward is shown together with the next turn, or with the end, and what is shown then does not count again.
    """

    def __init__(self, agent: SoarAgent) -> None:
        self.agent = agent
        self.number = 0
        """How many rewards were shown."""
        self._pending = 0.0
        self._shown: dict[str, Any] = {}

    def reward(self, value: float) -> None:
        """Give a reward for what the agent did last; several before its next turn add up."""
        self._pending += value

    def replace_pending(self, value: float) -> None:
        """Give this reward instead of what the agent has not been shown yet."""
        self._pending = value

    def feedback(self) -> dict[str, Any]:
        """What is shown beside the next turn: to be merged into its tree."""
        if self._pending:
            self.number += 1
            self._shown = {"feedback": {"number": self.number, "value": self._pending * self.agent.settings.unit}}
            self._pending = 0.0
        return self._shown

    def finish(self) -> None:
        """End the episode: the last reward is counted and nothing is to come. Only a reset wakes the agent again."""
        self.agent.show({**self.feedback(), "episode": "over"})
        for _ in range(_DECISIONS):
            self.agent.decide()
            if _HALTED in self.agent.printed:
                return
        raise SoarError(f"{self.agent.name} does not finish its episode: are the rules of reward.soar loaded?")
