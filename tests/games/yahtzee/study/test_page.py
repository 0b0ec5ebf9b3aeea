"""The Yahtzee learning report says what the study's files say, and says what is missing."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from mendax.core.errors import MendaxError
from mendax.games.yahtzee.published import EXPECTED_SCORES, LATER, SCORE_LEVELS
from mendax.games.yahtzee.rules.scoring import BOXES, Rules
from mendax.games.yahtzee.study import runs
from mendax.games.yahtzee.study.analysis import ABLATIONS, CREDIT, PLAYERS, effects, fallen, shortfalls
from mendax.games.yahtzee.study.data import SeedResult, StudyData, YahtzeeRlNumbers, plan_differences
from mendax.games.yahtzee.study.page import write
from mendax.games.yahtzee.study.study_folder import read_study
from mendax.games.yahtzee.study.trainings import Size
from mendax.report.study import StudyOptions

OPTIMUM = 254.6
TURNS = ("single-turn", "turn-slow", "turn-joint", "turn-full")
RUNS = ("a2c", "a2c-paper", "ppo", "reinforce", "base", *TURNS, *ABLATIONS)
SAME = ("dice-combined", "layers-3", "trace-0.5", "entropy-ours", "scratch")


def plan(name: str, seed: int) -> dict[str, Any]:
    return {
        "preset": "a2c",
        "seed": seed,
        "games": 250_000,
        "task": {"turns": 1 if name in TURNS else 13, "features": {"potential": name != "no-potential"}},
        "network": {"layers": int(name[7:]) if name.startswith("layers-") else 3, "norm": name != "no-norm"},
        "learning": {
            "trace": float(name[6:]) if name.startswith("trace-") else 0.5,
            "discount": {"first": 0.99 if name == "a2c-paper" else 1.0, "last": 0.99 if name == "a2c-paper" else 1.0},
            "entropy": [{"first": 0.06, "last": 0.0005}, {"first": 0.03, "last": 0.0005}],
            "entropy_hold": 0.3,
            "entropy_anneal": 0.6,
        },
    }


def save_run(folder: Path, name: str, seed: int, mean: float, yahtzee: float = 0.33, fall: float = 0.0) -> None:
    """A training of ten log lines that climbs to its mean, and may have been better before the end."""
    place = folder / "runs" / name / f"seed-{seed}"
    place.mkdir(parents=True)
    games = 1_000_000 if name in ("a2c", "a2c-paper", "reinforce") else 250_000
    lines = []
    for at in range(1, 11):
        score = mean - 80 * (1 - at / 10) + (fall if at == 9 else 0)
        row = {"updates": at, "games": games * at / 10, "seconds": at, "bonus": 0.5, "yahtzee": yahtzee, "score": score}
        row |= {"entropy_roll": 2.0 / at, "entropy_score": 1.0 / at, "explained_variance": at / 12}
        if name in TURNS:
            row["score"] = 10 + mean / 20
        if at % 2 == 0 or fall:
            row |= {"greedy_score": score, "greedy_bonus": 0.5, "greedy_yahtzee": yahtzee}
        lines.append(json.dumps(row) + "\n")
    (place / "metrics.jsonl").write_text("".join(lines))
    result = {
        "preset": "a2c",
        "games": games,
        "updates": 10,
        "seed": seed,
        "seconds": 61.0,
        "evaluation_games": 10_000,
        "mean": mean,
        "std": 57.0,
        "standard_error": 0.57,
        "bonus_rate": 0.61,
        "yahtzee_rate": yahtzee,
        "at_least_250": 0.47,
        "device": "a test device",
        "plan": plan("base" if name in SAME else name, seed),
    }
    (place / "result.json").write_text(json.dumps(result))


def save_analysis(folder: Path, player: str, lost: float) -> None:
    (folder / "anatomy").mkdir(exist_ok=True, parents=True)
    by_box = {box.name.lower(): lost / 26 for box in BOXES}
    mistake = {"dice": "1 3 3 5 6", "rolls": 2, "open": ["fours", "chance"], "upper": 23, "loss": 9.87}
    data = {
        "player": player,
        "games": 10_000,
        "mean": OPTIMUM - lost,
        "std": 59.0,
        "bonus_rate": 0.68 - lost / 100,
        "yahtzee_rate": 0.34,
        "at_least_250": 0.5,
        "at_least": {str(level): max(0.0, 1 - level / 501) for level in SCORE_LEVELS},
        "boxes": {
            name: {
                "mean": 10.0 - (lost if name == "sixes" else 0),
                "zero_rate": 0.01 * at + (lost / 100 if name == "ones" else 0),
                "median_turn": at + 1,
                "first_rate": 1 / 13,
            }
            for at, name in enumerate(by_box)
        },
        "upper_bonus": 23.8,
        "extra": 9.5,
        "regret": {
            "game": lost,
            "decision": lost / 39,
            "right_rate": 0.9,
            "by_kind": {"first keep": 0.2 * lost, "second keep": 0.3 * lost, "box": 0.5 * lost},
            "by_turn": [lost / 13] * 13,
            "by_box": by_box,
            "costly": [mistake | {"did": "keep 3 3", "best": "keep 3 3 5"}] if lost else [],
        },
    }
    (folder / "anatomy" / f"{player}.json").write_text(json.dumps(data))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> StudyData:
    """Every training with three seeds, and every player."""
    folder = tmp_path_factory.mktemp("study")
    for number, name in enumerate(RUNS):
        for seed in range(3):
            mean = 240.0 if name in (*SAME, "base") else 246.0 if name == "a2c" else 200.0 + number
            save_run(folder, name, seed, mean + seed)
    for number, player in enumerate(PLAYERS):
        save_analysis(folder, player, 2.0 * number)
    return read_study(folder, exact=False)


def render(study: StudyData, folder: Path) -> str:
    """The page with line breaks as blanks, as a browser shows them."""
    write(study, folder / "report.html")
    return re.sub(r"\s+", " ", html.unescape((folder / "report.html").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def page(whole: StudyData, tmp_path_factory: pytest.TempPathFactory) -> str:
    return render(whole, tmp_path_factory.mktemp("page"))


def captions(page: str) -> Iterator[str]:
    return (found.group(1) for found in re.finditer(r"<figcaption> ?(.*?) ?</figcaption>", page))


def row(page: str, first: str) -> list[str]:
    """The cells of the first table row that begins so."""
    found = re.search(rf"<tr[^>]*><td>{re.escape(first)}.*?</tr>", page)
    assert found is not None, first
    return [cell.strip() for cell in re.findall(r"<td>(.*?)</td>", found.group(0))]


def test_every_figure_and_table_is_there_once_and_in_order(page: str) -> None:
    all_captions = list(captions(page))
    figures = [int(found.group(1)) for text in all_captions if (found := re.match(r"Figure (\d+):", text))]
    assert figures == list(range(2, 21))
    assert page.count("data:image/png;base64,") == 19
    tables = [found.group(1) for text in all_captions if (found := re.match(r"Table (\d):", text))]
    assert sorted(tables) == ["1", "2", "3", "4"]
    assert "left out" not in page


def test_table_3_is_what_the_results_say(page: str) -> None:
    means = [246.0, 247.0, 248.0]
    error = stdev(means) / 3**0.5
    ours = row(page, "A2C, ours")
    assert ours[1:4] == ["1,000,000 games", f"{fmean(means):.2f} ± {error:.2f}", "3 seeds, 246.00 – 248.00"]
    assert ours[4:] == ["57.00", "61.0 %", "33.0 %", "47.0 %", "241.78 (1,000,000 games)", "61 s, a test device"]
    assert row(page, "optimum")[2:4] == [f"{OPTIMUM:.2f} ± 0.59", "one player, over 10,000 games"]
    assert row(page, "single turns")[1] == "250,000 turns"
    gap = fmean(means) - LATER["a2c"].mean
    assert f"{gap:.2f} above the 241.78 that was later published" in page
    assert "Another budget had: ppo 250,000 games." in page


def test_plans_are_compared_setting_by_setting(whole: StudyData, page: str) -> None:
    assert row(page, "learning.discount") == ["learning.discount", "1 → 1", "0.99 → 0.99"]
    assert "4 layers (network.layers = 4)" in page
    assert plan_differences(whole.runs["base"][0], whole.runs["scratch"][2]) == []


def test_one_training_under_several_names_counts_once(whole: StudyData, page: str) -> None:
    assert len(whole.distinct()) == len(RUNS) - len(SAME)
    assert sorted(whole.twins("base")) == sorted(SAME)
    assert f"made of {3 * (len(RUNS) - len(SAME))} trainings of {len(RUNS) - len(SAME)} kinds" in page
    assert row(page, "3 layers")[3] == "the baseline"
    assert not {effect.standing.name for effect in effects(whole)} & {*SAME, "base"}


def test_effects_are_differences_from_the_baseline(whole: StudyData, page: str) -> None:
    gain = 200.0 + RUNS.index("no-norm") - 240
    assert f"{gain:+.2f} ± {(2 / 3) ** 0.5:.2f}, every seed below" in row(page, "no LayerNorm")[3]
    gains = {effect.standing.name: effect.gain for effect in effects(whole)}
    assert {name: gain for name, gain in gains.items() if name in CREDIT} == pytest.approx(
        {name: 200.0 + RUNS.index(name) - 240 for name in CREDIT if name != "trace-0.5"}
    )


def test_regret_and_shortfalls(whole: StudyData, page: str) -> None:
    a2c = whole.analyses["a2c"]
    assert row(page, "A2C, ours (10,000 games)")[2:] == [
        "4.00", "0.1026", "90.00 %", "0.80", "1.20", "2.00", "250.60"
    ]  # fmt: skip
    gap = shortfalls(a2c, whole.analyses["optimal"])[0]
    assert gap.name == "sixes"
    assert gap.points == pytest.approx(4.0)
    assert "Fewer points than best play: sixes 4.00." in page
    cells = ["A2C, ours", "1 3 3 5 6 (roll 2)", "4s, ch", "23", "keep 3 3", "keep 3 3 5", "9.87"]
    assert "".join(f"<td>{cell}</td>" for cell in cells) in page


def test_curves_span_the_seeds(whole: StudyData) -> None:
    curve = whole.curve("a2c", "greedy_score")
    assert curve is not None
    assert (curve.num_seeds, curve.games[-1], len(curve.games)) == (3, 1_000_000, 5)
    assert (curve.low[-1], curve.mean[-1], curve.high[-1]) == pytest.approx((246, 247, 248))
    assert whole.curve("a2c", "no such number") is None


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    """Two algorithms, one with one seed; a seed without a result; no ablation, one player."""
    save_run(tmp_path, "a2c", 0, 244.0, fall=25.0)
    save_run(tmp_path, "a2c", 4, 232.0, yahtzee=0.03)
    save_run(tmp_path, "ppo", 0, 220.0)
    save_run(tmp_path, "ppo", 1, 999.0)
    (tmp_path / "runs" / "ppo" / "seed-1" / "result.json").unlink()
    save_analysis(tmp_path, "a2c", 9.0)
    study = read_study(tmp_path)
    assert [run.seed for run in study.runs["a2c"]] == [0, 4]
    page = render(study, tmp_path)
    drawn = [int(found.group(1)) for text in captions(page) if (found := re.match(r"Figure (\d+):", text))]
    assert drawn == [5, 6, 7, 17, 18, 19, 20]
    for number in set(range(2, 21)) - set(drawn):
        assert re.search(rf"<p>Figure {number} \([^<]*\) is left out: there is no data for it.</p>", page), number
    assert "Missing, and left out here: a2c-paper, reinforce. Fewer than 3 seeds: a2c (2), ppo (1)." in page
    assert "Begun but not finished, and not counted: ppo seed 1." in page
    assert "999" not in re.sub(r'src="data:[^"]*"', "", page)
    assert row(page, "PPO")[2:4] == ["220.00 ± 0.57", "one seed only"]
    assert "the play of optimal, learned, a2c-paper" in page
    assert "Tables 1 and 2 are left out" in page
    wide = "Of 1 trainings with several seeds, 1 ended with more than 5 points"
    assert wide in page
    assert row(page.split(wide)[1], "A2C, ours (a2c)")[1:] == [
        "244.00 (seed 0)", "232.00 (seed 4)", "61.0 %, 61.0 %", "33.0 %, 3.0 %", "a worse optimum: few Yahtzees"
    ]  # fmt: skip
    assert [(fall.name, fall.seed) for fall in fallen(study)] == [("a2c", 0)]
    assert "a2c seed 0 by 17.0" in page


def test_the_optimum_is_exact(tmp_path: Path) -> None:
    save_analysis(tmp_path, "optimal", 0.0)
    best = read_study(tmp_path).analyses["optimal"]
    assert (best.mean, best.bonus_rate, best.error) == pytest.approx(
        (EXPECTED_SCORES[Rules.FORCED], 0.681222, 0), abs=1e-6
    )
    assert best.at_least[300] == pytest.approx(0.14326405, abs=1e-8)
    total = sum(use.mean for use in best.boxes.values()) + best.upper_bonus + best.extra
    assert total == pytest.approx(best.mean, abs=1e-8)


def test_numbers_are_the_results_without_their_plans(whole: StudyData, tmp_path: Path) -> None:
    results = {name: tuple(run.result for run in runs) for name, runs in whole.runs.items()}
    numbers = YahtzeeRlNumbers(True, 0, results).to_json()
    assert list(numbers) == ["paper", "quick", "seed", "trainings"]
    first = numbers["trainings"]["a2c"][0]
    save_run(tmp_path, "a2c", 0, 246.0)
    written = json.loads((tmp_path / "runs" / "a2c" / "seed-0" / "result.json").read_text())
    written.pop("plan")
    assert (first, list(first)) == (written, list(written))
    assert SeedResult(**first) == whole.runs["a2c"][0].result


def test_reproduce_writes_numbers_and_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With made-up trainings: only the asked seeds are in the numbers, in the order of the study."""
    shown: list[int] = []

    @contextmanager
    def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
        yield lambda done: shown.append(100 * done // total)

    def train_all(
        folder: Path, size: Size, seeds: Sequence[int], on_done: Callable[[str, int], None], stopped: object
    ) -> None:
        for name in ("ppo", "a2c"):
            for seed in (*seeds, 99):
                save_run(folder, name, seed, 200.0 + seed)
            for seed in seeds:
                on_done(name, seed)

    monkeypatch.setattr(runs, "trainings", lambda size: ("ppo", "a2c"))
    monkeypatch.setattr(runs, "train_all", train_all)
    monkeypatch.setattr(runs, "look_closely", lambda folder, size, seed: save_analysis(folder, "a2c", 9.0))
    numbers = runs.reproduce(StudyOptions(tmp_path, True, 5, 1, progress))
    assert shown == [25, 50, 75, 100]
    assert list(numbers.trainings) == ["ppo", "a2c"]
    assert [result.seed for result in numbers.trainings["a2c"]] == [5, 6]
    assert json.loads((tmp_path / "numbers.json").read_text()) == numbers.to_json()
    assert "Table 3: full-game performance" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_damaged_study_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(MendaxError, match="holds no study"):
        read_study(tmp_path)
    save_run(tmp_path, "a2c", 0, 240.0)
    result = tmp_path / "runs" / "a2c" / "seed-0" / "result.json"
    whole = json.loads(result.read_text())
    result.write_text(json.dumps({name: value for name, value in whole.items() if name != "mean"}))
    with pytest.raises(MendaxError, match="does not say: mean"):
        read_study(tmp_path)
    result.write_text('{"mean": ')
    with pytest.raises(MendaxError, match="cannot be read"):
        read_study(tmp_path)
    result.write_text(json.dumps(whole))
    save_analysis(tmp_path, "a2c", 1.0)
    anatomy = tmp_path / "anatomy" / "a2c.json"
    anatomy.write_text(anatomy.read_text().replace('"chance": {', '"yams": {'))
    with pytest.raises(MendaxError, match="no box 'yams'"):
        read_study(tmp_path)
