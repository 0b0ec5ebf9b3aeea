"""Who values positions: the champion at any table it plays at, and an exact source where one reaches.

A *judge* gives win chances. `FirstThatReaches` asks several in order, so that a tablebase answers before the champion
does wherever it has the position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from mendax.core.agent import Belief
from mendax.core.game import Seat
from mendax.games.liars_dice.agents.champion import ChampionFactory
from mendax.games.liars_dice.agents.champion_search import generator, likeliest
from mendax.games.liars_dice.agents.champion_words import sentence, tell_beliefs
from mendax.games.liars_dice.kernel.numpy_tables import Array
from mendax.games.liars_dice.learning.champion.win_chances import standard_error
from mendax.games.liars_dice.rules import Action, LiarsDice, View

WORLDS: Final = 256
"""Worlds that each position is played on in."""


class Estimate(NamedTuple):
    """A win chance and its standard error, which is 0 where it is exact."""

    value: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class OptionValue:
    """An option: what it is worth, and how often the judge itself takes it."""

    action: Action
    samples: Array
    """Values in equally likely worlds, the same worlds for all options; one number where the value is exact."""
    probability: float

    @property
    def estimate(self) -> Estimate:
        """The win chance after it."""
        return Estimate(float(self.samples.mean()), standard_error(self.samples))


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge says about a position: some options with values, the likeliest first, beliefs, and a sentence."""

    judge: str
    options: tuple[OptionValue, ...]
    beliefs: tuple[Belief, ...] = ()
    sentence: str = ""

    @property
    def best(self) -> OptionValue:
        """The option with the highest value."""
        return max(self.options, key=lambda option: option.estimate.value)

    def value(self, action: Action) -> OptionValue:
        """One of the options."""
        return next(option for option in self.options if option.action == action)

    def lost(self, action: Action) -> Estimate:
        """What an action loses against the best option.

        The best of several estimates is overrated. So the worlds are halved: each half names the best option, and the
        other half says what that is worth. A loss may come out a little below zero.
        """
        worlds = max(len(option.samples) for option in self.options)
        table = np.stack([np.broadcast_to(option.samples, (worlds,)) for option in self.options])
        at = [option.action for option in self.options].index(action)
        if worlds < 4:
            return Estimate(float(table.mean(1).max() - table[at].mean()))
        halves = table[:, ::2], table[:, 1::2]
        found = []
        for one, other in (halves, halves[::-1]):
            best = int(one.mean(1).argmax())
            found.append(other[best] - other[at])
        errors = [standard_error(samples) for samples in found]
        return Estimate(float(np.mean([samples.mean() for samples in found])), hypot(*errors) / 2)

    def to_json(self) -> dict[str, Any]:
        """Stable names."""
        best = self.best.estimate.value
        return {
            "judge": self.judge,
            "value": best,
            "options": [
                {
                    "action": str(option.action),
                    "value": option.estimate.value,
                    "error": option.estimate.error,
                    "cost": best - option.estimate.value,
                    "probability": option.probability,
                }
                for option in self.options
            ],
            "beliefs": [{"about": belief.about, "probability": belief.probability} for belief in self.beliefs],
            "sentence": self.sentence,
        }


class Judge(Protocol):
    """Values positions of one game by the chance of winning the match."""

    @property
    def name(self) -> str:
        """What people call it."""

    def reaches(self, view: View) -> bool:
        """Whether it can value this position; of a score, the view of a spectator between rounds."""

    def options(self, view: View, actions: Sequence[Action], played: Action | None = None) -> Judgement:
        """The options of the seat to speak, the one that was played among them."""

    def before_words(self, view: View) -> Estimate:
        """What a seat's first dice are worth to it, before anybody has spoken."""

    def score(self, view: View, seat: Seat) -> Estimate:
        """What dice and exacts are worth to a seat when a round is to begin."""


class ChampionJudge:
    """The champion's policy at all seats, worlds drawn from its beliefs."""

    name = "champion"

    def __init__(self, game: LiarsDice, path: Path | None = None, worlds: int = WORLDS) -> None:
        self.agent, self.worlds = ChampionFactory(path)(game, 0, Random(0)), worlds

    def reaches(self, view: View) -> bool:
        """Everywhere in a game that the champion plays."""
        return True

    def options(self, view: View, actions: Sequence[Action], played: Action | None = None) -> Judgement:
        policy: Mapping[Action, float] = self.agent.policy(view, actions)
        chosen = likeliest(policy, 0.01)
        if played is not None and played not in chosen:
            chosen.append(played)
        weighed = self.agent.weighing.weigh(view, chosen, self.worlds)
        options = tuple(
            OptionValue(action, weighed.values[action].samples, policy.get(action, 0.0)) for action in chosen
        )
        best = max(chosen, key=lambda action: weighed.values[action].value)
        told = sentence(weighed.beliefs, best, weighed.values)
        return Judgement(self.name, options, tuple(tell_beliefs(weighed.beliefs)), told)

    def before_words(self, view: View) -> Estimate:
        samples = self.agent.weighing.chances.before_words(view, self.worlds, generator(view))
        return Estimate(float(samples.mean()), standard_error(samples))

    def score(self, view: View, seat: Seat) -> Estimate:
        samples = self.agent.weighing.chances.score(view.dice, view.exacts, seat, self.worlds, generator(view))
        return Estimate(float(samples.mean()), standard_error(samples))


@dataclass(frozen=True, slots=True)
class FirstThatReaches:
    """Asks judges in order; the last one reaches everything."""

    judges: tuple[Judge, ...]

    @property
    def name(self) -> str:
        """All names."""
        return ", ".join(judge.name for judge in self.judges)

    def reaches(self, view: View) -> bool:
        """Whether any does."""
        return any(judge.reaches(view) for judge in self.judges)

    def options(self, view: View, actions: Sequence[Action], played: Action | None = None) -> Judgement:
        """By the first that reaches the position."""
        return self._first(view).options(view, actions, played)

    def before_words(self, view: View) -> Estimate:
        """By the first that reaches the position."""
        return self._first(view).before_words(view)

    def score(self, view: View, seat: Seat) -> Estimate:
        """By the first that reaches the score."""
        return self._first(view).score(view, seat)

    def _first(self, view: View) -> Judge:
        return next(judge for judge in self.judges if judge.reaches(view))
