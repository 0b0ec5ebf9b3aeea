"""`mendax export`, matches and play of Hold'em on the command line."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from mendax.core.record_files import load_records
from mendax.games.holdem.agents.poki.frequencies import load_history
from mendax.games.holdem.phh import read_file
from tests.command_line import assert_refused, call, call_json


@pytest.fixture
def records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    file = tmp_path / "games.txt"
    options = ("--games", "4", "--workers", "1", "--seed", "3", "--records", str(file))
    call_json(capsys, "match", "holdem:hands=3", "always-call", "random", *options)
    return file


def test_a_file_for_every_hand(capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path) -> None:
    folder = tmp_path / "phh"
    found = call_json(capsys, "export", str(records), "--phh", str(folder))
    assert found == {"records": str(records), "format": "phh", "folder": str(folder), "hands": 12}
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{number:02}.phh" for number in range(1, 13)]
    hands = [read_file(file) for file in files]
    assert [hand.number for hand in hands] == [1, 2, 3] * 4
    paid = [record.payoffs for record in load_records(records)]
    for match in range(4):
        total = [0.0, 0.0]
        for hand in hands[3 * match : 3 * match + 3]:
            assert hand.seats is not None
            for seat, payoff in zip(hand.seats, hand.record().payoffs, strict=True):
                total[seat - 1] += payoff
        assert tuple(total) == paid[match]


def test_a_complete_hand_is_replayed(capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path) -> None:
    call_json(capsys, "export", str(records), "--phh", str(tmp_path / "phh"))
    file = tmp_path / "phh" / "01.phh"
    found = call_json(capsys, "replay", str(file))
    (record,) = load_records(file)
    assert found["payoffs"] == list(record.payoffs)
    assert found["records"] == 1
    text = file.read_text()
    dealt = re.search(r"d dh p1 (\w{4})", text)
    assert dealt is not None
    unknown = tmp_path / "unknown.phh"
    unknown.write_text(text.replace(dealt[1], "????"))
    assert_refused(capsys, ["replay", str(unknown)], "unknown.phh: this hand cannot be replayed: the cards of p1")
    assert_refused(capsys, ["replay", str(tmp_path / "none.phh")], "none.phh cannot be read")


@pytest.mark.parametrize("name", ["holdem", "phh", "deep/folder.d"])
def test_any_folder_and_any_order(
    capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = call(capsys, "export", str(records), "--phh", name)
    assert (code, err) == (0, "")
    assert out == f"12 hands are in {name}.\n"
    assert call(capsys, "export", "holdem", str(records), "--phh", name)[0] == 0
    if name != "holdem":
        assert call(capsys, "export", "--phh", name, str(records))[0] == 0


def test_what_cannot_be_exported(capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path) -> None:
    assert_refused(capsys, ["export", str(records)], "export where to? There is: --phh DIR")
    assert_refused(capsys, ["export", str(records), "--phh", str(records)], "cannot be written to: File exists")
    dice = str(tmp_path / "dice.txt")
    call_json(capsys, "match", "one-die", "tree", "random", "--games", "2", "--workers", "1", "--records", dice)
    assert_refused(capsys, ["export", dice, "--phh", str(tmp_path)], "no `mendax export` for one-die yet")
    assert_refused(capsys, ["export", "holdem", dice, "--phh", str(tmp_path)], "record 1 is of one-die, not of holdem")
    records.write_text(records.read_text().replace(" call\n", " bet\n", 1))
    assert_refused(capsys, ["export", str(records), "--phh", str(tmp_path)], "record 1: move ")


def test_a_match_counts_small_bets_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--games", "200", "--workers", "1", "--seed", "1")
    found = call_json(capsys, "match", "holdem", "always-call", "always-fold", *options)
    assert (found["game"], found["unit"], found["forfeits"]) == ("holdem", "small bets", [])
    caller, folder = found["agents"]
    assert caller["hands"] == 200
    # The folder loses half a small bet on the button; in the big blind it checks whenever it may.
    assert caller["mean_payoff"] == -folder["mean_payoff"] > 0.1
    assert set(found["endings"]) == {"showdown", "all but one folded"}


def test_ring_tables_and_seating_patterns(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--games", "12", "--workers", "1")
    assert call_json(capsys, "match", "holdem", "tight", "loose", "random", *options)["game"] == "holdem:players=3"
    assert call_json(capsys, "match", "holdem:players=6", "tight", "loose", *options)["game"] == "holdem:players=6"


def test_folding_always_costs_the_blinds(capsys: pytest.CaptureFixture[str]) -> None:
    """750 thousandths of a big blind a hand: half a small bet as small blind, a whole one as big blind."""
    found = call_json(capsys, "match", "holdem", "always-raise", "always-fold", "--games", "20", "--workers", "1")
    assert [agent["mean_payoff"] for agent in found["agents"]] == [0.75, -0.75]


def test_duplicate_deals_cancel_where_nobody_chooses(capsys: pytest.CaptureFixture[str]) -> None:
    """Both see every hand to the end for the same stakes: with seats exchanged and the same cards, nobody wins."""
    found = call_json(capsys, "match", "holdem", "always-raise", "always-call", "--games", "40", "--workers", "1")
    assert [agent["mean_payoff"] for agent in found["agents"]] == [0.0, 0.0]


def test_a_person_plays_two_hands(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds on `?`, the standing after each hand, and their cards and reasons on `w` once a hand is over."""
    lines = ["?", "call", "?", "check", "w", "bet", "check", "fold", "w", "q"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
    code, out, err = call(
        capsys, "play", "holdem:hands=2", "--against", "tight", "--against", "loose", "--seed", "3", "--seat", "0"
    )
    assert (code, err) == (0, "")
    first, _, second = out.partition("Small bets won so far: you -4, tight -1, loose +5.")
    told = " ".join(first.split())
    assert "The pot offers 2.3 to 1, so a call must win 30.0 %; against 2 unknown hands" in told
    assert "Outs, 3: Jd Jh Js." in told
    assert "No round has ended yet" in told
    assert " with " not in told, "nobody's cards before the hand is over"
    assert "loose with " in second
    assert "points and the position" in second


def test_frequencies_of_recorded_players(capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path) -> None:
    file = tmp_path / "seen.json"
    found = call_json(capsys, "export", str(records), "--frequencies", str(file))
    assert found["format"] == "frequencies"
    assert found["actions"].keys() == {"always-call", "random"}
    counts = load_history(file).counts("always-call")
    assert counts.sum() == found["actions"]["always-call"] == counts[:, :, 1].sum()
    code, out, _ = call(capsys, "export", str(records), "--frequencies", str(file))
    assert code == 0
    assert "always-call (" in out
    options = ("--games", "2", "--workers", "1", "--seed", "3")
    played = call_json(capsys, "match", "holdem:hands=2", f"poki:{file},trials=5", "random", *options)
    assert played["games"] == 2
    both = ["export", str(records), "--frequencies", str(file), "--phh", str(tmp_path)]
    assert_refused(capsys, both, "one of them")
    file.write_text("{}")
    assert_refused(capsys, ["match", "holdem", f"poki:{file}", "random", *options], "its format is not")
