"""`mendax worlds`: text, JSON, picture and page of a recorded game."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from mendax.core.match import Match
from mendax.core.record import Record
from mendax.core.record_files import load_records
from mendax.games.blufpoker.rules import Blufpoker
from mendax.games.blufpoker.worlds import inspect
from tests.command_line import assert_refused, call, call_json, first_words
from tests.golden_records import FOLDER

GOLDEN = str(FOLDER / "blufpoker.txt")
"""Its first record is a game of three."""
SVG = "{http://www.w3.org/2000/svg}"
MOVES = "start 0, die 4, die 6, die 3, bid 643, believe, roll 3, die 4, roll 4, die 6, stop, bid 644"
"""Seat 1 leaves a 6 open, has 664 and bids 644."""


def file_of(folder: Path, moves: str = MOVES, finished: bool = True) -> str:
    """A file with a record of these moves; a finished one is a forfeit, so that it may stop anywhere."""
    match = Match(Blufpoker())
    for move in moves.split(", "):
        match.play(match.game.parse_action(move))
    if finished:
        match.give_up(0, "left")
    file = folder / "game.txt"
    file.write_text(str(Record.of_match(match, ["anna", "bert", "<carl>"])))
    return str(file)


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code, out, err = call(capsys, "worlds", *arguments)
    assert (code, err) == (0, "")
    return out


def test_the_steps_of_a_round(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = output(capsys, file_of(tmp_path), "--formula", "K{0} true_bid", "--formula", "Kw{1} poker")
    assert out.startswith("blufpoker, 1 round and 5 steps. seat 0 anna, seat 1 bert, seat 2 <carl>.\n")
    lines = {line.split()[0]: line.split() for line in out.splitlines() if re.match(r" +\d+  ", line)}
    assert lines["1"][-6:] == ["1", "56", "56", "643", "false", "false"]
    assert lines["5"][-8:] == ["21", "1", "21", "664", "58.3", "%", "false", "true"]
    assert "F1: K{0} true_bid" in out


def test_the_grid_of_a_step(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = output(capsys, file_of(tmp_path), "--step", "5", "--seat", "2", "--formula", "K{2} true_bid")
    assert out.splitlines() == [
        "Step 5 of 5, round 1: seat 1 bids 644.",
        "",
        "21 worlds for seat 2, with the probability (%) of each:",
        " 666  2.8 (664) 5.6  652  5.6  632  5.6   ·         ·         ·         ·",
        "  ·        663  5.6  651  5.6  631  5.6   ·         ·         ·         ·",
        "  ·        662  5.6 [644] 2.8  622  2.8   ·         ·         ·         ·",
        "  ·        661  5.6  643  5.6  621  5.6   ·         ·         ·         ·",
        "  ·        655  2.8  642  5.6  611  2.8   ·         ·         ·         ·",
        "  ·        654  5.6  641  5.6   ·         ·         ·         ·         ·",
        " 665  5.6  653  5.6  633  2.8   ·         ·         ·         ·         ·",
        "( ) the actual world   [ ] the bid   · not possible",
        "The chance that the cup holds at least 644 is 0.5833 for seat 2.",
        "K{2} true_bid is false at 664: 2 considers 643 possible, where true_bid is false.",
    ]


def test_a_seat_is_told_its_own_part(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = file_of(tmp_path)
    assert "seat 1 rolls a 4; seat 1 rolls a 6; seat 1 hides two dice" in output(
        capsys, file, "--step", "4", "--seat", "1"
    )
    assert "rolls a" not in output(capsys, file, "--step", "4", "--seat", "0")
    assert "{643} 100" in output(capsys, file, "--step", "2")
    assert "{ } the actual world and the bid" in output(capsys, file, "--step", "2")


def test_what_one_thinks_of_another(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = file_of(tmp_path)
    out = output(capsys, file, "--step", "5", "--through", "0,1")
    assert "The probability (%) that seat 1 gives each world, as seat 0 expects it:" in out
    assert "Seat 0 considers 21 worlds possible, and knows that seat 1 knows the world." in out
    found = call_json(capsys, "worlds", file, "--step", "5", "--through", "1,0", "--world", "611")
    assert found["through"]["possible"] == ["611"]
    assert [len(worlds) for worlds in found["through"]["sets"]] == [21]
    assert found["seen_from"] == "611"


def test_json_of_a_step_and_of_a_round(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = file_of(tmp_path)
    listed = call_json(capsys, "worlds", file, "--formula", "C{0,1,2} has=6")
    assert (listed["game"], listed["records"], listed["finished"], listed["rounds"]) == ("blufpoker", 1, True, 1)
    assert [step["worlds"] for step in listed["steps"]][-1] == [21, 1, 21]
    assert [step["formulas"][0]["holds"] for step in listed["steps"]] == [False, True, True, True, True]
    step = call_json(capsys, "worlds", file, "--step", "5", "--seat", "0")
    assert step["chance"] == pytest.approx(21 / 36)
    assert step["chances"]["664"] == pytest.approx(2 / 36)
    assert [len(row) for row in step["grid"]] == [8] * 7
    assert (step["actual"], step["claim"]["world"], step["told"][1]) == ("664", "644", "seat 1 bids 644")


def test_assumed_truth(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = file_of(tmp_path, MOVES.replace("bid 644", "bid 665"))
    out = output(capsys, file, "--step", "5", "--assume-truth")
    assert "Every bid is taken for the truth here" in out
    assert "The actual world, 664, is struck out: the bid was false." in out
    assert " 666 33.3" in out
    assert "struck out" in output(capsys, file, "--assume-truth")
    assert "none of them is the actual one" in output(capsys, file, "--step", "5", "--seat", "1", "--assume-truth")


def test_the_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "step.svg"
    output(capsys, file_of(tmp_path), "--step", "5", "--svg", str(picture))
    root = ET.parse(picture).getroot()
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert sum(text in ("5.6 %", "2.8 %") for text in texts) == 21
    assert len(root.findall(f".//{SVG}line[@class='strike']")) == 35
    for kind, name in (("actual", "664"), ("claim", "644")):
        (cell,) = (group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}rect[@class='{kind}']") is not None)
        found = cell.find(f"{SVG}text")
        assert found is not None
        assert found.text == name


def page_data(page: Path) -> Any:
    """The data inside a page."""
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page.read_text(), re.DOTALL)
    return json.loads(text)


def chances_of(data: Any, number: int, seat: int) -> dict[str, float]:
    """What a seat considers possible, from the data of the page alone."""
    step = data["steps"][number - 1]
    model, weights = data["models"][step["model"]], data["weights"][step["weights"]]
    classes = model["classes"][seat]
    worlds = [
        place for place, left in enumerate(model["left"]) if left == "1" and classes[place] == classes[step["actual"]]
    ]
    return {data["names"][place]: weights[place] / sum(weights[world] for world in worlds) for place in worlds}


def test_the_page_has_the_whole_game_and_nothing_from_outside(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "game.html"
    output(capsys, GOLDEN, "--html", str(page), "--formula", "K{0} true_bid")
    text, data = page.read_text(), page_data(page)
    assert len(text) < 2_000_000
    assert not re.search(r"""(?:src|href)=|https?://|@import|url\(""", text), "the page loads nothing"
    steps = inspect(load_records(Path(GOLDEN))[0]).steps
    assert len(data["steps"]) == len(steps) > 50
    for step, shown in zip(steps, data["steps"], strict=True):
        assert (shown["event"], data["names"][shown["actual"]]) == (step.event, step.actual)
        assert [told or step.event for told in shown["told"]] == list(step.told)
        for seat in range(3):
            assert chances_of(data, step.number, seat) == pytest.approx(step.outlook(seat).chances)
        model = data["models"][shown["model"]]
        assert (model["formulas"][0][shown["actual"]] == "1") == bool(step.check("K{0} true_bid"))
        if step.claim is not None:
            true = [name for name, one in zip(data["names"], model["claimed"], strict=True) if one == "1"]
            assert set(true) == set(step.model.where(step.claim.atom))


def test_names_cannot_break_the_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = Path(file_of(tmp_path))
    file.write_text(file.read_text().replace("<carl>", "</script><b>carl"))
    page = tmp_path / "game.html"
    output(capsys, str(file), "--html", str(page))
    assert page_data(page)["agents"][2] == "</script><b>carl"
    assert "<b>" not in page.read_text()


def test_an_unfinished_game_shows_nothing_of_hidden_dice(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Other dice under the cup: every form of output is the same, byte for byte."""
    found = []
    other = MOVES.replace("die 4, roll 4, die 6, stop", "die 1, roll 4, die 2, stop")
    page, picture = tmp_path / "page.html", tmp_path / "step.svg"
    for moves in (MOVES, other):
        file = file_of(tmp_path, moves, finished=False)
        shown = [output(capsys, file), output(capsys, file, "--json")]
        for seat in "012":
            options = (file, "--seat", seat, "--step", "5", "--formula", f"K{{{seat}}} true_bid")
            shown.append(output(capsys, *options, "--svg", str(picture), "--html", str(page)))
            shown += [output(capsys, *options, "--json"), picture.read_text(), page.read_text()]
        found.append(shown)
    assert found[0] == found[1]
    assert "The match is unfinished" in found[0][0]
    known = "Seat 1 has seen more than a spectator and tells some of these worlds apart; which one it is stays hidden."
    assert known in found[0][6]
    assert "664" not in str(page_data(page)["steps"])


def test_the_page_of_the_documents_shows_real_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "worlds.md").read_text()
    (played,) = re.findall(r"```\nmendax (match .*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    assert call(capsys, *shlex.split(played.replace("\\\n", "")))[0] == 0
    shown = re.findall(r"```\n\$ mendax ([^\n]*)\n(.*?)\n```", text, re.DOTALL)
    assert len(shown) == 7
    for command, expected in shown:
        _, out, err = call(capsys, *shlex.split(command))
        assert "\n".join(line.rstrip() for line in (out + err).splitlines()) == expected


BAD: list[tuple[list[str], str]] = [
    (["--number", "99"], "records, there is no number 99"),
    (["--step", "9999"], "there is no step 9999"),
    (["--round", "99"], "there is no round 99"),
    (["--seat", "3"], "blufpoker has seats 0 to 2, not 3"),
    (["--step", "5", "--through", "1"], "--through takes two seats, such as 0,2, not '1'"),
    (["--step", "5", "--through", "1,7"], "blufpoker has seats 0 to 2, not 7"),
    (["--step", "5", "--through", "1,2", "--seat", "1"], "leave --seat out"),
    (["--through", "1,2"], "belong to one step"),
    (["--svg", "x.svg"], "belong to one step"),
    (["--step", "1", "--round", "1"], "give one of them"),
    (["--step", "1", "--world", "999"], "there is no world '999'"),
    (["--step", "2", "--world", "666"], "world 666 is struck out at step 2"),
    (["--formula", "K{0} (true_bid & )"], "at character 18: expected a formula, found ')'"),
    (["--step", "2", "--formula", "K{5} true_bid"], "there is no agent '5'; there are: 0, 1, 2"),
    (["--formula", "truebid"], "there is no atom 'truebid'; did you mean 'true_bid'?"),
]


@pytest.mark.parametrize(("arguments", "complaint"), BAD, ids=first_words)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert_refused(capsys, ["worlds", GOLDEN, *arguments], complaint)


def test_a_game_without_worlds(capsys: pytest.CaptureFixture[str]) -> None:
    complaint = "there is no `mendax worlds` for one-die yet; there is one for: blufpoker"
    assert_refused(capsys, ["worlds", str(FOLDER / "one-die.txt")], complaint)


def test_a_record_that_does_not_replay(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = Path(file_of(tmp_path))
    file.write_text(file.read_text().replace("bid 644", "bid 211"))
    assert_refused(capsys, ["worlds", str(file)], f"{file}: record 1: move 12 (bid 211)")


def test_nothing_to_know_yet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = file_of(tmp_path, "start 0, die 4", finished=False)
    assert_refused(capsys, ["worlds", file], "nothing has happened in this match yet")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs chromium")
@pytest.mark.parametrize(("seat", "other"), [(-1, -1), (0, -1), (1, -1), (0, 1), (1, 2), (2, 0)])
def test_the_page_shows_in_a_browser_what_the_library_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, seat: int, other: int
) -> None:
    page = tmp_path / "game.html"
    output(capsys, file_of(tmp_path), "--html", str(page))
    browser = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    address = f"{page.as_uri()}#5,{seat},{other}"
    done = subprocess.run([*browser, "--dump-dom", address], capture_output=True, text=True, timeout=60, check=True)
    step = inspect(load_records(tmp_path / "game.txt")[0]).steps[4]
    looks = None if seat < 0 else seat
    chances = step.outlook(looks).chances if other < 0 else step.through(seat, other).chances
    labels = dict(re.findall(r'aria-label="(\d{3}), ([^"]*)"', unescape(done.stdout)))
    assert len(labels) == 56
    for name, label in labels.items():
        chance = chances.get(name)
        shown = "not possible" if chance is None else "100 %" if chance == 1 else f"{100 * chance:.1f} %"
        assert label.split(", ")[0] == ("struck out" if name not in step.model.worlds else shown)
