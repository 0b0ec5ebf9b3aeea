"""`mendax solve | exploit | advise | review | train | export | acpc GAME`: commands with a game's own options."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from mendax.core.catalogue import games
from tests.command_line import assert_refused, call, call_json, first_words


def help_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code, out, err = call(capsys, *arguments, "--help")
    assert (code, err) == (0, "")
    return out


def test_a_verb_with_commands_under_it_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    out = help_of(capsys, "acpc")
    listed = [line.split()[1] for line in out.splitlines() if line.startswith("│ ") and line[2].isalpha()]
    assert listed == ["serve", "join"]
    assert call(capsys, "acpc")[1] == out, "without a command the same"
    assert "--hands" in help_of(capsys, "acpc", "serve")
    assert "--agent" in help_of(capsys, "acpc", "join", "holdem")


@pytest.mark.parametrize(
    ("verb", "names"),
    [
        ("solve", ["blufpoker", "holdem", "liars-dice", "one-die", "yahtzee"]),
        ("exploit", ["blufpoker", "holdem", "liars-dice", "one-die", "yahtzee"]),
        ("advise", ["blufpoker", "holdem", "liars-dice", "yahtzee"]),
        ("review", ["blufpoker", "holdem", "liars-dice", "one-die", "yahtzee"]),
        ("train", ["liars-dice", "yahtzee"]),
        ("export", ["holdem"]),
    ],
)
def test_help_lists_the_games_with_a_line_each(capsys: pytest.CaptureFixture[str], verb: str, names: list[str]) -> None:
    out = help_of(capsys, verb)
    words = " ".join(out.replace("│", " ").split())
    listed = [line.split()[1] for line in out.splitlines() if line.startswith("│ ") and line[2].isalpha()]
    assert listed == names
    for name in names:
        assert f"{name} {games()[name].about}" in words
    assert f"`mendax {verb} GAME --help`" in words
    assert help_of(capsys, verb) == call(capsys, verb)[1], "without a game the same"


def test_a_game_shows_its_own_options(capsys: pytest.CaptureFixture[str]) -> None:
    yahtzee, liars_dice = help_of(capsys, "solve", "yahtzee"), help_of(capsys, "solve", "liars-dice")
    for option in ("--card", "--target"):
        assert option in yahtzee
        assert option not in liars_dice
    assert "--iterations" in liars_dice
    assert "--iterations" not in yahtzee
    assert "--json" in yahtzee
    assert "mendax solve yahtzee [OPTIONS]" in yahtzee


def test_what_is_said_of_the_game_is_said_of_the_options_too(capsys: pytest.CaptureFixture[str]) -> None:
    """Seats that are named with the game need not be named again; `--dice` of advice is no number of dice."""
    alone, six = help_of(capsys, "train", "liars-dice"), help_of(capsys, "train", "liars-dice:players=6,dice=3")
    assert "[default: 2]" in alone
    assert "[default: 2]" not in six
    assert "[default: 6]" in six
    assert "[default: 3]" not in help_of(capsys, "advise", "liars-dice:players=2,dice=3")
    assert_refused(capsys, ["exploit", "liars-dice:players=8", "champion", "--learn"], "--players")


def test_options_may_stand_before_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    before = call_json(capsys, "advise", "--dice", "66621", "--rolls", "1", "yahtzee")
    assert before == call_json(capsys, "advise", "yahtzee", "--dice", "66621", "--rolls", "1")
    assert call(capsys, "solve", "--json", "one-die:faces=3")[0] == 0


@pytest.fixture
def records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    file = tmp_path / "games.txt"
    call_json(capsys, "match", "yahtzee", "random", "--games", "2", "--workers", "1", "--records", str(file))
    return file


def test_the_game_to_review_stands_in_the_record(capsys: pytest.CaptureFixture[str], records: Path) -> None:
    found = call_json(capsys, "review", str(records))
    assert (found["game"], found["number"], found["records"]) == ("yahtzee", 1, 2)
    assert call_json(capsys, "review", "yahtzee", str(records)) == found
    assert call_json(capsys, "review", "--seat", "0", str(records)) == found
    assert call_json(capsys, "review", "--number", "2", str(records))["number"] == 2
    assert "Missing argument" in call(capsys, "review", "yahtzee")[2]


def test_records_of_another_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "games.txt")
    call_json(capsys, "match", "one-die", "tree", "random", "--games", "2", "--workers", "1", "--records", file)
    assert_refused(
        capsys,
        ["export", file],
        "there is no `mendax export` for one-die yet; there is one for: holdem",
    )
    assert_refused(capsys, ["review", "yahtzee", file], "record 1 is of one-die, not of yahtzee")


BAD = [
    (
        ["advise", "one-die", "--dice", "12345"],
        "no `mendax advise` for one-die yet; there is one for: blufpoker, holdem, liars-dice, yahtzee",
    ),
    (
        ["advise", "one-die"],
        "no `mendax advise` for one-die yet; there is one for: blufpoker, holdem, liars-dice, yahtzee",
    ),
    (["advise", "--dice", "12345"], "which game? There is `mendax advise` for: blufpoker, holdem, liars-dice, yahtzee"),
    (["train", "chess"], "no game 'chess'"),
    (["solve", "chess"], "no game 'chess'"),
    (["solve", "one-dye"], "did you mean 'one-die'"),
    (["solve", "one-die:faces=two"], "faces must be a number"),
    (["solve", "one-die:rules=free"], "has no parameter 'rules'"),
    (["solve", "one-die", "--card", "6s=24"], "No such option: --card"),
    (["solve", "one-die", "--rules", "free"], "No such option: --rules"),
    (["solve", "one-die", "--iterations", "5"], "No such option: --iterations"),
    (["solve", "liars-dice", "--card", "6s=24"], "No such option: --card"),
    (["solve", "yahtzee", "--seconds", "5"], "No such option: --seconds"),
    (["solve", "one-die", "two"], "two"),
    (["exploit", "one-die"], "Missing argument"),
    (["exploit", "one-die", "nobody"], "no one-die agent"),
    (["exploit", "yahtzee", "random"], "needs two seats"),
    (["review", "/no/such/file"], "/no/such/file cannot be read"),
    (["review", "--seat", "0", "/no/such/file"], "/no/such/file cannot be read"),
    (["review", "no-such-game"], "no game 'no-such-game'"),
]


@pytest.mark.parametrize(("arguments", "complaint"), BAD, ids=first_words)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert_refused(capsys, arguments, complaint)


def test_a_review_reads_the_standard_input(
    capsys: pytest.CaptureFixture[str], records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from_file = call_json(capsys, "review", str(records))
    monkeypatch.setattr("sys.stdin", StringIO(records.read_text()))
    assert call_json(capsys, "review", "-") == from_file
    monkeypatch.setattr("sys.stdin", StringIO(records.read_text()))
    assert call_json(capsys, "review", "yahtzee", "-") == from_file
    monkeypatch.setattr("sys.stdin", StringIO("nonsense"))
    assert_refused(capsys, ["review", "-"], "-: record at line 1")


def test_a_record_that_breaks_the_rules_is_named_with_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games.txt"
    assert call(capsys, "match", "one-die", "honest", "honest", "--games", "2", "--records", str(file))[0] == 0
    text = file.read_text()
    file.write_text(text.replace("* roll ", "0 challenge\n* roll ", 1))
    assert_refused(capsys, ["review", str(file)], f"{file}: record 1: move 1")


def test_positions_are_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Records' notation is for files and for --json."""
    shown = call(capsys, "solve", "one-die:faces=3")[1]
    assert "seat 0 to call first" in shown
    assert "seat 1 to call, after 2" in shown
    assert "seat=" not in shown
    assert call_json(capsys, "solve", "one-die:faces=3")["subgames"][-1]["position"] == "seat=- caller=0 dice=-,-"
    shown = call(capsys, "exploit", "one-die", "honest")[1]
    assert "seat 0 with 1" in shown
    assert "seat 1 to a call of 3" in shown
    assert "1 sub-game." in call(capsys, "solve", "one-die:faces=3,kept=true")[1]
    shown = call(capsys, "solve", "liars-dice:players=2,dice=1,faces=2,push=false,passes=false")[1]
    assert "seat 0 opens, 1 and 1 dice, exact left to seat 1" in shown


def test_output_in_a_pipe_has_no_blanks_at_the_ends_of_lines(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["games"], ["solve", "one-die"], ["games", "holdem"], ["match", "one-die", "tree", "tree"]):
        lines = call(capsys, *arguments)[1].splitlines()
        assert lines
        assert [line for line in lines if line != line.rstrip()] == []
