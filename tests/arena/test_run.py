"""Runs: the same results for any number of workers, at tables of any size."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule, tournament_schedule
from mendax.arena.statistics import Sprt, Verdict, wilson
from mendax.core import Factory, MendaxError, read_records
from mendax.core.catalogue import build_game
from mendax.games.one_die.rules import OneDie
from tests.arena.agents import GAME, Staking, deadly, named, numbers
from tests.high_roll import HighRoll, State


def staking(*names: str) -> list[tuple[str, Factory]]:
    return [(name, Staking(name)) for name in names]


class Wasteful(HighRoll):
    """Draws a number for nothing in the first round."""

    def draw(self, state: State, rng: Random) -> str:
        if not state.rounds:
            rng.random()
        return super().draw(state, rng)


def test_one_worker_or_many_the_results_are_identical() -> None:
    schedule = tournament_schedule(4, 2, 300)
    agents = named("tree", "matrix", "equilibrium", "random")
    runs = [run_games(GAME, agents, schedule, seed=7, workers=workers, records=True) for workers in (1, 2, 3)]
    summaries = [numbers(run, ratings=True) for run in runs]
    assert summaries[0] == summaries[1] == summaries[2]
    assert runs[0].results.records == runs[1].results.records
    assert numbers(run_games(GAME, agents, schedule, seed=8), ratings=True) != summaries[0]


def test_exchanged_seats_meet_the_same_dice() -> None:
    run = run_games(GAME, named("honest", "honest"), match_schedule(2, 2, 200), seed=3)
    payoffs = run.results.payoffs.reshape(100, 2, 2)
    assert (payoffs[:, 0] == payoffs[:, 1]).all(), "two copies of one pure agent repeat the deal exactly"
    assert len(np.unique(payoffs[:, 0, 0])) == 2


def test_the_sample_agrees_with_the_exact_value() -> None:
    summary = numbers(run_games(GAME, named("equilibrium", "equilibrium"), match_schedule(2, 2, 20_000), seed=1))
    first = summary["by_seat"][0]["agents"]
    wins = sum(line["wins"] for line in first)
    low, high = wilson(wins, 20_000, z=4)
    assert low < 41 / 60 < high


def test_records_replay() -> None:
    run = run_games(GAME, named("tree", "random"), match_schedule(2, 2, 20), records=True)
    records = read_records("\n".join(run.results.records[n] for n in range(20)), build_game)
    for record in records:
        record.replay()
    assert [list(record.payoffs) for record in records] == run.results.payoffs.tolist()


@pytest.mark.parametrize(
    ("options", "complaint"), [({"seed": -1}, "a seed is"), ({"workers": 0}, "from 1 to 512 workers")]
)
def test_bad_numbers_say_so(options: dict[str, int], complaint: str) -> None:
    with pytest.raises(MendaxError, match=complaint):
        run_games(
            GAME,
            named("tree", "random"),
            match_schedule(2, 2, 2),
            seed=options.get("seed", 0),
            workers=options.get("workers", 1),
        )


def test_an_agent_that_cannot_play_says_so_before_anything_starts() -> None:
    with pytest.raises(MendaxError, match="no other game"):
        run_games(OneDie(kept=True), named("tree", "random"), match_schedule(2, 2, 2), workers=2)


def test_forfeits_are_counted_not_hidden() -> None:
    run = run_games(GAME, [deadly("illegal", Path()), *named("honest")], match_schedule(2, 2, 40), workers=2)
    summary = numbers(run)
    assert summary["endings"]["forfeit"] == len(summary["forfeits"]) > 0
    assert summary["forfeits"][0]["agent"] == "deadly"
    assert summary["forfeits"][0]["reason"].startswith("illegal action: nothing")


def test_sprt_stops_a_match_at_the_same_game_for_any_workers() -> None:
    agents, schedule, test = named("tree", "random"), match_schedule(2, 2, 50_000), Sprt(0.5, 0.6)
    runs = [run_games(GAME, agents, schedule, seed=4, workers=workers, sprt=test) for workers in (1, 2)]
    assert runs[0].verdict is runs[1].verdict is Verdict.HIGHER
    assert numbers(runs[0]) == numbers(runs[1])
    assert numbers(runs[0])["games"] < 1000
    with pytest.raises(MendaxError, match="not for a tournament"):
        run_games(GAME, named("tree", "random", "honest"), tournament_schedule(3, 2, 10), sprt=test)


def test_orderings_seat_two_agents_at_a_table_of_four() -> None:
    game, schedule = HighRoll(), match_schedule(2, 4, 400, ["XXXY", "YYYX", "XXYY", "XYXY"])
    summary = numbers(run_games(game, staking("one", "two"), schedule, seed=1, workers=2))
    assert [line["games"] for line in summary["agents"]] == [400, 400], "games are games"
    assert [line["chairs"] for line in summary["agents"]] == [800, 800], "each has half the chairs"
    assert [line["fair_share"] for line in summary["agents"]] == [0.5, 0.5]
    assert sum(line["win_rate"] for line in summary["agents"]) == pytest.approx(1)
    assert sum(line["wins"] for line in summary["agents"]) == pytest.approx(400)
    assert summary["agents"][0]["mean_payoff"] == pytest.approx(-summary["agents"][1]["mean_payoff"])
    chairs = {(s["seat"], line["name"]): line["games"] for s in summary["by_seat"] for line in s["agents"]}
    assert chairs[3, "two"] == 300
    assert chairs[3, "one"] == 100


def test_a_tournament_of_five_at_tables_of_three() -> None:
    agents = staking("one", "two", "one", "two", "one")
    schedule = tournament_schedule(5, 3, 30)
    runs = [run_games(HighRoll(3), agents, schedule, seed=1, workers=workers) for workers in (1, 2)]
    summaries = [numbers(run, ratings=True) for run in runs]
    assert summaries[0] == summaries[1]
    assert [line["games"] for line in summaries[0]["agents"]] == [6 * 30] * 5
    assert sum(line["rating"]["points"] for line in summaries[0]["agents"]) == pytest.approx(0, abs=1e-6)


def test_what_is_drawn_in_one_round_does_not_change_the_next() -> None:
    """A game that draws one number more in its first round has other dice there, and the same ones afterwards."""
    rolls = []
    for game in (HighRoll(1), Wasteful(1)):
        run = run_games(game, staking("two"), match_schedule(1, 1, 20), seed=3, records=True)
        texts = run.results.records.values()
        rolls.append([[line for line in text.splitlines() if line.startswith("* d")] for text in texts])
    plain, wasteful = rolls
    assert [dice[1:] for dice in plain] == [dice[1:] for dice in wasteful]
    assert [dice[0] for dice in plain] != [dice[0] for dice in wasteful]


def test_one_seat_alone() -> None:
    summary = numbers(run_games(HighRoll(1), staking("two"), match_schedule(1, 1, 10)), ratings=True)
    assert summary["agents"][0]["win_rate"] == 1
    assert summary["pairs"][0]["p_value"] == 1
