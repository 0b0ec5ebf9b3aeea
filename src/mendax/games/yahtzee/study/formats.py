"""How the report writes budgets, seeds and comparisons: template filters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from mendax.games.yahtzee.study.data import PlayerAnalysis, Run, Standing
from mendax.games.yahtzee.study.labels import box_name, label, seed_count
from mendax.games.yahtzee.study.study_folder import find_box
from mendax.report.formats import percent


def seeds(standing: Standing) -> str:
    """How many seeds there are, and the range of their means."""
    means = standing.of("mean")
    if len(means) == 1:
        return seed_count(1)
    return f"{seed_count(len(means))}, {min(means):.2f} – {max(means):.2f}"


def devices(standing: Standing) -> str:
    """What a training ran on."""
    return " or ".join(dict.fromkeys(run.result.device for run in standing.runs))


def unit(run: Run) -> str:
    """What a training counts: games, or turns where a turn is all it plays."""
    return "turns" if run.setting("task.turns") == 1 else "games"


def budget(standing: Standing) -> str:
    """What each seed of a training learned from."""
    return " or ".join(dict.fromkeys(f"{run.result.games:,} {unit(run)}" for run in standing.runs))


def beside(value: float, other: float) -> str:
    """A number beside another.

    >>> beside(250.14, 254.58)
    '4.44 below'
    """
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
    """The means, the best first."""
    ordered = sorted(standings, key=lambda standing: standing.mean, reverse=True)
    return ", ".join(f"{label(standing.name)} {standing.mean:.2f}" for standing in ordered)


def chance(share: float) -> str:
    """A probability with two digits that say something.

    >>> chance(0.86357), chance(0.0000123), chance(0.0)
    ('86.36\\xa0%', '0.0012\\xa0%', '0')
    """
    if share == 0:
        return "0"
    return percent(share, 2) if share >= 0.001 else f"{100 * share:.2g}\N{NO-BREAK SPACE}%"


def judged(player: PlayerAnalysis) -> str:
    """How a player's numbers were found."""
    return "exact" if player.exact else f"{player.games:,} games"


def short_box(name: str) -> str:
    """A box by its short name.

    >>> short_box("full_house")
    'fh'
    """
    return str(find_box(name))


FILTERS: Final[Mapping[str, Callable[..., Any]]] = {
    function.__name__: function
    for function in (
        seeds, devices, unit, budget, beside, apart, ranking, chance, judged, short_box, label, seed_count, box_name
    )
}  # fmt: skip
"""By name, as the templates call them."""
