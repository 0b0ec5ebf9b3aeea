"""From the numbers of the learning agents to their page; the words are in `templates/learning.html`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mendax.games.liars_dice.study import published
from mendax.games.liars_dice.study.learning import figures
from mendax.games.liars_dice.study.learning.curves import AgentCurve, title
from mendax.games.liars_dice.study.learning.evidence import Verdict
from mendax.games.liars_dice.study.learning.findings import EARLY, MARGIN
from mendax.games.liars_dice.study.learning.numbers import LearningNumbers
from mendax.games.liars_dice.study.learning.plan import COMPARED, COMPUTED, Q_LEARNING, ZERO
from mendax.games.liars_dice.study.learning.questions import standings
from mendax.report.render import save_page

SHOWN = 6
"""Tests in a row of the table of win rates: more would not fit on a page."""


def write(numbers: LearningNumbers, path: Path) -> None:
    """Write the whole page."""
    by_name = {curve.name: curve for curve in numbers.curves}
    presets = [curve for curve in numbers.curves if "-q-" not in curve.name]
    zero, computed = ([by_name[name] for name in each if name in by_name] for each in (ZERO, COMPUTED))
    pairs = [
        (by_name[name], by_name[other])
        for name in COMPUTED
        if {name, other := name.replace("#", "0")} <= by_name.keys()
    ]
    policies = [by_name[name] for name in (COMPARED, f"{COMPARED}-{Q_LEARNING}") if name in by_name]
    chunking = [curve for curve in presets if curve.name != "b-0"]
    verdicts = [finding.verdict for finding in numbers.findings]
    context = {
        "title": "Soar agents that learn Liar's Dice: Figures 3 to 7 reproduced",
        "numbers": numbers,
        "published": published,
        "presets": presets,
        "shown": shown_blocks(numbers.curves),
        "all_blocks": range(max(curve.blocks for curve in numbers.curves) + 1),
        "counts": {verdict.value: verdicts.count(verdict) for verdict in Verdict},
        "verdicts": Verdict,
        "standings": standings(numbers.questions.round_robin),
        "agent_title": title,
        "early": EARLY,
        "margin": MARGIN,
        "chunking": chunking,
        "policies": policies,
        "figure_4": figures.win_rates(zero) if zero else None,
        "figure_5": figures.rule_counts(presets) if any(curve.blocks for curve in presets) else None,
        "figure_6": figures.win_rates(computed) if computed else None,
        "figure_7": figures.differences(pairs, numbers.between_runs**2) if pairs else None,
        "subgoals": figures.subgoals(chunking) if chunking else None,
        "policy_figure": figures.win_rates(policies) if len(policies) == 2 else None,
        "beyond": figures.beyond(numbers.long_run, by_name[numbers.long_run.agent]) if numbers.long_run else None,
    }
    save_page(path, "mendax.games.liars_dice.study", "learning.html", context)


def shown_blocks(curves: Sequence[AgentCurve]) -> list[int]:
    """The tests that the table of win rates shows: the first, the last, and some between.

    >>> from mendax.games.liars_dice.study.learning.curves import AgentCurve
    >>> shown_blocks([AgentCurve("b-0", (), 10)])
    [0, 1, 2, 4, 7, 10]
    """
    last = max(curve.blocks for curve in curves)
    if last < SHOWN:
        return list(range(last + 1))
    return sorted({0, 1, 2, round(2 + (last - 2) / 3 - 0.4), round(2 + 2 * (last - 2) / 3), last})
