"""Monte Carlo CFR: known values, exploitability that falls, and the same result for the same seed."""

from __future__ import annotations

import numpy as np
import pytest

from mendax.core.errors import MendaxError
from mendax.theory.mccfr import MCCFR
from mendax.theory.public_tree import Numbers
from mendax.theory.staged_tree import Deals, StagedGame, build_tree, measure
from tests.theory.staged_poker import StagedKuhn, StagedLeduc, dealer_of, kuhn_deals, leduc_deals

KUHN, LEDUC = (StagedKuhn(), *kuhn_deals()), (StagedLeduc(), *leduc_deals())


@pytest.mark.parametrize(
    ("game", "value", "iterations", "accuracy"),
    [(KUHN, -1 / 18, 100_000, 0.005), (LEDUC, -0.0856064, 200_000, 0.05)],
    ids=["kuhn", "leduc"],
)
def test_known_values_are_approached(
    game: tuple[StagedGame[str, str], Deals, Numbers], value: float, iterations: int, accuracy: float
) -> None:
    rules, deals, chances = game
    solver = MCCFR(build_tree(rules), dealer_of(deals), seed=1)
    found = []
    for part in (0.01, 0.1, 1):
        solver.run(int(part * iterations))
        found.append(measure(solver.tree, solver.averages, deals, chances))
    assert solver.iterations >= iterations
    assert found[0].exploitability > found[1].exploitability > found[2].exploitability
    assert found[2].exploitability < accuracy
    assert found[2].value == pytest.approx(value, abs=accuracy)
    low, high = found[2].bounds
    assert low <= value <= high


def test_trees_have_the_published_sizes() -> None:
    """Kuhn poker has 12 information sets. Leduc's has 288 by rank of both cards, a board that pairs twice included."""
    assert build_tree(KUHN[0]).information_sets == 12
    assert build_tree(LEDUC[0]).information_sets == 3 * 6 + 9 * 5 * 6


def test_uniform_play_is_measured_exactly() -> None:
    """In Kuhn poker a best response to equal shares wins 1/2 first and 5/12 second."""
    rules, deals, chances = KUHN
    tree = build_tree(rules)
    found = measure(tree, np.zeros(tree.size), deals, chances)
    assert found.value == pytest.approx(1 / 8)
    assert found.responses == pytest.approx((0.5, 5 / 12))


def test_the_same_seed_gives_the_same_tables() -> None:
    rules, deals, _ = LEDUC
    tree = build_tree(rules)
    one, two, other = (MCCFR(tree, dealer_of(deals), seed=seed, batch=500) for seed in (3, 3, 4))
    one.run(2000)
    two.run(1000)
    two.run(2000)  # taken up again
    other.run(2000)
    assert one.iterations == two.iterations == 2000
    assert np.array_equal(one.regrets, two.regrets)
    assert np.array_equal(one.averages, two.averages)
    assert not np.array_equal(one.averages, other.averages)


def test_a_run_stops_when_told() -> None:
    rules, deals, _ = KUHN
    solver = MCCFR(build_tree(rules), dealer_of(deals), batch=10)
    answers = iter([False, False, True])
    solver.run(done=lambda: next(answers))
    assert solver.batches == 2


def test_nodes_are_found_by_actions() -> None:
    tree = build_tree(StagedKuhn())
    assert tree.actions[tree.walk("cb")] == ("f", "k")
    with pytest.raises(MendaxError, match="f is not possible there"):
        tree.walk("f")
    with pytest.raises(MendaxError, match="the game is over there"):
        tree.walk("cc")
