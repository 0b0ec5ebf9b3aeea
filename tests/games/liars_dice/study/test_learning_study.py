"""`mendax reproduce soar-dice --part learning`: trainings that are there are taken, and a stopped study goes on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from mendax.cli.app import run
from mendax.core import MendaxError
from mendax.core.errors import Stopped
from mendax.games.liars_dice.agents.training import Training
from mendax.games.liars_dice.study.learning import runs
from mendax.games.liars_dice.study.learning.figure_3 import figure_three, find_rule, make_rule, used_most
from mendax.games.liars_dice.study.learning.plan import QUICK, PlannedRun, planned_runs
from mendax.games.liars_dice.study.learning.questions import VARIANTS, LearnedPlayer, is_challenge
from mendax.games.liars_dice.study.published import FIGURE_3, STATEMENTS
from mendax.report.study import StudyOptions
from mendax.soar.learned_rules import LearnedRule, LearnedRules
from tests.games.liars_dice.study.curve_maker import rising, write_log

TINY = replace(QUICK, blocks=1, games=4, long=1, match=2, pair=8, sample=1)
PLAN = [PlannedRun("p-#", 1, 1), PlannedRun("p-#", 1, 1, "q-learning")]


def progress(
    stop_at: int | None = None, what: str = "Training"
) -> Callable[[int, str], AbstractContextManager[Callable[[int], None]]]:
    """Progress that ends in Ctrl-C once so much of one thing is done."""

    @contextmanager
    def show(total: int, title: str) -> Iterator[Callable[[int], None]]:
        def update(done: int) -> None:
            if stop_at is not None and title.startswith(what) and done >= stop_at:
                raise KeyboardInterrupt

        yield update

    return show


def options(out: Path, stop_at: int | None = None, what: str = "Training", seed: int = 0) -> StudyOptions:
    out.mkdir(exist_ok=True)
    return StudyOptions(out, True, seed, 1, progress(stop_at, what))


def page_text(folder: Path) -> str:
    """The page with line breaks as blanks, as a browser shows them."""
    return re.sub(r"\s+", " ", (folder / "report.html").read_text(encoding="utf-8"))


def test_a_folder_of_finished_trainings_is_taken_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All runs are there, with other numbers of blocks in one folder; nothing is trained."""
    size = replace(TINY, blocks=2, long=4, games=10)
    monkeypatch.setattr(runs, "QUICK", size)
    for planned in planned_runs(size):
        rates = rising(0.1, 0.6, planned.blocks)
        write_log(tmp_path / "runs-quick" / planned.name / f"seed-{planned.seed}", rates, games=10)
    numbers = runs.reproduce(options(tmp_path))
    assert numbers.games == numbers.planned_games == 9 * 5 * 10 + 9 * 10
    assert [curve.name for curve in numbers.curves][-1] == "p-#-q-learning"
    assert {curve.name: curve.runs[0].blocks for curve in numbers.curves}["pm-0"] == 4
    assert numbers.long_run is not None
    assert numbers.long_run.blocks == 4
    assert [finding.name for finding in numbers.findings] == list(STATEMENTS)
    assert len(numbers.questions.round_robin) == 28
    assert not numbers.questions.tunings, "there is no file of learned rules"
    saved = json.loads((tmp_path / "numbers.json").read_text())
    assert saved == json.loads(json.dumps(numbers.to_json()))
    assert {"round-robin.json"} <= {path.name for path in (tmp_path / "questions-quick").iterdir()}
    page = page_text(tmp_path)
    assert page.count("data:image/png;base64,") == 7
    for finding in numbers.findings:
        assert finding.statement.replace("'", "&#39;") in page
    for text in ("Dice Rule 2", "−79/81".replace("−", "-"), "PM-0, seed 1, 4 blocks"):
        assert text in page


def test_what_mendax_train_made_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real training of four games; the study adds the other run, asks its questions and finds the tuned rules."""
    monkeypatch.setattr(runs, "QUICK", TINY)
    monkeypatch.setattr(runs, "planned_runs", lambda size, seed: PLAN)
    done = Training("p-#", blocks=1, games=4, native=True, native_tests=True).run(tmp_path / "runs-quick" / "p-#", [1])
    log = tmp_path / "runs-quick" / "p-#" / "seed-1" / "blocks.jsonl"
    before = log.read_bytes()
    with pytest.raises(
        Stopped, match=r"stopped after \d+ of 24 games of training and tests, which are kept; the report"
    ):
        runs.reproduce(options(tmp_path, stop_at=16))
    assert "The study was stopped" in page_text(tmp_path)
    with pytest.raises(Stopped, match=r"stopped after 24 of 24 games"):
        runs.reproduce(options(tmp_path, stop_at=2, what="One against three"))
    assert "Open question: the learned player at four seats</h2> <p>Not played yet" in page_text(tmp_path)
    numbers = runs.reproduce(options(tmp_path))
    assert log.read_bytes() == before
    first = numbers.curves[0].runs[0]
    assert [point.wins for point in first.points] == [sum(block.scores) for block in done.curves[0].tests]
    assert numbers.questions.tunings[0].agent == "p-#"
    assert [each.variant for each in numbers.questions.tunings[0].results] == list(VARIANTS)
    assert all(0 <= each.wins <= each.games == 2 for each in numbers.questions.tunings[0].results)
    learned = [each for each in numbers.questions.four_seats if each.learned]
    assert all(each.turns >= each.deliberated > 0 for each in learned)
    assert [each.agent for each in numbers.questions.four_seats if not each.learned] == ["p"]
    assert len(numbers.figure_3.most_used) == 3
    again = runs.reproduce(options(tmp_path))
    assert again.to_json() == numbers.to_json()


def test_a_folder_of_another_training_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "QUICK", TINY)
    monkeypatch.setattr(runs, "planned_runs", lambda size, seed: PLAN)
    PLAN[0].course(tmp_path / "runs-quick", games=5)
    with pytest.raises(MendaxError, match="holds another run"):
        runs.reproduce(options(tmp_path))


def test_stopped_before_the_first_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "QUICK", TINY)
    monkeypatch.setattr(runs, "planned_runs", lambda size, seed: PLAN)
    with pytest.raises(Stopped, match=r"stopped after 0 of 24 games .* a report needs the first test of a run"):
        runs.reproduce(options(tmp_path, stop_at=0))
    assert not (tmp_path / "report.html").exists()


def test_figure_3_is_made_on_the_kernel() -> None:
    found = figure_three([], [])
    assert [rule.expected for rule in found.rules] == ["-79/81", "1/9", "7/18"]
    assert all(rule.as_expected for rule in found.rules)
    assert [rule.published for rule in found.rules] == [-0.8754, 0.12, 0.38]
    assert found.rules[0].words == "bid five 2s, no push; no 1s and one 2 known, four unknown"


def test_a_rule_is_found_again_whatever_its_name_and_value() -> None:
    """Its variables are renamed, its value and its name are others; a rule of another face is not it."""
    chunk = make_rule(FIGURE_3[0])
    text = chunk.text.replace(chunk.name, "chunk*other", 1).replace("<o1>", "<other>").replace("-0.975309", "-0.8")
    same = LearnedRule("chunk*other", text, -0.8, 4, -79 / 81)
    other = LearnedRule("chunk*sixes", chunk.text.replace("^face 2", "^face 6"), 0.1, 9, 0.2)
    plain = LearnedRule("chunk*class", "sp {chunk*class (state <s> ^operator <o> +) --> (<o> ^class safe)}")
    player = LearnedPlayer("p-#", 3, 10, Path())
    learned = LearnedRules((other, plain, same))
    (found,) = find_rule(learned, chunk.text, player)
    assert (found.value, found.updates, found.seed, found.blocks) == (-0.8, 4, 3, 10)
    assert find_rule(LearnedRules((other, plain)), chunk.text, player) == []
    assert [rule.updates for rule in used_most(learned, player)] == [9, 4]


def test_which_rules_are_about_challenges() -> None:
    bid, challenge = make_rule(FIGURE_3[0]), make_rule(FIGURE_3[2])
    assert [is_challenge(LearnedRule(rule.name, rule.text)) for rule in (bid, challenge)] == [False, True]
    learned = LearnedRules(
        (LearnedRule("bid", bid.text, 0.5, 1, 0.1), LearnedRule("challenge", challenge.text, 0.6, 1, 0.2))
    )
    kept = {name: [rule.value for rule in learned.put_back(which).rules] for name, which in VARIANTS.items() if which}
    assert kept == {"only-challenges": [0.1, 0.6], "all-but-challenges": [0.5, 0.2], "untuned": [0.1, 0.2]}


@pytest.mark.slow
def test_the_quick_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["reproduce", "soar-dice", "--part", "learning", "--quick", "--out", str(tmp_path), "--json"]
    assert run(arguments) == 0
    numbers = json.loads(capsys.readouterr().out)
    folder = tmp_path / "learning"
    assert numbers == json.loads((folder / "numbers.json").read_text())
    assert numbers["games"] == numbers["planned_games"]
    assert len(numbers["curves"]) == 10
    verdicts = {finding["name"]: finding["verdict"] for finding in numbers["findings"]}
    assert verdicts["no-subgoal"] == "confirmed"
    assert {each["agent"] for each in numbers["questions"]["tunings"]} >= {"p-#", "ph-#", "pm-0"}
    assert numbers["questions"]["standings"][0]["agent"] in ("emh", "em", "pmh")
    page = page_text(folder)
    assert page.count("data:image/png;base64,") == 7
    assert "Not played yet" not in page
    assert run(arguments) == 0
    assert json.loads(capsys.readouterr().out) == numbers
