"""The two-player round: values against the general solver on the real rules, exploitability, best responses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from random import Random

import numpy as np
import pytest

from mendax.core.agent import MixedAgent
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.core.game import Turn
from mendax.games.blufpoker.agents.round_player import RoundPlayer
from mendax.games.blufpoker.rules import BELIEVE, CALL, STOP, Action, Blufpoker, Event, Phase, Start, View
from mendax.games.blufpoker.rules.rolls import RANKS
from mendax.games.blufpoker.solver.agent_strategy import AgentReader
from mendax.games.blufpoker.solver.best_response import best_response, end_chances
from mendax.games.blufpoker.solver.equilibrium import RoundEquilibrium, solve_round
from mendax.games.blufpoker.solver.round_strategy import RoundStrategy, pack, unpack
from mendax.games.blufpoker.solver.solution import exploit, solve
from mendax.games.blufpoker.solver.turn_trees import NUM_BELIEVABLE, NUM_ROLLS, Floats, roll_chances, turn_trees
from mendax.theory import best_response as general_best_response
from mendax.theory import solve as solve_generally
from mendax.theory.agents import policy_of
from tests.games.blufpoker.solver.one_turn import RULES, OneTurn

LOWEST = RANKS[6, 5, 4]
"""The band of the quick tests: bids of at least 654."""


@cache
def band() -> RoundEquilibrium:
    return solve_round(lowest=LOWEST)


@cache
def read(name: str) -> RoundStrategy:
    agent = build_agent("blufpoker", name)(RULES, 0, Random(0))
    assert isinstance(agent, MixedAgent)
    return AgentReader(RULES, agent, name).read()


def test_the_trees_have_every_end_once() -> None:
    trees = turn_trees()
    ends = [node for node in trees.nodes if node.rolled]
    by_dice = np.bincount([node.dice for node in ends])
    assert {137, 110, 83} == set(by_dice.tolist())  # three different dice, a pair, a poker
    assert (by_dice[RANKS[6, 5, 4]], by_dice[RANKS[6, 6, 5]], by_dice[RANKS[6, 6, 6]]) == (137, 110, 83)
    assert len(set(trees.nodes)) == len(trees.nodes)
    assert roll_chances().sum() == pytest.approx(1.0, abs=1e-15)


@pytest.mark.parametrize(("dice", "bid"), [((6, 6, 6), (6, 6, 4)), ((1, 1, 1), (6, 6, 3)), ((5, 5, 5), (6, 5, 4))])
def test_a_turn_has_the_value_that_the_general_solver_finds(
    dice: tuple[int, int, int], bid: tuple[int, int, int]
) -> None:
    """Linear programs over the whole tree of the real rules, later turns paid by their values."""
    solved = band()
    turn = OneTurn(RANKS[dice], RANKS[bid], solved.gains)
    found = solve_generally(turn)
    assert solved.values[RANKS[dice], RANKS[bid]] == pytest.approx(found.value, abs=1e-9)


def test_no_best_response_gains_in_any_sub_game_of_the_band() -> None:
    solved = band()
    response = best_response(solved.free, truthful=True, lowest=LOWEST)
    levels = slice(LOWEST, NUM_BELIEVABLE)
    assert np.abs(response.rolling - solved.values)[:, levels].max() < 1e-11
    assert np.abs(response.facing + solved.values)[:, levels].max() < 1e-11


def test_values_fall_as_the_bid_rises() -> None:
    """A higher bid to beat leaves the believer fewer bids."""
    values = band().values[:, LOWEST:]
    assert (np.diff(values, axis=1) <= 1e-12).all()
    assert (np.abs(values) < 1).all()


def test_mixes_are_mixes() -> None:
    solved, trees = band().free, turn_trees()
    for bid in range(LOWEST, NUM_BELIEVABLE):
        rolled = np.bincount(trees.option_node, solved.rolling[:, bid], len(trees.nodes))
        assert rolled[:NUM_ROLLS] == pytest.approx(1.0, abs=1e-12)  # at least one die
        assert (rolled < 1 + 1e-12).all()
        bids = solved.bids.at(bid)
        assert bids.sum(axis=1) == pytest.approx(1.0, abs=1e-12)
        assert not bids[:, : bid + 1].any()
    assert solved.calls.min() >= 0
    assert solved.calls.max() <= 1


def test_any_number_of_workers_finds_the_same() -> None:
    one, three = solve_round(workers=1, lowest=48), solve_round(workers=3, lowest=48)
    assert pack(one.values, one.free) == pack(three.values, three.free)


def test_the_table_comes_back_from_disk() -> None:
    solved = band()
    data = pack(solved.values, solved.free)
    values, strategy = unpack(data)
    assert (values == solved.values).all()
    for one in fields(RoundStrategy):
        if one.name != "bids":
            assert (getattr(strategy, one.name) == getattr(solved.free, one.name)).all()
    assert (strategy.bids.at(LOWEST) == solved.free.bids.at(LOWEST)).all()
    assert strategy.bids.mix(LOWEST, NUM_ROLLS) == solved.free.bids.mix(LOWEST, NUM_ROLLS)
    for broken in (b"another file", data[:-1] + bytes([data[-1] ^ 1])):
        with pytest.raises(ValueError, match=r"version|checksum"):
            unpack(broken)


def gains_of(values: Floats, odds: Floats) -> Floats:
    """By cup and bid: what a believed bid is worth to the bidder, from that of turns and of poker phases."""
    return np.hstack([values, np.tile(odds[:, 2] - odds[:, 0], (NUM_ROLLS, 1))])


@pytest.mark.parametrize("name", ["naive:lowest/truthful/believe=0.8", "naive:greedy/overbid/call"])
def test_a_best_response_that_rolls_is_the_one_on_the_rules(name: str) -> None:
    """The agent bid its 663, and answers the turn of the response."""
    response, place = best_response(read(name), truthful=True), RANKS[6, 6, 3]
    turn = OneTurn(place, place, gains_of(response.facing, read(name).poker))
    found = general_best_response(turn, policy_of(build_agent("blufpoker", name), RULES, 1), 0)
    assert response.rolling[place, place] == pytest.approx(found.value, abs=1e-12)


@pytest.mark.parametrize("dice", [(6, 6, 3), (4, 3, 2)])
def test_a_best_response_that_answers_is_the_one_on_the_rules(dice: tuple[int, int, int]) -> None:
    """The agent believed 663, and rolls: the response believes or calls by what it sees."""
    name = "naive:lowest/truthful/believe=0.8"
    response = best_response(read(name), truthful=True)
    turn = OneTurn(RANKS[dice], RANKS[6, 6, 3], gains_of(-response.rolling, response.strategy.poker))
    found = general_best_response(turn, policy_of(build_agent("blufpoker", name), RULES, 0), 1)
    assert response.facing[RANKS[dice], RANKS[6, 6, 3]] == pytest.approx(found.value, abs=1e-12)


def test_a_best_response_wins_what_it_should_in_play() -> None:
    """4,000 rounds of the response against the agent, played by the rules: within four standard errors."""
    name = "naive:lowest/truthful/believe=0.8"
    response, factory = best_response(read(name), truthful=True), build_agent("blufpoker", name)
    won = np.zeros((2, 2000))
    for game in range(won.size):
        rng = Random(game)
        agents = [RoundPlayer(RULES, response.strategy, rng), factory(RULES, 1, rng)]
        state, starter = RULES.apply(RULES.start(), Start(game % 2)), game % 2
        while (turn := RULES.turn(state)) is not Turn.OVER:
            if isinstance(turn, int):
                action = agents[turn].act(RULES.view(state, turn), RULES.actions(state)).action
            else:
                action = RULES.draw(state, rng)
            state = RULES.apply(state, action)
        won[starter, game // 2] = RULES.payoffs(state)[0]
    error = won.std(axis=1) / np.sqrt(won.shape[1])
    assert (np.abs(won.mean(axis=1) - (response.starting, response.answering)) < 4 * error).all()
    assert (error < 0.02).all()


class Superstitious(MixedAgent[View, Action, Event]):
    """Believes what it hears in rounds that it did not start, and calls in the others."""

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        if view.phase is Phase.ANSWER:
            return {CALL if view.turns[0].seat == view.seat else BELIEVE: 1.0}
        return {actions[0]: 1.0}


class Boastful(MixedAgent[View, Action, Event]):
    """States chances that add up to two."""

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        return {actions[0]: 2.0}


def test_an_agent_with_a_memory_is_refused() -> None:
    with pytest.raises(MendaxError, match="before the last belief"):
        AgentReader(RULES, Superstitious(Random(0)), "superstitious").read()
    with pytest.raises(MendaxError, match="no mix of the legal actions"):
        AgentReader(RULES, Boastful(Random(0)), "boastful").read()


def test_the_order_of_rolling_may_matter_to_an_agent() -> None:
    """An agent that goes on after a first 6 has the same flow as its turns added up one by one."""

    class Eager(MixedAgent[View, Action, Event]):
        def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
            if view.phase is Phase.ROLL and view.rolling.picked:
                goes_on = view.rolling.kept and view.rolling.fallen[0] == 6
                return {actions[0] if goes_on else STOP: 1.0}
            believes = view.phase is Phase.ANSWER and len(view.turns) == 1
            return {CALL if view.phase is Phase.ANSWER and not believes else actions[0]: 1.0}

    strategy, trees = AgentReader(RULES, Eager(Random(0)), "eager").read(), turn_trees()
    dice, bid = RANKS[5, 4, 3], RANKS[5, 4, 3]
    # It rolls the 3, and if that falls to a 6 the 4 and the 5 too: (6, 2) comes from 6 then 2, never from 2 then 6.
    after_two = trees.node(dice, (5,), (6, 2))
    ends = end_chances(strategy.rolling[:, bid])
    assert ends[after_two - NUM_ROLLS] == 0
    assert ends[trees.node(dice, (), (6, 2, 1)) - NUM_ROLLS] == pytest.approx(2 / 216)
    assert ends[trees.node(dice, (5, 4), (2,)) - NUM_ROLLS] == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("game", "what"),
    [
        (Blufpoker(players=4), "two players"),
        (Blufpoker(top321=True), "top321=true"),
        (Blufpoker(pass_on=True), "pass_on=true"),
        (Blufpoker(underbids=False), "underbids=false"),
    ],
)
def test_other_rounds_are_refused(game: Blufpoker, what: str) -> None:
    with pytest.raises(MendaxError, match=what):
        solve(game)
    with pytest.raises(MendaxError, match=what):
        exploit(game, "naive")


@pytest.mark.slow
def test_the_whole_round() -> None:
    """Both openings: values that stay, and nothing to gain by best responses over the whole round."""
    solved = solve(Blufpoker())
    assert solved.value == solved.value_truthful_opening == pytest.approx(-0.10718779157077, abs=1e-12)
    assert solved.value_free_opening == pytest.approx(0.06661364597384, abs=1e-12)
    assert abs(solved.exploitability) < 1e-9
    assert (np.abs(solved.equilibrium.values[:, LOWEST:] - band().values[:, LOWEST:]) < 1e-12).all()


@pytest.mark.slow
@pytest.mark.parametrize("opening", ["truthful", "free"])
def test_nobody_wins_from_the_agent_equilibrium(opening: str) -> None:
    """Its mixes, asked on the views of the rules, are the solution."""
    found = exploit(Blufpoker(opening=opening), "equilibrium")
    assert abs(found.exploitability) < 1e-9
    assert found.starting == pytest.approx(found.value, abs=1e-9)


@pytest.mark.slow
def test_a_turn_with_three_different_dice_has_the_value_that_the_general_solver_finds() -> None:
    dice, bid = RANKS[6, 5, 4], RANKS[6, 6, 4]
    found = solve_generally(OneTurn(dice, bid, band().gains))
    assert band().values[dice, bid] == pytest.approx(found.value, abs=1e-9)
