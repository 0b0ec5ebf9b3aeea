"""Long checks, for `make test-slow`: large samples against exact values."""

from __future__ import annotations

import numpy as np
import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.arena.statistics import wilson
from mendax.core.catalogue import build_agent
from mendax.games.one_die.rules import OneDie
from mendax.games.yahtzee.rules import Card, Rules, Yahtzee
from mendax.games.yahtzee.solver.optimum import optimum
from mendax.theory import evaluate
from mendax.theory.agents import policy_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("pair", [("tree", "matrix"), ("equilibrium", "random"), ("honest", "equilibrium")])
def test_half_a_million_one_die_games_agree_with_the_exact_value(pair: tuple[str, str]) -> None:
    game = OneDie()
    agents = [(name, build_agent("one-die", name)) for name in pair]
    run = run_games(game, agents, match_schedule(2, 2, 500_000), seed=3, workers=2)
    for first in (0, 1):
        policies = [policy_of(agents[first][1], game, 0), policy_of(agents[1 - first][1], game, 1)]
        exact = (1 + evaluate(game, policies[0], policies[1])) / 2
        won = int((run.results.payoffs[first::2, 0] > 0).sum())
        low, high = wilson(won, 250_000, z=4)
        assert low < exact < high


def test_optimal_yahtzee_scores_what_it_promises() -> None:
    """Four hundred games through the readable rules; the mean within four standard errors."""
    agents = [("optimal", build_agent("yahtzee", "optimal"))]
    run = run_games(Yahtzee(), agents, match_schedule(1, 1, 400), seed=1, workers=2)
    scores = run.results.payoffs[:, 0]
    assert abs(scores.mean() - optimum(Rules.FORCED).further(Card())) < 4 * scores.std() / np.sqrt(len(scores))
