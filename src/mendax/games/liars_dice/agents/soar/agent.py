"""The eight Soar agents of the paper: the rules decide, and Python passes views in and actions out.

A view is written to working memory, the rules run, and the command they give is turned into an action. Nothing is
decided here: which bids are considered, their values and the choice are all in the `.soar` files beside this one, and
each agent is a list of those files. `docs/soar-agents.md` describes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from mendax.core.agent import Agent, Decision
from mendax.core.errors import IllegalAction, MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.liars_dice.agents.soar.explanation import ANSWERS, WORDS, pushed_bid, read_explanation
from mendax.games.liars_dice.rules import (
    CHALLENGE_FIRST_PASS,
    CHALLENGE_PASS,
    Action,
    Answer,
    Bid,
    Event,
    LiarsDice,
    View,
)
from mendax.games.liars_dice.rules.turns import next_seat
from mendax.soar import Command, RuleFile, Selection, Settings, SoarAgent, SoarError, WarmAgents

_COMMON = ("totals", "base", "proposals", "selection")
_EXPECTED = (*_COMMON, "expected", "classes")
_PROBABILITY = (*_COMMON, "probability", "computed-values")
_CHANCE_HEURISTICS = ("classes", "chance-classes", "heuristics")
RULES = {
    "e": (*_EXPECTED, "known-dice"),
    "em": (*_EXPECTED, "model"),
    "eh": (*_EXPECTED, "known-dice", "heuristics"),
    "emh": (*_EXPECTED, "model", "heuristics"),
    "p": (*_PROBABILITY, "known-dice"),
    "pm": (*_PROBABILITY, "model"),
    "ph": (*_PROBABILITY, "known-dice", *_CHANCE_HEURISTICS),
    "pmh": (*_PROBABILITY, "model", *_CHANCE_HEURISTICS),
}
"""The rule files of each agent: that list is the agent."""
TEMPERATURE = 0.16
"""Of Boltzmann selection, for preferences of 2p - 1. The paper gives none; the published agents have 0.08. The paper's
preferences are p itself (2p - 1 is for learning), and p at 0.08 is 2p - 1 at 0.16."""
DECISIONS = 50
"""The limit of a run: more than any turn takes."""


def rule_files(name: str) -> tuple[RuleFile, ...]:
    """The rule files of an agent."""
    return tuple(map(rule_file, RULES[name]))


def rule_file(name: str) -> RuleFile:
    """One of the files beside this one."""
    return RuleFile.of_package("mendax.games.liars_dice.agents.soar", f"{name}.soar")


def settings(temperature: float = TEMPERATURE) -> Settings:
    """How the kernel draws between actions that the rules leave to chance."""
    return Settings(selection=Selection.BOLTZMANN, temperature=temperature)


@cache
def _warm(name: str, temperature: float) -> WarmAgents:
    """The agents of a kind in this process, each lent to one player of one match at a time."""
    return WarmAgents(lambda: SoarAgent(name, rule_files(name), settings=settings(temperature)))


class SoarDiceAgent(Agent[View, Action, Event]):
    """Plays by the rules of a Soar agent."""

    def __init__(self, name: str, game: LiarsDice, rng: Random, temperature: float = TEMPERATURE) -> None:
        self.name, self.game = name, game
        self.agent = _warm(name, temperature).lend(self, rng)
        self._turn = 0

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        self._turn ^= 1
        self.agent.show(tree(self.game, view, actions, self._turn))
        reply = self.agent.run(DECISIONS, explain)
        action = read_action(reply.command, view)
        if action not in actions:
            raise IllegalAction(f"{self.name} says {action}, which is not allowed")
        return Decision(action, read_explanation(reply, view) if explain else None)


def tree(game: LiarsDice, view: View, actions: Sequence[Action], turn: int) -> dict[str, Any]:
    """What an agent is shown of a view; `totals.soar` says what each attribute means.

    The number of the turn differs from the last one: what the rules derived in the last turn is retracted with it.
    """
    seat, cup, shown, hidden = view.seat, view.cup, view.shown, view.hidden
    assert seat is not None, "a spectator does not act"
    seen = [die for dice in shown for die in dice]
    found: dict[str, Any] = {
        "game": {
            "faces": game.faces,
            "wild": view.wild,
            "order": game.options.order.value,
            "push": "yes" if game.options.push else "no",
            "dice": game.dice,
        },
        "dice": {
            face: {"face": face, "cup": cup.count(face), "shown": seen.count(face)} for face in range(1, game.faces + 1)
        },
        "in-play": sum(view.dice),
        "num-shown": len(seen),
        "cup": len(cup),
        "own-dice": view.dice[seat],
        "own-face": tuple({*cup, *shown[seat]}),
        "turn": {turn: {"number": turn}},
    }
    said = view.bid_said
    if said is None:
        return found
    bid = said.action
    assert isinstance(bid, Bid)
    found["bid"] = {
        "count": bid.count,
        "face": bid.face,
        "pushed": "yes" if bid.push else "no",
        "mine": "yes" if said.seat == seat else "no",
        "cup": hidden[said.seat],
    }
    # The rules of the game list answers before bids.
    answers = [action for action in actions[: len(Answer)] if isinstance(action, Answer)]
    found["may"] = tuple(WORDS[answer] for answer in answers)
    passes = {}
    for back, answer in ((-1, CHALLENGE_PASS), (-2, CHALLENGE_FIRST_PASS)):
        if answer in answers:
            passer = view.said[back].seat
            dice = shown[passer]
            passes[back] = {
                "answer": WORDS[answer],
                "cup": hidden[passer],
                "num-shown": len(dice),
                "shown-face": tuple({*dice}),
            }
    found["pass"] = passes
    if view.special and view.dice[seat] > 1:
        found["only-face"] = bid.face
    after = next_seat(view.dice, seat)
    for spoken in reversed(view.said):
        if spoken.seat == after and isinstance(spoken.action, Bid):
            found["next-face"] = spoken.action.face
            break
    return found


def read_action(command: Command, view: View) -> Action:
    """The action that a command means."""
    if command.name == "answer":
        return ANSWERS[command.word("name")]
    count, face = command.whole("count"), command.whole("face")
    return Bid(count, face) if command.word("push") == "no" else pushed_bid(count, face, view)


@dataclass(frozen=True, slots=True)
class SoarDiceFactory:
    """The factory of one of the agents."""

    name: str
    temperature: float = TEMPERATURE

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> SoarDiceAgent:
        """A reset agent for a match; the first of its kind in a process loads the rules."""
        if not isinstance(game, LiarsDice):
            raise MendaxError(f"{self.name} does not play {game.name}")
        if game.options.wild and game.faces % 2:
            # The paper's calculator takes one side in so many, which two sides in an odd number are not.
            raise MendaxError(f"{self.name} plays with a wild face only on dice of an even number of faces")
        return SoarDiceAgent(self.name, game, rng, self.temperature)


@dataclass(frozen=True, slots=True)
class TemperatureFactory:
    """Makes the factory of a probability agent from a temperature: `p`, `p:0.3`."""

    name: str

    def __call__(self, game: str, argument: str) -> SoarDiceFactory:
        """The factory; without an argument, at `TEMPERATURE`."""
        if not argument:
            return SoarDiceFactory(self.name)
        try:
            return SoarDiceFactory(self.name, settings(float(argument)).temperature)
        except (ValueError, SoarError):
            raise MendaxError(f"{self.name}:{argument}: a temperature is a number above 0, such as 0.16") from None


e, em, eh, emh = map(SoarDiceFactory, ("e", "em", "eh", "emh"))
p, pm, ph, pmh = map(TemperatureFactory, ("p", "pm", "ph", "pmh"))
