"""The data of the Yahtzee study: trainings by name and seed, and how players play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

from mendax.games.yahtzee.rules.scoring import Box
from mendax.learn.log import Row

SEEDS: Final = 3
"""Seeds of a training in a complete study."""
BASES: Final = ("base", "layers-3", "dice-combined", "trace-0.5", "entropy-ours", "scratch")
"""Names of the training that ablations are compared with; the first that is there counts."""
_IDENTITY: Final = ("preset", "seed", "start", "games")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedResult:
    """How one seed of a training ended, as its `result.json` says."""

    preset: str
    games: int
    updates: int
    seed: int
    seconds: float
    seconds_compiling: float | None = None
    seconds_watching: float | None = None
    seconds_evaluating: float | None = None
    evaluation_games: int | None = None
    mean: float
    std: float
    standard_error: float
    bonus_rate: float
    yahtzee_rate: float
    at_least_250: float
    device: str

    def to_json(self) -> dict[str, Any]:
        """The numbers by name, without those that are not known."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, slots=True)
class YahtzeeRlNumbers:
    """The numbers of the study, as `numbers.json` has them."""

    quick: bool
    seed: int
    trainings: Mapping[str, tuple[SeedResult, ...]]
    """By training: the results of its seeds."""

    def to_json(self) -> dict[str, Any]:
        """The numbers by their stable names."""
        trainings = {name: [result.to_json() for result in results] for name, results in self.trainings.items()}
        return {"paper": "yahtzee-rl", "quick": self.quick, "seed": self.seed, "trainings": trainings}


@dataclass(frozen=True, slots=True)
class Run:
    """One finished training."""

    name: str
    seed: int
    rows: tuple[Row, ...]
    result: SeedResult
    plan: Mapping[str, Any]
    """Its settings, as the training wrote them."""

    def setting(self, name: str) -> Any:
        """A setting of its plan, by its dotted name; `None` where the plan does not have it."""
        at: Any = self.plan
        for part in name.split("."):
            at = at.get(part) if isinstance(at, Mapping) else None
        return at


@dataclass(frozen=True, slots=True)
class BoxUse:
    """How a player uses a box."""

    mean: float
    zero_rate: float
    median_turn: float
    first_rate: float


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost much."""

    dice: str
    rolls: int
    open: tuple[str, ...]
    upper: int
    did: str
    best: str
    loss: float


@dataclass(frozen=True, slots=True)
class Regret:
    """Points a game that decisions lost against best play."""

    game: float
    decision: float
    right_rate: float
    by_kind: Mapping[str, float]
    by_turn: tuple[float, ...]
    by_box: Mapping[Box, float]
    costly: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class PlayerAnalysis:
    """How a player plays."""

    player: str
    games: int
    mean: float
    std: float
    bonus_rate: float
    yahtzee_rate: float
    at_least_250: float
    at_least: Mapping[int, float]
    boxes: Mapping[Box, BoxUse]
    upper_bonus: float
    extra: float
    regret: Regret
    exact: bool = False
    """Scores, rates and mean points are computed exactly; turns, scratches and regret are always of games played."""

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return 0.0 if self.exact else self.std / sqrt(self.games)


@dataclass(frozen=True, slots=True)
class Standing:
    """How good a training's players are, over its seeds."""

    name: str
    runs: tuple[Run, ...]

    def of(self, measure: str) -> list[float]:
        """A number of the results, seed by seed."""
        return [float(getattr(run.result, measure)) for run in self.runs]

    def average(self, measure: str) -> float:
        """The same, over all seeds."""
        return fmean(self.of(measure))

    @property
    def mean(self) -> float:
        """Points a game."""
        return self.average("mean")

    @property
    def error(self) -> float:
        """The standard error of that over seeds; with one seed, of its games."""
        means = self.of("mean")
        return stdev(means) / sqrt(len(means)) if len(means) > 1 else self.average("standard_error")

    @property
    def gap(self) -> float:
        """Points between the best and the worst seed."""
        return max(self.of("mean")) - min(self.of("mean"))

    @property
    def best(self) -> Run:
        """The run of the best seed."""
        return max(self.runs, key=lambda run: run.result.mean)

    @property
    def worst(self) -> Run:
        """The run of the worst seed."""
        return min(self.runs, key=lambda run: run.result.mean)


@dataclass(frozen=True, slots=True)
class Curve:
    """A number in the course of a training, over the seeds: at the points that all of them have."""

    games: tuple[float, ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    num_seeds: int


@dataclass(frozen=True, slots=True)
class StudyData:
    """Everything the report is made of."""

    runs: Mapping[str, tuple[Run, ...]]
    """Finished trainings by name, in the order of their seeds."""
    unfinished: tuple[str, ...]
    """Those without a result, as `name seed N`."""
    analyses: Mapping[str, PlayerAnalysis]
    """How players play, by player."""

    def standing(self, name: str) -> Standing | None:
        """How good the players of a training are, if it was run."""
        return Standing(name, self.runs[name]) if name in self.runs else None

    def standings(self, names: Sequence[str]) -> list[Standing]:
        """The same for those of some trainings that were run."""
        return [Standing(name, self.runs[name]) for name in names if name in self.runs]

    def missing(self, names: Sequence[str]) -> list[str]:
        """Which of these trainings were not run."""
        return [name for name in names if name not in self.runs]

    def curve(self, name: str, measure: str) -> Curve | None:
        """A number of the log over a training; nothing if no point has it in all seeds."""
        lines = [{row["games"]: row[measure] for row in run.rows if measure in row} for run in self.runs.get(name, ())]
        games = sorted(set.intersection(*map(set, lines))) if lines else []
        if not games:
            return None
        points = [[line[at] for line in lines] for at in games]
        return Curve(
            tuple(games), tuple(map(fmean, points)), tuple(map(min, points)), tuple(map(max, points)), len(lines)
        )

    @property
    def base(self) -> Standing | None:
        """What ablations are compared with."""
        return next(iter(self.standings(BASES)), None)

    def distinct(self) -> list[Standing]:
        """All trainings, each only under the first of its names."""
        seen: dict[str, Standing] = {}
        for standing in self.standings(list(dict.fromkeys((*BASES, *self.runs)))):
            ends = [(run.result.to_json(), run.plan) for run in standing.runs]
            seen.setdefault(json.dumps(ends, sort_keys=True), standing)
        return list(seen.values())

    def twins(self, name: str) -> list[str]:
        """Other names of the very same training."""
        own = [(run.result, run.plan) for run in self.runs.get(name, ())]
        return [
            other
            for other, runs in self.runs.items()
            if other != name and [(run.result, run.plan) for run in runs] == own
        ]


def plan_differences(one: Run, other: Run) -> list[tuple[str, str, str]]:
    """The settings in which two plans differ: name, value in the one, value in the other; seed and games apart."""
    ours, theirs = (dict(_flat(run.plan)) for run in (one, other))
    return [
        (name, ours.get(name, "–"), theirs.get(name, "–"))
        for name in dict.fromkeys((*ours, *theirs))
        if name.split(".")[0] not in _IDENTITY and ours.get(name) != theirs.get(name)
    ]


def ramp_text(ramp: Mapping[str, float]) -> str:
    """A value that changes over a training.

    >>> ramp_text({"first": 0.06, "last": 0.02})
    '0.06 → 0.02'
    """
    return f"{ramp['first']:g} → {ramp['last']:g}"


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and set(value) == {"first", "last"}:
        yield name, ramp_text(value)
    elif isinstance(value, Mapping):
        for part, inner in value.items():
            yield from _flat(inner, f"{name}.{part}" if name else part)
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from _flat(inner, f"{name}.{place}")
    elif isinstance(value, bool):
        yield name, str(value).lower()
    else:
        yield name, f"{value:g}" if isinstance(value, float) else str(value)
