"""`mendax results`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from mendax.table.store.data_folder import DataFolder
from mendax.table.store.database import Database
from mendax.table.store.rows import MatchRow, Sitter
from tests.command_line import assert_refused, call, call_json
from tests.table.store.rows import ANN, TREE, finished, furnish, sitting

HOSTILE = Sitter("person", "[red]B\x1b[31men", "p2")
MATCHES = (
    *(finished(f"a{number}", number, (sitting(ANN), TREE), (1.0, -1.0)) for number in range(7)),
    *(finished(f"b{number}", 10 + number, (TREE, sitting(ANN)), (1.0, -1.0)) for number in range(4)),
    finished("c", 20, (HOSTILE, TREE), (2.5, -2.5), game="holdem", hands=((2.5, -2.5),)),
    finished("d", 21, (TREE, TREE), (2.5, -2.5), game="gone"),
)


def fill(folder: Path, *matches: MatchRow) -> None:
    async def main() -> None:
        db = Database(DataFolder(folder).store)
        await furnish(db, *matches)
        db.close()

    asyncio.run(main())


def test_results_as_tables(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    fill(tmp_path, *MATCHES)
    code, out, err = call(capsys, "results", "--data", str(tmp_path))
    assert (code, err) == (0, "")
    cells = [[cell.strip() for cell in line.split("│")[1:-1]] for line in out.splitlines() if "│" in line]
    assert ["Ann", "person", "11", "7", "63.6 %"] in [row[:5] for row in cells]
    assert ["Ann", "7 of 7", "0 of 4"] in cells
    assert ["tree", "Ann", "11", "4", "0", "–", "4"] in cells
    assert ["Ann", "tree", "11", "7", "0", "–", "7"] in cells
    assert ["[red]B[31men", "person", "1", "+2.5", "+2.500", "–"] in cells, "a name is a text and nothing else"
    assert "it takes 1,000 hands of a player; fewer have: [red]B[31men, tree." in " ".join(out.split())
    assert "1 match of gone, which is not installed." in out
    assert not (tmp_path / "results.csv").exists()


def test_results_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    fill(tmp_path, *MATCHES)
    found = call_json(capsys, "results", "--data", str(tmp_path))
    assert [game["game"] for game in found["games"]] == ["holdem", "one-die"]
    assert found["games"][1]["pairs"][0]["wins"] == [4, 7]
    assert found["unknown_games"] == {"gone": 1}


def test_the_results_file_is_written_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    fill(tmp_path, *MATCHES)
    assert call(capsys, "results", "--data", str(tmp_path), "--rebuild")[0] == 0
    assert (tmp_path / "results.csv").read_text().count("\n") == 1 + 2 * 13


def test_no_match_yet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    fill(tmp_path)
    assert call(capsys, "results", "--data", str(tmp_path)) == (0, "No match has been finished yet.\n", "")


def test_what_cannot_be_shown_is_one_clear_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert_refused(capsys, ["results", "--data", str(tmp_path)], "has no tables: `mendax serve` writes tables.db there")
    assert_refused(capsys, ["results"], "has no tables")
    DataFolder(tmp_path).store.write_text("not a store" * 100)
    assert_refused(capsys, ["results", "--data", str(tmp_path)], "is not a store of tables, or is damaged")
    DataFolder(tmp_path).store.unlink()
    held = Database(DataFolder(tmp_path).store)
    assert_refused(capsys, ["results", "--data", str(tmp_path), "--rebuild"], "is in use by another server")
    held.close()
