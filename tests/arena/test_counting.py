"""What counts, by deal: games not lost, and money by the hand, in the two tiny games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import numpy as np
import pytest

from mendax.arena.log import decode, encode
from mendax.arena.parquet import write_games, write_rounds
from mendax.arena.run import Run, run_games
from mendax.arena.schedule import match_schedule, tournament_schedule
from mendax.arena.statistics import Sprt
from mendax.arena.summary import AgentLine, Summary
from mendax.arena.worker import play_range
from mendax.cli.match_tables import footer, pairs_table, results_table, seats_table
from mendax.core import MendaxError
from mendax.core.agent import Agent, Decision
from mendax.core.game import AnyGame, Seat
from tests.arena.agents import named, numbers
from tests.tiny_games import MoneySession, OneLoser


@dataclass(frozen=True)
class Drawing:
    """Swaps straws up to a length, and now and then any: equal agents do not decide equally."""

    limit: int
    noise: float = 0.3

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        return DrawingAgent(self.limit, self.noise, rng)


class DrawingAgent(Agent[Any, Any, Any]):
    def __init__(self, limit: int, noise: float, rng: Random) -> None:
        self.limit, self.noise, self.rng = limit, noise, rng

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        swap = view.straws[view.seat] <= self.limit
        if self.rng.random() < self.noise:
            swap = not swap
        return Decision("swap" if swap else "keep")


@dataclass(frozen=True)
class Betting:
    """Bets and calls with cards above a limit, give or take ten; may break down from a hand on."""

    limit: float
    breaks_in: int = -1

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        return BettingAgent(self, rng)


class BettingAgent(Agent[Any, Any, Any]):
    def __init__(self, how: Betting, rng: Random) -> None:
        self.how, self.rng = how, rng

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        if 0 <= self.how.breaks_in <= view.hands:
            raise RuntimeError("out of order")
        strong = view.cards[view.seat] + 20 * self.rng.random() - 10 > self.how.limit
        return Decision(actions[1] if strong else actions[0])


def draw(limits: Sequence[int], games: int, seed: int) -> Summary:
    agents = [(f"up to {limit}", Drawing(limit)) for limit in limits]
    return Summary.of(run_games(OneLoser(), agents, match_schedule(3, 3, games), seed=seed))


def bet(limits: Sequence[float], games: int, seed: int, hands: int = 10) -> Run:
    agents = [(f"above {limit}", Betting(limit)) for limit in limits]
    return run_games(MoneySession(hands), agents, match_schedule(2, 2, games), seed=seed)


def significant(p: float | None) -> bool:
    assert p is not None
    return p < 0.05


class TestOneLoser:
    def test_equal_agents_differ_as_often_as_the_level_says(self) -> None:
        """At 5 %: in 5 of 100 seeds, give or take 4."""
        found = sum(significant(draw((2, 2, 2), 300, seed).pairs[0].p_value) for seed in range(100))
        assert 1 <= found <= 9

    def test_a_weak_agent_is_found_out(self) -> None:
        """An agent that loses about 37 % of 3,000 games, where a third is fair."""
        summary = Summary.of(
            run_games(
                OneLoser(),
                [("weak", Drawing(2, 0.465)), ("b", Drawing(2)), ("c", Drawing(2))],
                match_schedule(3, 3, 3000),
                seed=5,
            )
        )
        weak, pair = summary.agents[0], summary.pairs[0]
        assert 1 - weak.rate == pytest.approx(0.371, abs=0.002)
        assert weak.fair_share == pytest.approx(2 / 3)
        assert pair.p_value is not None
        assert pair.p_value < 1e-4

    def test_games_not_lost_are_counted(self) -> None:
        summary = draw((1, 2, 3), 300, 1)
        assert sum(line.games - line.total for line in summary.agents) == 300, "each game has one loser"
        found = summary.to_json()
        assert (found["counted"], found["unit"]) == ("games not lost", "games")
        assert found["agents"][0]["not_lost"] == summary.agents[0].total
        assert "wins" not in found["agents"][0]
        assert str(summary).splitlines()[1].startswith("up to 1  does not lose ")

    def test_a_team_loses_when_one_of_its_chairs_does(self) -> None:
        agents = [("x", Drawing(2)), ("y", Drawing(2))]
        summary = Summary.of(run_games(OneLoser(), agents, match_schedule(2, 3, 600, ["XXY", "YYX"]), seed=1))
        assert [line.games for line in summary.agents] == [600, 600]
        assert sum(line.games - line.total for line in summary.agents) == 600
        assert [line.fair_share for line in summary.agents] == [0.5, 0.5]

    def test_ratings_go_by_losses(self) -> None:
        agents = [("weak", Drawing(6, 0.0)), ("fair", Drawing(2, 0.4)), ("good", Drawing(2, 0.0))]
        run = run_games(OneLoser(), agents, tournament_schedule(3, 3, 3000), seed=2)
        lines = Summary.of(run, ratings=True).agents
        points = [line.rating.points for line in lines if line.rating is not None]
        assert points == sorted(points)
        # The model says who loses: odds of losing go by the difference of points.
        lost = np.array([1 - line.rate for line in lines])
        assert np.array(points) == pytest.approx(-400 * np.log10(lost) + 400 * np.log10(lost).mean(), abs=3)

    def test_tables_name_what_is_counted(self) -> None:
        summary = draw((1, 2, 3), 300, 1)
        table = results_table(summary, "title")
        assert [str(column.header) for column in table.columns] == [
            "agent",
            "games",
            "lost",
            "not lost",
            "95 %",
            "fair share",
        ]
        assert seats_table(summary).title == "Games not lost by seat"
        assert [str(column.header) for column in pairs_table(summary).columns] == [
            "pairing",
            "games",
            "lost",
            "not lost",
            "p",
        ]


class TestMoney:
    def test_intervals_by_hand_hold_the_truth(self) -> None:
        """The true mean by a long run; 95 % intervals of a hundred short ones hold it in 90 to 99."""
        truth = Summary.of(bet((40, 70), 8000, 1_000_000)).agents[0].rate
        held = 0
        for seed in range(100):
            ends = Summary.of(bet((40, 70), 40, seed)).agents[0].ci95
            assert ends is not None
            held += ends[0] <= truth <= ends[1]
        assert 90 <= held <= 99

    def test_duplicate_hands_make_intervals_shorter(self) -> None:
        """At most 0.65 of an interval that takes all hands and chairs for independent."""
        run = bet((40, 70), 400, 3)
        line = Summary.of(run).agents[0]
        rounds = run.results.rounds()
        mine = run.results.seatings()[rounds.game] == 0
        alone = 1.96 * rounds.change[mine].std() / np.sqrt(mine.sum())
        assert line.games == 4000
        assert line.ci95 is not None
        assert (line.ci95[1] - line.ci95[0]) / 2 <= 0.65 * alone

    def test_money_is_counted_by_the_hand(self) -> None:
        run = bet((40, 70), 20, 1)
        summary = Summary.of(run, ratings=True)
        line = summary.agents[0]
        assert line.total == run.results.payoffs[run.results.seatings() == 0].sum()
        assert line.rate == pytest.approx(line.total / 200)
        assert sum(line.total for line in summary.agents) == 0
        found = summary.to_json()
        assert (found["counted"], found["unit"]) == ("money", "coins")
        assert found["agents"][0]["hands"] == 200
        assert found["agents"][0]["mean_money"] == line.rate
        assert " coins a hand (95 %: " in str(summary)
        assert [str(column.header) for column in results_table(summary, "").columns] == [
            "agent",
            "hands",
            "coins",
            "a hand",
            "95 %",
            "rating",
        ]

    def test_ratings_are_money_a_hand(self) -> None:
        agents = [(f"above {limit}", Betting(limit)) for limit in (40, 60, 90)]
        run = run_games(MoneySession(5), agents, tournament_schedule(3, 2, 400), seed=2)
        lines = Summary.of(run, ratings=True).agents
        points = [line.rating.points for line in lines if line.rating is not None]
        # In a round robin of n the mean against all others is n / (n - 1) of the rating.
        assert points == pytest.approx([line.rate * 2 / 3 for line in lines], abs=1e-9)

    def test_a_sequential_test_goes_by_money(self) -> None:
        agents = [("a", Betting(40)), ("b", Betting(70))]
        test = Sprt(-0.3, 0.3, rates=False)
        runs = [
            run_games(MoneySession(), agents, match_schedule(2, 2, 4000), sprt=test, workers=workers)
            for workers in (1, 2)
        ]
        assert numbers(runs[0]) == numbers(runs[1])
        assert Summary.of(runs[0]).sprt == "the lower rate"
        assert runs[0].results.num_done < 4000

    def test_a_fault_costs_the_choice_and_not_the_session(self) -> None:
        agents = [("broken", Betting(40, breaks_in=3)), ("b", Betting(70))]
        run = run_games(MoneySession(10), agents, match_schedule(2, 2, 4))
        summary = Summary.of(run)
        assert [line.games for line in summary.agents] == [40, 40], "every hand was played"
        assert [(line.agent, line.reason) for line in summary.forfeits] == [
            ("broken", "RuntimeError: out of order")
        ] * 4
        assert summary.endings == {"end": 4}
        assert "Games with faults: broken 4" in footer(summary)


class TestRounds:
    def test_a_row_for_every_hand_and_seat(self, tmp_path: Path) -> None:
        run = bet((40, 70), 6, 1)
        write_rounds(run.results, tmp_path / "rounds.parquet")
        write_games(run.results, tmp_path / "games.parquet")
        query = """
            select number, agent, sum(change), max_by(standing, round), count(*), any_value(payoff)
            from read_parquet(?) as hands join read_parquet(?) as games using (number, seat, agent)
            group by number, agent
        """
        rows = duckdb.execute(query, [str(tmp_path / "rounds.parquet"), str(tmp_path / "games.parquet")]).fetchall()
        assert len(rows) == 12
        assert all(change == last == payoff and count == 10 for _, _, change, last, count, payoff in rows)

    def test_any_number_of_workers_and_a_log_keep_the_same_rounds(self, tmp_path: Path) -> None:
        agents = [("a", Betting(40)), ("b", Betting(70))]
        runs = [
            run_games(MoneySession(3), agents, match_schedule(2, 2, 60), workers=workers, out=out)
            for workers, out in ((1, None), (2, tmp_path), (1, tmp_path))
        ]
        found = [run.results.rounds() for run in runs]
        assert len(found[0].game) == 180
        assert all(np.array_equal(one.change, found[0].change) for one in found)

    def test_a_batch_keeps_its_rounds(self) -> None:
        batch = play_range(bet((40, 70), 6, 1).results.job, 2, 5)
        assert list(batch.num_rounds) == [10, 10, 10]
        assert decode(encode(batch)) == batch

    def test_a_game_without_rounds_says_so(self) -> None:
        with pytest.raises(MendaxError, match="one-loser has no rounds"):
            run_games(OneLoser(), [("a", Drawing(2))] * 3, match_schedule(3, 3, 3), rounds=True)


class TestDeals:
    def test_two_games_of_one_deal_are_one_observation(self) -> None:
        """Agents that always do the same share every deal: there is no doubt that they are equal."""
        agents = [("x", Drawing(2, 0.0)), ("y", Drawing(2, 0.0)), ("z", Drawing(2, 0.0))]
        summary = Summary.of(run_games(OneLoser(), agents, match_schedule(3, 3, 300), seed=4))
        assert [line.total for line in summary.agents] == [200] * 3
        assert summary.pairs[0].p_value == pytest.approx(1)

    def test_one_deal_tells_nothing(self) -> None:
        lines = draw((1, 2, 3), 3, 1).agents
        assert [line.ci95 for line in lines] == [None] * 3
        assert [line.payoff_ci95 for line in lines] == [None] * 3
        line: AgentLine = Summary.of(run_games(OneLoser(), [("a", Drawing(2))] * 3, match_schedule(3, 3, 1))).agents[0]
        assert line.payoff_std is None

    def test_the_exact_test_stays_for_whole_wins(self) -> None:
        from mendax.arena.statistics import binomial_p
        from tests.arena.agents import GAME

        (pair,) = Summary.of(run_games(GAME, named("tree", "random"), match_schedule(2, 2, 100), seed=1)).pairs
        assert pair.p_value == binomial_p(pair.agents[0].total, 100, 0.5)

    def test_circles_go_both_ways(self) -> None:
        schedule = tournament_schedule(3, 3, 6)
        before = [
            (seating[at - 1], who)
            for (seating,) in [(f.seating,) for f in schedule.fixtures(0, 6)]
            for at, who in enumerate(seating)
        ]
        assert {pair: before.count(pair) for pair in before} == {
            (a, b): 3 for a in range(3) for b in range(3) if a != b
        }, "everybody sits before everybody else equally often"
        assert tournament_schedule(2, 2, 4).size == 2
