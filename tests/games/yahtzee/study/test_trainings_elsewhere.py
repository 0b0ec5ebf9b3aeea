"""Trainings of the study on an engine: the same results as one after the other, and what begins with a network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("jax")

from mendax.arena.engines.engine import Engine
from mendax.arena.engines.processes import Processes
from mendax.games.yahtzee.study import trainings_elsewhere
from mendax.games.yahtzee.study.trainings import Size, folder, train_all, trainings
from mendax.games.yahtzee.study.trainings_elsewhere import read_folder, train_on_engine, write_folder
from tests.arena.engines.threads import Threads

TINY = Size(200, 200, 1, 20, 20, width=8)


def test_a_folder_travels(tmp_path: Path) -> None:
    files = {"result.json": b"{}", "a": b"1"}
    write_folder(tmp_path / "there", files)
    assert read_folder(tmp_path / "there") == files


def test_waves_and_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without training: what is finished is not run again, and what begins with a network is given it."""
    calls: list[tuple[str, bool]] = []

    def train_one(name: str, seed: int, size: Size, start: dict[str, bytes]) -> dict[str, bytes]:
        calls.append((name, bool(start)))
        return {"result.json": b"{}", "log.jsonl": b"", "metrics.jsonl": b"", "network": name.encode()}

    monkeypatch.setattr(trainings_elsewhere, "train_one", train_one)
    monkeypatch.setattr(trainings_elsewhere, "train_all", lambda *given, **options: None)
    wanted = [each for each in trainings(TINY).values() if not each.same_as]
    write_folder(folder(tmp_path, "a2c", 0), {"result.json": b"{}"})
    done: list[str] = []
    engine: Engine = Processes(1)
    train_on_engine(engine, tmp_path, TINY, [0], lambda name, seed: done.append(name))
    assert sorted(done) == sorted(each.name for each in wanted)
    assert sorted(name for name, _ in calls) == sorted(each.name for each in wanted if each.name != "a2c")
    assert [name for name, start in calls if start] == ["transfer"]
    assert calls[-1] == ("transfer", True)
    assert (folder(tmp_path, "transfer", 0) / "network").read_bytes() == b"transfer"


@pytest.mark.slow
def test_the_same_training(tmp_path: Path) -> None:
    train_all(tmp_path / "here", TINY, only=["base"], seeds=[3])
    with Threads(1) as engine:
        ((_, files),) = engine.run_all(trainings_elsewhere.train_one, [("base", 3, TINY, {})])
    here = json.loads((folder(tmp_path / "here", "base", 3) / "result.json").read_text())
    there = json.loads(files["result.json"])
    for name in ("mean", "std", "games", "updates"):
        assert there[name] == pytest.approx(here[name])
