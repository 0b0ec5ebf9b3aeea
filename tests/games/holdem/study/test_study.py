"""The study of SoarBot on few hands: it runs, resumes, and its figures fit together."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from mendax.cli.app import run
from mendax.core.catalogue import build_agent
from mendax.core.errors import Stopped
from mendax.games.holdem.study import moving_average, runs
from mendax.games.holdem.study.line_ups import EXCHANGES, HEADS_UP, LINE_UPS, REASONS, Exchange
from mendax.games.holdem.study.page import Claim
from mendax.games.holdem.study.played import Mean
from mendax.games.holdem.study.runs import Plan
from mendax.report.progress import progress
from mendax.report.study import StudyOptions

TINY = Plan(hands=2, deals=2, least=1, most=1, exchanges=1, heads_up=2)


@pytest.fixture
def tiny_study(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few hands at tables of three, and two exchanges: `poki` thinks for long."""
    small = tuple(
        replace(line_up, agents=agents)
        for line_up, agents in zip(
            LINE_UPS,
            (("soarbot", "poki", "loose"), ("soarbot", "tight", "tight"), ("soarbot", "poki:simulation=false", "poki")),
            strict=True,
        )
    )
    monkeypatch.setattr(runs, "QUICK", TINY)
    monkeypatch.setattr(runs, "LINE_UPS", small)
    monkeypatch.setattr(runs, "HEADS_UP", HEADS_UP[:3])
    monkeypatch.setattr(moving_average, "PERIODS", 20)
    swaps = (Exchange(small[0], 1, "poki:model=false,simulation=false"), Exchange(HEADS_UP[1], 0, "soarbot:bluff"))
    monkeypatch.setattr(runs, "EXCHANGES", swaps)


@pytest.mark.usefixtures("tiny_study")
def test_the_figures_fit_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "soarbot", "--quick", "--out", str(tmp_path), "--workers", "1", "--json"]) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert numbers == json.loads((tmp_path / "numbers.json").read_text())
    assert [line["hands"] for line in numbers["line_ups"]] == [12, 12, 12]  # 2 hands, 2 deals, 3 seatings
    for line in numbers["line_ups"]:
        assert [player["agent"] for player in line["players"]] == list(dict.fromkeys(line["agents"]))
        won = sum(player["chairs"] * player["duplicate"]["small_bets"] for player in line["players"])
        assert won == pytest.approx(0)
        assert not line["reached"]
    beaten = numbers["line_ups"][0]
    by_name = {player["agent"]: player for player in beaten["players"]}
    assert numbers["line_ups"][1]["poki_ahead"] is None
    assert beaten["poki_ahead"]["small_bets"] == pytest.approx(
        by_name["poki"]["aivat"]["small_bets"] - by_name["soarbot"]["aivat"]["small_bets"]
    )
    exchange = numbers["exchanges"][0]
    assert exchange["won_by_replaced"]["small_bets"] == pytest.approx(by_name["poki"]["duplicate"]["small_bets"])
    assert exchange["difference"]["small_bets"] == pytest.approx(
        exchange["won"]["small_bets"] - exchange["won_by_replaced"]["small_bets"]
    )
    assert [one["first"]["hands"] for one in numbers["heads_up"]] == [8, 8, 24]
    check_files(tmp_path)


def check_files(folder: Path) -> None:
    page = re.sub(r"\s+", " ", (folder / "report.html").read_text(encoding="utf-8"))
    assert page.count("data:image/png;base64,") == 3  # nobody has a thousand hands
    for text in ("−0.53 ± 0.46", "t = 0.54", "This is a quick run", "swill", "poki:model=false,simulation=false"):
        assert text in page
    rows = read_table(folder / "days.csv")
    assert [len([row for row in rows if row["table"] == table]) for table in ("3-1", "3-3")] == [35, 4]
    players = [row["agent"] for row in read_table(folder / "line_ups.csv") if row["line_up"] == "bots only"]
    assert players == ["soarbot", "poki:simulation=false", "poki"]
    assert [len(read_table(folder / f"{name}.csv")) for name in ("exchanges", "heads_up", "sharks_and_fish")] == [
        2,
        3,
        0,
    ]


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def stop_in(title: str, done_at_least: int) -> Callable[[int, str], AbstractContextManager[Callable[[int], None]]]:
    """Progress that ends in Ctrl-C once so many sessions of a table are done."""

    @contextmanager
    def show(total: int, what: str) -> Iterator[Callable[[int], None]]:
        def update(done: int) -> None:
            if title in what and done >= done_at_least:
                raise KeyboardInterrupt

        yield update

    return show


@pytest.mark.usefixtures("tiny_study")
def test_a_stopped_study_goes_on_where_it_stopped(tmp_path: Path) -> None:
    def reproduce(folder: str, show: Callable[..., AbstractContextManager[Callable[[int], None]]]) -> object:
        (tmp_path / folder).mkdir(exist_ok=True)
        return runs.reproduce(StudyOptions(tmp_path / folder, True, 0, 1, show)).to_json()

    whole = reproduce("whole", progress)
    with pytest.raises(Stopped, match=r"stopped in bots only: soarbot, batch 1 after \d of 6 sessions"):
        reproduce("parts", stop_in("bots only", 2))
    assert not (tmp_path / "parts" / "report.html").exists()
    kept = {path: path.read_text() for path in (tmp_path / "parts").rglob("games.jsonl")}
    assert len(kept) == 3
    assert reproduce("parts", progress) == whole
    assert all(path.read_text().startswith(text) for path, text in kept.items())


def test_line_ups_are_as_they_were_fixed() -> None:
    """The numbers name their random numbers; every agent exists, and has a reason to sit there."""
    tables = (*LINE_UPS, *HEADS_UP)
    assert [table.number for table in tables] == [1, 2, 3, 11, 12, 13, 14, 15]
    assert [len(table.agents) for table in LINE_UPS] == [6, 10, 6]
    assert all(table.agents[0] == "soarbot" for table in LINE_UPS)
    assert {agent for table in LINE_UPS for agent in table.agents} == set(REASONS)
    for table in tables:
        for agent in table.agents:
            build_agent("holdem", agent)
    for exchange in EXCHANGES:
        build_agent("holdem", exchange.agent)
        changed = [one != other for one, other in zip(exchange.agents, exchange.line_up.agents, strict=True)]
        assert changed.count(True) == 1


def test_the_plan_of_a_full_study() -> None:
    assert runs.FULL.hands >= 100
    assert runs.FULL.exchanges <= runs.FULL.least
    assert runs.QUICK.exchanges <= runs.QUICK.least


@pytest.mark.parametrize(
    ("mean", "verdict"), [(Mean(0.2, 0.1), "yes"), (Mean(-0.2, 0.1), "no"), (Mean(0.1, 0.2), "not decided")]
)
def test_a_claim_is_judged_by_its_interval(mean: Mean, verdict: str) -> None:
    assert Claim("a beats b", "heads-up", 10, mean).verdict == verdict
