"""`learned:FILE`: plays by learned rules and learns no more; explanations name the rules and their values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from mendax.core.agent import Decision, Explanation, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.liars_dice.agents.learner import Player, Preset, RuleAgent, check_game, find_preset
from mendax.games.liars_dice.agents.soar.explanation import read_explanation
from mendax.games.liars_dice.learning.settings import LEARNING, learning_settings, testing
from mendax.games.liars_dice.learning.words import rule_words
from mendax.games.liars_dice.rules import Action, LiarsDice, View
from mendax.soar import Reply, SoarAgent, WarmAgents
from mendax.soar.learned_rules import LearnedRule, LearnedRules

if TYPE_CHECKING:
    from mendax.games.liars_dice.agents.twins.learned import LearnedTwin, LearnedTwinAgent

PLAYERS: Final = "mendax.games.liars_dice.learning.players"
"""The package whose files are players that anybody has: `learned:NAME`."""
_NUMERIC = re.compile(r"^numeric indifferents:\n(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_FROM = re.compile(r"^  ([A-Z]\d+) .*\n    From (\S+)", re.MULTILINE)
_JUSTIFICATION: Final = "justify"
"""How the kernel names what a subgoal found out for this turn alone."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Learned rules by name, and whose they are."""

    preset: Preset
    learned: LearnedRules
    by_name: Mapping[str, LearnedRule]


class LearnedDiceAgent(RuleAgent):
    """Plays by learned rules."""

    def __init__(self, warm: _WarmPlayers, game: LiarsDice, rng: Random) -> None:
        super().__init__(warm.lend(self, rng), game, rng)
        self.knowledge = warm.knowledge

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        action, reply = self.decide(view, actions, {}, explain)
        return Decision(action, self.explanation(reply, view, action) if explain else None)

    def explanation(self, reply: Reply, view: View, action: Action) -> Explanation[Action]:
        """The options with the rules that value them, read from the kernel after the decision."""
        found = read_explanation(reply, view)
        sources: dict[str, list[str]] = {}
        numeric = _NUMERIC.search(self.agent.execute("preferences S1 operator --names"))
        for operator, rule in _FROM.findall(numeric[1] if numeric else ""):
            sources.setdefault(operator, []).append(rule)
        options, sentence = [], ""
        for option, candidate in zip(found.options, reply.choices[-1].candidates, strict=True):
            names = sources.get(candidate.operator, [])
            notes = [self.note(name) for name in names]
            options.append(Option(option.action, candidate.value, option.probability, "; ".join(notes) or option.note))
            if option.action == action:
                sentence = self.sentence(names, candidate.value)
        return replace(found, options=tuple(options), scale="reward to come, discounted", sentence=sentence)

    def note(self, name: str) -> str:
        """A rule's name, and how far it has moved."""
        rule = self.knowledge.by_name.get(name)
        if name.startswith(_JUSTIFICATION):
            return "by deliberation"
        if rule is None:
            return f"{name}, never updated"
        return f"{name}, moved {rule.moved:+.4f} in {rule.num_updates} updates"

    def sentence(self, names: Sequence[str], value: float | None) -> str:
        """What the rule of the chosen action says, with its own numbers."""
        rules = [self.knowledge.by_name[name] for name in names if name in self.knowledge.by_name]
        if not rules or value is None:
            return f"No learned rule speaks for it; its value is {value:+.4f}." if value is not None else ""
        said = "; and ".join(
            f"{rule.name} ({rule_words(rule.text)}) says {rule.value:+.4f}, {rule.moved:+.4f} from where it began, "
            f"after {rule.num_updates} updates"
            for rule in rules
            if rule.value is not None
        )
        return f"{said}." if said else ""


@dataclass(frozen=True, slots=True)
class LearnedFactory:
    """The factory of agents that play by a file."""

    path: Path

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> LearnedDiceAgent:
        """An agent for a match; the first in a process loads the rules."""
        changed = _changed(self.path)
        checked = check_game(_knowledge(self.path, changed).preset, game)
        return LearnedDiceAgent(_warm(self.path, changed, checked), checked, rng)

    def files(self) -> tuple[Path, ...]:
        """The file that travels to other machines."""
        return (self.path,)

    def reading(self, places: Mapping[Path, Path]) -> LearnedFactory:
        """The same with its file in another place."""
        return LearnedFactory(places[self.path])


@dataclass(frozen=True, slots=True)
class LearnedTwinFactory:
    """The factory of native twins that play by a file: for measurements of many games."""

    path: Path

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> LearnedTwinAgent:
        """A twin for a match; the first in a process reads the rules."""
        from mendax.games.liars_dice.agents.twins.learned import LearnedTwinAgent

        twin = _twin(self.path, _changed(self.path))
        return LearnedTwinAgent(twin, twin.check(game), rng)

    def files(self) -> tuple[Path, ...]:
        """The file that travels to other machines."""
        return (self.path,)

    def reading(self, places: Mapping[Path, Path]) -> LearnedTwinFactory:
        """The same with its file in another place."""
        return LearnedTwinFactory(places[self.path])


class _WarmPlayers:
    """Players with the same learned rules, lent to one agent at a time."""

    def __init__(self, knowledge: Knowledge, game: LiarsDice) -> None:
        self.knowledge, self.game = knowledge, game
        self.players: dict[SoarAgent, Player] = {}
        self.agents = WarmAgents(self.make)

    def make(self) -> SoarAgent:
        preset = self.knowledge.preset
        player = Player(preset, self.game, testing(learning_settings(chunking=preset.chunks)))
        player.install(self.knowledge.learned)
        self.players[player.agent] = player
        return player.agent

    def close(self) -> None:
        """Take all players out of the kernel."""
        while self.players:
            self.players.popitem()[1].close()

    def lend(self, borrower: object, rng: Random) -> Player:
        """A player that comes back when the borrower is garbage-collected."""
        return self.players[self.agents.lend(borrower, rng)]


def _changed(path: Path) -> int:
    """When a file was written; a `MendaxError` if there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError as error:
        raise MendaxError(f"{path} cannot be read: {error.strerror}") from None


@lru_cache(maxsize=4)
def _twin(path: Path, changed: int) -> LearnedTwin:
    from mendax.games.liars_dice.agents.twins.learned import LearnedTwin

    learned = LearnedRules.load(path)
    return LearnedTwin(find_preset(learned.origin.agent).name, learned, LEARNING.temperature)


@lru_cache(maxsize=4)
def _knowledge(path: Path, changed: int) -> Knowledge:
    learned = LearnedRules.load(path)
    return Knowledge(find_preset(learned.origin.agent), learned, {rule.name: rule for rule in learned.rules})


@lru_cache(maxsize=4)
def _warm(path: Path, changed: int, game: LiarsDice) -> _WarmPlayers:
    _made.append(_WarmPlayers(_knowledge(path, changed), game))
    return _made[-1]


_made: list[_WarmPlayers] = []
"""All that were made in this process."""


def forget_players() -> None:
    """Free what the players of this process take: a gigabyte, for 300,000 rules. None of them may be in a match."""
    _warm.cache_clear()
    _knowledge.cache_clear()
    while _made:
        _made.pop().close()


def players() -> list[str]:
    """The names of the players in the package."""
    return sorted(file.name.partition(".")[0] for file in files(PLAYERS).iterdir() if ".json" in file.name)


def learned(game: str, argument: str) -> LearnedFactory:
    """The factory for a file, or for a player of the package by its name."""
    path = Path(argument)
    if not path.is_file() and argument in players():
        path = next(Path(str(file)) for file in files(PLAYERS).iterdir() if file.name.startswith(f"{argument}."))
    if not argument or not path.is_file():
        there_is = f", or one of: {', '.join(players())}" if players() else ""
        raise MendaxError(f"learned:FILE plays by a file of `mendax train` (seed-1/memory-35, say){there_is}")
    LearnedRules.load(path)  # what is wrong with the file is said now, in one line
    return LearnedFactory(path.resolve())
