"""AIVAT has no bias, exactly: over the whole tree of small games, for any value and any known seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
import pytest

from mendax.arena.aivat import Value, ValueLuck, aivat
from mendax.arena.corrected import corrected_lines
from mendax.arena.estimates import Floats
from mendax.arena.luck import LuckRows
from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.arena.worker import unplayed_batch, void_batch
from mendax.core.agent import AnyMixedAgent, MixedAgent
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Count, Counted, Seat, Turn
from mendax.core.match import Move
from tests.kuhn import Kuhn
from tests.tiny_games import MoneySession


@dataclass
class Table(MixedAgent[Any, Any, Any]):
    """Bets or calls with a probability by card and history, made from a seed."""

    seed: int

    def __init__(self, seed: int) -> None:
        super().__init__(Random(0))
        self.seed = seed

    def mix(self, view: Any, actions: Sequence[Any]) -> Mapping[Any, float]:
        bold = Random(f"{self.seed}/{view}").random()
        return {actions[0]: 1 - bold, actions[1]: bold}


def plays(
    game: AnyGame, agents: Sequence[AnyMixedAgent]
) -> Iterator[tuple[float, tuple[Move, ...], tuple[float, ...]]]:
    """Every way a match can go: its probability, its moves and its payoffs."""

    def follow(state: Any, moves: tuple[Move, ...], probability: float) -> Iterator[Any]:
        turn = game.turn(state)
        if turn is Turn.OVER:
            yield probability, moves, game.payoffs(state)
            return
        if isinstance(turn, Turn):
            seat, outcomes = None, dict(game.chances(state))
        else:
            seat, outcomes = turn, dict(agents[turn].mix(game.view(state, turn), game.actions(state)))
        for action, part in outcomes.items():
            if part > 0:
                yield from follow(game.apply(state, action), (*moves, Move(seat, action)), probability * part)

    yield from follow(game.start(), (), 1.0)


def silly(state: Any) -> Floats:
    """Two features without any sense, different for every state and seat."""
    rng = Random(repr(state))
    return np.array([[rng.uniform(-9, 9) for _ in range(2)] for _ in range(2)])


def true_value(game: AnyGame, agents: Sequence[AnyMixedAgent]) -> Value:
    """What is still to be won from a state on."""

    def value(state: Any) -> Floats:
        turn = game.turn(state)
        if turn is Turn.OVER:
            return np.array([game.payoffs(state)])
        if isinstance(turn, Turn):
            outcomes = dict(game.chances(state))
        else:
            outcomes = dict(agents[turn].mix(game.view(state, turn), game.actions(state)))
        return np.asarray(sum(part * value(game.apply(state, action)) for action, part in outcomes.items()))

    return lambda state: value(state) if game.turn(state) is not Turn.OVER else np.zeros((1, 2))


def moments(found: Sequence[tuple[float, Floats]]) -> tuple[Floats, Floats]:
    """The mean and the variance over all plays."""
    mean = np.asarray(sum(part * result for part, result in found))
    return mean, np.asarray(sum(part * (result - mean) ** 2 for part, result in found))


AGENTS = (Table(1), Table(2))
KNOWN: list[set[Seat]] = [set(), {0}, {1}, {0, 1}]


def results(game: AnyGame, value: Value, known: set[Seat], weights: Floats) -> list[tuple[float, Floats]]:
    seats = {seat: AGENTS[seat] for seat in known}
    found = []
    for part, moves, _ in plays(game, AGENTS):
        measured = aivat(game, moves, value, seats)
        found.append((part, measured.expected.sum(axis=0) - measured.luck.sum(axis=0) @ weights))
    return found


@pytest.mark.parametrize("known", KNOWN)
def test_no_value_is_so_silly_that_it_makes_a_bias(known: set[Seat]) -> None:
    game = Kuhn()
    payoff, _ = moments([(part, np.array(payoffs)) for part, _, payoffs in plays(game, AGENTS)])
    for weights in ([0.0, 0.0], [1.0, 0.0], [-0.7, 3.1]):
        corrected, variance = moments(results(game, silly, known, np.array(weights)))
        assert corrected == pytest.approx(payoff, abs=1e-12)
        assert weights == [0.0, 0.0] or (variance > 1).all(), "silly values do change single results"


def test_the_true_value_leaves_no_variance_where_all_mixes_are_known() -> None:
    game = Kuhn()
    value = true_value(game, AGENTS)
    variances = []
    for known in KNOWN:
        mean, variance = moments(results(game, value, known, np.ones(1)))
        assert mean == pytest.approx(value(game.start())[0], abs=1e-12)
        variances.append(variance[0])
    plain = moments([(part, np.array(payoffs)) for part, _, payoffs in plays(game, AGENTS)])[1][0]
    assert plain > variances[0] > max(variances[1], variances[2]) > min(variances[1], variances[2]) > 0.01
    assert variances[3] == pytest.approx(0, abs=1e-24)


def test_a_known_seat_without_any_value_is_averaged_over_its_cards() -> None:
    """At the showdown nobody knows whether seat 1 held the jack or the king: the result is the mean of both."""
    moves = (Move(None, "QJ"), Move(0, "b"), Move(1, "k"))
    always = Always()
    measured = aivat(Kuhn(), moves, lambda state: np.zeros((0, 2)), {1: always})
    assert measured.expected.tolist() == [[0.0, 0.0]]
    assert aivat(Kuhn(), moves, lambda state: np.zeros((0, 2))).expected.tolist() == [[2.0, -2.0]]


class Always(MixedAgent[Any, Any, Any]):
    def __init__(self) -> None:
        super().__init__(Random(0))

    def mix(self, view: Any, actions: Sequence[Any]) -> Mapping[Any, float]:
        return {actions[1]: 1.0}


@dataclass(frozen=True, slots=True)
class SmallSession(MoneySession):
    """Hands with cards 1 and 2."""

    def chances(self, state: Any) -> Sequence[tuple[str, float]]:
        return tuple((f"c{card}", 1 / 2) for card in (1, 2))


@pytest.mark.parametrize("known", KNOWN)
def test_hands_of_a_session_have_no_bias_each(known: set[Seat]) -> None:
    """A value that depends on the money so far, and mixes that do, too."""
    game = SmallSession(hands=2)
    seats = {seat: AGENTS[seat] for seat in known}
    hands, corrected = np.zeros((2, 2)), np.zeros((2, 2))
    for part, moves, _ in plays(game, AGENTS):
        state, standings = game.start(), [np.zeros(2)]
        for move in moves:
            after = game.apply(state, move.action)
            if after.hands != state.hands:
                standings.append(np.array(after.money))
            state = after
        measured = aivat(game, moves, silly, seats)
        assert measured.won == pytest.approx(np.diff(standings, axis=0))
        hands += part * measured.won
        corrected += part * (measured.expected - measured.luck @ np.array([1.0, -2.0]))
    assert corrected == pytest.approx(hands, abs=1e-10)


@dataclass(frozen=True, slots=True)
class KuhnForMoney(Kuhn):
    @property
    def counted(self) -> Counted:
        return Counted(Count.MONEY, "coins")


def table(game: AnyGame, seat: Seat, rng: Random) -> Table:
    """The factory of `AGENTS`, by seat: whoever sits there."""
    agent = Table(seat + 1)
    agent.rng = rng
    return agent


def test_a_run_of_a_small_game_with_its_luck_taken_out() -> None:
    """Both mixes and the true value are known: every deal gives the exact mean, and the interval is a point."""
    game = KuhnForMoney()
    value = true_value(game, AGENTS)
    schedule = match_schedule(2, 2, 200)
    luck = ValueLuck(("value",), value, {"x": AGENTS[0], "y": AGENTS[1]})
    # Seats are exchanged, and names stay with agents: take only the games in which x sits in seat 0.
    results = run_games(game, [("x", table), ("y", table)], schedule, seed=4, luck=luck).results
    rows = LuckRows.of_results(results)
    assert rows.luck.shape == (200, 2, 2)
    first = rows.seatings[:, 0] == 0
    left = rows.amounts[first] - rows.luck[first].sum(axis=2)
    assert left == pytest.approx(np.tile(value(game.start())[0], (100, 1)), abs=1e-6)
    lines = corrected_lines(replace(rows, **{name: getattr(rows, name)[first] for name in ROWS}))
    ratio = lines[0].ratio("aivat")
    assert ratio is not None
    assert ratio < 0.02, "coefficients are fitted, and come close to 1"


ROWS = ("seatings", "amounts", "luck", "deal", "unit")


def test_luck_is_taken_out_of_money_only() -> None:
    luck = ValueLuck((), lambda state: np.zeros((0, 2)))
    results = run_games(Kuhn(), [("x", table), ("y", table)], match_schedule(2, 2, 2), luck=luck).results
    with pytest.raises(MendaxError, match="counts wins"):
        LuckRows.of_results(results)


def test_runs_are_put_together() -> None:
    game, luck = KuhnForMoney(), ValueLuck(("value",), silly_one)
    agents = [("x", table), ("y", table)]
    runs = [run_games(game, agents, match_schedule(2, 2, 6), seed=seed, luck=luck).results for seed in (1, 2)]
    one, two = map(LuckRows.of_results, runs)
    both = LuckRows.join([one, two])
    assert both.deal.tolist() == both.unit.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert (both.luck[6:] == two.luck).all()
    assert both.num_deals == 6
    with pytest.raises(MendaxError, match="different agents"):
        LuckRows.join([one, replace(two, agents=("x", "z"))])


def silly_one(state: Any) -> Floats:
    return silly(state)[:1]


def test_a_game_that_is_not_played_has_no_luck() -> None:
    """Two games, of which the second is forfeited afterwards."""
    luck = ValueLuck(("value",), silly_one)
    results = run_games(
        KuhnForMoney(), [("x", table), ("y", table)], match_schedule(2, 2, 2), seed=1, luck=luck
    ).results
    assert np.abs(results.luck()[1]).max() > 0
    results.add(unplayed_batch(results.job, 1, 0, "given up"))
    assert (results.luck()[1] == 0).all()
    assert np.abs(results.luck()[0]).max() > 0
    results.add(void_batch(results.job, 0))
    assert (results.luck() == 0).all()
