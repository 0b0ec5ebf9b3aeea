"""Games by the thousand: the same games as the arena's, move for move."""

from __future__ import annotations

import numpy as np
import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.core.agent import Factory
from mendax.games.yahtzee.agents.optimal import greedy, optimal
from mendax.games.yahtzee.kernel.dice_sets import SETS
from mendax.games.yahtzee.published import EXPECTED_SCORES
from mendax.games.yahtzee.rules import Card, Keep, Roll, Rules, Score, State, Yahtzee
from mendax.games.yahtzee.rules.scoring import BOXES
from mendax.games.yahtzee.solver.optimum import optimum, single_turns
from mendax.games.yahtzee.solver.play_for_points import play_games


@pytest.mark.parametrize("rules", [rules.value for rules in Rules])
def test_moves_obey_the_rules_and_are_best(rules: str) -> None:
    """Every move of the kernel through the readable rules; each choice is worth as much as the best."""
    game, table = Yahtzee(rules=rules), optimum(Rules(rules))
    played = play_games(table, 12, seed=7, keep_moves=True)
    assert played.moves is not None
    for moves, score, num_moves in zip(played.moves, played.scores, played.num_moves, strict=True):
        state, counted = game.start(), 0
        for turn in moves:
            values = table.turn(state.cards[0])
            dice: tuple[int, ...] = ()
            for rolls in range(3):
                if rolls:
                    kept = SETS[turn[2 * rolls - 1]]
                    assert values.keep(kept, rolls) == values.keep(values.best_keep(dice, rolls), rolls)
                    state, counted = game.apply(state, Keep(kept)), counted + 1
                    rolled = _without(SETS[turn[2 * rolls]], kept)
                else:
                    rolled = SETS[turn[0]]
                if rolled:
                    state, counted = game.apply(state, Roll(rolled)), counted + 1
                dice = SETS[turn[2 * rolls]]
                assert state.dice == dice
            box = BOXES[turn[5]]
            assert box == values.best_box(dice)
            state, counted = game.apply(state, Score(box)), counted + 1
        assert isinstance(state, State)
        assert game.payoffs(state) == (score,)
        assert counted == num_moves


def _without(dice: tuple[int, ...], kept: tuple[int, ...]) -> tuple[int, ...]:
    left = list(dice)
    for face in kept:
        left.remove(face)
    return tuple(left)


@pytest.mark.parametrize(
    ("factory", "game"), [(optimal, Yahtzee()), (greedy, Yahtzee(rules="free")), (optimal, Yahtzee(single_turn=True))]
)
def test_the_arena_plays_the_same_games(factory: Factory, game: Yahtzee) -> None:
    """With records the arena plays one by one, without them in lockstep: payoffs and moves are the same."""
    schedule = match_schedule(1, 1, 25)
    one_by_one = run_games(game, [("agent", factory)], schedule, seed=11, records=True).results
    together = run_games(game, [("agent", factory)], schedule, seed=11).results
    assert (one_by_one.payoffs == together.payoffs).all()
    assert (one_by_one.moves == together.moves).all()
    assert one_by_one.count_endings() == together.count_endings()


def test_games_go_by_their_number() -> None:
    """Any range of games comes out the same by itself; another seed gives other games."""
    table = optimum(Rules.FORCED)
    all_games = play_games(table, 3000, seed=5).scores
    assert (play_games(table, 1000, seed=5, first=1500).scores == all_games[1500:2500]).all()
    assert (play_games(table, 3000, seed=6).scores != all_games).any()


def test_sample_agrees_with_the_exact_figures() -> None:
    """A hundred thousand games: mean and rates within four standard errors."""
    games = 100_000
    played = play_games(optimum(Rules.FORCED), games, seed=1)
    assert abs(played.scores.mean() - EXPECTED_SCORES[Rules.FORCED]) < 4 * 59.608 / np.sqrt(games)
    assert abs((played.upper >= 63).mean() - 0.681222) < 4 * 0.466 / np.sqrt(games)
    assert abs(played.yahtzee.mean() - 0.33737) < 4 * 0.473 / np.sqrt(games)


def test_greedy_values_are_of_one_turn() -> None:
    """The best single turn from the empty card: the exact value of the single-turn task."""
    games = 50_000
    table = single_turns(Rules.FORCED)
    played = play_games(table, games, seed=2, turns=1)
    spread = played.scores.std() / np.sqrt(games)
    assert abs(played.scores.mean() - table.turn(Card()).value) < 4 * spread
