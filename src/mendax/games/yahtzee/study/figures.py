"""The figures of the report on learning Yahtzee, in the paper's order. A figure without data is `None`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mendax.games.yahtzee.rules.scoring import BOXES, LOWER, UPPER, Box
from mendax.games.yahtzee.study.analysis import frontier, turn_points
from mendax.games.yahtzee.study.data import PlayerAnalysis, Standing, StudyData
from mendax.games.yahtzee.study.labels import box_name, label, seed_count

INK, SOFT, MARK = "#1f2430", "#b9b29c", "#b5472f"
COLOURS: Final = (MARK, "#3b6ea5", "#5d8a3a", "#8a5a9e", "#c48a1a", "#3f9a96", "#7a7468", "#d08aa0", INK)


def curves(
    study: StudyData,
    groups: Sequence[Sequence[str]],
    measure: str,
    what: str,
    across: str = "games learned from",
    optimum: bool = False,
    names: Mapping[str, str] | None = None,
) -> Figure | None:
    """Lines over the training, a panel for each group that has any: means over seeds, with bands from least to most."""
    panels = []
    for group in groups:
        lines = [(name, curve) for name in group if (curve := study.curve(name, measure)) is not None]
        if lines:
            panels.append(lines)
    if not panels:
        return None
    figure, all_axes = _axes(len(panels), 3.7)
    best = study.analyses.get("optimal")
    for axes, lines in zip(all_axes, panels, strict=True):
        for colour, (name, curve) in zip(COLOURS, lines, strict=False):
            text = f"{(names or {}).get(name, label(name))} ({seed_count(curve.num_seeds)})"
            axes.plot(curve.games, curve.mean, color=colour, linewidth=1.6, label=text)
            if curve.num_seeds > 1:
                axes.fill_between(curve.games, curve.low, curve.high, color=colour, alpha=0.18, linewidth=0)
        if optimum and best is not None:
            axes.axhline(best.mean, color=INK, linestyle=":", linewidth=1, label=f"optimum {best.mean:.1f}")
        axes.set_xlabel(across)
        axes.set_ylabel(what)
        axes.xaxis.set_major_formatter(_short)
        # Scores climb and entropies fall, so these corners are free.
        axes.legend(frameon=False, fontsize=8, loc="upper right" if measure.startswith("entropy") else "lower right")
    return figure


def finals(
    study: StudyData, names: Sequence[str], measure: str, what: str, scale: float = 1.0, optimum: float | None = None
) -> Figure | None:
    """A final number of some trainings: the mean over seeds, and a dot for every seed."""
    standings = study.standings(names)
    if not standings:
        return None
    figure, (axes,) = _axes(1, 0.34 * len(standings) + 1.2)
    for at, standing in enumerate(reversed(standings)):
        _seeds(axes, standing, measure, scale, at, MARK)
    ticks = [_named(standing) for standing in reversed(standings)]
    axes.set_yticks(range(len(standings)), ticks)
    if optimum is not None:
        axes.axvline(scale * optimum, color=INK, linestyle=":", linewidth=1, label=f"optimum {scale * optimum:.1f}")
        _legend_above(axes)
    axes.set_xlabel(what)
    return figure


def rates(study: StudyData, names: Sequence[str]) -> Figure | None:
    """How often the upper bonus and the Yahtzee box are made, beside the optimum."""
    standings = study.standings(names)
    if not standings:
        return None
    figure, all_axes = _axes(2, 0.4 * len(standings) + 1.4)
    best = study.analyses.get("optimal")
    for axes, measure, what in zip(
        all_axes, ("bonus_rate", "yahtzee_rate"), ("upper bonus, % of games", "Yahtzee, % of games"), strict=True
    ):
        for at, standing in enumerate(reversed(standings)):
            _seeds(axes, standing, measure, 100, at, MARK)
        if best is not None:
            value = 100 * float(getattr(best, measure))
            axes.axvline(value, color=INK, linestyle=":", linewidth=1, label=f"optimum {value:.1f}")
            _legend_above(axes)
        axes.set_xlabel(what)
        axes.set_xlim(left=0)
        axes.set_yticks(range(len(standings)), [_named(standing) for standing in reversed(standings)])
    all_axes[1].set_yticklabels([])
    return figure


def tradeoff(study: StudyData, names: Sequence[str]) -> Figure | None:
    """Points a turn against points a game, with the frontier."""
    points = turn_points(study, names)
    if not points:
        return None
    figure, (axes,) = _axes(1, 4.2)
    edge = frontier(points)
    axes.plot([point.turn for point in edge], [point.game for point in edge], color=SOFT, linewidth=2, label="frontier")
    for colour, point in zip(COLOURS * 4, points, strict=False):
        seeds = len(study.runs[point.name])
        axes.plot([point.turn], [point.game], "o", color=colour, label=f"{label(point.name)} ({seed_count(seeds)})")
    axes.set_xlabel("points a turn at the end of the training, as learned from")
    axes.set_ylabel("points a full game")
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def by_trace(study: StudyData, names: Sequence[str], measure: str, what: str, scale: float = 1.0) -> Figure | None:
    """A final number by lambda: a line through the means, a dot for every seed."""
    standings = study.standings(names)
    if not standings:
        return None
    figure, (axes,) = _axes(1, 3.3)
    places = range(len(standings))
    means = [scale * standing.average(measure) for standing in standings]
    axes.plot(places, means, color=MARK, linewidth=1.6, marker="s", label="mean over seeds")
    for place, standing in zip(places, standings, strict=True):
        values = [scale * value for value in standing.of(measure)]
        axes.plot([place] * len(values), values, "o", color=INK, markersize=3)
    axes.plot([], [], "o", color=INK, markersize=3, label="a seed")
    axes.set_xticks(places, [_named(standing).replace(" (", "\n(") for standing in standings], fontsize=8)
    axes.set_ylabel(what)
    _legend_above(axes)
    return figure


def upper_points(players: Sequence[PlayerAnalysis]) -> Figure | None:
    """Mean points of the upper boxes and of the bonus."""
    rows = [[*(player.boxes[box].mean for box in UPPER), player.upper_bonus] for player in players]
    return _bars(players, rows, [*map(box_name, UPPER), "upper bonus"], "mean points")


def lower_points(players: Sequence[PlayerAnalysis]) -> Figure | None:
    """Mean points of the lower boxes and of further Yahtzees."""
    rows = [[*(player.boxes[box].mean for box in LOWER), player.extra] for player in players]
    return _bars(players, rows, [*map(box_name, LOWER), "further Yahtzees"], "mean points")


def first_boxes(players: Sequence[PlayerAnalysis]) -> Figure | None:
    """How often each box is the first one filled."""
    rows = [[100 * player.boxes[box].first_rate for box in BOXES] for player in players]
    return _bars(players, rows, [*map(box_name, BOXES)], "first box filled, % of games")


def fill_turns(players: Sequence[PlayerAnalysis], order: Sequence[Box] = BOXES) -> Figure | None:
    """The median turn in which each box is filled."""
    if not players:
        return None
    figure, (axes,) = _axes(1, 6.0)
    for number, player in enumerate(players):
        shift = (number - (len(players) - 1) / 2) * 0.1
        axes.plot(
            [player.boxes[box].median_turn for box in order],
            [len(order) - 1 - at - shift for at in range(len(order))],
            "o",
            color=_colour(player, number),
            markersize=4,
            label=label(player.player),
        )
    axes.set_yticks(range(len(order)), [box_name(box) for box in reversed(order)])
    axes.set_xticks(range(1, 14))
    axes.set_xlabel("median turn")
    axes.grid(axis="y", color=SOFT, linewidth=0.4)
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def _axes(panels: int, height: float) -> tuple[Figure, list[Axes]]:
    # Without pyplot: no window, no global state.
    figure = Figure(figsize=(7.5 if panels == 1 else 10, height), layout="constrained")
    all_axes = list(figure.subplots(1, panels, squeeze=False)[0])
    for axes in all_axes:
        axes.spines[["top", "right"]].set_visible(False)
    return figure, all_axes


def _seeds(axes: Axes, standing: Standing, measure: str, scale: float, at: float, colour: str) -> None:
    """A training's line in a dot plot: a bar over its seeds, the seeds, and their mean."""
    values = [scale * value for value in standing.of(measure)]
    axes.plot([min(values), max(values)], [at, at], color=colour, linewidth=2, alpha=0.4)
    axes.plot(values, [at] * len(values), "o", color=INK, markersize=3)
    axes.plot([scale * standing.average(measure)], [at], "s", color=colour, markersize=6)


def _named(standing: Standing) -> str:
    return f"{label(standing.name)} ({seed_count(len(standing.runs))})"


def _bars(
    players: Sequence[PlayerAnalysis], rows: Sequence[Sequence[float]], names: Sequence[str], what: str
) -> Figure | None:
    """Groups of bars, a group for each name and a bar for each player."""
    if not players:
        return None
    figure, (axes,) = _axes(1, 3.8)
    width = 0.84 / len(players)
    for number, (player, row) in enumerate(zip(players, rows, strict=True)):
        places = [at + (number - (len(players) - 1) / 2) * width for at in range(len(names))]
        axes.bar(places, row, width, color=_colour(player, number), label=label(player.player))
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right", fontsize=8)
    axes.set_ylabel(what)
    _legend_above(axes)
    return figure


def _legend_above(axes: Axes) -> None:
    """Where it hides nothing."""
    axes.legend(frameon=False, fontsize=8, ncols=4, loc="lower right", bbox_to_anchor=(1.0, 1.0))


def _colour(player: PlayerAnalysis, number: int) -> str:
    """The optimum in ink, the others in colours."""
    return INK if player.player == "optimal" else COLOURS[number % (len(COLOURS) - 1)]


def _short(games: float, _: object) -> str:
    """Games as an axis shows them: 250k, 1M."""
    if games >= 1e6:
        return f"{games / 1e6:g}M"
    return f"{games / 1e3:g}k" if games >= 1e3 else f"{games:g}"
