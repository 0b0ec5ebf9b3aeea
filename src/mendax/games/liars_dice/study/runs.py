"""Runs the study of Soar agents: Figure 2, every pair at four seats in four orderings."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mendax.arena.results import Results
from mendax.arena.run import run_games
from mendax.arena.schedule import Schedule, pair_up
from mendax.arena.statistics import binomial_p, wilson
from mendax.core.catalogue import build_agent
from mendax.core.errors import Stopped
from mendax.core.game import game_text
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.study.numbers import OrderingResult, PairResult, SoarDiceNumbers
from mendax.games.liars_dice.study.page import write
from mendax.games.liars_dice.study.published import FIGURE_2, GAMES, ORDERINGS
from mendax.games.liars_dice.study.readings import EARLIER, EARLIER_GAMES
from mendax.report.study import StudyOptions, save_numbers

AGENTS = ("p", "pm", "ph", "pmh", "e", "em", "eh", "emh")
QUICK_GAMES = 50
"""For each ordering."""


def reproduce(options: StudyOptions) -> SoarDiceNumbers:
    """Play every pair of the figure, write `report.html` and `numbers.json`, and return the numbers.

    A run that is stopped reports the deals that are complete: a game of every pair in every ordering.
    """
    game = LiarsDice(players=4)
    per_ordering = QUICK_GAMES if options.quick else GAMES
    pairings = tuple(pair_up(AGENTS.index(x), AGENTS.index(y), ORDERINGS) for x, y in FIGURE_2)
    schedule = Schedule(pairings, per_ordering * len(ORDERINGS))
    with options.progress(len(schedule), "Figure 2") as update:
        run = run_games(
            game,
            [(name, build_agent(game.name, name)) for name in AGENTS],
            schedule,
            seed=options.seed,
            workers=options.workers,
            engine=options.engine,
            out=options.out / f"games-{per_ordering}-seed-{options.seed}",
            progress=update,
        )
    results, deal = run.results, len(pairings) * len(ORDERINGS)
    kept = results.num_done
    if run.interrupted:
        results.cut(results.prefix // deal * deal)
    if not results.num_done:
        raise Stopped(_stopped(kept, len(schedule), 0, deal))
    numbers = SoarDiceNumbers(
        game=game_text(game),
        games_per_ordering=results.num_done // deal,
        planned_per_ordering=per_ordering,
        games=int(results.played.sum()),
        seed=options.seed,
        seconds=run.seconds,
        moves=int(results.moves[results.played].sum()),
        pairs=tuple(count_pair(results, number, x, y) for number, (x, y) in enumerate(FIGURE_2)),
        forfeits=len(results.forfeits),
    )
    save_numbers(numbers, options.out)
    write(numbers, options.out / "report.html")
    if run.interrupted:
        raise Stopped(_stopped(kept, len(schedule), results.num_done, deal))
    return numbers


def _stopped(kept: int, planned: int, reported: int, deal: int) -> str:
    """What a person reads after Ctrl-C."""
    report = f"the report is of the first {reported:,}" if reported else f"a report needs the first {deal:,}"
    return f"stopped after {kept:,} of {planned:,} games, which are kept; {report}; the same command goes on from here"


def count_pair(results: Results, number: int, x: str, y: str) -> PairResult:
    """One line of the figure: how often the second won, in all and in each ordering."""
    _, pairing, turn = results.places
    wins, seatings = results.wins(), results.seatings()
    second = AGENTS.index(y)
    chosen = results.played & (pairing == number)
    won, games = float((wins * (seatings == second))[chosen].sum()), int(chosen.sum())
    return PairResult(
        first=x,
        second=y,
        games=games,
        wins=won,
        win_rate=won / games,
        ci95=wilson(won, games),
        p_value=binomial_p(round(won), games, 0.5),
        published=FIGURE_2[x, y] / 100,
        earlier=EARLIER[x, y] / EARLIER_GAMES,
        same_direction=won > games / 2,
        orderings=tuple(
            _count_ordering(wins, seatings, chosen & (turn == at), second, text) for at, text in enumerate(ORDERINGS)
        ),
    )


def _count_ordering(
    wins: npt.NDArray[np.float64],
    seatings: npt.NDArray[np.int64],
    chosen: npt.NDArray[np.bool_],
    second: int,
    text: str,
) -> OrderingResult:
    by_seat = wins[chosen].sum(axis=0)
    seats_of_second = (seatings[chosen][0] == second) if chosen.any() else np.zeros(by_seat.size, dtype=bool)
    return OrderingResult(
        ordering=text,
        games=int(chosen.sum()),
        wins=float(by_seat[seats_of_second].sum()),
        by_seat=tuple(by_seat.tolist()),
        dominates=bool(by_seat[seats_of_second].min() > by_seat[~seats_of_second].max()),
    )
