"""Plans: everything that makes a training of the champion, or of an exploiter, what it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from math import lcm
from typing import Annotated, Any, Final

from pydantic import Field
from pydantic.dataclasses import dataclass

from mendax.core.catalogue import look_up
from mendax.core.errors import MendaxError
from mendax.games.liars_dice.kernel.numbering import MOST_DICE
from mendax.games.liars_dice.learning.agent_constants import NAMES, parts_of
from mendax.games.liars_dice.learning.champion.features import num_features, num_present, num_with_habits
from mendax.learn.settings import (
    CHECKED,
    Batch,
    Count,
    Depth,
    NotNegative,
    Ramp,
    Seed,
    Share,
    Whole,
    Width,
    as_json,
    check_size,
    override,
)

Widths = tuple[Width, ...]
Players = Annotated[Whole, Field(ge=2, le=6)]


@dataclass(frozen=True, slots=True, config=CHECKED)
class NetworkWidths:
    """The hidden layers of the three networks."""

    actor: Widths = (512, 512, 512)
    critic: Widths = (512, 512, 512)
    score: Widths = (128, 128)
    all_seeing: bool = True
    """The critic sees all cups; else what the actor sees."""
    memory: bool = True
    """The actor sees the others' habits in the rounds that are over."""
    likeness: bool = True
    """And how like agents of the paper they speak."""
    forgets_strangers: bool = False
    """It sees habits only where it recognises all others as PMH or EMH. A rival sees them always."""
    half: bool = True
    """All but the last layers are computed in half precision while learning; measurements never are."""

    def inputs(self, players: int) -> int:
        """How many of all features the actor sees, the first ones."""
        if not self.memory:
            return num_present(players)
        return num_features(players) if self.likeness else num_with_habits(players)

    def __post_init__(self) -> None:
        for widths in (self.actor, self.critic, self.score):
            if not widths:
                raise MendaxError("every network of the champion has at least one hidden layer")
            check_size(sum(a * b for a, b in zip(widths, (*widths[1:], 1024), strict=True)))


@dataclass(frozen=True, slots=True, config=CHECKED)
class Opponents:
    """Who sits at the tables: what is left of them is self-play at all seats."""

    past: Share = 0.25
    """The share of tables where the others are past selves, or a frozen network."""
    agents: Share = 0.1
    """The share of tables where the others are agents of the paper."""
    names: tuple[str, ...] = NAMES
    """Which of them."""
    only_recognised: bool = False
    """At those tables it learns from a decision only where it recognises the others by their words."""
    pool: Batch = 8
    """How many past selves there are."""
    noise: Share = 0.0
    """How often a past self takes any legal action instead of its own: so the learner meets what nobody ever does."""
    every: Count = 50
    """After how many updates one of them, drawn at random, becomes the present one."""
    rivals: Share = 0.0
    """The share of tables where the others are a rival, which learns beside and for nothing but to win there."""
    rival_updates: Count = 400
    """After how many updates the rival joins the past selves, and another one begins from nothing."""
    rival_rate: NotNegative = 5e-4
    """Its learning rate, from first to last."""
    rival_entropy: NotNegative = 0.01

    def __post_init__(self) -> None:
        if self.past + self.agents + self.rivals > 1:
            raise MendaxError("past selves, agents and rivals have shares of more than 1 together")
        for name in self.names:
            parts_of(name)
        if self.agents and not self.names:
            raise MendaxError("the share of the paper's agents is not 0, and none is named")


@dataclass(frozen=True, slots=True, config=CHECKED)
class ChampionSettings:
    """How it learns: proximal policy optimisation, an episode a round."""

    tables: Batch = 16_384
    """Played at once."""
    steps: Depth = 32
    """Decisions at each table before the networks are changed."""
    epochs: Depth = 2
    parts: Batch = 8
    """Parts of the tables in an epoch, with a gradient step for each."""
    rate: Ramp = Ramp(5e-4, 3e-5)
    entropy: Ramp = Ramp(0.05, 0.02)
    magnet: Ramp = Ramp(0.2, 0.2)
    """The weight of the divergence from the running average of the actor."""
    average: Share = 0.995
    """What the running average keeps at an update."""
    trace: Share = 0.95
    """GAE's lambda, within a round."""
    score_trace: Share = 0.7
    """The same over rounds, for the value of a score; 0 takes the value of the next score alone."""
    round_value: bool = True
    """A round ends in the value of its score; else an episode is a match."""
    clip_ratio: Share = 0.2
    clip_norm: NotNegative = 1.0
    value_weight: NotNegative = 0.5
    critic_first: Annotated[Whole, Field(ge=0)] = 0
    """For so many updates at first only the values learn: for a training that begins with another's actor."""
    first_dice: Annotated[Whole, Field(ge=1, le=MOST_DICE)] = MOST_DICE
    """What a match begins with; fewer make a small game, whose truth the tablebase of the endgame knows."""
    random_start: Share = 0.3
    """The share of matches that begin with random dice, at most so many, and with random exacts."""
    lessons: NotNegative = 1.0
    """The weight of lessons, where some are given."""
    random_words: Share = 0.0
    """The share of words that are a random bid or pass, where the learner meets networks. Nobody learns to say these,
    but to answer them: a policy that never makes a high bid does not know what to say to one."""


@dataclass(frozen=True, slots=True, config=CHECKED)
class ChampionPlan:
    """A training: for how many players, which networks, how, against whom, how long."""

    preset: str
    players: Players = 2
    networks: NetworkWidths = field(default_factory=NetworkWidths)
    learning: ChampionSettings = field(default_factory=ChampionSettings)
    opponents: Opponents = field(default_factory=Opponents)
    decisions: Count = 1_000_000_000
    """At all tables, by whoever sits there."""
    seed: Seed = 0
    start: str = ""
    """The digest of the player that the training begins with; empty for a random network."""
    exploiters: tuple[str, ...] = ()
    """The digests of players that have places among the past selves for the whole training."""
    familiar: str = ""
    """The digest of the player that plays in its place where all others are recognised as PMH or EMH."""
    lessons: str = ""
    """The digest of the decisions of the solved endgame that it learns besides."""
    frozen: str = ""
    """Whom an exploiter is trained against: an agent of the paper, or a network's digest; empty for a champion."""
    frozen_forgets: bool = False
    """Whether that network forgets strangers; an exploiter itself never has to."""

    def __post_init__(self) -> None:
        if self.learning.tables % self.learning.parts:
            raise MendaxError(f"{self.learning.tables} tables cannot be split into {self.learning.parts} equal parts")
        recognises = self.opponents.only_recognised or self.networks.forgets_strangers
        if recognises and not (self.networks.memory and self.networks.likeness):
            raise MendaxError("nobody is recognised without networks.memory and networks.likeness")
        if self.familiar and self.networks.memory:
            raise MendaxError("whom another player stands in for has no memory itself: see networks.memory")
        if self.exploiters and not (self.num_past and len(self.exploiters) < self.opponents.pool):
            raise MendaxError("exploiters have places among past selves: see opponents.past and opponents.pool")
        if self.opponents.past == 1 and self.num_past != self.learning.tables:
            raise MendaxError(f"{self.learning.tables} tables cannot be shared by {self.opponents.pool} past selves")

    @property
    def num_past(self) -> int:
        """Tables with past selves, or with the frozen network: as many for each of them, in every part."""
        return self._some(self.opponents.past, lcm(self.opponents.pool, self.learning.parts))

    @property
    def places(self) -> tuple[int, int, int]:
        """How many places of the pool are for past selves, for past rivals, and for the exploiters given."""
        given = len(self.exploiters)
        rivals = (self.opponents.pool - given) // 2 if self.num_rivals else 0
        return self.opponents.pool - rivals - given, rivals, given

    @property
    def num_rivals(self) -> int:
        """Tables with the rival."""
        return self._some(self.opponents.rivals, self.learning.parts)

    @property
    def num_agents(self) -> int:
        """Tables with agents of the paper."""
        return self._some(self.opponents.agents, self.learning.parts)

    @property
    def blocks(self) -> tuple[int, int, int, int]:
        """Numbers of tables in their order: self-play, past selves, the rival, agents of the paper."""
        others = self.num_past, self.num_rivals, self.num_agents
        return self.learning.tables - sum(others), *others

    def _some(self, share: float, unit: int) -> int:
        wanted = round(share * self.learning.tables)
        return wanted - wanted % unit

    @property
    def batch(self) -> int:
        """Decisions in an update."""
        return self.learning.tables * self.learning.steps

    @property
    def interval(self) -> int:
        """Updates between two log lines."""
        return max(1, min(25, self._all_updates // 40))

    @property
    def num_updates(self) -> int:
        """How many updates its decisions allow, in whole intervals."""
        return self._all_updates - self._all_updates % self.interval

    @property
    def _all_updates(self) -> int:
        updates = self.decisions // self.batch
        if updates < 1:
            raise MendaxError(f"more decisions than {self.decisions:,} are needed: an update has {self.batch:,}")
        return updates

    def to_json(self) -> dict[str, Any]:
        """The plan as plain JSON."""
        return as_json(self)


_SMALL: Final = ChampionSettings(tables=128, steps=16, parts=4, rate=Ramp(1e-3, 1e-4))
PRESETS: Final[Mapping[str, ChampionPlan]] = {
    plan.preset: plan
    for plan in (
        ChampionPlan(
            "champion",
            networks=NetworkWidths(memory=False),
            learning=ChampionSettings(entropy=Ramp(0.1, 0.02), magnet=Ramp(0.5, 0.2)),
            opponents=Opponents(agents=0.0),
            decisions=3_000_000_000,
        ),
        ChampionPlan(
            "champion-small",
            networks=NetworkWidths((128, 128), (128, 128), (64,), half=False),
            learning=_SMALL,
            opponents=Opponents(pool=4),
            decisions=1_000_000,
        ),
    )
}
"""`champion` is for a GPU, and how the package's player for two began to learn to play strangers; `champion-small`
learns something on a CPU in minutes."""
_FOR_MANY: Final = replace(
    PRESETS["champion"],
    networks=NetworkWidths(),
    learning=ChampionSettings(entropy=Ramp(0.06, 0.01), magnet=Ramp(0.2, 0.1), random_words=0.02),
    opponents=Opponents(past=0.15, agents=0.45),
    decisions=3_190_000_000,
)
"""`champion` for more than two seats: how the package's player for six learned."""
ALONE: Final = Opponents(past=1.0, agents=0.0, rivals=0.0, pool=1, every=1_000_000_000)
"""An exploiter's tables: the others are the frozen network."""


def make_plan(
    preset: str, players: int = 2, seed: int = 0, changes: Mapping[str, object] | None = None
) -> ChampionPlan:
    """A preset with some settings changed, by dotted names such as `learning.tables`.

    >>> make_plan("champion", 4, changes={"learning.entropy.first": "0.1"}).learning.entropy
    Ramp(first=0.1, last=0.01)
    """
    plan = look_up(preset, PRESETS, "preset")
    if plan is PRESETS["champion"] and players > 2:
        plan = _FOR_MANY
    return override(plan, {"players": players, "seed": seed, **(changes or {})})


def exploiter_plan(
    plan: ChampionPlan,
    decisions: int,
    seed: int,
    frozen: str,
    agent: str = "",
    changes: Mapping[str, object] | None = None,
    forgets_strangers: bool = False,
) -> ChampionPlan:
    """A fresh exploiter of a frozen network, or of an agent of the paper, without magnet and with little entropy.

    It has the widths and the tables of the champion's plan, sees all that can be seen, and forgets nobody.
    """
    learning = replace(
        plan.learning,
        magnet=Ramp(0.0, 0.0),
        entropy=Ramp(0.02, 0.002),
        average=0.98,
        critic_first=0,
        random_words=0.0,  # what it learns must be all that it says
    )
    found = replace(
        plan,
        preset="exploiter",
        start="",
        exploiters=(),
        familiar="",
        lessons="",
        networks=replace(plan.networks, memory=True, likeness=True, forgets_strangers=False),
        learning=learning,
        opponents=replace(ALONE, past=0.0, agents=1.0, names=(agent,)) if agent else ALONE,
        decisions=decisions,
        seed=seed,
        frozen=frozen,
        frozen_forgets=forgets_strangers,
    )
    return override(found, changes or {})
