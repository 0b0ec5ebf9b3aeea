"""The studies of one-die and Liar's Dice: their numbers and their reports."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from mendax.arena.statistics import binomial_p
from mendax.cli.app import run
from mendax.core.errors import Stopped
from mendax.games.liars_dice.study import runs as soar_dice
from mendax.games.liars_dice.study.numbers import SoarDiceNumbers
from mendax.games.liars_dice.study.published import EM_TO_EH, FIGURE_2, ORDERINGS, PAIR_GAMES, SIGNIFICANT
from mendax.games.liars_dice.study.readings import CHANGES, EARLIER, EARLIER_GAMES, NOW
from mendax.games.one_die.study.published import TABLE_1, TABLE_2, TABLE_3, TABLE_4
from mendax.report.study import StudyOptions, studies


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
    page = page_text(tmp_path)
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
    monkeypatch.setattr(soar_dice, "FIGURE_2", {("p", "ph"): 63, ("p", "e"): 69})
    assert (
        run(["reproduce", "soar-dice", "--part", "figure-2", "--quick", "--out", str(tmp_path), "--workers", "1"]) == 0
    )
    numbers = json.loads((tmp_path / "numbers.json").read_text())
    assert (numbers["games"], numbers["forfeits"]) == (8, 0)
    for pair in numbers["pairs"]:
        assert [part["ordering"] for part in pair["orderings"]] == list(ORDERINGS)
        for part in pair["orderings"]:
            chairs = [letter == "Y" for letter in part["ordering"]]
            assert sum(part["by_seat"]) == part["games"] == 1
            assert part["wins"] == sum(won for won, mine in zip(part["by_seat"], chairs, strict=True) if mine)
        assert pair["wins"] == sum(part["wins"] for part in pair["orderings"])
    page = page_text(tmp_path)
    assert "P → PH" in page
    assert "63 %" in page
    assert "69 %" in page
    distances = [abs(pair["win_rate"] - pair["published"]) for pair in numbers["pairs"]]
    assert numbers["distance"] == pytest.approx(sum(distances) / 2)
    assert numbers["earlier_distance"] == pytest.approx((0.7575 - 0.63 + 0.69 - 0.52) / 2)
    assert f"is {100 * numbers['distance']:.1f} points; it was 14.9 before" in page


def stop_after(games: int) -> Callable[[int, str], AbstractContextManager[Callable[[int], None]]]:
    """Progress that ends in Ctrl-C once so many games are done."""

    @contextmanager
    def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
        def update(done: int) -> None:
            if done >= games:
                raise KeyboardInterrupt

        yield update

    return progress


def test_a_stopped_soar_dice_reports_whole_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in the second deal: the page is of the first, and the same call goes on."""
    monkeypatch.setattr(soar_dice, "QUICK_GAMES", 2)
    monkeypatch.setattr(soar_dice, "FIGURE_2", {("p", "ph"): 63})

    def reproduce(stop_at: int) -> SoarDiceNumbers:
        return soar_dice.reproduce(StudyOptions(tmp_path, True, 0, 1, stop_after(stop_at)))

    kept = r"stopped after [5-7] of 8 games, which are kept; the report is of the first 4; the same command goes on"
    with pytest.raises(Stopped, match=kept):
        reproduce(5)
    assert "1 games were played for each of the orderings" in page_text(tmp_path)
    assert "2 planned here" in page_text(tmp_path)
    numbers = reproduce(99)
    assert (numbers.games, numbers.games_per_ordering) == (8, 2)
    assert numbers.to_json() == reproduce(99).to_json() | {"seconds": numbers.seconds}
    assert "planned" not in page_text(tmp_path)


def test_a_soar_dice_stopped_early_counts_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in the first deal of two pairs in four orderings: no report, and nothing is lost."""
    monkeypatch.setattr(soar_dice, "QUICK_GAMES", 1)
    monkeypatch.setattr(soar_dice, "FIGURE_2", {("p", "ph"): 63, ("p", "e"): 69})
    with pytest.raises(
        Stopped, match=r"stopped after [1-7] of 8 games, which are kept; a report needs the first 8"
    ) as stopped:
        soar_dice.reproduce(StudyOptions(tmp_path, True, 0, 1, stop_after(1)))
    log = (tmp_path / "games-1-seed-0" / "games.jsonl").read_text().splitlines()
    games = sum(batch["stop"] - batch["start"] for batch in map(json.loads, log))
    assert f"stopped after {games} of 8" in str(stopped.value)
    assert not (tmp_path / "report.html").exists()


def page_text(folder: Path) -> str:
    """The page with line breaks as blanks, as a browser shows them."""
    return re.sub(r"\s+", " ", (folder / "report.html").read_text(encoding="utf-8"))


def test_every_study_says_where_it_was_published() -> None:
    for study in studies().values():
        assert re.search(r"^[A-Z].*\b(19|20)\d\d\b", study.citation), study.name


def test_figure_2_is_complete() -> None:
    """Six lines in each family and four between, in the order of the text; the one that the text names is there."""
    within = [pair for pair in FIGURE_2 if pair[0][0] == pair[1][0]]
    assert (len(FIGURE_2), len(within)) == (16, 12)
    assert all(set(first) < set(second) or len(first) == len(second) for first, second in within)
    assert [FIGURE_2[name, f"e{name[1:]}"] for name in ("p", "pm", "ph", "pmh")] == [69, 67, 63, 58]
    assert round(100 * EM_TO_EH / PAIR_GAMES) == FIGURE_2["em", "eh"]
    assert binomial_p(SIGNIFICANT, PAIR_GAMES, 0.5) < 0.01 < binomial_p(EM_TO_EH, PAIR_GAMES, 0.5)


def test_the_earlier_agents_missed_by_more() -> None:
    """5.8 points, as docs/soar-agents.md has it; every pair of the figure is there."""
    assert EARLIER.keys() == FIGURE_2.keys()
    distances = [abs(100 * EARLIER[pair] / EARLIER_GAMES - FIGURE_2[pair]) for pair in FIGURE_2]
    assert sum(distances) / 16 == pytest.approx(5.8, abs=0.05)


def test_changed_readings_are_those_of_the_docs() -> None:
    """One line of the table for each: what it was, what it is, and the effect."""
    text = (Path(__file__).parents[2] / "docs" / "soar-agents.md").read_text(encoding="utf-8")
    rows = {row.split(" | ")[0].removeprefix("| "): row for row in text.splitlines() if row.startswith("| ")}
    for change in CHANGES:
        row = rows[change.about]
        for part in (change.before, change.now, f"{change.distance}", change.moves):
            assert part in row, (change.about, part)
    changed = {about for about, row in rows.items() if "| **" in row}
    assert changed == {change.about for change in CHANGES}
    assert f"as they are now: {NOW} points" in text


def test_published_tables_add_up_as_printed() -> None:
    def totals(table: dict[str, dict[str, int]]) -> set[int]:
        names = {name for row in table.values() for name in row}
        return {sum(row[name] for row in table.values()) for name in names}

    assert totals(TABLE_1) == {5978, 4022}
    assert totals(TABLE_2) == {64, 56}
    assert totals(TABLE_3) == {64, 56}
    assert totals(TABLE_4) == {51, 69}
