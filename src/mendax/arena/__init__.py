"""Many games: schedules, seats, seeds, workers, results, statistics, ratings.

`mendax.arena.play` has `match` and `tournament`, a whole run in one call; `mendax.arena.run` has the parts. This
module imports nothing, because a worker process needs `mendax.arena.worker` only.
"""
