"""Schedules, workers, resuming, statistics and ratings."""

from __future__ import annotations

import fcntl
import importlib
import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.arena.ratings import rate
from mendax.arena.results import Results, decode, encode, write_parquet
from mendax.arena.run import Run, run_games
from mendax.arena.schedule import (
    default_orderings,
    match_schedule,
    parse_orderings,
    tournament_schedule,
)
from mendax.arena.statistics import Sprt, Verdict, binomial_p, wilson
from mendax.arena.summary import summarise
from mendax.arena.worker import VOID, Batch, Job, missing_ranges
from mendax.core import Agent, AnyGame, Decision, Factory, MendaxError, Seat, read_records
from mendax.core.catalogue import build_agent, build_game
from mendax.games.one_die.rules import OneDie
from tests.high_roll import HighRoll

GAME = OneDie()


def named(*names: str) -> list[tuple[str, Factory]]:
    return [(name, build_agent("one-die", name)) for name in names]


def told(run: Run, **options: bool) -> dict[str, Any]:
    """Everything but the time it took."""
    story = summarise(run, **options)
    story.pop("seconds")
    return story


class TestSchedule:
    def test_each_deal_is_played_with_seats_exchanged(self) -> None:
        fixtures = list(match_schedule(2, 2, 5).fixtures(0, 5))
        assert [(f.deal, f.seating) for f in fixtures] == [
            (0, (0, 1)),
            (0, (1, 0)),
            (1, (0, 1)),
            (1, (1, 0)),
            (2, (0, 1)),
        ]

    def test_rotation_puts_everyone_everywhere(self) -> None:
        schedule = tournament_schedule(5, 3, 6)
        assert len(schedule) == 10 * 6
        chairs = Counter((seat, who) for f in schedule.fixtures(0, 60) for seat, who in enumerate(f.seating))
        assert set(chairs.values()) == {12}

    def test_named_orderings(self) -> None:
        schedule = match_schedule(2, 4, 8, parse_orderings(["XXXY", "YYYX", "XXYY", "XYXY"], 4))
        assert schedule.pairings[0] == ((0, 0, 0, 1), (1, 1, 1, 0), (0, 0, 1, 1), (0, 1, 0, 1))
        for seats in range(3, 11):
            chairs = [Counter(ordering[seat] for ordering in default_orderings(seats)) for seat in range(seats)]
            assert all(chair["X"] == chair["Y"] for chair in chairs), "each seat is fair to both"
        paired = tournament_schedule(3, 4, 4, parse_orderings(["xxyy"], 4))
        assert paired.pairings == (((0, 0, 1, 1),), ((0, 0, 2, 2),), ((1, 1, 2, 2),))

    @pytest.mark.parametrize("text", ["XXX", "XXXX", "XYZ", "XXYYX", ""])
    def test_bad_orderings_say_so(self, text: str) -> None:
        with pytest.raises(MendaxError, match="letters X and Y"):
            parse_orderings([text], 4)

    def test_tables_that_cannot_be_filled_say_so(self) -> None:
        with pytest.raises(MendaxError, match="needs 2 agents, not 3"):
            match_schedule(3, 2, 10)
        with pytest.raises(MendaxError, match="at least 4 agents"):
            tournament_schedule(3, 4, 10)

    @given(st.integers(1, 9), st.integers(2, 5), st.data())
    def test_any_range_is_a_piece_of_the_whole(self, games: int, agents: int, data: st.DataObject) -> None:
        schedule = tournament_schedule(agents, 2, games)
        whole = list(schedule.fixtures(0, len(schedule)))
        assert [f.number for f in whole] == list(range(len(schedule)))
        assert Counter(f.pairing for f in whole) == dict.fromkeys(range(len(schedule.pairings)), games)
        assert [f.deal for f in whole] == sorted(f.deal for f in whole), "deal by deal, so that stopping early is fair"
        places = Results(Job(GAME, (), (), schedule, 0)).places
        assert [(f.deal, f.pairing) for f in whole] == list(zip(*(map(int, p) for p in places[:2]), strict=True))
        start = data.draw(st.integers(0, len(whole)))
        stop = data.draw(st.integers(start, len(whole)))
        assert list(schedule.fixtures(start, stop)) == whole[start:stop]

    @given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 5)), max_size=6))
    def test_missing_ranges_fill_the_gaps(self, parts: list[tuple[int, int]]) -> None:
        done = [(start, min(25, start + size)) for start, size in parts]
        covered = {n for start, stop in done for n in range(start, stop)}
        missing = [n for start, stop in missing_ranges(done, 25) for n in range(start, stop)]
        assert missing == sorted(set(range(25)) - covered)


class TestRunning:
    def test_one_worker_or_many_the_results_are_identical(self) -> None:
        schedule = tournament_schedule(4, 2, 300)
        agents = named("tree", "matrix", "equilibrium", "random")
        runs = [run_games(GAME, agents, schedule, seed=7, workers=workers, records=True) for workers in (1, 2, 3)]
        stories = [told(run, ratings=True) for run in runs]
        assert stories[0] == stories[1] == stories[2]
        assert runs[0].results.records == runs[1].results.records
        assert told(run_games(GAME, agents, schedule, seed=8), ratings=True) != stories[0]

    def test_exchanged_seats_meet_the_same_dice(self) -> None:
        run = run_games(GAME, named("honest", "honest"), match_schedule(2, 2, 200), seed=3)
        payoffs = run.results.payoffs.reshape(100, 2, 2)
        assert (payoffs[:, 0] == payoffs[:, 1]).all(), "two copies of one pure agent repeat the deal exactly"
        assert len(np.unique(payoffs[:, 0, 0])) == 2

    def test_the_sample_agrees_with_the_exact_value(self) -> None:
        story = told(run_games(GAME, named("equilibrium", "equilibrium"), match_schedule(2, 2, 20_000), seed=1))
        first = story["by_seat"][0]["agents"]
        wins = sum(line["wins"] for line in first)
        low, high = wilson(wins, 20_000, z=4)
        assert low < 41 / 60 < high

    def test_records_replay(self) -> None:
        run = run_games(GAME, named("tree", "random"), match_schedule(2, 2, 20), records=True)
        records = read_records("\n".join(run.results.records[n] for n in range(20)), build_game)
        for record in records:
            record.replay()
        assert [list(record.payoffs) for record in records] == run.results.payoffs.tolist()

    @pytest.mark.parametrize(
        ("options", "complaint"), [({"seed": -1}, "a seed is"), ({"workers": 0}, "from 1 to 512 workers")]
    )
    def test_bad_numbers_say_so(self, options: dict[str, int], complaint: str) -> None:
        with pytest.raises(MendaxError, match=complaint):
            run_games(
                GAME,
                named("tree", "random"),
                match_schedule(2, 2, 2),
                seed=options.get("seed", 0),
                workers=options.get("workers", 1),
            )

    def test_a_mind_that_cannot_play_says_so_before_anything_starts(self) -> None:
        with pytest.raises(MendaxError, match="no other game"):
            run_games(OneDie(kept=True), named("tree", "random"), match_schedule(2, 2, 2), workers=2)

    def test_forfeits_are_counted_not_hidden(self) -> None:
        run = run_games(GAME, [deadly("illegal", Path()), *named("honest")], match_schedule(2, 2, 40), workers=2)
        story = told(run)
        assert story["endings"]["forfeit"] == len(story["forfeits"]) > 0
        assert story["forfeits"][0]["agent"] == "deadly"
        assert story["forfeits"][0]["reason"].startswith("illegal action: nothing")


@dataclass(frozen=True)
class Deadly:
    """A factory of agents that kill their process: always, or until a file says that it was done."""

    when: str
    marks: str

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        return DeadlyMind(self.when, Path(self.marks), rng)


class DeadlyMind(Agent[Any, Any, Any]):
    def __init__(self, when: str, marks: Path, rng: Random) -> None:
        self.when, self.marks, self.rng = when, marks, rng

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        if self.when == "illegal":
            return Decision("nothing")
        draw = self.rng.random()
        if draw < 0.02:
            mark = self.marks / str(draw)
            if self.when == "always" or not mark.exists():
                mark.touch()
                os._exit(11)
        return Decision(actions[int(self.rng.random() * len(actions))])


def deadly(when: str, marks: Path) -> tuple[str, Factory]:
    return "deadly", Deadly(when, str(marks))


class TestManySeats:
    """Nothing in the arena counts to two."""

    def agents(self, *names: str) -> list[tuple[str, Factory]]:
        return [(name, Staking(name)) for name in names]

    def test_orderings_seat_two_agents_at_a_table_of_four(self) -> None:
        game, schedule = HighRoll(), match_schedule(2, 4, 400, ["XXXY", "YYYX", "XXYY", "XYXY"])
        story = told(run_games(game, self.agents("one", "two"), schedule, seed=1, workers=2))
        assert [line["games"] for line in story["agents"]] == [800, 800], (
            "over the four orderings each has half the chairs"
        )
        assert sum(line["wins"] for line in story["agents"]) == pytest.approx(400)
        assert story["agents"][0]["mean_payoff"] == pytest.approx(-story["agents"][1]["mean_payoff"])
        chairs = {(s["seat"], line["name"]): line["games"] for s in story["by_seat"] for line in s["agents"]}
        assert chairs[3, "two"] == 300
        assert chairs[3, "one"] == 100

    def test_a_tournament_of_five_at_tables_of_three(self) -> None:
        agents = self.agents("one", "two", "one", "two", "one")
        schedule = tournament_schedule(5, 3, 30)
        runs = [run_games(HighRoll(3), agents, schedule, seed=1, workers=workers) for workers in (1, 2)]
        stories = [told(run, ratings=True) for run in runs]
        assert stories[0] == stories[1]
        assert [line["games"] for line in stories[0]["agents"]] == [6 * 30] * 5
        assert sum(line["rating"]["points"] for line in stories[0]["agents"]) == pytest.approx(0, abs=1e-6)

    def test_a_rounds_chance_does_not_hang_on_the_rounds_before(self) -> None:
        """Thrifty draws less chance in its first round; the second round's dice are the same for all that."""
        schedule = match_schedule(1, 1, 20)
        shown = []
        for length in (2, 3):
            run = run_games(HighRoll(1, length), self.agents("two"), schedule, seed=3, records=True)
            rolls = [
                [line for line in text.splitlines() if line.startswith("* d")] for text in run.results.records.values()
            ]
            shown.append([r[1] for r in rolls])
        assert shown[0] == shown[1]

    def test_one_seat_alone(self) -> None:
        story = told(run_games(HighRoll(1), self.agents("two"), match_schedule(1, 1, 10)), ratings=True)
        assert story["agents"][0]["win_rate"] == 1
        assert story["pairs"][0]["p_value"] == 1


@dataclass(frozen=True)
class Staking:
    """A factory of agents that always stake the same."""

    action: str

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        return StakingMind(self.action)


class StakingMind(Agent[Any, Any, Any]):
    def __init__(self, action: str) -> None:
        self.action = action

    def act(self, view: object, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        return Decision(self.action)


def test_golden_records(tmp_path: Path) -> None:
    """Twenty games as they were played once: rules, chance, agents and the record's text have not moved."""
    schedule = tournament_schedule(3, 2, 8)
    run = run_games(GAME, named("tree", "matrix", "random"), schedule, seed=1, records=True)
    text = "\n".join(run.results.records[number] for number in sorted(run.results.records))
    golden = Path(__file__).parent.parent / "golden" / "one-die.txt"
    assert text == golden.read_text(), f"if the change is meant, write the new text to {golden}"
    for record in read_records(text, build_game):
        record.replay()


@dataclass(frozen=True)
class Unbuildable:
    """A factory that breaks down at one seat."""

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        if seat == 1:
            raise RuntimeError("no brain")
        return StakingMind("accept")


def test_a_mind_that_cannot_be_built_forfeits_for_any_workers() -> None:
    agents: list[tuple[str, Factory]] = [("unbuildable", Unbuildable()), *named("honest")]
    stories = [told(run_games(GAME, agents, match_schedule(2, 2, 20), workers=workers)) for workers in (1, 2)]
    assert stories[0] == stories[1]
    assert any(forfeit["reason"] == "RuntimeError: no brain" for forfeit in stories[0]["forfeits"])


class TestDeath:
    def test_a_worker_that_dies_is_replaced_and_its_games_are_played_again(self, tmp_path: Path) -> None:
        agents = [deadly("once", tmp_path), *named("honest")]
        schedule = match_schedule(2, 2, 60)
        run = run_games(GAME, agents, schedule, seed=5, workers=2)
        assert len(list(tmp_path.iterdir())) > 0, "somebody must have died"
        assert run.results.played.all()
        again = run_games(GAME, agents, schedule, seed=5, workers=2)  # nobody dies any more
        assert told(again) == told(run)

    def test_a_deadly_game_is_void_and_the_rest_is_played(self, tmp_path: Path) -> None:
        agents = [deadly("always", tmp_path), *named("honest")]
        run = run_games(GAME, agents, match_schedule(2, 2, 40), seed=5, workers=2)
        story = told(run)
        assert story["endings"][VOID] == 40 - story["games"] > 0
        assert story["games"] > 20
        assert run.results.done.all()

    def test_a_mind_that_cannot_travel_says_so(self) -> None:
        agents: list[tuple[str, Factory]] = [("typed in", lambda game, seat, rng: DeadlyMind("never", Path(), rng))]
        with pytest.raises(MendaxError, match="typed in cannot be sent to workers"):
            run_games(GAME, [*agents, *named("honest")], match_schedule(2, 2, 4), workers=2)

    def test_a_mind_that_workers_cannot_load_says_so(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Its module disappears after we have imported it, so that no worker can."""
        module = tmp_path / "only_here.py"
        module.write_text(
            "from mendax.core.uniform import Uniform\ndef factory(game, seat, rng): return Uniform(rng)\n"
        )
        monkeypatch.syspath_prepend(tmp_path)
        factory: Factory = importlib.import_module("only_here").factory
        module.unlink()
        with pytest.raises(MendaxError, match="a worker cannot load an agent: No module named 'only_here'"):
            run_games(GAME, [("lost", factory), *named("honest")], match_schedule(2, 2, 4), workers=2)
        again = run_games(GAME, named("tree", "honest"), match_schedule(2, 2, 4), workers=2)
        assert again.results.played.all(), "the same workers take the next job"


class TestResuming:
    def test_an_interrupted_run_goes_on_to_the_same_end(self, tmp_path: Path) -> None:
        schedule, agents = match_schedule(2, 2, 3000), named("tree", "random")
        whole = run_games(GAME, agents, schedule, seed=2)

        def interrupt(done: int) -> None:
            if done > 500:
                raise KeyboardInterrupt

        first = run_games(GAME, agents, schedule, seed=2, out=tmp_path, progress=interrupt)
        assert first.interrupted
        assert 500 < first.results.num_done < 3000
        assert summarise(first)["games"] == first.results.num_done
        with (tmp_path / "games.jsonl").open("a") as file:
            file.write('{"start": 9')  # killed while writing a line
        seen: list[int] = []
        second = run_games(GAME, agents, schedule, seed=2, out=tmp_path, workers=2, progress=seen.append)
        assert seen[0] == first.results.num_done, "what was played is not played again"
        assert told(second) == told(whole)
        third = run_games(GAME, agents, schedule, seed=2, out=tmp_path)
        assert told(third) == told(whole)

    def test_one_run_at_a_time(self, tmp_path: Path) -> None:
        """Two runs in one folder would play the same games twice."""
        with (tmp_path / "games.jsonl").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            with pytest.raises(MendaxError, match="is in use: another run is playing there"):
                run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), seed=2, out=tmp_path)
        run = run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), seed=2, out=tmp_path)
        assert run.results.num_done == 10

    def test_another_run_is_not_mixed_in(self, tmp_path: Path) -> None:
        run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), seed=2, out=tmp_path)
        with pytest.raises(MendaxError, match="holds another run"):
            run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), seed=3, out=tmp_path)

    def test_a_damaged_log_is_noticed(self, tmp_path: Path) -> None:
        run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), out=tmp_path)
        log = tmp_path / "games.jsonl"
        log.write_text(log.read_text().replace("data", "date", 1))
        with pytest.raises(MendaxError, match=r"line 1, is damaged"):
            run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), out=tmp_path)

    def test_a_batch_survives_its_line(self) -> None:
        batch = Batch(3, 5)
        batch.payoffs.extend([1.0, -1.0, 0.5, -0.5])
        batch.moves.extend([4, 7])
        batch.endings.extend([0, 1])
        batch.names.extend(["a", "b"])
        batch.forfeits.append((4, 1, "why"))
        batch.records.append("text")
        assert decode(encode(batch)) == batch


class TestStatistics:
    def test_wilson_is_the_textbook_interval(self) -> None:
        """Newcombe (1998), Table I: 81 of 263 and 15 of 148."""
        assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
        assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
        assert wilson(0, 0) == (0.0, 1.0)

    @settings(max_examples=60, deadline=None)
    @given(st.integers(1, 400), st.floats(0.05, 0.95), st.data())
    def test_the_binomial_test_is_scipys(self, games: int, rate: float, data: st.DataObject) -> None:
        from scipy.stats import binomtest

        wins = data.draw(st.integers(0, games))
        assert binomial_p(wins, games, rate) == pytest.approx(binomtest(wins, games, rate).pvalue, rel=1e-6)

    def test_sprt_errs_as_often_as_it_says(self) -> None:
        """A thousand tests at each hypothesis: wrong about one time in twenty, and early."""
        rng, test, wrong, lengths = np.random.default_rng(0), Sprt(0.5, 0.6), 0, []
        for truth, right in ((0.5, Verdict.LOWER), (0.6, Verdict.HIGHER)):
            for _ in range(200):
                scores = (rng.random((3000, 2)) < truth).mean(axis=1)
                for deals in range(50, 3001, 50):
                    verdict = test.verdict(scores[:deals])
                    if verdict is not Verdict.GO_ON:
                        break
                wrong += verdict is not right
                lengths.append(deals)
        assert wrong <= 0.07 * 400
        assert np.mean(lengths) < 400

    def test_sprt_stops_a_match_at_the_same_game_for_any_workers(self) -> None:
        agents, schedule, test = named("tree", "random"), match_schedule(2, 2, 50_000), Sprt(0.5, 0.6)
        runs = [run_games(GAME, agents, schedule, seed=4, workers=workers, sprt=test) for workers in (1, 2)]
        assert runs[0].verdict is runs[1].verdict is Verdict.HIGHER
        assert told(runs[0]) == told(runs[1])
        assert told(runs[0])["games"] < 1000
        with pytest.raises(MendaxError, match="not for a tournament"):
            run_games(GAME, named("tree", "random", "honest"), tournament_schedule(3, 2, 10), sprt=test)


class TestRatings:
    def test_two_players_are_bradley_terry(self) -> None:
        """Three wins to one is a strength ratio of three, up to the weak prior: 191 points apart."""
        seatings = np.tile([0, 1], (4000, 1))
        payoffs = np.tile([[1.0, -1.0]] * 3 + [[-1.0, 1.0]], (1000, 1))
        first, second = rate(seatings, payoffs, np.arange(4000), 2)
        assert first.points - second.points == pytest.approx(400 * np.log10(3), abs=0.5)
        assert first.ci95[0] < first.points < first.ci95[1]

    def test_known_strengths_are_found_again_at_tables_of_four(self) -> None:
        rng = np.random.default_rng(1)
        truth = np.array([200.0, 50.0, 0.0, -50.0, -200.0])
        seatings = np.array([rng.permutation(5)[:4] for _ in range(6000)])
        noise = rng.gumbel(size=seatings.shape)  # the highest strength plus noise wins: Plackett-Luce
        payoffs = (truth[seatings] / (400 / np.log(10)) + noise).argsort(axis=1).argsort(axis=1).astype(float)
        for paid in (payoffs, (payoffs == 3).astype(float)):  # full rankings, and winner takes all
            found = rate(seatings, paid, np.arange(6000), 5)
            assert [r.points for r in found] == pytest.approx(truth, abs=25)
            assert all(r.ci95[0] - 15 < t < r.ci95[1] + 15 for r, t in zip(found, truth, strict=True))

    def test_the_order_of_games_does_not_matter(self) -> None:
        rng = np.random.default_rng(2)
        seatings = rng.integers(0, 3, (500, 2))
        payoffs = rng.choice([-1.0, 0.0, 1.0], (500, 1)) * [[1.0, -1.0]]
        order = rng.permutation(500)
        straight = rate(seatings, payoffs, np.arange(500), 3)
        shuffled = rate(seatings[order], payoffs[order], np.arange(500)[order], 3)
        assert [r.points for r in straight] == pytest.approx([r.points for r in shuffled])

    def test_a_perfect_score_stays_finite(self) -> None:
        found = rate(np.tile([0, 1], (50, 1)), np.tile([1.0, -1.0], (50, 1)), np.arange(50), 2)
        assert 300 < found[0].points - found[1].points < 1500


def test_parquet_holds_every_seat_of_every_game(tmp_path: Path) -> None:
    run = run_games(GAME, named("tree", "random"), match_schedule(2, 2, 100), seed=1)
    path = tmp_path / "it's.parquet"
    write_parquet(run.results, path)
    query = "select agent, count(*), sum(win), avg(payoff) from read_parquet(?) group by agent"
    rows = duckdb.execute(query, [str(path)]).fetchall()
    expected = {line["name"]: (100, line["wins"], line["mean_payoff"]) for line in summarise(run)["agents"]}
    assert {name: (games, wins, pytest.approx(mean)) for name, games, wins, mean in rows} == expected


def test_the_story_is_json_with_the_documented_names() -> None:
    story = summarise(run_games(GAME, named("tree", "random"), match_schedule(2, 2, 100), seed=1), ratings=True)
    again = json.loads(json.dumps(story))
    assert again == story
    assert {"game", "games", "seed", "agents", "by_seat", "seconds"} <= story.keys()
    for line in story["agents"]:
        assert {"name", "wins", "win_rate", "ci95", "mean_payoff"} <= line.keys()
    assert sum(line["wins"] for line in story["agents"]) == 100
    assert story["by_seat"][0]["agents"][0]["games"] == 50
