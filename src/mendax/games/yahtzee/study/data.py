"""What the Yahtzee learning study leaves on disk, read back: trainings by name and seed, and how players play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, TypeVar, cast

from mendax.core.errors import MendaxError
from mendax.games.yahtzee.rules.scoring import BONUS, BOXES, Box, Rules
from mendax.learn.log import Row, read_rows

T = TypeVar("T")

SEEDS: Final = 3
"""Seeds of a training in a complete study."""
BASES: Final = ("base", "layers-3", "dice-combined", "trace-0.5", "entropy-ours", "scratch")
"""Names of the training that ablations are compared with; the first that is there counts."""
_MEASURED: Final = ("games", "seconds", "mean", "std", "standard_error", "bonus_rate", "yahtzee_rate", "at_least_250")
_IDENTITY: Final = ("preset", "seed", "start", "games")


@dataclass(frozen=True, slots=True)
class Run:
    """One finished training."""

    name: str
    seed: int
    rows: tuple[Row, ...]
    result: Mapping[str, Any]

    def setting(self, name: str) -> Any:
        """A setting of its plan, by its dotted name; `None` where the plan does not have it."""
        at: Any = self.result["plan"]
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
class Anatomy:
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
    """Scores, rates and mean points are computed exactly, not played; turns, scratches and regret are always of games."""

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
        return [float(run.result[measure]) for run in self.runs]

    def average(self, measure: str) -> float:
        """The same, over all seeds."""
        return fmean(self.of(measure))

    @property
    def mean(self) -> float:
        """Points a game."""
        return self.average("mean")

    @property
    def error(self) -> float:
        """The standard error of that over seeds; with one seed only that of its games can be known."""
        means = self.of("mean")
        return stdev(means) / sqrt(len(means)) if len(means) > 1 else self.average("standard_error")

    @property
    def gap(self) -> float:
        """Points between the best and the worst seed."""
        return max(self.of("mean")) - min(self.of("mean"))


@dataclass(frozen=True, slots=True)
class Curve:
    """A number in the course of a training, over the seeds: at the points that all of them have."""

    games: tuple[float, ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    num_seeds: int


@dataclass(frozen=True, slots=True)
class Study:
    """Everything the report is made of."""

    runs: Mapping[str, tuple[Run, ...]]
    """Finished trainings by name, in the order of their seeds."""
    unfinished: tuple[str, ...]
    """Those without a result, as `name seed N`."""
    anatomies: Mapping[str, Anatomy]

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
            seen.setdefault(json.dumps([run.result for run in standing.runs], sort_keys=True), standing)
        return list(seen.values())

    def twins(self, name: str) -> list[str]:
        """Other names of the very same training."""
        results = [run.result for run in self.runs.get(name, ())]
        return [other for other, runs in self.runs.items() if other != name and [run.result for run in runs] == results]


def read_study(folder: Path, exact: bool = True) -> Study:
    """A study from its folder; what was not run yet is simply not in it.

    For the two players whose distribution of scores can be computed (some seconds each), the exact numbers take the
    place of played ones, unless that is not wanted.
    """
    if not (folder / "runs").is_dir() and not (folder / "anatomy").is_dir():
        raise MendaxError(f"{folder} holds no study: there is neither 'runs' nor 'anatomy' in it")
    runs: dict[str, list[Run]] = {}
    unfinished = []
    for place in sorted((folder / "runs").glob("*/seed-*")):
        name, seed = place.parent.name, place.name.removeprefix("seed-")
        if not seed.isdigit():
            raise MendaxError(f"{place} is not the folder of a seed")
        if not (place / "result.json").exists():
            unfinished.append(f"{name} seed {seed}")
            continue
        result = _read(place / "result.json")
        absent = [word for word in (*_MEASURED, "device", "preset", "plan") if word not in result]
        if absent:
            raise MendaxError(f"{place / 'result.json'} does not say: {', '.join(absent)}")
        runs.setdefault(name, []).append(Run(name, int(seed), tuple(read_rows(place)), result))
    found = {path.stem: _anatomy(path) for path in sorted((folder / "anatomy").glob("*.json"))}
    if exact:
        found |= {name: _reckon(found[name]) for name in ("optimal", "learned") if name in found}
    ordered = {name: tuple(sorted(seeds, key=lambda run: run.seed)) for name, seeds in runs.items()}
    return Study(ordered, tuple(unfinished), found)


def box_words(box: Box) -> str:
    """`three of a kind`."""
    return box.name.lower().replace("_", " ")


def find_box(text: str) -> Box:
    """A box by its name or its short name.

    >>> find_box("three_of_a_kind") is find_box("3k")
    True
    """
    wanted = text.lower().replace("_", " ").replace("-", " ")
    for box in BOXES:
        if wanted in (box_words(box), str(box)):
            return box
    raise MendaxError(f"there is no box '{text}'")


def plan_differences(one: Run, other: Run) -> list[tuple[str, str, str]]:
    """The settings in which two plans differ: name, value in the one, value in the other; seed and games apart."""
    ours, theirs = (dict(_flat(run.result["plan"])) for run in (one, other))
    return [
        (name, ours.get(name, "–"), theirs.get(name, "–"))
        for name in dict.fromkeys((*ours, *theirs))
        if name.split(".")[0] not in _IDENTITY and ours.get(name) != theirs.get(name)
    ]


def ramp_words(ramp: Mapping[str, float]) -> str:
    """`0.06 → 0.02`."""
    return f"{ramp['first']:g} → {ramp['last']:g}"


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and set(value) == {"first", "last"}:
        yield name, ramp_words(value)
    elif isinstance(value, Mapping):
        for part, inner in value.items():
            yield from _flat(inner, f"{name}.{part}" if name else part)
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from _flat(inner, f"{name}.{place}")
    else:
        yield name, f"{value:g}" if isinstance(value, float) else str(value)


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise MendaxError(f"{path} cannot be read: {error}") from None


def _anatomy(path: Path) -> Anatomy:
    data = _read(path)
    try:
        regret = data["regret"]
        return Anatomy(
            path.stem,
            **{name: data[name] for name in ("games", "mean", "std", "bonus_rate", "yahtzee_rate", "at_least_250")},
            at_least={int(level): share for level, share in data["at_least"].items()},
            boxes={box: _pick(BoxUse, use) for box, use in _all_boxes(data["boxes"], path).items()},
            upper_bonus=data["upper_bonus"],
            extra=data["extra"],
            regret=Regret(
                **{name: regret[name] for name in ("game", "decision", "right_rate", "by_kind")},
                by_turn=tuple(regret["by_turn"]),
                by_box=dict.fromkeys(BOXES, 0.0) | {find_box(name): lost for name, lost in regret["by_box"].items()},
                costly=tuple(_pick(Mistake, {**one, "open": tuple(one["open"])}) for one in regret["costly"]),
            ),
        )
    except (KeyError, TypeError) as error:
        raise MendaxError(f"{path} is not as the study writes it: {error}") from None


def _reckon(player: Anatomy) -> Anatomy:
    """The same player with exact numbers, where they can be had."""
    from mendax.games.yahtzee.agents.learned import learned_values
    from mendax.games.yahtzee.solver.distribution import distribution
    from mendax.games.yahtzee.solver.optimum import optimum

    values = learned_values if player.player == "learned" else optimum
    found = distribution(values(Rules.FORCED))
    means = zip(BOXES, found.box_means, strict=True)
    return replace(
        player,
        exact=True,
        mean=found.mean,
        std=found.std,
        bonus_rate=found.bonus_rate,
        yahtzee_rate=found.yahtzee_rate,
        at_least_250=found.at_least(250),
        at_least={level: found.at_least(level) for level in player.at_least},
        boxes={box: replace(player.boxes[box], mean=mean) for box, mean in means},
        upper_bonus=BONUS * found.bonus_rate,
        extra=found.extras,
    )


def _pick(kind: type[T], data: Mapping[str, Any]) -> T:
    """A dataclass from the values of its names; what else a file tells is not needed here."""
    return kind(**{field.name: data[field.name] for field in fields(cast(Any, kind))})


def _all_boxes(data: Mapping[str, Any], path: Path) -> dict[Box, Any]:
    found = {find_box(name): value for name, value in data.items()}
    absent = [box_words(box) for box in BOXES if box not in found]
    if absent:
        raise MendaxError(f"{path} does not tell of: {', '.join(absent)}")
    return {box: found[box] for box in BOXES}
