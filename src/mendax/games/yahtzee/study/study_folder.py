"""Reads the Yahtzee study from its folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Any, TypeVar, cast

from mendax.core.errors import MendaxError
from mendax.games.yahtzee.rules.scoring import BONUS, BOXES, Box, Rules
from mendax.games.yahtzee.study.data import (
    BoxUse,
    Mistake,
    PlayerAnalysis,
    Regret,
    Run,
    SeedResult,
    StudyData,
)
from mendax.games.yahtzee.study.labels import box_name
from mendax.learn.log import read_rows

T = TypeVar("T")


def read_study(folder: Path, exact: bool = True) -> StudyData:
    """A study from its folder; what was not run yet is not in it.

    For the two players whose distribution of scores can be computed (some seconds each), the exact numbers take the
    place of played ones, unless `exact` is false.
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
        data = _read(place / "result.json")
        absent = [name for name in (*_required(SeedResult), "plan") if name not in data]
        if absent:
            raise MendaxError(f"{place / 'result.json'} does not say: {', '.join(absent)}")
        run = Run(name, int(seed), tuple(read_rows(place)), _pick(SeedResult, data), data["plan"])
        runs.setdefault(name, []).append(run)
    found = {path.stem: _analysis(path) for path in sorted((folder / "anatomy").glob("*.json"))}
    if exact:
        found |= {name: _with_exact_numbers(found[name]) for name in ("optimal", "learned") if name in found}
    ordered = {name: tuple(sorted(seeds, key=lambda run: run.seed)) for name, seeds in runs.items()}
    return StudyData(ordered, tuple(unfinished), found)


def find_box(text: str) -> Box:
    """A box by its name or its short name.

    >>> find_box("three_of_a_kind") is find_box("3k")
    True
    """
    wanted = text.lower().replace("_", " ").replace("-", " ")
    for box in BOXES:
        if wanted in (box_name(box), str(box)):
            return box
    raise MendaxError(f"there is no box '{text}'")


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise MendaxError(f"{path} cannot be read: {error}") from None


def _analysis(path: Path) -> PlayerAnalysis:
    data = _read(path)
    try:
        regret = data["regret"]
        return PlayerAnalysis(
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


def _with_exact_numbers(player: PlayerAnalysis) -> PlayerAnalysis:
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


def _required(kind: type) -> list[str]:
    return [field.name for field in fields(kind) if field.default is MISSING]


def _pick(kind: type[T], data: Mapping[str, Any]) -> T:
    """A dataclass from the values of its names; other values of the file are not needed."""
    required = _required(kind)
    return kind(
        **{
            field.name: data[field.name]
            for field in fields(cast(Any, kind))
            if field.name in data or field.name in required
        }
    )


def _all_boxes(data: Mapping[str, Any], path: Path) -> dict[Box, Any]:
    found = {find_box(name): value for name, value in data.items()}
    absent = [box_name(box) for box in BOXES if box not in found]
    if absent:
        raise MendaxError(f"{path} lacks: {', '.join(absent)}")
    return {box: found[box] for box in BOXES}
