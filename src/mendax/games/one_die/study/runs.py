"""The thesis on one-die Liar's Dice, made again: Table 1, the agents' weaknesses, and the exact answer."""

from __future__ import annotations

import json
import math
from typing import Any

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.arena.statistics import binomial_p, wilson
from mendax.arena.summary import summarise
from mendax.core.catalogue import build_agent
from mendax.core.errors import Stopped
from mendax.games.one_die.agents.matrix import READINGS, Reading, strategy
from mendax.games.one_die.rules import ACCEPT, Call, OneDie, State
from mendax.games.one_die.study import page
from mendax.games.one_die.study.published import TABLE_1
from mendax.report.study import Numbers, StudyOptions
from mendax.theory import evaluate, exploit
from mendax.theory.agents import policy_of, solution

AGENTS = ("tree", "matrix", "equilibrium", "honest", "random")


def reproduce(options: StudyOptions) -> Numbers:
    """Play and compute everything, write `report.html` and `numbers.json`, and return the numbers."""
    out, quick, seed, workers, progress = options.out, options.quick, options.seed, options.workers, options.progress
    game = OneDie()
    games = 1000 if quick else 10_000
    entrants = [(name, build_agent(game.name, name)) for name in ("tree", "matrix")]
    with progress(games, "Table 1") as update:
        run = run_games(
            game,
            entrants,
            match_schedule(2, 2, games),
            seed=seed,
            workers=workers,
            out=out / f"games-{games}-seed-{seed}",
            progress=update,
        )
    if run.interrupted:
        raise Stopped(f"stopped after {run.results.num_done:,} of {games:,} games; the same command goes on from here")
    solved = solution(game)
    numbers: dict[str, Any] = {
        "paper": "one-die",
        "games": games,
        "seed": seed,
        "table_1": table_1(game, summarise(run)),
        "readings": readings(game),
        "exploitability": exploitability(game),
        "value": solved.value,
        "solve_exploitability": solved.exploitability,
        "seconds": solved.seconds,
        "subgames": [
            {
                "accepted": accepted,
                "value": next(s.value for s in solved.subgames if s.state == State(0, accepted)),
            }
            for accepted in (0, *range(2, game.faces))
        ],
        "strategy": equilibrium_strategy(game),
    }
    (out / "numbers.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
    page.write(numbers, out / "report.html")
    return Numbers(numbers)


def table_1(game: OneDie, story: dict[str, Any]) -> list[dict[str, Any]]:
    """Each agent going first: wins as published, as played now, and as they are exactly."""
    policies = {name: [policy_of(build_agent(game.name, name), game, seat) for seat in (0, 1)] for name in TABLE_1}
    found = []
    for first, second in (("tree", "matrix"), ("matrix", "tree")):
        line = next(line for line in story["by_seat"][0]["agents"] if line["name"] == first)
        exact = (1 + evaluate(game, policies[first][0], policies[second][1])) / 2
        wins, played = TABLE_1[first][first], sum(TABLE_1[first].values())
        found.append(
            {
                "first": first,
                "second": second,
                "published": {"wins": wins, "games": played, "ci95": list(wilson(wins, played))},
                "ours": {key: line[key] for key in ("wins", "games", "win_rate", "ci95")},
                "exact": exact,
                "published_p_value": binomial_p(wins, played, exact),
            }
        )
    return found


def readings(game: OneDie) -> list[dict[str, Any]]:
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
        found.append(
            {
                "rows": reading.rows.value,
                "value": reading.value.value,
                "columns": reading.columns.value,
                "choice": reading.choice.value,
                "tree_first": tree_first,
                "matrix_first": matrix_first,
                "exploitability": exploit(game, mix, mix).exploitability,
                "log_likelihood": likelihood,
                "taken": reading == Reading(),
            }
        )
    return sorted(found, key=lambda line: -line["log_likelihood"])


def exploitability(game: OneDie) -> list[dict[str, Any]]:
    """What a best response wins from each agent, going first and going second."""
    found = []
    for name in AGENTS:
        factory = build_agent(game.name, name)
        result = exploit(game, policy_of(factory, game, 0), policy_of(factory, game, 1))
        found.append(
            {
                "agent": name,
                "exploitability": result.exploitability,
                "response_first": (1 + result.responses[0].value) / 2,
                "response_second": (1 + result.responses[1].value) / 2,
            }
        )
    return found


def equilibrium_strategy(game: OneDie) -> dict[str, Any]:
    """The opening of the equilibrium: how often each call after each roll, and how often it is accepted."""
    mixes = solution(game).mixes
    calls, accepts = [], []
    for roll in game.values:
        state = State(0, 0, 0, (roll, 0))
        mix = mixes[0][game.view(state, 0)]
        calls.append([mix.get(Call(call), 0.0) for call in game.values])
    for call in game.values:
        state = State(0, 0, call, (1, 0))
        accepts.append(mixes[1][game.view(state, 1)].get(ACCEPT, 0.0))
    return {"calls": calls, "accepts": accepts}
