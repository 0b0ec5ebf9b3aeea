"""The shipped model: how well it plays, exactly, and that both ways to play it agree."""

from __future__ import annotations

import numpy as np
import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.core.catalogue import build_agent
from mendax.games.yahtzee.agents.learned import learned_values
from mendax.games.yahtzee.rules import Rules, Yahtzee
from mendax.games.yahtzee.solver.distribution import distribution
from mendax.games.yahtzee.solver.optimum import optimum
from mendax.games.yahtzee.solver.value_table import NUM_MASKS, UPPER_TOTALS


def test_it_plays_almost_perfectly() -> None:
    """By forward propagation, no dice: six hundredths of a point below the optimum."""
    found = distribution(learned_values(Rules.FORCED))
    assert found.mean == pytest.approx(254.5297, abs=2e-3)
    assert found.bonus_rate == pytest.approx(0.682, abs=2e-3)
    assert found.yahtzee_rate == pytest.approx(0.3376, abs=2e-3)


def test_it_was_not_copied() -> None:
    """Its values are near the exact ones where games go, and not the exact ones."""
    ours, exact = learned_values(Rules.FORCED).values, optimum(Rules.FORCED).values
    masks = np.arange(NUM_MASKS - 1)
    apart = np.abs(ours - exact)[masks, 0, :64][UPPER_TOTALS[masks & 63]]
    assert 0.05 < np.median(apart) < 2


def test_the_arena_plays_what_the_agent_decides() -> None:
    """One by one and by the thousand: the same games."""
    game, agent = Yahtzee(), build_agent("yahtzee", "learned")
    alone = run_games(game, [("learned", agent)], match_schedule(1, 1, 6), seed=5)
    again = run_games(game, [("learned", agent)], match_schedule(1, 1, 6), seed=5, records=True)
    assert alone.results.payoffs.tolist() == again.results.payoffs.tolist()
    assert all(score > 100 for score in alone.results.payoffs[:, 0])
