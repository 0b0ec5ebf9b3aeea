"""The reports are made of what was run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mendax.arena.statistics import binomial_p
from mendax.cli.app import run
from mendax.core.errors import Stopped
from mendax.games.liars_dice.study import runs as soar_dice
from mendax.games.liars_dice.study.published import FIGURE_2, SOAR_SIGNIFICANT
from mendax.games.one_die.study.published import TABLE_1, TABLE_2, TABLE_3, TABLE_4
from mendax.report.study import StudyOptions


def test_one_die_quick(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "one-die", "--quick", "--out", str(tmp_path), "--workers", "1", "--json"]) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert numbers == json.loads((tmp_path / "numbers.json").read_text())
    for line in numbers["table_1"]:
        low, high = line["ours"]["ci95"]
        assert low - 0.06 < line["exact"] < high + 0.06
        assert line["published"]["games"] == 5000
        assert line["published_p_value"] > 0.05
    assert [line["taken"] for line in numbers["readings"]] == [True] + [False] * 23
    weak = {line["agent"]: line["exploitability"] for line in numbers["exploitability"]}
    assert weak["equilibrium"] == pytest.approx(0, abs=1e-9)
    assert weak["tree"] < weak["matrix"] < weak["honest"] < weak["random"]
    page = (tmp_path / "report.html").read_text()
    assert page.count("data:image/png;base64,") == 2
    assert page.count("<table>") == 6
    for text in ("3,703 of 5,000", f"{numbers['table_1'][0]['ours']['wins']:,} of 500", "over ten hours", "36794"):
        assert text in page
    assert run(["reproduce", "one-die", "--quick", "--out", str(tmp_path), "--workers", "1"]) == 0
    assert json.loads((tmp_path / "numbers.json").read_text())["table_1"] == numbers["table_1"]


def test_runs_of_different_seeds_share_a_folder_without_mixing(tmp_path: Path) -> None:
    arguments = ["reproduce", "one-die", "--quick", "--out", str(tmp_path), "--workers", "1"]
    tables = []
    for seed in ("1", "9", "1"):
        assert run([*arguments, "--seed", seed]) == 0
        tables.append(json.loads((tmp_path / "numbers.json").read_text())["table_1"])
    assert tables[0] == tables[2] != tables[1]


def test_soar_dice_counts_every_ordering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two pairs, one game an ordering: wins by seat add up, and the page says what was played."""
    monkeypatch.setattr(soar_dice, "QUICK_GAMES", 1)
    monkeypatch.setattr(soar_dice, "FIGURE_2", {("p", "ph"): 63, ("p", "e"): None})
    assert run(["reproduce", "soar-dice", "--quick", "--out", str(tmp_path), "--workers", "1"]) == 0
    numbers = json.loads((tmp_path / "numbers.json").read_text())
    assert (numbers["games"], numbers["forfeits"]) == (8, 0)
    for pair in numbers["pairs"]:
        assert [part["ordering"] for part in pair["orderings"]] == ["XXXY", "YYYX", "XXYY", "XYXY"]
        for part in pair["orderings"]:
            chairs = [letter == "Y" for letter in part["ordering"]]
            assert sum(part["by_seat"]) == part["games"] == 1
            assert part["wins"] == sum(won for won, mine in zip(part["by_seat"], chairs, strict=True) if mine)
        assert pair["wins"] == sum(part["wins"] for part in pair["orderings"])
    page = (tmp_path / "report.html").read_text()
    assert "P → PH" in page
    assert "63 %" in page
    assert "one of 69 %, 67 %, 63 %, 58 %" in page


def test_a_stopped_soar_dice_tells_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in the second deal: the page tells of the first, and the same call goes on."""
    monkeypatch.setattr(soar_dice, "QUICK_GAMES", 2)
    monkeypatch.setattr(soar_dice, "FIGURE_2", {("p", "ph"): 63})
    stop_at = 5

    @contextmanager
    def progress(total: int, label: str) -> Iterator[Callable[[int], None]]:
        def update(done: int) -> None:
            if done >= stop_at:
                raise KeyboardInterrupt

        yield update

    def reproduce() -> dict[str, Any]:
        return soar_dice.reproduce(StudyOptions(tmp_path, True, 0, 1, progress)).to_json()

    with pytest.raises(Stopped, match="stopped after 4 of 8 games; the report tells of these"):
        reproduce()
    assert "1 games for each of the orderings" in (tmp_path / "report.html").read_text()
    assert "2 planned here" in (tmp_path / "report.html").read_text()
    stop_at = 99
    assert (reproduce()["games"], reproduce()["games_per_ordering"]) == (8, 2)
    assert "planned" not in (tmp_path / "report.html").read_text()


def test_figure_2_is_complete() -> None:
    """Six lines in each family and four between; the one that the text names is there."""
    assert len(FIGURE_2) == 16
    assert sorted(value for value in FIGURE_2.values() if value is not None) == [
        52,
        55,
        55,
        56,
        58,
        58,
        59,
        62,
        63,
        63,
        66,
        75,
    ]
    assert round(100 * 2080 / 4000) == FIGURE_2["em", "eh"]
    assert binomial_p(SOAR_SIGNIFICANT, 4000, 0.5) < 0.01 < binomial_p(SOAR_SIGNIFICANT - 2, 4000, 0.5)


def test_published_tables_add_up_as_printed() -> None:
    def totals(table: dict[str, dict[str, int]]) -> set[int]:
        names = {name for row in table.values() for name in row}
        return {sum(row[name] for row in table.values()) for name in names}

    assert totals(TABLE_1) == {5978, 4022}
    assert totals(TABLE_2) == {64, 56}
    assert totals(TABLE_3) == {64, 56}
    assert totals(TABLE_4) == {51, 69}
