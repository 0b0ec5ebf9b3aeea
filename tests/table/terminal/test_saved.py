"""A game that is left goes on later, and a move that chance has not answered can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mendax.core import AnyGame, BadRecord
from mendax.core.catalogue import build_agent, build_table, find_game
from mendax.core.record import Record
from mendax.table.terminal import Session, load_saved, saved_games

Typed = Callable[..., None]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Lines for the terminal to read; afterwards the person is gone."""

    def given(*lines: str) -> None:
        waiting: Iterator[str] = iter(lines)

        def read(prompt: str = "") -> str:
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)

    return given


def sit_down(game: AnyGame, opponents: list[str], records: Path | None = None, seed: int = 3) -> Session:
    factories = [(text, build_agent(game.name, text)) for text in opponents]
    return Session(game, "you", factories, seat=0, seed=seed, records=records, face=find_game(game.name).load_face())


def moves_of(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if line[:1].isdigit() or line.startswith("*")]


@pytest.fixture(autouse=True)
def data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("MENDAX_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_a_game_goes_on_as_if_it_had_not_been_left(
    typed: Typed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The dice and the opponents' choices are those of a game played in one go."""
    game = build_table("holdem:hands=3", 3)
    play = ["c"] * 60
    typed(*play)
    sit_down(game, ["loose", "random"], tmp_path / "whole.txt").play(1)

    typed(*play[:3])
    sit_down(game, ["loose", "random"]).play(1)
    (kept,) = saved_games()
    assert f"The game is kept: mendax play {kept}" in capsys.readouterr().out.replace("\n", "")
    saved = load_saved(kept)
    assert saved.opponents == ["loose", "random"]
    assert not saved.closed
    typed(*play[3:])
    sit_down(game, ["loose", "random"], tmp_path / "resumed.txt").play(1, saved)
    assert moves_of(tmp_path / "resumed.txt") == moves_of(tmp_path / "whole.txt")
    again = capsys.readouterr().out
    assert "where you left it" in again
    assert again.count("Standing") <= 3, "what was heard before is not told again"


def test_a_second_game_of_the_kind_does_not_replace_the_first(typed: Typed) -> None:
    game = build_table("holdem", 2)
    for _ in range(2):
        typed("c")
        sit_down(game, ["always-call"]).play(1)
    assert {path.name for path in saved_games()} == {"holdem.txt", "holdem-2.txt"}


def test_leaving_before_the_first_move_keeps_nothing(typed: Typed) -> None:
    typed()
    sit_down(build_table("holdem", 2), ["always-call"]).play(1)
    assert saved_games() == []


def test_a_move_is_taken_back_and_another_is_made(
    typed: Typed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One-die: a call that was accepted can still be taken back, unless a die was rolled since."""
    typed("u", "5", "u", "q")
    sit_down(build_table("one-die", 2), ["honest"]).play(1)
    out = capsys.readouterr().out
    assert "You have made no move yet." in out
    assert "Too late: chance has answered your last move." in out

    typed("r", "u", "c", *["c"] * 20)
    game = build_table("holdem", 2)
    sit_down(game, ["always-raise"], tmp_path / "hand.txt").play(1)
    assert "Taken back." in capsys.readouterr().out
    own = [line for line in moves_of(tmp_path / "hand.txt") if line.startswith("0 ")]
    assert own[0] == "0 call"


def test_what_is_not_a_saved_game_is_refused(tmp_path: Path, typed: Typed) -> None:
    typed(*["c"] * 20)
    sit_down(build_table("holdem", 2), ["always-call"], tmp_path / "over.txt").play(1)
    with pytest.raises(BadRecord, match="is not a saved game"):
        load_saved(tmp_path / "over.txt")
    typed("c")
    sit_down(build_table("holdem", 2), ["always-call"]).play(1)
    (kept,) = saved_games()
    for tag, value in (("You", "2"), ("Seed", "-1"), ("Number", "x")):
        lines = [
            f'[{tag} "{value}"]' if line.startswith(f"[{tag} ") else line for line in kept.read_text().splitlines()
        ]
        broken = tmp_path / f"{tag}.txt"
        broken.write_text("\n".join(lines))
        with pytest.raises(BadRecord, match=f"{tag}.txt"):
            load_saved(broken)


def test_a_record_survives_being_saved(typed: Typed) -> None:
    typed("c")
    session = sit_down(build_table("holdem", 2), ["always-call"])
    session.play(1)
    (kept,) = saved_games()
    assert load_saved(kept).record.moves == session.match.moves
    assert isinstance(load_saved(kept).record, Record)
