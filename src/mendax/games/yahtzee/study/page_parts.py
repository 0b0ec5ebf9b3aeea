"""What the parts of the Yahtzee learning report share: numbers in words, pictures with numbers, what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mendax.games.yahtzee.study.data import SEEDS, Anatomy, Run, Standing, Study
from mendax.games.yahtzee.study.figures import label, seeds_words
from mendax.report.page import Report

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLAYERS: Final = ("optimal", "learned", "a2c", "a2c-paper", "ppo", "reinforce", "single-turn", "greedy")
"""Whose play is looked at, in the order of the page."""


def draw(report: Report, number: int, title: str, figure: Figure | None, caption: str) -> None:
    """A figure under the source's number, or a sentence that it is not there."""
    if figure is None:
        report.text(f"Figure {number} ({title}) is left out: there is no data for it.")
    else:
        report.figure(figure, f"Figure {number}: {title}. {caption}", f"Figure {number}: {title}")


def note(report: Report, study: Study, names: Sequence[str]) -> None:
    """One sentence on trainings that are missing, and on those with fewer seeds than planned."""
    absent = study.missing(names)
    few = [
        f"{standing.name} ({len(standing.runs)})" for standing in study.standings(names) if len(standing.runs) < SEEDS
    ]
    parts = [f"Missing, and left out here: {', '.join(absent)}."] if absent else []
    counts = {len(standing.runs) for standing in study.standings(names)}
    if few and len(counts) == 1:
        parts.append(f"Each of those here has {seeds_words(counts.pop())}.")
    elif few:
        parts.append(f"Fewer than {SEEDS} seeds: {', '.join(few)}.")
    if parts:
        report.text(" ".join(parts))


def note_players(report: Report, study: Study) -> None:
    """One sentence on players whose play was not looked at."""
    absent = [name for name in PLAYERS if name not in study.anatomies]
    if absent:
        report.text(f"Missing, and left out here: the play of {', '.join(absent)}.")


def players(study: Study, *without: str) -> list[Anatomy]:
    """The players whose play was looked at, in order."""
    return [study.anatomies[name] for name in PLAYERS if name in study.anatomies and name not in without]


def points(value: float, error: float) -> str:
    """Points with their standard error."""
    return f"{value:.2f} ± {error:.2f}" if error else f"{value:.2f}"


def seeds(standing: Standing) -> str:
    """How many seeds there are, and from where to where they go."""
    means = standing.of("mean")
    if len(means) == 1:
        return seeds_words(1)
    return f"{seeds_words(len(means))}, {min(means):.2f} – {max(means):.2f}"


def devices(standing: Standing) -> str:
    """What a training ran on."""
    return " or ".join(dict.fromkeys(str(run.result["device"]) for run in standing.runs))


def begin(text: str) -> str:
    """The same at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def unit(run: Run) -> str:
    """What a training counts: games, or turns where it knows nothing longer."""
    return "turns" if run.setting("task.turns") == 1 else "games"


def budget(standing: Standing) -> str:
    """What a training learned from, each seed of it."""
    return " or ".join(dict.fromkeys(f"{run.result['games']:,} {unit(run)}" for run in standing.runs))


def budgets(study: Study, names: Sequence[str]) -> str:
    """A sentence on what some trainings learned from, and how."""
    found: dict[str, list[str]] = {}
    for standing in study.standings(names):
        how = f"{budget(standing)}, preset {standing.runs[0].result['preset']}"
        found.setdefault(how, []).append(standing.name)
    if len(found) == 1:
        return f"All of these learned from {next(iter(found))}."
    return "Not all of these had the same: " + "; ".join(f"{', '.join(who)}: {how}" for how, who in found.items()) + "."


def beside(value: float, other: float) -> str:
    """A number beside another: `4.32 above`."""
    return f"{abs(value - other):.2f} {'above' if value >= other else 'below'}"


def apart(one: Standing, other: Standing) -> str:
    """Whether all seeds of the one are better or worse than all of the other."""
    mine, theirs = one.of("mean"), other.of("mean")
    if min(mine) > max(theirs):
        return "every seed above"
    if max(mine) < min(theirs):
        return "every seed below"
    return "seeds overlap"


def ranking(standings: Sequence[Standing]) -> str:
    """The best first, in words."""
    ordered = sorted(standings, key=lambda standing: standing.mean, reverse=True)
    return ", ".join(f"{label(standing.name)} {standing.mean:.2f}" for standing in ordered)
