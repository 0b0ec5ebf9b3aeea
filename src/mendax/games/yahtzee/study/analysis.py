"""What follows from the data of the Yahtzee study: effects of changes, where points are lost, what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, Final

from mendax.games.yahtzee.published import ENTROPY_REGIMES
from mendax.games.yahtzee.rules.scoring import BOXES, Box
from mendax.games.yahtzee.study.data import (
    SEEDS,
    Mistake,
    PlayerAnalysis,
    Run,
    Standing,
    StudyData,
    plan_differences,
    ramp_text,
)
from mendax.games.yahtzee.study.labels import box_name

ALGORITHMS: Final = ("a2c", "a2c-paper", "ppo", "reinforce")
DICE: Final = ("dice-onehot", "dice-counts", "dice-combined", "dice-embedding", "dice-positions")
FEATURES: Final = ("no-potential", "no-progress", "plain-features", "bernoulli")
ARCHITECTURE: Final = ("layers-1", "layers-2", "layers-3", "layers-4", "width-300", "attention", "no-norm", "dropout")
CREDIT: Final = ("trace-0", "trace-0.25", "trace-0.5", "trace-0.8", "trace-0.95", "trace-1")
ENTROPY: Final = ("entropy-low", "entropy-baseline", "entropy-high", "entropy-ours")
BEGINNINGS: Final = ("scratch", "transfer", "curriculum")
ABLATIONS: Final = (*DICE, *FEATURES, *ARCHITECTURE, *CREDIT, *ENTROPY, *BEGINNINGS)
PLAYERS: Final = ("optimal", "learned", "a2c", "a2c-paper", "ppo", "reinforce", "single-turn", "greedy")
"""Whose play is analysed, in the order of the page."""
GAP: Final = 5.0
"""Points between seeds of one training above which it is listed."""
FALL: Final = 10.0
"""Points below its own best evaluation at which a training counts as fallen; an evaluation of 1,000 games has a
standard error of about two points."""
WORST: Final = 3
"""Costly mistakes shown of each player."""


@dataclass(frozen=True, slots=True)
class Overview:
    """What the study is made of."""

    trainings: int
    kinds: int
    hours: float
    devices: tuple[tuple[str, int], ...]
    """Each with the number of its trainings, the most used first."""

    @classmethod
    def of(cls, study: StudyData) -> Overview:
        """Count the trainings; one under several names counts once."""
        kinds = study.distinct()
        runs = [run for standing in kinds for run in standing.runs]
        devices = Counter(run.result.device for run in runs).most_common()
        return cls(len(runs), len(kinds), sum(run.result.seconds for run in runs) / 3600, tuple(devices))


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which of some trainings are not there, and which have fewer seeds than planned."""

    absent: tuple[str, ...]
    few: tuple[Standing, ...]
    seeds: int | None
    """How many seeds each has, if all have as many."""

    @classmethod
    def of(cls, study: StudyData, names: Sequence[str]) -> Coverage:
        """Look for these trainings."""
        found = study.standings(names)
        counts = {len(standing.runs) for standing in found}
        few = tuple(standing for standing in found if len(standing.runs) < SEEDS)
        return cls(tuple(study.missing(names)), few, counts.pop() if len(counts) == 1 else None)


@dataclass(frozen=True, slots=True)
class Effect:
    """What one change does to the mean."""

    standing: Standing
    gain: float
    error: float
    """The standard error of the gain."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A training beside the baseline."""

    standing: Standing
    changed: tuple[str, ...]
    """What its plan has other than the baseline's."""
    effect: Effect | None
    is_baseline: bool


@dataclass(frozen=True, slots=True)
class TurnPoint:
    """A training on single turns: means over its seeds."""

    name: str
    turn: float
    """Points a turn at the end."""
    game: float
    """Points a full game."""


@dataclass(frozen=True, slots=True)
class EntropyRegime:
    """Entropy bonuses for rolling and scoring, published and as run."""

    standing: Standing
    published: tuple[tuple[float, float], ...]
    """First and last value; empty if the regime is ours."""
    run: tuple[str, ...]
    hold: Any
    anneal: Any


@dataclass(frozen=True, slots=True)
class BoxGap:
    """Points that a player makes less than best play, in a box or a bonus."""

    name: str
    points: float


@dataclass(frozen=True, slots=True)
class Losses:
    """Where a player loses most."""

    kind: str
    turn: int
    """Counted from 1."""
    box: Box
    early: float
    """The share lost in the first four turns."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A training whose last evaluation is far below its best one."""

    name: str
    seed: int
    points: float


def coverage(study: StudyData, names: Sequence[str]) -> Coverage:
    """Which of some trainings are not there."""
    return Coverage.of(study, names)


def effects(study: StudyData) -> list[Effect]:
    """Every ablation with as many games as the baseline: its gain over the baseline."""
    base = study.base
    if base is None:
        return []
    same = {base.name, *study.twins(base.name)}
    return [
        Effect(standing, standing.mean - base.mean, hypot(standing.error, base.error))
        for standing in study.standings(ABLATIONS)
        if standing.name not in same and standing.runs[0].result.games == base.runs[0].result.games
    ]


def compare(study: StudyData, names: Sequence[str]) -> list[Comparison]:
    """Some trainings beside the baseline."""
    base, by_name = study.base, {effect.standing.name: effect for effect in effects(study)}
    same = {base.name, *study.twins(base.name)} if base is not None else set()
    found = []
    for standing in study.standings(names):
        effect = by_name.get(standing.name)
        changed = changes(standing.runs[0], base.runs[0]) if base is not None and effect is not None else ()
        found.append(Comparison(standing, changed, effect, standing.name in same))
    return found


def changes(run: Run, base: Run) -> tuple[str, ...]:
    """The settings of a run that the other has not, as `network.layers = 4`."""
    return tuple(f"{name} = {mine}" for name, mine, _ in plan_differences(run, base))


def turn_points(study: StudyData, names: Sequence[str]) -> list[TurnPoint]:
    """For each training on single turns: points a turn at the end, and points a full game."""
    points = []
    for name in names:
        curve, standing = study.curve(name, "score"), study.standing(name)
        if curve is not None and standing is not None:
            points.append(TurnPoint(name, curve.mean[-1], standing.mean))
    return points


def frontier(points: Sequence[TurnPoint]) -> list[TurnPoint]:
    """The points that no other beats in both, from left to right.

    >>> made = [TurnPoint("a", 1, 3), TurnPoint("b", 2, 1), TurnPoint("c", 1.5, 2), TurnPoint("d", 1.2, 1.5)]
    >>> [point.name for point in frontier(made)]
    ['a', 'c', 'b']
    """
    kept: list[TurnPoint] = []
    for point in sorted(points, key=lambda point: (point.turn, point.game), reverse=True):
        if not kept or point.game > kept[-1].game:
            kept.append(point)
    return kept[::-1]


def correlation(points: Sequence[TurnPoint]) -> float:
    """Of points a turn and points a game."""
    import numpy as np

    return float(np.corrcoef([point.turn for point in points], [point.game for point in points])[0, 1])


def entropy_regimes(study: StudyData) -> list[EntropyRegime]:
    """The lines of Table 1."""
    found = []
    for standing in study.standings(ENTROPY):
        run = standing.runs[0]
        ramps = tuple(ramp_text(ramp) for ramp in run.setting("learning.entropy") or ())
        shares = run.setting("learning.entropy_hold"), run.setting("learning.entropy_anneal")
        published = ENTROPY_REGIMES.get(standing.name.removeprefix("entropy-"), ())
        found.append(EntropyRegime(standing, published, ramps, *shares))
    return found


def shortfalls(player: PlayerAnalysis, best: PlayerAnalysis) -> list[BoxGap]:
    """What the player makes less than best play, box by box and for both bonuses; the largest first."""
    gaps = [BoxGap(box_name(box), best.boxes[box].mean - player.boxes[box].mean) for box in BOXES]
    gaps.append(BoxGap("upper bonus", best.upper_bonus - player.upper_bonus))
    gaps.append(BoxGap("further Yahtzees", best.extra - player.extra))
    return sorted(gaps, key=lambda gap: -gap.points)


def most_scratched(player: PlayerAnalysis, best: PlayerAnalysis) -> Box | None:
    """The box that the player scratches more often than best play, by the largest difference."""
    box = max(BOXES, key=lambda box: player.boxes[box].zero_rate - best.boxes[box].zero_rate)
    return box if player.boxes[box].zero_rate > best.boxes[box].zero_rate else None


def losses(player: PlayerAnalysis) -> Losses:
    """Where a player loses most."""
    regret = player.regret
    return Losses(
        kind=max(regret.by_kind, key=lambda kind: regret.by_kind[kind]),
        turn=1 + max(range(len(regret.by_turn)), key=lambda turn: regret.by_turn[turn]),
        box=max(BOXES, key=lambda box: regret.by_box[box]),
        early=sum(regret.by_turn[:4]) / regret.game,
    )


def worst_mistakes(player: PlayerAnalysis) -> list[Mistake]:
    """The costliest decisions of a player."""
    return sorted(player.regret.costly, key=lambda mistake: -mistake.loss)[:WORST]


def wide_gaps(study: StudyData) -> list[Standing]:
    """Trainings whose seeds ended far apart, the widest first."""
    wide = [standing for standing in study.distinct() if standing.gap > GAP]
    return sorted(wide, key=lambda standing: -standing.gap)


def fallen(study: StudyData) -> list[Fall]:
    """Trainings whose last evaluation is far below their best one, the deepest fall first."""
    found = []
    for standing in study.distinct():
        for run in standing.runs:
            scores = [row["greedy_score"] for row in run.rows if "greedy_score" in row]
            if scores and max(scores) - scores[-1] > FALL:
                found.append(Fall(standing.name, run.seed, max(scores) - scores[-1]))
    return sorted(found, key=lambda fall: -fall.points)


def low_rates(standing: Standing) -> list[str]:
    """Which rates of the worst seed are less than half of the best seed's."""
    best, worst = standing.best.result, standing.worst.result
    rates = (
        ("few Yahtzees", best.yahtzee_rate, worst.yahtzee_rate),
        ("few bonuses", best.bonus_rate, worst.bonus_rate),
    )
    return [name for name, high, low in rates if low < high / 2]
