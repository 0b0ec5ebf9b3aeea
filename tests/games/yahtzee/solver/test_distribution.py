"""The exact distribution under best play, against the published figures and against itself."""

from __future__ import annotations

import numpy as np
import pytest

from mendax.games.yahtzee.kernel.tables import RULE_NUMBER
from mendax.games.yahtzee.published import EXPECTED_SCORES
from mendax.games.yahtzee.rules import Card, Rules
from mendax.games.yahtzee.rules.notation import parse_card
from mendax.games.yahtzee.solver.distribution import Distribution, distribution
from mendax.games.yahtzee.solver.optimum import optimum
from mendax.games.yahtzee.solver.turn_outcomes import NUM_OUTCOMES, OUTCOMES, after_outcome, state_outcome_chances

BOX_MEANS = (
    *(1.881650, 5.282802, 8.569766, 12.159483, 15.688640, 19.190346),
    *(21.660481, 13.091901, 22.591606, 29.461074, 32.711133, 16.868554, 22.007406),
)
"""By box, forced joker."""


@pytest.fixture(scope="module")
def forced() -> Distribution:
    return distribution(optimum(Rules.FORCED))


def test_published_figures(forced: Distribution) -> None:
    """Box means, rates and tails of the forced-joker optimum."""
    assert forced.box_means == pytest.approx(BOX_MEANS, abs=1e-6)
    assert forced.bonus_rate == pytest.approx(0.681222, abs=1e-6)
    assert 35 * forced.bonus_rate == pytest.approx(23.842770, abs=1e-6)
    assert forced.yahtzee_rate == pytest.approx(0.33737, abs=1e-5)
    assert forced.extras == pytest.approx(9.580117, abs=1e-6)
    tails = [forced.at_least(score) for score in (100, 200, 300, 500)]
    # How equal options are chosen moves these a little: at 200 by 1.6 in a million.
    assert tails == pytest.approx([0.99998592, 0.86357074, 0.14326405, 0.00718867], abs=2e-6)
    assert forced.std == pytest.approx(59.608, abs=1e-3)


def test_it_adds_up(forced: Distribution) -> None:
    """Mean and parts agree with the value, found the other way round."""
    assert forced.chances.sum() == pytest.approx(1, abs=1e-12)
    assert forced.mean == pytest.approx(EXPECTED_SCORES[Rules.FORCED], abs=1e-9)
    assert sum(forced.box_means) + 35 * forced.bonus_rate + forced.extras == pytest.approx(forced.mean, abs=1e-9)
    assert forced.chances.size == 1576
    assert forced.at_least(0) == forced.at_least(-5) == pytest.approx(1, abs=1e-12)
    assert forced.at_least(2000) == 0


@pytest.mark.parametrize(("rules", "std"), [(Rules.FREE, 59.611), (Rules.NO_BONUS, 39.820), (Rules.NO_JOKER, None)])
def test_other_rules(rules: Rules, std: float | None) -> None:
    """Mean and spread under the other rules; no spread is published without the joker."""
    table = optimum(rules)
    found = distribution(table)
    assert found.mean == pytest.approx(table.further(Card()), abs=1e-9)
    if std is not None:
        assert found.std == pytest.approx(std, abs=2e-3)


@pytest.mark.parametrize("text", ["6s=24,yz=50,1s=2", "6s=30,5s=25,4s=20,fh=25,yz=50,3k=30,extras=1", "yz=0"])
def test_from_a_card(text: str) -> None:
    """From a card on, with what stands on it already, also past the bonus."""
    card, table = parse_card(text), optimum(Rules.FORCED)
    found = distribution(table, card)
    assert found.mean == pytest.approx(card.total + table.further(card), abs=1e-9)
    for box, points in enumerate(card.points):
        if points >= 0:
            assert found.box_means[box] == points
    assert found.yahtzee_rate == (pytest.approx(1) if card.armed else 0)


def test_one_turn_by_hand() -> None:
    """The last open box is chance: a turn's outcomes are those of the best rerolls of each die by itself."""
    card = parse_card("1s=2,2s=6,3s=9,4s=12,5s=15,6s=18,3k=20,4k=0,fh=25,ss=30,ls=40,yz=0")
    table = optimum(Rules.NO_JOKER)
    found = distribution(table, card)
    # Best play rerolls a die below 5 first, below 4 then: 14/3 is what a die brings so.
    assert found.mean - card.total == pytest.approx(5 * 14 / 3, abs=1e-12)
    after_last = np.where(np.arange(1, 7) < 4, 0, 1 / 6) + 0.5 / 6
    die = np.where(np.arange(1, 7) < 5, 0, 1 / 6) + 4 / 6 * after_last
    total = np.ones(1)
    for _ in range(5):
        total = np.convolve(total, np.concatenate([[0], die]))
    chances = found.chances[card.total :]
    assert chances == pytest.approx(total[: chances.size], abs=1e-12)


def test_outcomes_of_a_turn_give_its_value() -> None:
    """Outcomes are a distribution, and the value of a state is their mean."""
    table, values = optimum(Rules.FREE), optimum(Rules.FREE).values
    rng = np.random.default_rng(3)
    for _ in range(30):
        mask = int(rng.integers(0, 8191))
        armed = int(rng.integers(0, 2)) if mask >> 11 & 1 else 0
        upper = int(rng.integers(0, 64)) if mask & 63 == 63 else 0
        chances = state_outcome_chances(mask, armed, upper, values.reshape(-1), RULE_NUMBER[table.rules])
        value = 0.0
        for outcome in range(NUM_OUTCOMES):
            if chances[outcome] > 0:
                assert not mask >> OUTCOMES[outcome, 0] & 1
                after, now, total, gained = after_outcome(mask, armed, upper, outcome)
                value += chances[outcome] * (gained + values[after, now, total])
        assert chances.sum() == pytest.approx(1, abs=1e-12)
        assert value == pytest.approx(values[mask, armed, upper], abs=1e-10)
