"""A person at a table of Liar's Dice: many choices, names for seats, as many seats as opponents."""

from __future__ import annotations

import pytest

from mendax.cli.app import run


def sit_down(monkeypatch: pytest.MonkeyPatch, *words: str, says: list[str]) -> int:
    answers = iter([*says, "q"])
    monkeypatch.setattr("builtins.input", lambda prompt="": (print(prompt), next(answers))[1])
    return run(["play", *words, "--seed", "3", "--seat", "0"])


def test_play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Two opponents make a table of three; the odds can be asked for, and other people's dice stay hidden."""
    opponents = ("--against", "honest", "--against", "honest")
    assert sit_down(monkeypatch, "liars-dice", *opponents, says=["17x9", "3x5", "?", "challenge"]) == 0
    shown = capsys.readouterr().out
    assert "Game 1: around the table sit you, honest-1 and honest-2." in shown
    assert "15 dice on the table, 1s are wild" in shown
    assert "honest-1  [?][?][?][?][?]  exact left" in shown
    assert "Lowest bids: 1x2  1x3" in shown
    assert "the dice have faces from 1 to 6" in shown
    assert "% " in shown
    before, _, after = shown.partition("you challenge the bid")
    assert "All cups are lifted" not in before
    assert "    honest-1  [1] 2  2  4  4" in after.replace("[4]", " 4 ").replace("[2]", " 2 ")
    assert "so you lose a die." in after
    assert "Dice left: you 4, honest-1 5, honest-2 5." in after


def test_a_table_of_another_size_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "liars-dice:players=4", "--against", "honest"]) == 2
    assert "give --against AGENT 3 times" in capsys.readouterr().err
