"""CFR+ beside exact values, and its measures beside the general theory's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mendax.core.game import game_text
from mendax.games.liars_dice.agents.cfr import AverageFactory
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.solver.public_tree import PublicRound, path_of, public_tree
from mendax.theory import evaluate, exploit, fold, solve
from mendax.theory.agents import policy_of
from mendax.theory.cfr import CFR
from mendax.theory.profile import Profile
from tests.theory.kuhn_public import PublicKuhn
from tests.theory.test_public_tree import GAMES, one_round


@pytest.mark.parametrize(
    ("game", "value", "iterations"),
    [
        (one_round(dice=1, rules="open-spiel"), -7 / 258, 10_000),
        (one_round(dice=1, rules="plain", wild="none"), -1 / 9, 3_000),
        (one_round(dice=1, rules="plain", order="natural"), -7 / 327, 14_000),
    ],
    ids=["highest face wild", "none wild", "1s wild"],
)
def test_published_values_to_a_millionth(game: LiarsDice, value: float, iterations: int) -> None:
    tree = public_tree(game)
    assert tree.information_sets == 24_576, "as many as OpenSpiel's default game has"
    solver = CFR(tree)
    solver.run(iterations)
    low, high = solver.measure().bounds
    assert low <= value <= high
    assert (low + high) / 2 == pytest.approx(value, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "value", "power"),
    [
        (one_round(dice=1, rules="open-spiel"), -7 / 258, 2.0),
        (one_round(dice=1, rules="plain", order="natural"), -7 / 327, 1.0),
    ],
    ids=["highest face wild", "1s wild"],
)
def test_published_values_proved_to_a_millionth(game: LiarsDice, value: float, power: float) -> None:
    """Twice the iterations, until the bounds alone say so."""
    solver = CFR(public_tree(game), power=power)
    solver.run(20_000)
    low, high = solver.measure().bounds
    assert low <= value <= high
    assert (high - low) / 2 < 1e-6


def test_as_close_as_published() -> None:
    """OpenSpiel's CFR+ is at 0.00491, 0.00103 and 0.000127 after 100, 300 and 1000 iterations. It adds a seat's
    strategy to the average before the seat learns, we do so after: a hair closer.
    """
    solver = CFR(public_tree(one_round(dice=1, rules="open-spiel")))
    for iterations, published in ((100, 4.91e-3), (300, 1.03e-3), (1000, 1.27e-4)):
        solver.run(iterations - solver.iterations)
        assert solver.iterations == iterations
        assert solver.measure().exploitability == pytest.approx(published, rel=0.05)


def test_kuhn_poker() -> None:
    """Hands that depend on each other, and a betting tree that is no ladder."""
    solver = CFR(fold(PublicKuhn()), power=2.0)
    solver.run(5_000)
    measured = solver.measure()
    assert measured.value == pytest.approx(-1 / 18, abs=1e-4)
    assert measured.exploitability < 1e-4
    bet, jack = 1, 0
    assert solver.profile.mix((bet,))[:, jack] == pytest.approx([1, 0], abs=1e-3), "a jack folds to a bet"


def random_profile(game: LiarsDice, seed: int) -> Profile:
    """Any strategies at all, with some hands that never do some things and some without any weight."""
    tree = public_tree(game)
    rng = np.random.default_rng(seed)
    shape = int(tree.rows[0]), tree.hands
    return Profile(tree, rng.random(shape) * (rng.random(shape) < 0.6))


@pytest.mark.parametrize("game", GAMES, ids=game_text)
def test_measures_agree_with_the_general_theory(game: LiarsDice) -> None:
    """Best responses and values on the public tree, beside those on the rules themselves."""
    profile = random_profile(game, 1)
    factory = AverageFactory(profile)
    policies = policy_of(factory, game, 0), policy_of(factory, game, 1)
    found = exploit(game, *policies)
    measured = profile.measure()
    assert measured.responses == pytest.approx([response.value for response in found.responses], abs=1e-12)
    assert measured.exploitability == pytest.approx(found.exploitability, abs=1e-12)
    assert measured.value == pytest.approx(evaluate(game, *policies), abs=1e-12)


@pytest.mark.parametrize("game", GAMES[:4], ids=game_text)
def test_it_converges_to_the_linear_programs_value(game: LiarsDice) -> None:
    solver = CFR(public_tree(game), power=2.0)
    solver.run(3_000)
    low, high = solver.measure().bounds
    exact = solve(game).value
    assert low - 1e-12 <= exact <= high + 1e-12
    assert high - low < 1e-3


def test_values_of_actions_agree_with_the_general_theory() -> None:
    game = one_round(dice=1, faces=3, rules="open-spiel")
    profile = random_profile(game, 2)
    factory = AverageFactory(profile)
    found = exploit(game, policy_of(factory, game, 0), policy_of(factory, game, 1))
    hands, checked = PublicRound(game).hands, 0
    for response in found.responses:
        for view, values in response.values.items():
            path = path_of(profile.tree, view)
            ours = profile.values(path)[:, hands.index(view.cup)]
            assert ours == pytest.approx([values[action] for action in profile.tree.actions_after(path)], abs=1e-12)
            checked += 1
    assert checked > 100


@pytest.mark.parametrize("numbers", [pytest.param(np.float32, marks=pytest.mark.slow), np.float64])
def test_any_number_of_threads_learns_the_same(numbers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mendax.theory.traverser.PARTS", 64)
    tree = public_tree(one_round(dice=1, rules="open-spiel"))
    one, *others = (CFR(tree, numbers=numbers, threads=threads) for threads in (1, 2, 3))
    for solver in (one, *others):
        solver.run(30)
    for solver in others:
        assert np.array_equal(one.kept.regrets, solver.kept.regrets)
        assert np.array_equal(one.kept.averages, solver.kept.averages)
        assert one.measure() == solver.measure()
        assert len(solver._traverser.branches.state) > 1, "there was something to share"


def test_single_precision_is_close_enough() -> None:
    tree = public_tree(one_round(dice=2, faces=3, rules="open-spiel"))
    double, single = CFR(tree), CFR(tree, numbers=np.float32)
    for solver in (double, single):
        solver.run(200)
    assert single.measure().exploitability == pytest.approx(double.measure().exploitability, rel=0.1)


def test_limits() -> None:
    tree = public_tree(one_round(dice=1, faces=3, rules="open-spiel"))
    solver = CFR(tree)
    solver.run(seconds=0.05)
    assert solver.seconds >= 0.05
    assert solver.iterations > 1
    before, asked = solver.iterations, list[int]()

    def done() -> bool:
        asked.append(solver.iterations)
        return len(asked) == 3

    solver.run(done=done)
    assert solver.iterations > before
    assert len(asked) == 3
    once = CFR(tree)
    once.run(50)
    twice = CFR(tree)
    twice.run(20)
    twice.run(30)
    assert np.array_equal(once.kept.averages, twice.kept.averages)


def test_a_delay_leaves_the_first_iterations_out() -> None:
    tree = public_tree(one_round(dice=1, faces=3, rules="open-spiel"))
    late, whole = CFR(tree, delay=5), CFR(tree)
    late.run(5)
    whole.run(5)
    assert not late.kept.averages.any()
    assert late.profile.weights is late.kept.regrets, "better than nothing"
    assert np.array_equal(late.kept.regrets, whole.kept.regrets)
    before = whole.kept.averages.copy()
    late.run(1)
    whole.run(1)
    assert late.profile.weights is late.kept.averages
    assert np.allclose(late.kept.averages, (whole.kept.averages - before) / 6), "the sixth counts as the first"
