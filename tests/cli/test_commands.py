"""The command as people and programs use it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mendax.cli.app import run

MENDAX = [sys.executable, "-m", "mendax"]


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, _ = call(capsys, *arguments, "--json")
    assert code == 0
    return json.loads(out)


def test_help_is_light() -> None:
    """Nothing heavy is imported for help or by `import mendax`: that is what keeps them fast."""
    script = (
        "import sys, mendax\n"
        "from mendax.cli.app import run\n"
        "run(['--help']); run(['games']); run(['agents', 'one-die'])\n"
        "heavy = {'numpy', 'scipy', 'numba', 'jax', 'duckdb', 'matplotlib'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert "one-die" in [game["name"] for game in told(capsys, "games")]
    names = [agent["name"] for agent in told(capsys, "agents", "one-die")]
    assert names == ["tree", "matrix", "equilibrium", "honest", "best-response:AGENT", "random"]
    assert call(capsys, "--version")[1].startswith("mendax ")


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    story = told(capsys, "solve", "one-die")
    assert story["value"] == pytest.approx(11 / 30, abs=1e-9)
    assert abs(story["exploitability"]) < 1e-9
    assert len(story["subgames"]) == 10
    assert story["published"]["seconds"] == 36_000
    code, out, _ = call(capsys, "solve", "one-die")
    assert code == 0
    assert "over ten hours" in " ".join(out.split())


def test_solve_yahtzee(capsys: pytest.CaptureFixture[str]) -> None:
    story = told(capsys, "solve", "yahtzee", "--rules", "free")
    assert story["value"] == pytest.approx(254.58960948196315, abs=1e-9)
    last = told(
        capsys, "solve", "yahtzee", "--card", "1s=3,2s=6,3s=9,4s=12,5s=15,6s=18,3k=20,4k=0,fh=25,ss=30,ls=40,yz=0"
    )
    assert last["score"] == 213
    assert last["further"] == pytest.approx(23.333333, abs=1e-5), "chance alone: the best of three rolls"
    code, out, _ = call(capsys, "solve", "yahtzee", "--card", "yz=50")
    assert code == 0
    assert "On the card: 50" in out


def test_advise_yahtzee(capsys: pytest.CaptureFixture[str]) -> None:
    """The options of a first roll average, with their chances, to the value of the game; here one of them."""
    story = told(capsys, "advise", "yahtzee", "--dice", "66621", "--rolls", "1")
    assert story["options"][0]["action"] == "keep 6 6 6"
    assert story["options"][0]["cost"] == 0
    assert story["value"] > 254.59
    assert len(story["options"]) == 16
    last = told(capsys, "advise", "yahtzee", "--dice", "2,2,3,3,3", "--rolls", "3", "--card", "3s=9")
    assert last["options"][0]["action"] == "score fh"
    assert [option["cost"] for option in last["options"]] == sorted(option["cost"] for option in last["options"])
    full = "1s=0,2s=0,3s=0,4s=0,5s=0,6s=0,3k=0,4k=0,fh=0,ss=0,ls=0,yz=0,ch=5"
    code, _, err = call(capsys, "advise", "yahtzee", "--dice", "12345", "--card", full)
    assert (code, "card is full" in err) == (2, True)
    code, out, _ = call(capsys, "advise", "yahtzee", "--dice", "66621", "--best", "3")
    assert code == 0
    assert "and 13 more" in out


@pytest.mark.parametrize(("agent", "expected"), [("tree", 25 / 108), ("matrix", 0.367943), ("equilibrium", 0.0)])
def test_exploit(capsys: pytest.CaptureFixture[str], agent: str, expected: float) -> None:
    story = told(capsys, "exploit", "one-die", agent)
    assert story["exploitability"] == pytest.approx(expected, abs=1e-6)
    assert len(story["by_seat"]) == 2
    assert call(capsys, "exploit", "one-die", agent)[0] == 0


def test_match_and_its_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    records, parquet = tmp_path / "games.txt", tmp_path / "games.parquet"
    arguments = ["match", "one-die", "tree", "matrix", "--games", "200", "--seed", "3"]
    story = told(capsys, *arguments, "--workers", "2", "--records", str(records), "--parquet", str(parquet))
    assert story["games"] == 200
    assert parquet.stat().st_size > 0
    replayed = told(capsys, "replay", str(records), "--number", "200")
    assert replayed["records"] == 200
    code, out, _ = call(capsys, "replay", str(records))
    assert code == 0
    assert "all of which replay exactly" in out
    story.pop("seconds")
    again = told(capsys, *arguments, "--workers", "1", "--out", str(tmp_path / "log"))
    again.pop("seconds")
    assert again == story


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
def test_a_match_sets_the_table_for_whoever_comes(
    capsys: pytest.CaptureFixture[str], agents: tuple[str, ...], table: str
) -> None:
    story = told(capsys, "match", "yahtzee", *agents, "--games", "4", "--workers", "1")
    assert story["game"] == table
    assert [agent["name"] for agent in story["agents"]] == list(agents)


def test_match_with_a_sequential_test(capsys: pytest.CaptureFixture[str]) -> None:
    story = told(capsys, "match", "one-die", "tree", "random", "--games", "9000", "--sprt", "0.5,0.6", "--workers", "1")
    assert story["sprt"] == "the higher rate"
    assert story["games"] < 9000


BAD = [
    (["match", "one-dye", "tree", "matrix"], "did you mean 'one-die'"),
    (["match", "one-die", "tre", "matrix"], "did you mean 'tree'"),
    (["match", "one-die", "tree"], "needs 2 agents, not 1"),
    (["match", "yahtzee:players=2", "greedy"], "needs 2 agents, not 1"),
    (["match", "one-die", "tree", "matrix", "--games", "many"], "--games"),
    (["match", "one-die", "tree", "matrix", "--games", "0"], "--games"),
    (["match", "one-die", "tree", "matrix", "--seed", "-1"], "--seed"),
    (["match", "one-die", "tree", "matrix", "--workers", "0"], "--workers"),
    (["match", "one-die", "tree", "matrix", "--sprt", "0.5"], "two win rates"),
    (["match", "one-die", "tree", "matrix", "--sprt", "0.6,0.5"], "a lower and a higher"),
    (["match", "one-die", "tree", "matrix", "--orderings", "XXY"], "2 letters X and Y"),
    (["match", "one-die", "tree", "matrix", "--records", "/no/such/folder/x"], "cannot be written"),
    (["match", "one-die", "tree", "matrix", "--parquet", "/no/such/folder/x"], "cannot be written"),
    (["match", "one-die", "tree", "matrix", "--out", "/dev/null/x"], "cannot be used"),
    (["match", "one-die:faces=1", "tree", "matrix"], "2 to 20 faces"),
    (["match", "one-die", "tree:x", "matrix"], "written tree, not tree:x"),
    (["match", "one-die", "best-response", "matrix"], "written best-response:AGENT"),
    (["match", "one-die", "best-response:nobody", "matrix"], "no one-die agent 'nobody'"),
    (["match", "one-die:faces=9", "matrix", "random"], "at most 8 faces"),
    (["tournament", "one-die", "tree"], "at least 2 agents"),
    (["match", "one-die", "tree", "matrix", "--games", "1000000000000000"], "at most 100,000,000 games"),
    (["solve", "chess"], "no game 'chess'"),
    (["solve", "yahtzee", "--rules", "house"], "no yahtzee rules 'house'"),
    (["solve", "yahtzee", "--card", "6s=31"], "6s can never hold 31"),
    (["solve", "yahtzee", "--card", "xx=1"], "no box 'xx'"),
    (["solve", "yahtzee:players=2"], "one player"),
    (["solve", "yahtzee", "--rules", "no-bonus", "--card", "yz=50,1s=5,extras=1"], "no extras are ever paid"),
    (["solve", "one-die", "--card", "6s=24"], "has no score card"),
    (["advise", "yahtzee", "--dice", "1237"], "not up to five dice"),
    (["advise", "yahtzee", "--dice", "1234"], "five dice lie on the table, not 4"),
    (["advise", "yahtzee", "--dice", "12345", "--card", "fh=20"], "fh can never hold 20"),
    (["advise", "yahtzee", "--dice", "12345", "--rolls", "4"], "--rolls"),
    (["advise", "one-die", "--dice", "12345"], "for yahtzee so far"),
    (["solve", "one-die", "--rules", "free"], "has no parameter 'rules'"),
    (["exploit", "yahtzee", "random"], "needs two seats"),
    (["exploit", "one-die", "nobody"], "no one-die agent"),
    (["replay", "/no/such/file"], "cannot be read"),
    (["replay", "/dev/null"], "no record"),
    (["replay", sys.executable], "cannot be read"),
    (["reproduce", "one-dice"], "did you mean 'one-die'"),
    (["reproduce", "one-die", "--out", "/dev/null/x"], "cannot be used"),
    (["bench", "one-die-game"], "did you mean 'one-die-games'"),
    (["mach"], "did you mean 'match'"),
    (["play", "one-die", "--against", "tree", "--against", "tree"], "--against 1 times"),
    (["play", "one-die", "--against", "tree", "--seat", "2"], "seats 0 to 1"),
    (["match", "one-die", "tree", "matrix", "--colour", "red"], "--colour"),
]


@pytest.mark.parametrize(
    ("arguments", "complaint"), BAD, ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else ""
)
def test_bad_input_gets_one_clear_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    code, out, err = call(capsys, *arguments)
    assert code == 2
    assert complaint in err
    assert err.count("\n") == 1
    assert err.startswith("mendax: ")
    assert out == ""


def test_a_corrupt_record_names_the_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    records = tmp_path / "games.txt"
    told(capsys, "match", "one-die", "honest", "random", "--games", "2", "--workers", "1", "--records", str(records))
    records.write_text(records.read_text().replace("roll", "rolled", 1))
    code, _, err = call(capsys, "replay", str(records))
    assert code == 2
    assert "record at line 1: move 1" in err


def hear_interrupts() -> None:
    """A shell's background jobs ignore Ctrl-C, and so would what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(tmp_path: Path) -> None:
    arguments = [*MENDAX, "match", "one-die", "tree", "matrix", "--games", "400000", "--seed", "1"]
    arguments += ["--workers", "2", "--out", str(tmp_path / "run"), "--json"]
    process = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hear_interrupts
    )
    log = tmp_path / "run" / "games.jsonl"
    deadline = time.monotonic() + 60
    while not (log.exists() and log.stat().st_size > 2000) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "goes on from here" in err
    story = json.loads(out)
    assert story["interrupted"]
    assert 0 < story["games"] < 400_000
    kept = sum(json.loads(line)["stop"] - json.loads(line)["start"] for line in log.read_text().splitlines())
    assert kept == story["games"], "nothing that was played is lost"


def test_ctrl_c_says_stopped_while_solving() -> None:
    arguments = [*MENDAX, "solve", "one-die:faces=17,kept=true"]
    process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, preexec_fn=hear_interrupts)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "mendax: stopped\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a full disk to try")
def test_a_full_disk_is_one_clear_line(tmp_path: Path) -> None:
    for arguments, out in (
        (["solve", "one-die", "--json"], "/dev/full"),
        (["reproduce", "one-die", "--quick"], "/dev/null"),
    ):
        blocked = tmp_path / "numbers.json"
        blocked.mkdir(exist_ok=True)
        more = ["--out", str(tmp_path), "--workers", "1"] if arguments[0] == "reproduce" else []
        with Path(out).open("w") as target:
            done = subprocess.run(
                [*MENDAX, *arguments, *more], stdout=target, stderr=subprocess.PIPE, text=True, check=False
            )
        assert done.returncode == 2
        assert done.stderr.startswith("mendax: ")
        assert done.stderr.count("\n") == 1


def test_a_reader_that_leaves_early_is_no_error() -> None:
    process = subprocess.Popen([*MENDAX, "solve", "one-die", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    process.wait(timeout=60)


def converse(*lines: str, options: tuple[str, ...] = ()) -> str:
    arguments = [*MENDAX, "play", "one-die", "--against", "honest", "--seed", "5", *options]
    done = subprocess.run(
        arguments, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_a_person_sits_down(tmp_path: Path) -> None:
    """Two games: odds on request, nonsense and illegal calls answered, reasons after, and the table."""
    records = tmp_path / "mine.txt"
    out = converse("?", "dance", "call 9", "call 6", "w", "", "challenge", "q", options=("--records", str(records)))
    assert "Game 1: you go first." in out
    assert "What the odds say" in out
    assert "'dance' is not an action" in out
    assert "the dice cannot show '9'" in out
    assert "honest: challenge" in out, "the opponent's reasons open after the game"
    assert "Game 2: honest goes first." in out
    table = out[out.index("This session") :]
    assert "you first" in table
    assert "honest first" in table
    assert len(records.read_text().split("[Mendax")) == 3


def test_a_person_never_sees_the_hidden_die() -> None:
    """Going second, with the other's die hidden: until the challenge nothing printed depends on it."""
    printed = set()
    for seed in range(12):
        arguments = [*MENDAX, "play", "one-die", "--against", "random", "--seat", "1", "--seed", str(seed)]
        done = subprocess.run(arguments, input="q\n", capture_output=True, text=True, timeout=60, check=False)
        printed.add(done.stdout.split("random calls")[0])
    assert len(printed) == 1, "before the call everything is the same for every roll"


def test_odd_names_and_long_answers_are_just_text() -> None:
    out = converse("9" * 6000, "call 6", "q", options=("--name", "[/b]"))
    assert "[/b]" in out
    assert "is not an action" in out


def test_a_person_plays_yahtzee_alone() -> None:
    arguments = [*MENDAX, "play", "yahtzee", "--seed", "5"]
    done = subprocess.run(
        arguments, input="?\nkeep none\nq\n", capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "expected further points" in done.stdout
    assert "Dice:" in done.stdout


def test_leaving_at_once_prints_no_table() -> None:
    assert "This session" not in converse("q")
    assert "This session" not in converse()
