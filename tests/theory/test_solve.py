"""Exact values from the literature and from our own proofs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mendax.core import MendaxError
from mendax.games.one_die.rules import OneDie
from mendax.theory import beliefs, best_response, evaluate, exploit, solve, solve_matrix
from mendax.theory.agents import exploit_agent
from mendax.theory.sequences import expand
from tests.kuhn import Kuhn, State, View


def test_first_caller_wins_41_of_60() -> None:
    """The six-faced game, by linear programs over its sub-games."""
    solution = solve(OneDie())
    assert solution.value == pytest.approx(11 / 30, abs=1e-12)
    assert 0 <= abs(solution.exploitability) < 1e-12
    values = {(part.state.caller, part.state.accepted): part.value for part in solution.subgames}
    assert [values[0, accepted] for accepted in (0, 2, 3, 4, 5)] == pytest.approx([11 / 30, 1 / 3, 0, -1 / 3, -2 / 3])


def test_a_kept_die_is_another_game() -> None:
    assert solve(OneDie(kept=True)).value == pytest.approx(1 / 6, abs=1e-12)


@pytest.mark.parametrize("game", [OneDie(faces=2), OneDie(faces=9), OneDie(faces=20), OneDie(dice=2)], ids=str)
def test_every_variant_is_solved_to_the_last_digit(game: OneDie) -> None:
    assert abs(solve(game).exploitability) < 1e-12


def test_kuhn_poker() -> None:
    solution = solve(Kuhn())
    assert Fraction(solution.value).limit_denominator(1000) == Fraction(-1, 18)
    assert abs(solution.exploitability) < 1e-12


def uniform(view: object, actions: Sequence[Any]) -> dict[Any, float]:
    return dict.fromkeys(actions, 1 / len(actions))


def test_uniform_kuhn_loses_what_the_literature_says() -> None:
    """Against the uniform policy the best responses win 1/2 and 5/12, so NashConv is 11/12."""
    found = exploit(Kuhn(), uniform, uniform)
    assert [response.value for response in found.responses] == pytest.approx([1 / 2, 5 / 12])
    assert found.exploitability == pytest.approx(11 / 24)


def test_an_exploited_agent_as_json() -> None:
    """Tree, 25/108 from the equilibrium: in seat 0 the best response wins 7 of 9 games."""
    found = exploit_agent(OneDie(), "tree")
    data = found.to_json()
    assert (data["game"], data["agent"], found.win_or_lose) == ("one-die", "tree", True)
    assert data["exploitability"] == pytest.approx(25 / 108)
    first, second = data["by_seat"]
    assert (first["seat"], second["seat"]) == (0, 1)
    assert first["response_win_rate"] == pytest.approx(7 / 9)
    assert first["equilibrium_value"] == -second["equilibrium_value"] == data["value"] == pytest.approx(11 / 30)


def test_a_best_response_evaluates_to_its_value() -> None:
    game = OneDie(faces=4)
    response = best_response(game, uniform, 1)
    won = evaluate(game, uniform, lambda view, actions: {response.choices[view]: 1.0})
    assert -won == pytest.approx(response.value)


def test_belief_in_a_uniform_caller() -> None:
    """Six faces, uniform calls: a six is called after a roll of r with chance 1 in 7 - r."""
    game = OneDie()
    lies = beliefs(game, uniform, 1, lambda state: bool(state.call) and state.dice[state.caller] != state.call)
    calls = [Fraction(1, 7 - roll) for roll in range(1, 7)]
    expected = 1 - calls[-1] / sum(calls)
    assert lies[game.parse_view("seat=1 caller=0 call=6 dice=?,-")] == pytest.approx(float(expected))


def test_only_zero_sum_games_are_solved() -> None:
    class Generous(Kuhn):
        def payoffs(self, state: State) -> tuple[float, ...]:
            return (1.0, 1.0)

    with pytest.raises(MendaxError, match="zero-sum"):
        solve(Generous())
    assert not solve(Kuhn()).win_or_lose
    assert solve(OneDie(faces=2)).win_or_lose


def test_a_game_too_large_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mendax.theory.sequences.MAX_LEAVES", 100)
    with pytest.raises(MendaxError, match="too large to solve whole"):
        solve(OneDie(kept=True))


class Forgetful(Kuhn):
    """Its views leave the betting out, so a seat cannot tell its first decision from its second."""

    def actions(self, state: State) -> Sequence[str]:
        return ("c", "b") if len(state.history) < 2 else ("f", "k")

    def view(self, state: State, seat: int | None) -> View:
        return super().view(state, seat)._replace(history="")


def test_forgetting_is_noticed() -> None:
    game = Forgetful()
    with pytest.raises(ValueError, match="perfect recall"):
        expand(game, game.start())


@settings(max_examples=40, deadline=None)
@given(arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.floats(-10, 10, width=16)))
def test_matrix_games_are_solved(table: np.ndarray[Any, np.dtype[np.float64]]) -> None:
    """Nobody does better against either mix than the value."""
    solution = solve_matrix(table)
    assert (solution.rows @ table).min() == pytest.approx(solution.value, abs=1e-6)
    assert (table @ solution.columns).max() == pytest.approx(solution.value, abs=1e-6)
    assert solution.rows.sum() == pytest.approx(1)


def test_rock_paper_scissors() -> None:
    solution = solve_matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert solution.rows == pytest.approx([1 / 3] * 3)
    with pytest.raises(ValueError, match="finite"):
        solve_matrix([[np.nan]])
