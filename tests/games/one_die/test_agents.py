"""The thesis's agents are the thesis's: its worked examples, its formulas, its published table."""

from __future__ import annotations

from random import Random

import pytest

from mendax.arena.statistics import binomial_p
from mendax.core import AnyMixedAgent, MendaxError, MixedAgent
from mendax.core.catalogue import build_agent
from mendax.games.one_die.agents.matrix import (
    READINGS,
    AcceptedValue,
    Columns,
    Reading,
    RowChoice,
    Rows,
    fill,
    strategy,
)
from mendax.games.one_die.agents.tree import trees
from mendax.games.one_die.rules import ACCEPT, CHALLENGE, Call, OneDie, State, View
from mendax.games.one_die.study.published import TABLE_1
from mendax.theory import evaluate, exploit, solve_matrix
from mendax.theory.agents import policy_of

GAME = OneDie()


def agent(name: str, seat: int, game: OneDie = GAME) -> AnyMixedAgent:
    agent = build_agent("one-die", name)(game, seat, Random(0))
    assert isinstance(agent, MixedAgent)
    return agent


def caller_view(accepted: int, roll: int) -> View:
    return GAME.view(State(0, accepted, 0, (roll, 0)), 0)


def answer_view(accepted: int, call: int) -> View:
    return GAME.view(State(0, accepted, call, (1, 0)), 1)


class TestTree:
    def test_the_worked_example_of_accept_five(self) -> None:
        """Section 3.3.1.1: a true six wins for certain, a lie never, and the root holds 1/6."""
        built = trees(6)
        assert built.call_value(6, 6) == 1
        assert [built.call_value(6, roll) for roll in range(1, 6)] == [0] * 5
        assert built.roots[5] == pytest.approx(1 / 6)

    def test_the_worked_example_of_answering_six(self) -> None:
        """Section 3.3.1.1.2: accepting has the value 0, challenging 5/36."""
        answers = trees(6).answers(6)
        assert answers[ACCEPT] == 0
        assert answers[CHALLENGE] == pytest.approx(5 / 36)

    def test_it_has_one_decision_for_every_position(self) -> None:
        calls = [[next(iter(agent("tree", 0).mix(caller_view(a, r), ()))).value for r in range(1, 7)] for a in range(6)]
        assert calls == [
            [4, 2, 3, 4, 5, 6],
            [4, 2, 3, 4, 5, 6],
            [4, 4, 3, 4, 5, 6],
            [4, 4, 4, 4, 5, 6],
            [5, 5, 5, 5, 5, 6],
            [6, 6, 6, 6, 6, 6],
        ]
        answers = [next(iter(agent("tree", 1).mix(answer_view(0, call), ()))) for call in range(1, 7)]
        assert answers == [ACCEPT] * 4 + [CHALLENGE] * 2


class TestMatrix:
    def test_the_thesis_counts_its_strategies(self) -> None:
        """Section 4.2: seven hundred and twenty, and one hundred and twenty."""
        wins = dict.fromkeys(range(7), 0.5)
        assert fill(6, 0, Rows.ALL, wins).wins.shape == (720, 64)
        assert fill(6, 0, Rows.ACCEPTABLE, wins).wins.shape == (120, 64)

    def test_one_entry_by_hand(self) -> None:
        """Figure 8: calls 2 2 4 4 5 6, only four is accepted; true 2, 5 and 6 win, two fours are worth w."""
        matrix = fill(6, 0, Rows.ALL, {4: 0.25, 6: 1.0})
        row = matrix.calls.tolist().index([2, 2, 4, 4, 5, 6])
        column = matrix.accepts.tolist().index([0, 0, 0, 1, 0, 0])
        assert matrix.wins[row, column] == pytest.approx((0 + 1 + 0.25 + 0.25 + 1 + 1) / 6)

    def test_the_default_reading_is_the_likeliest_for_table_1(self) -> None:
        tree = [policy_of(build_agent("one-die", "tree"), GAME, seat) for seat in (0, 1)]

        def misfit(reading: Reading) -> float:
            mix = strategy(6, reading).mix
            first = (1 + evaluate(GAME, tree[0], mix)) / 2
            second = (1 + evaluate(GAME, mix, tree[1])) / 2
            found, total = 0.0, 5000
            for rate, wins in ((first, TABLE_1["tree"]["tree"]), (second, TABLE_1["matrix"]["matrix"])):
                found += (wins - total * rate) ** 2 / (total * rate * (1 - rate))
            return found

        assert min(READINGS, key=misfit) == Reading()
        assert misfit(Reading()) < 5.991, "within the 95 % region of two published numbers"
        assert misfit(Reading(Rows.ALL, AcceptedValue.HIGHEST, Columns.HIGHEST, RowChoice.GUARANTEE)) > 5.991

    def test_many_faces_are_refused(self) -> None:
        with pytest.raises(MendaxError, match="at most 8 faces"):
            agent("matrix", 0, OneDie(faces=9))


@pytest.mark.parametrize("name", ["tree", "matrix"])
@pytest.mark.parametrize("game", [OneDie(dice=2), OneDie(kept=True)], ids=str)
def test_the_thesis_agents_know_only_their_game(name: str, game: OneDie) -> None:
    with pytest.raises(MendaxError, match="no other game"):
        agent(name, 0, game)


@pytest.mark.parametrize("faces", [2, 3, 4, 5, 7])
def test_the_thesis_agents_play_with_other_dice(faces: int) -> None:
    game = OneDie(faces=faces)
    tree, matrix = (policy_of(build_agent("one-die", name), game, 0) for name in ("tree", "matrix"))
    assert -1 <= evaluate(game, tree, matrix) <= 1


def test_table_1_exactly() -> None:
    """What the two agents come to without sampling, and that the published counts do not contradict it."""
    policies = {name: [policy_of(build_agent("one-die", name), GAME, s) for s in (0, 1)] for name in ("tree", "matrix")}
    tree_first = (1 + evaluate(GAME, policies["tree"][0], policies["matrix"][1])) / 2
    matrix_first = (1 + evaluate(GAME, policies["matrix"][0], policies["tree"][1])) / 2
    assert tree_first == pytest.approx(0.740022, abs=1e-6)
    assert matrix_first == pytest.approx(0.556872, abs=1e-6)
    assert binomial_p(TABLE_1["tree"]["tree"], 5000, tree_first) > 0.05
    assert binomial_p(TABLE_1["matrix"]["matrix"], 5000, matrix_first) > 0.05


def test_why_people_beat_tree() -> None:
    """Its best response wins 7/9 going first, where the equilibrium gives 41/60."""
    policies = [policy_of(build_agent("one-die", "tree"), GAME, seat) for seat in (0, 1)]
    found = exploit(GAME, policies[0], policies[1])
    assert (1 + found.responses[0].value) / 2 == pytest.approx(7 / 9)
    assert found.exploitability == pytest.approx(25 / 108)


def test_the_best_response_wins_what_it_promises() -> None:
    for name in ("tree", "matrix", "random"):
        opponent = policy_of(build_agent("one-die", name), GAME, 1)
        response = policy_of(build_agent("one-die", f"best-response:{name}"), GAME, 0)
        found = exploit(GAME, opponent, opponent)
        assert evaluate(GAME, response, opponent) == pytest.approx(found.responses[0].value)


def test_beliefs_follow_bayes() -> None:
    """Against Matrix's own callers, by hand: of all rolls that lead to a call of five, how many are not fives."""
    made = strategy(6, Reading())
    weights = [made.calls[0, roll].get(Call(5), 0.0) for roll in range(1, 7)]
    lie = (sum(weights) - weights[4]) / sum(weights)
    explanation = agent("matrix", 1).act(answer_view(0, 5), (ACCEPT, CHALLENGE), explain=True).explanation
    assert explanation is not None
    assert explanation.beliefs[0].about == "the call of 5 is a lie"
    assert explanation.beliefs[0].probability == pytest.approx(lie)


def test_the_equilibrium_explains_the_values_of_its_options() -> None:
    explanation = agent("equilibrium", 1).act(answer_view(3, 6), (ACCEPT, CHALLENGE), explain=True).explanation
    assert explanation is not None
    values = {option.action: option.value for option in explanation.options}
    assert values[ACCEPT] == pytest.approx(-1)
    assert len(explanation.beliefs) == 1
    lie = explanation.beliefs[0].probability
    assert explanation.sentence == f"Drawn from challenge (100.0 %); the call of 6 is a lie with {100 * lie:.1f} %."


def test_the_thesis_matrix_solved_by_a_linear_program_has_the_value_of_the_game() -> None:
    """The full first matrix, with true values below it, is the same game in another form: 11/30."""
    lower = {1: -11 / 30, 2: -1 / 3, 3: 0.0, 4: 1 / 3, 5: 2 / 3, 6: 1.0}
    matrix = fill(6, 0, Rows.ALL, {call: (1 + value) / 2 for call, value in lower.items()})
    assert solve_matrix(2 * matrix.wins - 1).value == pytest.approx(11 / 30, abs=1e-9)
