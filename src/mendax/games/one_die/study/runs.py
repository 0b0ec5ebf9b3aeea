"""Runs the study of one-die Liar's Dice: Table 1, the agents' weaknesses, and the exact solution."""

from __future__ import annotations

import math

from mendax.arena.results import Results
from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.arena.statistics import binomial_p, wilson
from mendax.core.catalogue import build_agent
from mendax.core.errors import Stopped
from mendax.games.one_die.agents.matrix import READINGS, Reading, strategy
from mendax.games.one_die.rules import ACCEPT, Call, OneDie, State
from mendax.games.one_die.study.numbers import (
    BestResponse,
    FirstSeat,
    OneDieNumbers,
    Opening,
    PlayedWins,
    PublishedWins,
    ReadingResult,
    SubgameValue,
)
from mendax.games.one_die.study.page import write
from mendax.games.one_die.study.published import TABLE_1
from mendax.report.study import StudyOptions, save_numbers
from mendax.theory import evaluate, exploit
from mendax.theory.agents import policy_of, solution

AGENTS = ("tree", "matrix", "equilibrium", "honest", "random")
GAMES, QUICK_GAMES = 10_000, 1000


def reproduce(options: StudyOptions) -> OneDieNumbers:
    """Play and compute everything, write `report.html` and `numbers.json`, and return the numbers."""
    game = OneDie()
    games = QUICK_GAMES if options.quick else GAMES
    with options.progress(games, "Table 1") as update:
        run = run_games(
            game,
            [(name, build_agent(game.name, name)) for name in TABLE_1],
            match_schedule(2, 2, games),
            seed=options.seed,
            workers=options.workers,
            engine=options.engine,
            out=options.out / f"games-{games}-seed-{options.seed}",
            progress=update,
        )
    if run.interrupted:
        raise Stopped(f"stopped after {run.results.num_done:,} of {games:,} games; the same command goes on from here")
    solved = solution(game)
    numbers = OneDieNumbers(
        games=games,
        seed=options.seed,
        table_1=table_1(game, run.results),
        readings=readings(game),
        exploitability=tuple(best_response(game, name) for name in AGENTS),
        value=solved.value,
        solve_exploitability=solved.exploitability,
        seconds=solved.seconds,
        subgames=tuple(
            SubgameValue(accepted, next(s.value for s in solved.subgames if s.state == State(0, accepted)))
            for accepted in (0, *range(2, game.faces))
        ),
        strategy=equilibrium_opening(game),
    )
    save_numbers(numbers, options.out)
    write(numbers, options.out / "report.html")
    return numbers


def table_1(game: OneDie, results: Results) -> tuple[FirstSeat, ...]:
    """Each agent going first: wins as published, as played now, and as they are exactly."""
    policies = {name: [policy_of(build_agent(game.name, name), game, seat) for seat in (0, 1)] for name in TABLE_1}
    found = []
    for first, second in (("tree", "matrix"), ("matrix", "tree")):
        exact = (1 + evaluate(game, policies[first][0], policies[second][1])) / 2
        published = PublishedWins.of(TABLE_1[first][first], sum(TABLE_1[first].values()))
        p_value = binomial_p(published.wins, published.games, exact)
        found.append(FirstSeat(first, second, published, _wins_going_first(results, first), exact, p_value))
    return tuple(found)


def _wins_going_first(results: Results, agent: str) -> PlayedWins:
    chosen = results.played & (results.seatings()[:, 0] == results.job.names.index(agent))
    wins, games = int(results.wins()[chosen, 0].sum()), int(chosen.sum())
    return PlayedWins(wins, games, wins / games, wilson(wins, games))


def readings(game: OneDie) -> tuple[ReadingResult, ...]:
    """Every reading of the matrix agent: its exact results against tree, the likeliest for Table 1 first."""
    tree = [policy_of(build_agent(game.name, "tree"), game, seat) for seat in (0, 1)]
    found = []
    for reading in READINGS:
        mix = strategy(game.faces, reading).mix
        tree_first = (1 + evaluate(game, tree[0], mix)) / 2
        matrix_first = (1 + evaluate(game, mix, tree[1])) / 2
        likelihood = sum(
            TABLE_1[first][first] * math.log(rate) + TABLE_1[first][second] * math.log(1 - rate)
            for first, second, rate in (("tree", "matrix", tree_first), ("matrix", "tree", matrix_first))
        )
        result = ReadingResult(
            rows=reading.rows.value,
            value=reading.value.value,
            columns=reading.columns.value,
            choice=reading.choice.value,
            tree_first=tree_first,
            matrix_first=matrix_first,
            exploitability=exploit(game, mix, mix).exploitability,
            log_likelihood=likelihood,
            taken=reading == Reading(),
        )
        found.append(result)
    return tuple(sorted(found, key=lambda result: -result.log_likelihood))


def best_response(game: OneDie, agent: str) -> BestResponse:
    """What a best response wins from an agent, going first and going second."""
    factory = build_agent(game.name, agent)
    result = exploit(game, policy_of(factory, game, 0), policy_of(factory, game, 1))
    first, second = ((1 + response.value) / 2 for response in result.responses)
    return BestResponse(agent, result.exploitability, first, second)


def equilibrium_opening(game: OneDie) -> Opening:
    """The opening of the equilibrium: how often each call after each roll, and how often it is accepted."""
    mixes = solution(game).mixes
    rolled = [mixes[0][game.view(State(0, 0, 0, (roll, 0)), 0)] for roll in game.values]
    called = [mixes[1][game.view(State(0, 0, call, (1, 0)), 1)] for call in game.values]
    return Opening(
        calls=tuple(tuple(mix.get(Call(call), 0.0) for call in game.values) for mix in rolled),
        accepts=tuple(mix.get(ACCEPT, 0.0) for mix in called),
    )
