"""Many games: schedules, seats, seeds, workers, results, statistics, ratings."""

from mendax.arena.ratings import Rating, rate
from mendax.arena.results import Results, write_parquet
from mendax.arena.run import Run, default_workers, run_games
from mendax.arena.schedule import Pairing, Schedule, match_schedule, parse_orderings, tournament_schedule
from mendax.arena.statistics import Sprt, Verdict, binomial_p, wilson
from mendax.arena.summary import summarise

__all__ = [
    "Pairing",
    "Rating",
    "Results",
    "Run",
    "Schedule",
    "Sprt",
    "Verdict",
    "binomial_p",
    "default_workers",
    "match_schedule",
    "parse_orderings",
    "rate",
    "run_games",
    "summarise",
    "tournament_schedule",
    "wilson",
    "write_parquet",
]
