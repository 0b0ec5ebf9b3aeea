"""Many games: schedules, seats, seeds, workers, results, statistics, ratings.

A worker process imports `mendax.arena.worker` and nothing heavy, so this page imports nothing:
take `run_games` from `mendax.arena.run`, `summarise` from `mendax.arena.summary`.
"""
