"""From the data of the study to its page; the words are in `templates`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from matplotlib.figure import Figure

from mendax.games.yahtzee import published
from mendax.games.yahtzee.rules.scoring import BOXES, Rules
from mendax.games.yahtzee.study import analysis, figures
from mendax.games.yahtzee.study.analysis import ALGORITHMS, ARCHITECTURE, CREDIT, DICE, ENTROPY, FEATURES
from mendax.games.yahtzee.study.data import SEEDS, StudyData, plan_differences
from mendax.games.yahtzee.study.formats import FILTERS, apart, budget
from mendax.report.render import save_page

LATER: Final = {"a2c": "a2c", "a2c-paper": "a2c", "ppo": "ppo", "reinforce": "reinforce"}
"""Which later published result stands beside a training."""


@dataclass(frozen=True, slots=True)
class ModelTraining:
    """How the packaged after-state model was trained, as its file says."""

    turns: int
    seconds: float
    device: str


def write(study: StudyData, path: Path) -> None:
    """Write the whole page."""
    save_page(path, "mendax.games.yahtzee.study", "report.html", context(study), FILTERS)


def context(study: StudyData) -> dict[str, object]:
    """Everything the templates name."""
    ours, paper, base = study.standing("a2c"), study.standing("a2c-paper"), study.base
    turn_names = single_turn_names(study)
    points = analysis.turn_points(study, turn_names)
    effects = sorted(analysis.effects(study), key=lambda effect: effect.gain)
    judged = {run.result.evaluation_games for runs in study.runs.values() for run in runs}
    return {
        "title": "Learning to play Yahtzee: the paper reproduced with real numbers",
        "study": study,
        "analysis": analysis,
        "published": published,
        "full_seeds": SEEDS,
        "overview": analysis.Overview.of(study),
        "figures": draw_figures(study),
        "later": {name: published.LATER[key] for name, key in LATER.items()},
        "optima": {rules.value: published.EXPECTED_SCORES[rules] for rules in (Rules.FORCED, Rules.FREE)},
        # Trainings and players that the text names.
        "ours": ours,
        "paper_a2c": paper,
        "base": base,
        "best": study.analyses.get("optimal"),
        "model": study.analyses.get("learned"),
        "model_training": model_training() if "learned" in study.analyses else None,
        "greedy": study.analyses.get("greedy"),
        "players": [study.analyses[name] for name in analysis.PLAYERS if name in study.analyses],
        "absent_players": [name for name in analysis.PLAYERS if name not in study.analyses],
        "boxes": BOXES,
        # What is computed for single places.
        "differences": plan_differences(ours.runs[0], paper.runs[0]) if ours and paper else [],
        "base_changes": analysis.changes(base.runs[0], ours.runs[0]) if base and ours else (),
        "base_twins": study.twins(base.name) if base else [],
        "turn_names": turn_names,
        "turn_points": points,
        "frontier": analysis.frontier(points),
        "normed": normed(study),
        "best_regime": best_regime(study),
        "harmful": [effect for effect in effects[:3] if effect.gain < 0],
        "useful": [effect for effect in effects[:-4:-1] if effect.gain > 0],
        "several": [standing for standing in study.distinct() if len(standing.runs) > 1],
        "wide": analysis.wide_gaps(study),
        "falls": analysis.fallen(study),
        "evaluation_games": sorted(judged - {None, 0}, key=lambda games: games or 0),
        "other_budgets": [
            standing
            for standing in study.standings(ALGORITHMS)
            if abs(standing.runs[0].result.games / published.TRAINING_GAMES - 1) > 0.02
        ],
        "budget_groups": lambda names: budget_groups(study, names),
    }


def single_turn_names(study: StudyData) -> list[str]:
    """The training on single turns and its variations that were run."""
    return ["single-turn", *sorted(name for name in study.runs if name.startswith("turn-"))]


def normed(study: StudyData) -> dict[str, str]:
    """The trainings with and without LayerNorm, in words by name."""
    with_norm = {study.base.name: "with LayerNorm"} if study.base is not None else {}
    return {**with_norm, "no-norm": "without LayerNorm"}


def budget_groups(study: StudyData, names: Sequence[str]) -> dict[str, list[str]]:
    """What some trainings learned from, and how: trainings by budget and preset."""
    found: dict[str, list[str]] = {}
    for standing in study.standings(names):
        found.setdefault(f"{budget(standing)}, preset {standing.runs[0].result.preset}", []).append(standing.name)
    return found


@dataclass(frozen=True, slots=True)
class BestRegime:
    """The best of the paper's three entropy regimes."""

    name: str
    clear: bool
    """Whether each of its seeds is above each seed of the others."""


def best_regime(study: StudyData) -> BestRegime | None:
    """Which of the paper's three entropy regimes did best, if all were run."""
    three = study.standings(ENTROPY[:3])
    if len(three) < 3:
        return None
    best = max(three, key=lambda standing: standing.mean)
    return BestRegime(best.name, all(apart(best, other) == "every seed above" for other in three if other is not best))


def model_training() -> ModelTraining:
    """How the packaged after-state model was trained."""
    from importlib.resources import files

    from safetensors import safe_open

    from mendax.games.yahtzee.agents.learned import MODEL

    with safe_open(str(files("mendax.games.yahtzee.agents") / MODEL), "numpy") as file:
        about = file.metadata()
    return ModelTraining(int(about["games"]) * int(about["updates"]), float(about["seconds"]), about["device"])


def draw_figures(study: StudyData) -> dict[int, Figure | None]:
    """The paper's figures by number."""
    best = study.analyses.get("optimal")
    optimum, optimal_bonus = (best.mean, best.bonus_rate) if best else (None, None)
    players = [study.analyses[name] for name in analysis.PLAYERS if name in study.analyses]
    single, names, words = (("single-turn",),), (*ALGORITHMS, "single-turn"), normed(study)
    score, greedy, bonus = "greedy_score", "points a game, greedy", "upper bonus, % of games"
    turns = "turns learned from"
    return {
        2: figures.curves(study, single, "score", "points a turn", turns),
        3: figures.curves(study, single, score, greedy, turns, optimum=True),
        4: figures.tradeoff(study, single_turn_names(study)),
        5: figures.curves(study, (ALGORITHMS,), score, greedy, optimum=True),
        6: figures.finals(study, names, "mean", "points a game", optimum=optimum),
        7: figures.rates(study, names),
        8: figures.curves(study, (DICE, FEATURES), score, greedy, optimum=True),
        9: figures.finals(study, (*DICE, *FEATURES), "bonus_rate", bonus, 100, optimal_bonus),
        10: figures.finals(study, ARCHITECTURE, "mean", "points a game", optimum=optimum),
        11: figures.curves(study, (list(words),), score, greedy, optimum=True, names=words),
        12: figures.curves(study, (list(words),), "explained_variance", "explained variance", names=words),
        13: figures.by_trace(study, CREDIT, "mean", "points a game"),
        14: figures.by_trace(study, CREDIT, "bonus_rate", bonus, 100),
        15: figures.curves(study, (ENTROPY,), "entropy_roll", "entropy of the rolling head, nats"),
        16: figures.curves(study, (ENTROPY,), "entropy_score", "entropy of the scoring head, nats"),
        17: figures.upper_points(players),
        18: figures.lower_points(players),
        19: figures.first_boxes(players),
        20: figures.fill_turns(players),
    }
