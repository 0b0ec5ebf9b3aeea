"""Soar agents that learn across games: the baseline B-0, and P, PM, PH and PMH, which chunk.

A learner is one kernel agent that plays its games in order. Its memory is the object `LearnedRules`: all chunks, and
the written rules that reward has changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from mendax.core.agent import Agent, Decision
from mendax.core.errors import MendaxError, one_line
from mendax.core.game import AnyGame, Seat, game_text
from mendax.core.learner import Learner
from mendax.games.liars_dice.agents.soar.agent import DECISIONS, read_action, rule_file, tree
from mendax.games.liars_dice.agents.soar.chunking import Values, chunking_rules
from mendax.games.liars_dice.learning.baseline import FILES, Template, pass_rules, templates
from mendax.games.liars_dice.learning.reward import game_reward, round_reward
from mendax.games.liars_dice.learning.settings import SCALED_UNIT, learning_settings, settings_json, testing
from mendax.games.liars_dice.learning.turn_counts import TurnCounts
from mendax.games.liars_dice.rules import Action, Event, LiarsDice, View
from mendax.games.liars_dice.rules.types import Ruled
from mendax.soar import Reply, RuleFile, Settings, SoarAgent, SoarError
from mendax.soar.episodes import Episode, reward_rules
from mendax.soar.learned_rules import LearnedRules, Origin
from mendax.soar.learning_agent import LearningAgent

if TYPE_CHECKING:
    from mendax.games.liars_dice.agents.twins.learned import LearnedTwin, LearnedTwinAgent

PLAIN_DECISIONS: Final = 4
"""The most that a turn without a subgoal takes: process-feedback after a round, count-dice, find-base-bid, the action.
A subgoal takes two more."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A learning agent of the paper."""

    name: str
    about: str
    knowledge: str
    """The agent that it deliberates like; empty for the baseline, which does not."""
    values: Values
    """What a new rule is worth: `0`, or `#` for what deliberation computes."""

    @property
    def chunks(self) -> bool:
        """Whether its rules come from chunking."""
        return bool(self.knowledge)


_WORDS: Final = {
    "p": "probability",
    "pm": "probability and model",
    "ph": "probability and heuristics",
    "pmh": "probability, model and heuristics",
}
_STARTS: Final[tuple[tuple[Values, str], ...]] = (("0", "beginning with 0"), ("#", "beginning with what was computed"))
PRESETS: Final = {
    preset.name: preset
    for preset in (
        Preset("b-0", "Rules from templates, all with the value 0", "", "0"),
        *(
            Preset(f"{name}-{values}", f"Chunks over {words}, {start}", name, values)
            for values, start in _STARTS
            for name, words in _WORDS.items()
        ),
    )
}


def find_preset(name: str) -> Preset:
    """A preset by its name, or an error that lists them."""
    if name not in PRESETS:
        raise MendaxError(f"there is no learning agent {name!r}: {', '.join(PRESETS)}")
    return PRESETS[name]


def preset_rules(preset: Preset, unit: int = SCALED_UNIT) -> tuple[RuleFile, ...]:
    """The rule files of a preset, with those for rewards; `unit` is that of the kernel's values."""
    if preset.chunks:
        own = chunking_rules(preset.knowledge, preset.values, unit)
    else:
        own = (*map(rule_file, FILES), RuleFile.of_text("\n".join(text for _, text in pass_rules()), "baseline"))
    return (*own, reward_rules())


def rules_digest(preset: Preset) -> str:
    """A short hash of the preset's rules: what was learned with other rules is something else."""
    return hashlib.sha256("\n".join(file.text for file in preset_rules(preset)).encode()).hexdigest()[:12]


class RuleSupply:
    """Gives the baseline's kernel agent the rules that a position could need; see `learning.baseline`."""

    def __init__(self, learning: LearningAgent, game: LiarsDice) -> None:
        self.learning, self.faces = learning, game.faces
        self._have: dict[Template, int] = {}
        """For which counts the rules of a template are there: a bit each."""
        self._installed: frozenset[str] = frozenset()

    def installed(self, learned: LearnedRules) -> None:
        """Note the rules that are in the kernel already."""
        self._installed = frozenset(rule.name for rule in learned.rules)

    def provide(self, view: View) -> None:
        """Load what is missing for a position."""
        bid, up_to = view.bid, (2 << view.total) - 2
        # Between faces that are not wild the count never falls, so the lower ones cannot be bid.
        above = up_to & -1 << bid.count if bid is not None and bid.face != view.wild else up_to
        have, missing = self._have, []
        for template in templates(view, self.faces):
            if template.answers:
                asked = 1 << bid.count if bid is not None else 0
            else:
                asked = up_to if template.dice.face == view.wild else above
            there = have.get(template, 0)
            if asked & ~there:
                have[template] = there | asked
                missing.append((template, asked & ~there))
        if missing:
            self._load(view.wild, missing)

    def _load(self, wild: int, missing: Sequence[tuple[Template, int]]) -> None:
        execute, made = self.learning.agent.execute, {}
        for template, bits in missing:
            counts = [count for count in range(1, bits.bit_length()) if bits >> count & 1]
            for name, text in template.rules(wild, counts):
                if name not in self._installed:
                    execute(text)
                    made[name] = 0.0
        self.learning.expect_written(made)


class Player:
    """A kernel agent with learned rules, and what it needs to play a game."""

    def __init__(self, preset: Preset, game: LiarsDice, settings: Settings) -> None:
        self.preset, self.game = preset, game
        self.agent = SoarAgent(preset.name, preset_rules(preset, settings.unit), settings=settings)
        self.learning = LearningAgent(self.agent)
        self.supply = None if preset.chunks else RuleSupply(self.learning, game)
        self.turns = self.deliberated = 0

    def install(self, learned: LearnedRules) -> None:
        """Put learned rules into the kernel."""
        self.learning.install(learned)
        if self.supply is not None:
            self.supply.installed(learned)

    def close(self) -> None:
        """Leave the kernel."""
        self.agent.close()


class RuleAgent(Agent[View, Action, Event]):
    """Plays by the rules that a player has; nothing is learned."""

    def __init__(self, player: Player, game: LiarsDice, rng: Random) -> None:
        self.player, self.game = player, game
        self.agent = player.agent
        self.agent.reset(rng)  # the agent is lent to one player of one match after the other
        self.acted = False
        self._turn = 0
        self._decisions = 0

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        return Decision(self.decide(view, actions, {})[0])

    def decide(
        self, view: View, actions: Sequence[Action], more: dict[str, object], explain: bool = False
    ) -> tuple[Action, Reply]:
        """The action that the rules choose, and the run that chose it; `more` is shown beside the turn."""
        player, agent = self.player, self.agent
        self._turn ^= 1
        self.acted = True
        if player.supply is not None:
            player.supply.provide(view)
        agent.show({**tree(self.game, view, actions, self._turn), **more})
        reply = agent.run(DECISIONS, explain)
        action = read_action(reply.command, view)
        player.turns += 1
        before, self._decisions = self._decisions, agent.num_decisions
        player.deliberated += self._decisions - before > PLAIN_DECISIONS
        return action, reply  # the match refuses it if the rules do


class RewardedAgent(RuleAgent):
    """Plays by the rules that a player has, and is rewarded."""

    def __init__(self, player: Player, game: LiarsDice, seat: Seat, rng: Random) -> None:
        super().__init__(player, game, rng)
        self.seat = seat
        self.episode = Episode(self.agent)
        self.ended = False
        self.failure: Exception | None = None

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        action, _ = self.decide(view, actions, self.episode.feedback())
        self.player.learning.note_chunks()
        return Decision(action)

    def hear(self, event: Event) -> None:
        if isinstance(event, Ruled):
            self.episode.reward(round_reward(event.showdown, self.seat))

    def end(self, view: View, payoffs: Sequence[float]) -> None:
        self.ended = True
        self.episode.replace_pending(game_reward(payoffs, self.seat))
        try:
            self.episode.finish()
        except Exception as error:  # a match goes over what happens after its end; the learner must not
            self.failure = error
            raise


class DiceLearner(Learner):
    """A Soar agent whose rules are learned from game to game; it sits at one seat of a table.

    With `native_tests` its agents that do not learn are native twins, and a test needs no kernel.
    """

    def __init__(self, preset: Preset, game: LiarsDice, settings: Settings, native_tests: bool = False) -> None:
        self.preset, self.game, self.settings, self.native_tests = preset, game, settings, native_tests
        self._kernel: Player | None = None
        self._twin: LearnedTwin | None = None
        self._twin_counts = TurnCounts()
        self._loaded = LearnedRules()
        self._changed = False
        self._last: RewardedAgent | None = None
        self.origin = Origin(game_text(game), preset.name, {**settings_json(settings), "rules": rules_digest(preset)})

    def trained_by(self, seed: int, opponents: Sequence[str]) -> None:
        self.origin = replace(self.origin, opponents=tuple(dict.fromkeys(opponents)), seeds=(seed,))

    @property
    def _player(self) -> Player:
        """The kernel agent; it is made, and given what was loaded, when it is needed first."""
        if self._kernel is None:
            self._kernel = Player(self.preset, self.game, self.settings)
            self._kernel.install(self._loaded)
        return self._kernel

    def _twin_agent(self, game: LiarsDice, rng: Random) -> LearnedTwinAgent:
        from mendax.games.liars_dice.agents.twins.learned import LearnedTwin, LearnedTwinAgent

        if self._twin is None:
            self._twin = LearnedTwin(self.preset.name, self.learned(), self.settings.temperature)
        return LearnedTwinAgent(self._twin, self._twin.check(game), rng, self._twin_counts)

    def agent(self, game: AnyGame, seat: Seat, rng: Random, *, learn: bool = True) -> RuleAgent | LearnedTwinAgent:
        if game != self.game or not isinstance(game, LiarsDice):
            raise MendaxError(f"this learner plays {game_text(self.game)}, not {game_text(game)}")
        if not learn and self.native_tests:
            return self._twin_agent(game, rng)
        player = self._player
        player.agent.configure(self.settings if learn else testing(self.settings))
        if not learn:
            return RuleAgent(player, game, rng)
        self._check_last()
        if self._last is not None and not (self._last.ended or self._last.acted):
            raise MendaxError(f"{self.preset.name} learns at one seat of a table")
        self._changed, self._twin = True, None
        self.origin = replace(self.origin, games=self.origin.games + 1)
        self._last = RewardedAgent(player, game, seat, rng)
        return self._last

    def learned(self) -> LearnedRules:
        """What it has learned."""
        self._check_last()
        if self._changed:
            self._loaded, self._changed = self._player.learning.learned(), False
        return LearnedRules(self._loaded.rules, self.origin, self._loaded.exact)

    def _check_last(self) -> None:
        """Raise what went wrong after the last match: a reward would be missing."""
        if self._last is not None and self._last.failure is not None:
            raise SoarError(f"the last reward of a game was lost: {one_line(self._last.failure)}")

    def measures(self) -> dict[str, float]:
        """The number of rules and of their updates, turns played, and turns that entered a subgoal."""
        learned, counts = self.learned(), self._twin_counts
        turns, deliberated = (self._kernel.turns, self._kernel.deliberated) if self._kernel else (0, 0)
        return {
            "rules": len(learned.rules),
            "updates": learned.num_updates,
            "turns": turns + counts.turns,
            "deliberated": deliberated + counts.deliberated,
        }

    def save(self, path: Path) -> None:
        self.learned().save(path)

    def load(self, path: Path) -> None:
        learned = LearnedRules.load(path)
        self.take(learned)

    def take(self, learned: LearnedRules) -> None:
        """Take learned rules in place of what it knows."""
        if learned.origin.agent != self.preset.name:
            whose = learned.origin.agent or "another agent"
            raise SoarError(f"these rules were learned by {whose}, not by {self.preset.name}")
        if learned.origin.settings != self.origin.settings:
            raise SoarError("these rules were learned with other settings, or the agent's own rules have changed since")
        self.close()
        self._twin, self._twin_counts = None, TurnCounts()
        self._loaded, self._changed, self._last = learned, False, None
        self.origin = learned.origin

    def merge(self, others: Sequence[DiceLearner]) -> DiceLearner:
        merged = DiceLearner(self.preset, self.game, self.settings, self.native_tests)
        merged.take(self.learned().merge([other.learned() for other in others]))
        return merged

    def close(self) -> None:
        if self._kernel is not None:
            self._kernel.close()
            self._kernel = None


def check_game(preset: Preset, game: AnyGame) -> LiarsDice:
    """The game, if the agent plays it; a `MendaxError` else."""
    if not isinstance(game, LiarsDice):
        raise MendaxError(f"{preset.name} does not play {game.name}")
    if game.options.wild and game.faces % 2:
        raise MendaxError(f"{preset.name} plays with a wild face only on dice of an even number of faces")
    if not preset.chunks and (not game.options.wild or game.options.special):
        raise MendaxError(f"{preset.name} plays where one face is wild in every round")
    return game


@dataclass(frozen=True, slots=True)
class DiceLearnerFactory:
    """Builds the learner of a preset that knows nothing yet."""

    preset: str
    policy: str = "sarsa"
    native_tests: bool = False
    """Whether agents that do not learn are native twins."""

    def __call__(self, game: AnyGame, rng: Random) -> DiceLearner:
        """The learner; all its randomness comes with its games."""
        preset = find_preset(self.preset)
        settings = learning_settings(self.policy, chunking=preset.chunks)
        return DiceLearner(preset, check_game(preset, game), settings, self.native_tests)
