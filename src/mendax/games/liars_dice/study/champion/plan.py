"""Which players are trained, and who exploits them: the whole training, and it with one part left out at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from mendax.games.liars_dice.learning.champion.plan import ChampionPlan, make_plan


@dataclass(frozen=True, slots=True)
class Variant:
    """A training: what is left out, and the settings that do it."""

    name: str
    about: str
    changes: Mapping[str, object] = field(default_factory=dict)


WHOLE: Final = Variant("whole", "everything")
RIVALS: Final = Variant("rivals", "with rivals", {"opponents.rivals": 0.25, "opponents.rival_updates": 200})
RANDOM_WORDS: Final = Variant("random-words", "with random words", {"learning.random_words": 0.02})
"""Of the small game alone: something added, which the first training of the package's player does not have."""
VARIANTS: Final = (
    WHOLE,
    Variant("no-past", "without past selves", {"opponents.past": 0.0}),
    Variant("no-magnet", "without a magnet", {"learning.magnet.first": 0.0, "learning.magnet.last": 0.0}),
    Variant("no-entropy", "without entropy", {"learning.entropy.first": 0.0, "learning.entropy.last": 0.0}),
    Variant("own-view", "the critic sees no more than the actor", {"networks.all_seeing": False}),
    Variant("no-round-value", "an episode is a match", {"learning.round_value": False}),
)
CHAMPION: Final = "champion"
"""The player in the package."""
FROZEN: Final = (CHAMPION, "pmh", "emh")
"""Who is exploited without a training: the champion with every seed, agents of the paper with the first alone."""
FIRST_SEED: Final = 4001
"""Of trainings; no setting was chosen with these."""
EXPLOITER_SEEDS: Final = 1000
"""What an exploiter's seed is more."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much is trained."""

    folder: str
    """Quick and full do not mix."""
    preset: str
    decisions: int
    """Of a training."""
    exploiter_decisions: int
    seeds: int
    matches: int
    """For each measurement."""
    changes: Mapping[str, object] = field(default_factory=dict)
    variants: tuple[Variant, ...] = VARIANTS
    frozen: tuple[str, ...] = FROZEN


WHOLE_TRAINING: Final[Mapping[str, object]] = {
    "networks.memory": False,
    "learning.entropy.first": 0.1,
    "learning.entropy.last": 0.02,
    "learning.magnet.first": 0.5,
    "learning.magnet.last": 0.2,
    "opponents.past": 0.25,
    "opponents.agents": 0.0,
}
"""How the training of the package's player for two began, which plays strangers; also with small networks."""
FULL: Final = Size("runs", "champion", 150_000_000, 500_000_000, 3, 10_000, WHOLE_TRAINING)
QUICK: Final = Size("runs-quick", "champion-small", 100_000, 100_000, 1, 500, WHOLE_TRAINING)


@dataclass(frozen=True, slots=True)
class Job:
    """A training, or an exploiter of a player."""

    player: str
    """A variant's name, or who is exploited without a training."""
    seed: int
    exploits: bool

    @property
    def training_seed(self) -> int:
        """An exploiter has another than the player it exploits."""
        return self.seed + EXPLOITER_SEEDS if self.exploits else self.seed

    def folder(self, runs: Path) -> Path:
        """Where it is kept."""
        return runs / ("exploiters" if self.exploits else "players") / f"{self.player}-seed-{self.seed}"


def jobs(size: Size, seed: int) -> list[Job]:
    """All of them: the first seed before the second, and each exploiter after the player it exploits; agents last.

    `seed` is added to the fixed ones.
    """
    found = []
    for one in range(FIRST_SEED + seed, FIRST_SEED + seed + size.seeds):
        for variant in size.variants:
            found += [Job(variant.name, one, exploits=False), Job(variant.name, one, exploits=True)]
        found += [Job(CHAMPION, one, exploits=True)] if CHAMPION in size.frozen else []
    found += [Job(name, FIRST_SEED + seed, exploits=True) for name in size.frozen if name != CHAMPION]
    return found


def plan_of(size: Size, name: str, seed: int) -> ChampionPlan:
    """The training of a variant; exploiters have its networks and tables too."""
    (variant,) = (each for each in size.variants if each.name == name)
    changes = {**size.changes, "decisions": size.decisions, **variant.changes}
    return make_plan(size.preset, seed=seed, changes=changes)


def plain_plan(size: Size) -> ChampionPlan:
    """Whose networks and tables the exploiters of others have."""
    return make_plan(size.preset, changes=size.changes)
