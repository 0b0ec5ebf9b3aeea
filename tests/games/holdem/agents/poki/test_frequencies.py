"""Counted frequencies: what a listener counts, files of them, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from mendax.core.catalogue import build_agent, build_game
from mendax.core.errors import MendaxError
from mendax.core.match import Move
from mendax.core.record import Record
from mendax.games.holdem.agents.poki.frequencies import (
    DEFAULT,
    DEFAULT_WEIGHT,
    History,
    Watch,
    load_history,
    no_counts,
    rates,
)
from mendax.games.holdem.kernel.hands import CALL, FOLD, RAISE
from mendax.games.holdem.rules import Holdem
from tests.games.holdem.table import random_session

GAME = Holdem(players=3, hands=2)
MOVES = "2c 3c 4c 2d 3d 4d call raise fold call Ah Kh Qh check bet raise call 9s check check 8s bet fold"


def record_of(game: Holdem, text: str) -> Record:
    """A record whose moves are these; it need not be finished."""
    state, moves = game.start(), list[Move]()
    for word in text.split():
        turn = game.turn(state)
        moves.append(Move(turn if isinstance(turn, int) else None, game.parse_action(word)))
        state = game.apply(state, moves[-1].action)
    return Record(game, ("one", "two", "three"), tuple(moves), (), "unfinished")


def test_counts_by_stage_and_bets_faced() -> None:
    """The button calls a bet, the small blind raises, the big blind folds to a bet, and so on."""
    history = History.of_records([record_of(GAME, MOVES)])
    small, big, button = (history.counts(name) for name in ("one", "two", "three"))
    assert button[0, 1].tolist() == [0, 2, 0], "the blind, and then the raise: a bet each time"
    assert small[0, 1].tolist() == [0, 0, 1], "half a bet counts as one"
    assert big[0, 1].tolist() == [1, 0, 0]
    assert small[1, 0].tolist() == [0, 1, 0]
    assert button[1, 0].tolist() == [0, 0, 1]
    assert small[1, 1].tolist() == [0, 0, 1]
    assert button[1, 1].tolist() == [0, 1, 0]
    assert small[2, 0].tolist() == button[2, 0].tolist() == [0, 1, 0]
    assert small[3, 0].tolist() == [0, 0, 1]
    assert button[3, 1].tolist() == [1, 0, 0]
    assert (small.sum(), big.sum(), button.sum()) == (5, 1, 6)
    assert (history.counts() == small + big + button).all()


def test_two_bets_at_once() -> None:
    counts = History.of_records([record_of(GAME, "2c 3c 4c 2d 3d 4d raise raise fold")]).counts("two")
    assert counts[0, 2].tolist() == [1, 0, 0]


@pytest.mark.parametrize("players", [2, 6, 10])
def test_every_action_of_a_session_is_counted(players: int) -> None:
    game = Holdem(players=players, hands=20)
    record = random_session(game, Random(players))
    watch = Watch(players)
    for before, move, after in record.states():
        for event in game.events(before, move.action, after, 0):
            watch.hear(event)
    assert sum(int(counts.sum()) for counts in watch.counts) == sum(move.seat is not None for move in record.moves)
    assert all(counts[:, 0, FOLD].sum() == 0 for counts in watch.counts), "nobody folds when a check is free"


def test_rates_begin_with_the_default_player() -> None:
    assert rates(no_counts()) == pytest.approx(DEFAULT)
    counts = no_counts()
    counts[1, 1] = 0, 32, 0
    found = rates(counts)
    assert found[1, 1, CALL] == pytest.approx((32 + DEFAULT_WEIGHT * DEFAULT[1, 1, CALL]) / (32 + DEFAULT_WEIGHT))
    assert found[1, 1].sum() == pytest.approx(1)
    assert found[2, 1, RAISE] == pytest.approx(DEFAULT[2, 1, RAISE])


def test_a_history_survives_its_file(tmp_path: Path) -> None:
    history = History.of_records([record_of(GAME, MOVES)])
    history.save(tmp_path / "seen.json")
    again = load_history(tmp_path / "seen.json")
    assert again.players.keys() == {"one", "two", "three"}
    assert all((again.counts(name) == history.counts(name)).all() for name in again.players)
    factory = build_agent("holdem", f"poki:{tmp_path / 'seen.json'}")
    agent = factory(GAME, 0, Random(0))
    assert (agent.opponents.rates(1) == rates(history.counts())).all()  # type: ignore[attr-defined]
    one = build_agent("holdem", f"poki:history={tmp_path / 'seen.json'},player=three")(GAME, 0, Random(0))
    assert (one.opponents.rates(1) == rates(history.counts("three"))).all()  # type: ignore[attr-defined]


GOOD = History({"tight": no_counts()}).to_json()
NEGATIVE, FREE_FOLD = no_counts(), no_counts()
NEGATIVE[0, 1, 0], FREE_FOLD[2, 0, FOLD] = -1, 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "its format is not"),
        (json.dumps({**GOOD, "format": "other"}), "its format is not"),
        (json.dumps({**GOOD, "version": 2}), "has version 2"),
        (json.dumps({**GOOD, "players": []}), "has no players"),
        (json.dumps({**GOOD, "players": {"tight": [[1, 2]]}}), "4 stages of 3 rows"),
        (json.dumps({**GOOD, "players": {"tight": [[[0.5] * 3] * 3] * 4}}), "4 stages of 3 rows"),
        (json.dumps({**GOOD, "players": {"tight": [[[True] * 3] * 3] * 4}}), "4 stages of 3 rows"),
        (json.dumps({**GOOD, "players": {"tight": [[1, 2], 3]}}), "4 stages of 3 rows"),
        (json.dumps({**GOOD, "players": {"tight": NEGATIVE.tolist()}}), "negative or too large"),
        (json.dumps({**GOOD, "players": {"tight": FREE_FOLD.tolist()}}), "folds without a bet"),
    ],
)
def test_a_broken_file_is_refused_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "broken.json"
    file.write_text(text)
    with pytest.raises(MendaxError, match=message) as caught:
        build_agent("holdem", f"poki:{file}")
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)


def test_other_refusals(tmp_path: Path) -> None:
    with pytest.raises(MendaxError, match="cannot be read"):
        load_history(tmp_path / "missing.json")
    with pytest.raises(MendaxError, match="has no player 'loose'; it has: tight"):
        History({"tight": no_counts()}).counts("loose")
    game = build_game("one-die")
    with pytest.raises(MendaxError, match="cannot be made from a record of one-die"):
        History.of_records([Record(game, ("a", "b"), (), (), "unfinished")])


def test_nothing_binary_is_read(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(np.arange(200, 250, dtype=np.uint8).tobytes())
    with pytest.raises(MendaxError, match="not JSON"):
        load_history(tmp_path / "x")
