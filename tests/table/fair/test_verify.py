"""The verifier: it needs nothing of mendax, finds every forgery, and the page says the same."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mendax.table.fair import verify
from mendax.table.fair.page import page, page_policy
from tests.command_line import assert_refused, call
from tests.table.fair.forged import FORGERIES, file_of, forgeries
from tests.table.fair.played import GAMES, play

PROGRAM = Path(verify.__file__)
NODE = shutil.which("node")
CHROMIUM = shutil.which("chromium")
RUNNER = """
const fs = require("fs");
(0, eval)(fs.readFileSync(process.argv[2], "utf8").match(/<script>(.*?)<\\/script>/s)[1]);
(async () => {
  for (const file of process.argv.slice(3)) console.log(JSON.stringify(await check(fs.readFileSync(file, "utf8"))));
})();
"""


def true_files() -> list[str]:
    return [
        file_of(play(text, 3).lines(viewer, is_open))
        for text in GAMES
        for viewer, is_open in ((0, False), (None, True))
    ]


def test_it_is_short_and_needs_nothing_of_mendax() -> None:
    source = PROGRAM.read_text()
    assert len(source.splitlines()) <= 100
    imported = re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)
    assert set(imported) <= set(sys.stdlib_module_names)


@pytest.mark.parametrize(("name", "text", "fault"), list(forgeries()), ids=list(FORGERIES))
def test_it_finds(name: str, text: str, fault: str) -> None:
    faults, _ = verify.check(text)
    assert any(fault in found for found in faults), faults


def test_true_files_have_no_fault() -> None:
    for text in true_files():
        faults, proved = verify.check(text)
        assert not faults
        assert proved


def test_any_changed_letter_of_a_proof_is_found() -> None:
    lines = play("one-die", 3).lines(0)
    at = next(place for place, line in enumerate(lines) if line["type"] == "proof")
    text = json.dumps(lines[at])
    for place, letter in enumerate(text):
        # A line of an unknown type or of another match is not looked at.
        if not letter.isalnum() or not text.index('"round"') < place < text.index('"match"'):
            continue
        other = "1" if letter == "0" else "0"
        rows = [json.dumps(line) for line in lines]
        rows[at] = text[:place] + other + text[place + 1 :]
        assert verify.check("\n".join(rows))[0], (place, letter)


def test_lines_that_were_logged_and_the_file_can_be_checked_together() -> None:
    """What a player wrote down as it came stands before the file that was fetched later."""
    lines = play(GAMES[3], 3).lines(0)
    log: list[dict[str, Any]] = [{**line, "type": str(line["type"]).replace("mix", "mixed")} for line in lines[1:]]
    log = [line for line in log if line["type"] != "draw"]
    whole = file_of(log) + '{"type": "welcome"}\n\n' + file_of(lines)
    assert verify.check(whole) == ([], sum(line["type"] == "proof" for line in lines))
    others = [{**line, "match": "m0"} for line in log]  # of an earlier match at the table, which nobody asks about
    assert verify.check(file_of(others) + whole) == verify.check(whole)
    log[0]["root"] = "00" * 32
    assert "a second commit" in str(verify.check(file_of(log) + file_of(lines))[0])


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"type": []}', '{"type": "commit", "seq": 0}', "[" * 100_000])
def test_what_is_no_proof_file_is_not_proved(text: str) -> None:
    assert verify.check(text)[0]


def test_it_runs_as_a_file_of_its_own(tmp_path: Path) -> None:
    alone = tmp_path / "check.py"
    alone.write_text(PROGRAM.read_text())
    file = tmp_path / "proofs.jsonl"
    text = file_of(play("one-die", 3).lines(0))

    def run() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", str(alone), str(file)]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    file.write_text(text)
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"\d+ dice and cards are as they were committed to.\n", done.stdout)
    file.write_text(re.sub(r'"result": "."', '"result": "0"', text))
    done = run()
    assert done.returncode == 1
    assert "shows something else" in done.stderr


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "proofs.jsonl"
    text = file_of(play("yahtzee:players=2,single_turn=true", 3).lines(1))
    file.write_text(text)
    code, out, _ = call(capsys, "verify", str(file))
    assert code == 0
    assert "dice and cards are as they were committed to" in out
    file.write_text(text.replace('"result": "', '"result": "1', 1))
    code, out, _ = call(capsys, "verify", str(file))
    assert code == 1
    assert re.fullmatch(r"line \d+: the piece shows something else\n", out)
    code, out, _ = call(capsys, "verify", str(file), "--json")
    found = json.loads(out)
    assert (code, found["proved"], len(found["faults"])) == (1, False, 1)
    assert_refused(capsys, ["verify", str(tmp_path / "none")], "No such file")
    file.write_bytes(b"\xff\xfe\x00")
    assert_refused(capsys, ["verify", str(file)], "is not a text file")


def test_the_page_needs_no_other_file_and_names_its_own_script() -> None:
    html = page()
    assert not re.search(r"\b(src|href)=|https?:|//[a-z]+\.|import\(|@import|fetch\(|XMLHttp", html)
    assert re.search(r'Content-Security-Policy" content="([^"]*)"', html)[1] == page_policy(html)  # type: ignore[index]


@pytest.mark.skipif(NODE is None, reason="there is no node")
def test_the_page_says_what_the_program_says(tmp_path: Path) -> None:
    texts = [*true_files(), *(text for _, text, _ in forgeries()), "", "nonsense", "[]"]
    runner, html = tmp_path / "run.js", tmp_path / "verify.html"
    runner.write_text(RUNNER)
    html.write_text(page())
    files = [tmp_path / f"{number}.jsonl" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    assert NODE is not None
    command = [NODE, *map(str, (runner, html, *files))]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    said = [json.loads(row) for row in done.stdout.splitlines()]
    for text, verdict in zip(texts, said, strict=True):
        faults, proved = verify.check(text)
        assert verdict == {"faults": faults, "proved": proved}


@pytest.mark.skipif(CHROMIUM is None, reason="there is no browser")
def test_the_page_works_from_a_file_without_a_network(tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text(file_of(play(GAMES[3], 3).lines(0)))
    bad.write_text(next(text for name, text, _ in forgeries() if name == "a changed die"))
    html = tmp_path / "verify.html"
    html.write_text(page())
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            context = browser.new_context(offline=True)
            tab = context.new_page()
            complaints = list[str]()
            tab.on("console", lambda message: complaints.append(message.text))
            tab.goto(html.as_uri())
            tab.get_by_label("Proof file").set_input_files(good)
            tab.get_by_text("dice and cards are as they were committed to").wait_for()
            tab.get_by_label("Proof file").set_input_files(bad)
            tab.get_by_text("Not proved: 1 fault.").wait_for()
            assert "the piece shows something else" in tab.locator("#faults").inner_text()
            assert not complaints
        finally:
            browser.close()
