"""Golden playthroughs: what every game's matches look like, move for move."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mendax.core.catalogue import build_game, games
from mendax.core.record import read_records
from tests.golden_records import FOLDER, playthroughs

BEFORE = sorted((FOLDER / "before").glob("*.txt"))


@pytest.mark.parametrize("name", list(games()))
def test_a_game_plays_as_it_did(name: str) -> None:
    golden = FOLDER / f"{name}.txt"
    assert playthroughs(name) == golden.read_text(encoding="utf-8"), "if the change is meant: make golden"
    for record in read_records(golden.read_text(encoding="utf-8"), build_game):
        record.replay()


@pytest.mark.parametrize("file", BEFORE, ids=lambda file: file.stem)
def test_records_of_earlier_versions_replay(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    records = read_records(text, build_game)
    for record in records:
        record.replay()
    assert len(records) == len(re.findall(r"^\[Mendax ", text, re.MULTILINE))
