"""The study of Blufpoker on few games: it runs, resumes, and its figures fit together."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mendax.arena.schedule import Schedule
from mendax.cli.app import run
from mendax.core.errors import MendaxError, Stopped
from mendax.games.blufpoker.agents.strategies import ALL_STRATEGIES, read_strategy
from mendax.games.blufpoker.study import exact, runs
from mendax.games.blufpoker.study.authors_slips import ALL
from mendax.games.blufpoker.study.comparison import Losses
from mendax.games.blufpoker.study.kept import keep
from mendax.games.blufpoker.study.numbers import ReasoningLine
from mendax.games.blufpoker.study.page import WITHOUT_CALL_TOP, line_up_label
from mendax.games.blufpoker.study.published import GAMES, LINE_UPS
from mendax.games.blufpoker.study.runs import Plan, draw_line_ups
from mendax.report.progress import progress
from mendax.report.study import StudyOptions

STRATEGIES = (*ALL_STRATEGIES[::6], read_strategy(WITHOUT_CALL_TOP[0]), ALL_STRATEGIES[-1])
TINY = Plan(6, 30, 1, 2, 1, ("naive:one/overbid/call",), STRATEGIES)


@pytest.fixture(autouse=True)
def tiny_study(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games, and the values of the round are not solved for: that takes longer than all the rest."""
    monkeypatch.setattr(runs, "QUICK", TINY)
    monkeypatch.setattr(runs, "OURS", "no such agent")
    monkeypatch.setattr(
        exact, "load_or_solve", lambda: SimpleNamespace(value=lambda truthful: -0.5 if truthful else 0.5)
    )
    exploited = exact.Exploited("naive:one/overbid/call", 0.75, 1.0, 0.5)
    monkeypatch.setattr(exact, "exploited", lambda agent: replace(exploited, agent=agent))


def test_published_losses_are_those_of_the_authors() -> None:
    assert GAMES == 10_000
    assert {line.name: line.lost for line in LINE_UPS} == {
        "K, K": (34.7, 32.5, 32.8),
        "R, GO": (26.5, 64.6, 9.0),
        "GO, R": (3.8, 93.4, 2.8),
        "GT, LO": (1.0, 96.4, 2.7),
        "LO, GT": (24.4, 51.2, 24.3),
        "R, GT": (18.6, 30.6, 50.7),
    }
    assert all(sum(line.lost) == pytest.approx(100, abs=0.11) for line in LINE_UPS)
    assert LINE_UPS[0].players("knowing") == ("knowing",) * 3
    assert LINE_UPS[5].players("knowing:authors") == (
        "naive:one/truthful/believe=0.8+call-top",
        "naive:greedy/truthful/believe",
        "knowing:authors",
    )


def test_the_figures_fit_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "blufpoker", "--quick", "--out", str(tmp_path), "--workers", "1", "--json"]) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert numbers == json.loads((tmp_path / "numbers.json").read_text())
    assert [line["players"][:2] for line in numbers["line_ups"]] == [[line.first, line.second] for line in LINE_UPS]
    for line in numbers["line_ups"]:
        assert line["verdict"] in ("confirmed", "explained", "not explained")
        for played in (line["ours"], line["text"]):
            check_played(played)
    for one in (*numbers["slips"], *numbers["readings"]):
        assert sum(one["losses"]["loss_rates"]) == pytest.approx(1)
    assert {tuple(one["slips"]) for one in numbers["slips"]} >= {(), ALL.names}
    check_map(numbers["map"])
    assert (numbers["value_truthful_opening"], numbers["value_free_opening"]) == (-0.5, 0.5)
    assert numbers["poker_phase"][0] | {"higher_chance": 0} == {
        "poker": "111",
        "higher": "4415/23328",
        "equal": "221/7776",
        "fail": "9125/11664",
        "higher_chance": 0,
        "equal_chance": pytest.approx(221 / 7776),
        "fail_chance": pytest.approx(9125 / 11664),
    }
    page = page_text(tmp_path)
    assert page.count("data:image/png;base64,") == 3
    for text in ("24.4 / 51.2 / 24.3", "9125/11664", "was not played for this report", "Hoeveel runs?", "Round 1"):
        assert text in page


def check_played(played: dict[str, Any]) -> None:
    counts = {name: value for name, value in played.items() if isinstance(value, int)}
    assert sum(played["lost"]) == counts["games"] == TINY.line_ups
    assert sum(played["loss_rates"]) == pytest.approx(1)
    assert counts["bluffs_called"] <= counts["bluffs_faced"] <= counts["bids_faced"]
    assert counts["calls_right"] == counts["bluffs_called"] <= counts["calls"]
    assert counts["believed"] + counts["calls"] == counts["bids_faced"]
    assert counts["believed_true"] <= counts["believed"]
    missed = counts["bluffs_faced"] - counts["bluffs_called"]
    assert counts["believed"] - counts["believed_true"] == missed
    assert 0 < played["mean_chance"] < 1


def check_map(pairs: dict[str, Any]) -> None:
    strategies, lost = pairs["strategies"], pairs["lost"]
    assert len(strategies) == len(STRATEGIES) == len(lost) == 6
    shares = {(first, second): lost[i][j] for i, first in enumerate(strategies) for j, second in enumerate(strategies)}
    assert pairs["mean"] == pytest.approx(sum(shares.values()) / 36)
    assert pairs["never_lost"] == list(shares.values()).count(0)
    assert pairs["above_third"] == sum(share > 1 / 3 for share in shares.values())
    assert len(pairs["worst"]) == len(pairs["best"]) == 10
    assert min(pair["lost"] for pair in pairs["worst"]) >= max(pair["lost"] for pair in pairs["best"])
    for pair in (*pairs["worst"], *pairs["best"]):
        assert pair["lost"] == shares[pair["first"], pair["second"]]
    of_rolls = {(part["seat"], part["word"]): part["lost"] for part in pairs["parts"] if part["part"] == "roll"}
    greedy = [share for (_, second), share in shares.items() if second.startswith("greedy/")]
    assert of_rolls[2, "greedy"] == pytest.approx(sum(greedy) / len(greedy))


def stop_in(title: str, done_at_least: int) -> Callable[[int, str], AbstractContextManager[Callable[[int], None]]]:
    """Progress that ends in Ctrl-C once so much of a part is done."""

    @contextmanager
    def show(total: int, what: str) -> Iterator[Callable[[int], None]]:
        def update(done: int) -> None:
            if title in what and done >= done_at_least:
                raise KeyboardInterrupt

        yield update

    return show


def test_a_stopped_study_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def reproduce(folder: str, show: Callable[..., AbstractContextManager[Callable[[int], None]]]) -> object:
        (tmp_path / folder).mkdir(exist_ok=True)
        return runs.reproduce(StudyOptions(tmp_path / folder, True, 0, 1, show)).to_json()

    whole = reproduce("whole", progress)
    with pytest.raises(Stopped, match="the same command goes on from here"):
        reproduce("parts", stop_in("slips", 2))
    with pytest.raises(Stopped, match=r"stopped in the map of pairs after \d+ of 72 games"):
        reproduce("parts", stop_in("the map", 1))
    assert not (tmp_path / "parts" / "report.html").exists()
    kept = tmp_path / "parts" / "quick-seed-0"
    played = (kept / "map-2" / "games.jsonl").read_text()

    def never(*_: object, **__: object) -> None:
        raise AssertionError("a finished part was made again")

    monkeypatch.setattr(runs, "count_losses", never)
    monkeypatch.setattr(runs, "faced_bids", never)
    assert reproduce("parts", progress) == whole
    assert (kept / "map-2" / "games.jsonl").read_text().startswith(played)


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    path = tmp_path / "part.json"
    made = keep(path, Losses, lambda: Losses.of([3, 4, 5]))
    assert keep(path, Losses, lambda: Losses.of([9, 9, 9])) == made
    path.write_text('{"games": 12}')
    with pytest.raises(MendaxError, match=r"part\.json cannot be read"):
        keep(path, Losses, lambda: made)


def test_drawn_line_ups_are_new_pairs_of_naive_players() -> None:
    drawn = draw_line_ups(0)
    assert drawn == draw_line_ups(0) != draw_line_ups(1)
    assert len({table[:2] for table in drawn}) == 20
    known = {line.players("knowing")[:2] for line in LINE_UPS}
    names = {f"naive:{strategy}" for strategy in ALL_STRATEGIES}
    assert all(set(table[:2]) <= names and table[:2] not in known for table in drawn)


def test_reasoning_has_a_section_where_there_is_such_an_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any agent of the catalogue will do."""
    monkeypatch.setattr(runs, "OURS", "odds")
    numbers = runs.reproduce(StudyOptions(tmp_path, True, 0, 1, progress))
    assert [line.drawn for line in numbers.reasoning] == [False] * 6 + [True] * 20
    assert numbers.reasoning[0].players == ("knowing", "knowing", "odds")
    assert all(line.players[2] == "odds" and line.losses.games == 1 for line in numbers.reasoning)
    assert numbers.reasoning[1].knowing_lost == numbers.line_ups[1].text.losses.loss_rates[2]
    assert "Games lost by player 3." in page_text(tmp_path)
    assert line_up_label(numbers.reasoning[1].players) == "R and GO"


@dataclass
class Case:
    lost: tuple[int, int, int]
    answer: str


@pytest.mark.parametrize(
    "case", [Case((50, 40, 10), "yes"), Case((10, 20, 70), "no"), Case((34, 33, 33), "not decided")]
)
def test_less_than_a_third_is_said_of_the_whole_interval(case: Case) -> None:
    line = ReasoningLine(("a", "b", "c"), True, Losses.of(case.lost), 0.2, 10)
    assert line.below_third == case.answer


def page_text(folder: Path) -> str:
    """The page with line breaks as blanks, as a browser shows them."""
    return re.sub(r"\s+", " ", (folder / "report.html").read_text(encoding="utf-8"))


def test_the_plan_of_a_full_study() -> None:
    """10,000 games a line-up, 1,000 a pair, all 24 naive players and four others measured."""
    assert (runs.FULL.line_ups, runs.FULL.map) == (GAMES, 1000)
    assert len(runs.FULL.agents) == 28
    assert len(Schedule(tuple(((0, 1, 2),) for _ in range(576)), runs.FULL.map)) == 576_000
