"""The reports are made of what was run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mendax.cli.app import run
from mendax.papers.published import TABLE_1, TABLE_2, TABLE_3, TABLE_4


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


def test_published_tables_add_up_as_printed() -> None:
    def totals(table: dict[str, dict[str, int]]) -> set[int]:
        names = {name for row in table.values() for name in row}
        return {sum(row[name] for row in table.values()) for name in names}

    assert totals(TABLE_1) == {5978, 4022}
    assert totals(TABLE_2) == {64, 56}
    assert totals(TABLE_3) == {64, 56}
    assert totals(TABLE_4) == {51, 69}
