"""SoarBot: the rules decide, and Python passes views in and acts out.

A view is written to working memory, the rules run, and the command they give is turned into an action. What a hand is
worth, what is proposed and what is chosen is all in the `.soar` files beside this one, and each kind of SoarBot is a
list of those files. `docs/soarbot.md` describes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from mendax.core.agent import Agent, Decision
from mendax.core.errors import IllegalAction, MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.holdem.agents.soarbot.explanation import read_explanation
from mendax.games.holdem.agents.soarbot.input_link import add_chances, tree
from mendax.games.holdem.agents.soarbot.opponents import Opponents
from mendax.games.holdem.rules import Act, Action, Event, Holdem, View
from mendax.soar import RuleFile, SoarAgent, WarmAgents

_FRAME: Final = ("poker", "elaborations", "analysis", "defaults")
_LATER: Final = ("flop", "turn", "river")
RULES: Final = {
    "soarbot": (*_FRAME, "preflop_loose", *_LATER),
    "soarbot:hutchison": (*_FRAME, "preflop_hutchison", *_LATER),
    "soarbot:bluff": (*_FRAME, "preflop_loose", *_LATER, "bluff"),
    "soarbot-m": (*_FRAME, "preflop_loose", *_LATER, "tie_breaks", "outs", "opponents"),
}
"""The rule files of each kind: that list is the agent."""
DECISIONS: Final = 20
"""The limit of a run: more than any turn takes."""
MAYBE: Final = 0.5
"""How often `maybe` is yes (thesis, section 2.2.6.1)."""


def rule_files(name: str) -> tuple[RuleFile, ...]:
    """The rule files of a kind."""
    return tuple(RuleFile.of_package("mendax.games.holdem.agents.soarbot", f"{file}.soar") for file in RULES[name])


@cache
def _warm(name: str) -> WarmAgents:
    """The agents of a kind in this process, each lent to one player of one match at a time."""
    return WarmAgents(lambda: SoarAgent(name, rule_files(name)))


class SoarBot(Agent[View, Action, Event]):
    """Plays by the rules of the thesis."""

    def __init__(self, name: str, rng: Random) -> None:
        self.name, self.rng = name, rng
        self.agent = _warm(name).lend(self, rng)
        self._turn = 0

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        self._turn ^= 1
        shown = self.shown(view, actions)
        self.agent.show(shown)
        reply = self.agent.run(DECISIONS, explain)
        action = Act(reply.command.word("name"))
        if action not in actions:
            raise IllegalAction(f"{self.name} says {action}, which is not allowed")
        return Decision(action, read_explanation(reply, shown) if explain else None)

    def shown(self, view: View, actions: Sequence[Action]) -> dict[str, Any]:
        """What is put on the input link."""
        return tree(view, actions, self._turn, self.rng.random() < MAYBE)


class ModelingSoarBot(SoarBot):
    """SoarBot with chapter 5's wishes: tie-breaking, outs, implied odds and the opponents' statistics."""

    def __init__(self, name: str, rng: Random) -> None:
        super().__init__(name, rng)
        self.opponents = Opponents()

    def hear(self, event: Event) -> None:
        self.opponents.hear(event)

    def shown(self, view: View, actions: Sequence[Action]) -> dict[str, Any]:
        found = super().shown(view, actions)
        found["hands-seen"] = self.opponents.hands
        found["opponent"] = self.opponents.tree(view)
        add_chances(found, view)
        return found


@dataclass(frozen=True, slots=True)
class SoarBotFactory:
    """The factory of one kind."""

    name: str

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> SoarBot:
        """A reset agent for a match; the first of its kind in a process loads the rules."""
        if not isinstance(game, Holdem):
            raise MendaxError(f"{self.name} plays holdem, not {game.name}")
        return ModelingSoarBot(self.name, rng) if self.name == "soarbot-m" else SoarBot(self.name, rng)


soarbot_m: Final = SoarBotFactory("soarbot-m")


def soarbot(game: str, argument: str) -> SoarBotFactory:
    """The factory of `soarbot` or of one of its kinds: `soarbot:hutchison`, `soarbot:bluff`."""
    name = f"soarbot:{argument}" if argument else "soarbot"
    if name not in RULES:
        kinds = ", ".join(name for name in RULES if name != "soarbot-m")
        raise MendaxError(f"there is no {name}: {kinds}")
    return SoarBotFactory(name)
