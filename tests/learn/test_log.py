"""The log of a training: JSON lines, and TensorBoard's files with the real time."""

from __future__ import annotations

import builtins
import time
from pathlib import Path
from typing import Any

import pytest
from tensorboardX.proto.event_pb2 import Event

from mendax.learn.log import Log, read_rows


def events(folder: Path) -> list[Event]:
    """All events of a folder; a record is a length, its checksum, the data, and its checksum."""
    found = []
    for path in sorted(folder.glob("events.out.tfevents.*")):
        data, at = path.read_bytes(), 0
        while at < len(data):
            length = int.from_bytes(data[at : at + 8], "little")
            found.append(Event.FromString(data[at + 12 : at + 12 + length]))
            at += 16 + length
    return found


def test_lines_and_events(tmp_path: Path) -> None:
    before = time.time()
    log = Log(tmp_path, 0)
    log.write({"updates": 1, "games": 8, "seconds": 0.5, "score": 3.0})
    log.write({"updates": 2, "games": 16, "seconds": 1.0, "score": 4.0})
    log.close()
    assert [row["score"] for row in read_rows(tmp_path)] == [3.0, 4.0]
    written = [event for event in events(tmp_path) if event.summary.value]
    scores = [
        (event.step, value.simple_value) for event in written for value in event.summary.value if value.tag == "score"
    ]
    assert scores == [(1, 3.0), (2, 4.0)]
    assert all(before <= event.wall_time <= time.time() for event in written)


def test_a_continued_log_drops_what_comes_again(tmp_path: Path) -> None:
    for start, rows in ((0, (1, 2, 3)), (2, (3, 4))):
        log = Log(tmp_path, start)
        for updates in rows:
            log.write({"updates": updates, "seconds": 0.0, "score": float(10 * start + updates)})
        log.close()
    assert [row["score"] for row in read_rows(tmp_path)] == [1, 2, 23, 24]


def test_without_tensorboard_there_are_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def hide(name: str, *given: Any, **named: Any) -> Any:
        if name.startswith("tensorboardX"):
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
        return real(name, *given, **named)

    monkeypatch.setattr(builtins, "__import__", hide)
    log = Log(tmp_path, 0)
    log.write({"updates": 1, "seconds": 0.5})
    log.close()
    assert [path.name for path in tmp_path.iterdir()] == ["metrics.jsonl"]
