"""The study of Soar dice agents, made again: Figure 2, every pair at four seats in four orderings."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from mendax.arena.results import Results
from mendax.arena.run import run_games
from mendax.arena.schedule import Schedule, pair_up
from mendax.arena.statistics import binomial_p, wilson
from mendax.core.catalogue import build_agent
from mendax.core.errors import Stopped
from mendax.core.game import game_text
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.study import page
from mendax.games.liars_dice.study.published import FIGURE_2, SOAR_GAMES, SOAR_ORDERINGS
from mendax.report.study import Numbers, StudyOptions

AGENTS = ("p", "pm", "ph", "pmh", "e", "em", "eh", "emh")
QUICK_GAMES = 50
"""For each ordering."""


def reproduce(options: StudyOptions) -> Numbers:
    """Play every pair of the figure, write `report.html` and `numbers.json`, and return the numbers."""
    out, quick, seed, workers, progress = options.out, options.quick, options.seed, options.workers, options.progress
    game = LiarsDice(players=4)
    per_ordering = QUICK_GAMES if quick else SOAR_GAMES
    entrants = [(name, build_agent(game.name, name)) for name in AGENTS]
    pairings = tuple(pair_up(AGENTS.index(x), AGENTS.index(y), SOAR_ORDERINGS) for x, y in FIGURE_2)
    schedule = Schedule(pairings, per_ordering * len(SOAR_ORDERINGS))
    with progress(len(schedule), "Figure 2") as update:
        run = run_games(
            game,
            entrants,
            schedule,
            seed=seed,
            workers=workers,
            out=out / f"games-{per_ordering}-seed-{seed}",
            progress=update,
        )
    results, size = run.results, len(pairings) * len(SOAR_ORDERINGS)
    if run.interrupted:
        results.cut(results.prefix // size * size)
    if results.num_done:
        numbers = {
            "paper": "soar-dice",
            "game": game_text(game),
            "games_per_ordering": results.num_done // size,
            "planned_per_ordering": per_ordering,
            "games": int(results.played.sum()),
            "seed": seed,
            "seconds": run.seconds,
            "moves": int(results.moves[results.played].sum()),
            "pairs": [pair_story(results, number, x, y) for number, (x, y) in enumerate(FIGURE_2)],
            "forfeits": len(results.forfeits),
        }
        (out / "numbers.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
        page.write(numbers, out / "report.html")
    if run.interrupted:
        told = "; the report tells of these" if results.num_done else ""
        raise Stopped(
            f"stopped after {results.num_done:,} of {len(schedule):,} games{told}; the same command goes on from here"
        )
    return Numbers(numbers)


def pair_story(results: Results, number: int, x: str, y: str) -> dict[str, Any]:
    """One line of the figure: how often the second won, and how the orderings and the single seats went."""
    _, pairing, turn = results.places
    wins, seatings = results.wins(), results.seatings()
    second = AGENTS.index(y)
    chosen = results.played & (pairing == number)
    won, games = float((wins * (seatings == second))[chosen].sum()), int(chosen.sum())
    published = FIGURE_2[x, y]
    return {
        "first": x,
        "second": y,
        "games": games,
        "wins": won,
        "win_rate": won / games,
        "ci95": list(wilson(won, games)),
        "p_value": binomial_p(round(won), games, 0.5),
        "published": None if published is None else published / 100,
        "same_direction": won > games / 2,
        "orderings": [
            _ordering(wins, seatings, chosen & (turn == at), second, text) for at, text in enumerate(SOAR_ORDERINGS)
        ],
    }


def _ordering(wins: Any, seatings: Any, chosen: Any, second: int, text: str) -> dict[str, Any]:
    """One ordering: wins of each seat, and whether every seat of the second won more than every other."""
    by_seat = wins[chosen].sum(axis=0)
    seats_of_second = (seatings[chosen][0] == second) if chosen.any() else np.zeros(by_seat.size, dtype=bool)
    return {
        "ordering": text,
        "games": int(chosen.sum()),
        "wins": float(by_seat[seats_of_second].sum()),
        "by_seat": by_seat.tolist(),
        "dominates": bool(by_seat[seats_of_second].min() > by_seat[~seats_of_second].max()),
    }
