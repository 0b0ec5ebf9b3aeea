"""The exact best response to agents that do not look at their cards."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from mendax.games.holdem.kernel.evaluate import evaluate
from mendax.games.holdem.kernel.holdings import NUM_HOLDINGS, holding_number
from mendax.games.holdem.rules import CALL, CHECK, RAISE, Act, Holdem, parse_cards
from mendax.games.holdem.solver.betting_tree import betting_tree
from mendax.games.holdem.solver.card_blind import TURNS, Mixes, best_responses, response_to
from mendax.games.holdem.solver.exploitability import EXACT, exploit
from mendax.games.holdem.solver.features import free_holdings
from mendax.games.holdem.solver.stated_mixes import StatedMixes

TREE = betting_tree()
FLOP = parse_cards("2c7d9h")


def mixes_of(agent: str) -> tuple[Mixes, Mixes]:
    stated = StatedMixes(Holdem(), agent)
    first, second = stated.blind_mixes(0), stated.blind_mixes(1)
    assert first is not None
    assert second is not None
    return first, second


@lru_cache(maxsize=1)
def outcomes(cards: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """By turn and river: from -1 to 1, how a hand fares on the full board against all others."""
    left = [card for card in range(52) if card not in cards + FLOP]
    found = np.full((52, 52), np.nan)
    for turn, river in combinations(left, 2):
        others = [pair for pair in combinations(left, 2) if not {turn, river} & set(pair)]
        own, *values = evaluate(np.array([(*hand, *FLOP, turn, river) for hand in (cards, *others)], np.uint8)).tolist()
        mean = sum((own > value) - (own < value) for value in values) / len(values)
        found[turn, river] = found[river, turn] = mean
    return found


def brute_force(cards: tuple[int, ...], mixes: Mixes, responder: int, node: int) -> npt.NDArray[np.float64]:
    """The value of a node, by turn and river where they are dealt, by plain recursion over the whole tree."""
    nodes, sign = TREE.nodes, -1 if responder else 1
    known = outcomes(cards)

    def value(node: int, stage: int) -> npt.NDArray[np.float64]:
        if node < 0:
            end = -1 - node
            if nodes.stake[end]:
                return np.asarray(known * nodes.stake[end])
            shape = {1: (), 2: (52,), 3: (52, 52)}[stage]
            return np.full(shape, sign * nodes.fixed[end])
        if nodes.stage[node] > stage:
            return np.asarray(np.nanmean(np.where(hidden(stage), np.nan, value(node, stage + 1)), axis=-1))
        found = [value(lead, stage) for lead in nodes.leads[nodes.first[node] : nodes.first[node + 1]].tolist()]
        if nodes.seat[node] == responder:
            return np.asarray(np.max(found, axis=0))
        return np.asarray(np.sum([share * each for share, each in zip(mixes[node], found, strict=True)], axis=0))

    def hidden(stage: int) -> npt.NDArray[np.bool_]:
        """Cards that cannot come: by turn, or by turn and river."""
        blocked = np.isnan(known)
        return blocked if stage == 2 else np.asarray(blocked.all(axis=1))

    with np.errstate(invalid="ignore"):
        return value(node, 1)


@pytest.mark.filterwarnings("ignore:Mean of empty slice")
@pytest.mark.parametrize(
    ("agent", "before"),
    [("always-call", (CALL, CHECK)), ("always-raise", (RAISE, RAISE, RAISE, CALL)), ("random", (CALL, CHECK))],
)
def test_a_flop_by_brute_force(agent: str, before: tuple[Act, ...]) -> None:
    """All bets of flop, turn and river, for a pair that may improve."""
    mixes, cards = mixes_of(agent), parse_cards("8c8s")
    response = response_to(TREE, mixes)
    coming = sum(response.on_turn(np.sort([*FLOP, turn])) for turn in range(52) if turn not in FLOP) / TURNS
    found = response.on_flop(np.array(FLOP), np.asarray(coming))[:, holding_number(*cards)]
    flop = TREE.walk(before)
    for responder in (0, 1):
        wanted = float(brute_force(cards, mixes[responder], responder, flop))
        assert np.abs(found - wanted).min() < 1e-9, f"seat {responder}: {wanted} is not among {found}"


def test_whoever_folds_always_loses_the_pot_to_every_bet() -> None:
    """On the flop a bet wins what is in it; before the flop the blinds: half a small bet and one."""
    mixes = mixes_of("always-fold")
    response = response_to(TREE, mixes)
    boards = [np.sort([*FLOP, turn]) for turn in range(52) if turn not in FLOP]
    coming = np.sum([response.on_turn(board) for board in boards], axis=0) / TURNS
    values = response.on_flop(np.array(FLOP), coming)
    assert values.shape == (1, NUM_HOLDINGS), "it never calls a raise: one pot"
    assert values[0, free_holdings(FLOP)] == pytest.approx(1.0)
    big, button = response.before_flop(np.ones((1, NUM_HOLDINGS)))
    assert (big.min(), big.max(), button.min(), button.max()) == (0.5, 0.5, 1.0, 1.0)
    assert 500 * (big.mean() + button.mean()) == 750


@pytest.mark.slow
@pytest.mark.parametrize(("agent", "published"), [("always-fold", 750), ("always-call", 1163), ("always-raise", 3698)])
def test_published_exploitabilities(agent: str, published: int) -> None:
    """Thousandths of a big blind a game."""
    found = exploit(Holdem(), agent)
    assert found.method == EXACT
    assert round(found.value) == published


@pytest.mark.slow
def test_the_best_response_to_random_play() -> None:
    big, button = best_responses(TREE, mixes_of("random"))
    assert 500 * (big.mean() + button.mean()) == pytest.approx(3466.3216, abs=1e-3)
