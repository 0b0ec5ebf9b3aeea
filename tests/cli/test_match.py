"""`mendax match` and `mendax tournament`."""

from __future__ import annotations

import json
import resource
import subprocess
from pathlib import Path

import duckdb
import pytest

from tests.command_line import MENDAX, assert_refused, call, call_json, first_words, without_progress


def test_match_and_its_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    records, parquet = tmp_path / "games.txt", tmp_path / "games.parquet"
    arguments = ["match", "one-die", "tree", "matrix", "--games", "200", "--seed", "3"]
    files = ["--records", str(records), "--parquet", str(parquet)]
    found = call_json(capsys, *arguments, "--workers", "2", *files)
    assert found["games"] == 200
    assert parquet.stat().st_size > 0
    replayed = call_json(capsys, "replay", str(records), "--number", "200")
    assert replayed["records"] == 200
    code, out, _ = call(capsys, "replay", str(records))
    assert code == 0
    assert "all of which replay exactly" in out
    found.pop("seconds")
    again = call_json(capsys, *arguments, "--workers", "1", "--out", str(tmp_path / "log"))
    again.pop("seconds")
    assert again == found


def test_tournament_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "tournament", "one-die", "tree", "honest", "random", "--games", "100", "--workers", "1")
    assert code == 0
    for word in ("rating", "tree – honest", "seat 1", "Endings"):
        assert word in out


@pytest.mark.parametrize(
    ("agents", "table"),
    [
        (("greedy",), "yahtzee"),
        (("greedy", "optimal"), "yahtzee:players=2"),
        (("greedy", "optimal", "random"), "yahtzee:players=3"),
    ],
)
def test_a_match_has_a_seat_for_every_agent(
    capsys: pytest.CaptureFixture[str], agents: tuple[str, ...], table: str
) -> None:
    found = call_json(capsys, "match", "yahtzee", *agents, "--games", "4", "--workers", "1")
    assert found["game"] == table
    assert [agent["name"] for agent in found["agents"]] == list(agents)


def test_match_with_a_sequential_test(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--games", "9000", "--sprt", "0.5,0.6", "--workers", "1")
    found = call_json(capsys, "match", "one-die", "tree", "random", *options)
    assert found["sprt"] == "the higher rate"
    assert found["games"] < 9000


def small_files() -> None:
    """No file may be longer than 8 kB: a full disk, as far as a program can tell."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))


def test_a_full_disk_loses_no_game(tmp_path: Path) -> None:
    names = ("games.txt", "games.parquet")
    arguments = [*MENDAX, "match", "one-die", "tree", "matrix", "--games", "5000", "--json", "--workers", "1"]
    arguments += ["--records", str(tmp_path / names[0]), "--parquet", str(tmp_path / names[1])]
    arguments += ["--out", str(tmp_path / "log")]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, preexec_fn=small_files)
    assert json.loads(done.stdout)["games"] == 5000, done.stderr
    assert done.returncode == 2
    (line,) = without_progress(done.stderr).splitlines()
    for name in (*names, "games.jsonl"):
        assert f"{name} cannot be written: File too large" in line
    assert not any((tmp_path / name).exists() for name in names), "no torn or empty file is left"


def test_rounds_are_written_for_spreadsheets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A file named `.csv` has a line for every hand and seat, with the number of the hand."""
    file = tmp_path / "rounds.csv"
    arguments = ("match", "holdem:players=3,hands=4", "tight", "loose", "always-call", "--games", "3", "--workers", "1")
    call_json(capsys, *arguments, "--rounds", str(file))
    header, *lines = file.read_text().splitlines()
    assert header == "number,pairing,deal,seat,agent,round,change,standing"
    rows = [line.split(",") for line in lines]
    assert [(int(row[0]), int(row[5]), int(row[3])) for row in rows] == [
        (number, hand, seat) for number in range(3) for hand in range(4) for seat in range(3)
    ]
    assert sum(float(row[6]) for row in rows) == 0


def test_rounds_are_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ("match", "yahtzee", "greedy", "random", "--games", "4", "--workers", "1", "--rounds")
    call_json(capsys, *arguments, str(tmp_path / "rounds.parquet"))
    found = duckdb.execute("select count(*), sum(change) from read_parquet(?)", [str(tmp_path / "rounds.parquet")])
    count, points = found.fetchall()[0]
    assert count == 4 * 13 * 2
    assert points > 0


def test_a_number_of_games_may_be_short(capsys: pytest.CaptureFixture[str]) -> None:
    assert call_json(capsys, "match", "one-die", "honest", "random", "--games", "2e1", "--workers", "1")["games"] == 20


BAD = [
    (["match", "one-dye", "tree", "matrix"], "did you mean 'one-die'"),
    (["match", "one-die", "tre", "matrix"], "did you mean 'tree'"),
    (["match", "one-die", "tree"], "needs 2 agents, not 1"),
    (["match", "yahtzee:players=2", "greedy"], "needs 2 agents, not 1"),
    (["match", "one-die", "tree", "matrix", "--games", "many"], "--games"),
    (["match", "one-die", "tree", "matrix", "--games", "0"], "--games"),
    (["match", "one-die", "tree", "matrix", "--games", "1.5"], "is not a whole number from 1 on"),
    (["match", "one-die", "tree", "matrix", "--games", "1e999"], "is not a number of games, such as 1000 or 1e3"),
    (["match", "one-die", "tree", "matrix", "--out", ""], "the folder has no name"),
    (["match", "one-die", "tree", "matrix", "--seed", "-1"], "--seed"),
    (["match", "one-die", "tree", "matrix", "--workers", "0"], "--workers"),
    (["match", "one-die", "tree", "matrix", "--isolate", "nobody"], "no such agent plays"),
    (["match", "one-die", "tree", "matrix", "--move-seconds", "-1"], "--move-seconds"),
    (["match", "one-die", "tree", "matrix", "--rounds", "/tmp/rounds.parquet"], "one-die has no rounds"),
    (["match", "one-die", "tree", "matrix", "--sprt", "0.5"], "two rates, such as 0.5,0.55"),
    (["match", "one-die", "tree", "matrix", "--sprt", "0.6,0.5"], "the lower one first"),
    (["match", "one-die", "tree", "matrix", "--orderings", "XXY"], "2 letters X and Y"),
    (["match", "one-die", "tree", "matrix", "--records", "/no/such/folder/x"], "cannot be written"),
    (["match", "one-die", "tree", "matrix", "--parquet", "/no/such/folder/x"], "cannot be written"),
    (["match", "one-die", "tree", "matrix", "--out", "/dev/null/x"], "cannot be used"),
    (["match", "one-die", "tree", "matrix", "--colour", "red"], "--colour"),
    (["match", "one-die:faces=1", "tree", "matrix"], "2 to 20 faces"),
    (["match", "one-die", "tree:x", "matrix"], "written tree, not tree:x"),
    (["match", "one-die", "best-response", "matrix"], "written best-response:AGENT"),
    (["match", "one-die", "best-response:nobody", "matrix"], "no one-die agent 'nobody'"),
    (["match", "one-die:faces=9", "matrix", "random"], "at most 8 faces"),
    (["match", "one-die", "tree", "matrix", "--games", "1000000000000000"], "at most 100,000,000 games"),
    (["tournament", "one-die", "tree"], "at least 2 agents"),
]


@pytest.mark.parametrize(("arguments", "complaint"), BAD, ids=first_words)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert_refused(capsys, arguments, complaint)


def test_isolated_agents_play_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("match", "one-die", "tree", "random", "--games", "40", "--workers", "1")
    plain, apart = (call_json(capsys, *arguments, *more) for more in ((), ("--isolate", "tree", "--isolate", "random")))
    plain.pop("seconds")
    apart.pop("seconds")
    assert plain == apart
