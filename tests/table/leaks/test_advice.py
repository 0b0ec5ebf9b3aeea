"""Hints and reviews tell a seat nothing that is hidden from it: dealt again, they are the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from mendax.core.catalogue import build_game, find_game
from mendax.core.game import Turn, game_text
from mendax.table.deciders.desk import Desk
from tests.table.leaks.redealt import Eyes, Told, play, redealt
from tests.table.leaks.scripted import Script, scripted_chance
from tests.table.leaks.test_leaks import GAMES

REDEALS = 6


def pairs(text: str, ended: bool, rng: Random) -> list[tuple[Told, Told, int]]:
    """Matches that one seat cannot tell apart: cut where it is to act, or whole; and the seat."""
    with scripted_chance():
        return list(islice(_pairs(text, ended, rng), REDEALS))


def _pairs(text: str, ended: bool, rng: Random) -> Iterator[tuple[Told, Told, int]]:
    game, name = build_game(text), 77 << 40
    for _ in range(60):
        name += 1
        told = play(game, Script(name, rng.getrandbits(40)), rng)
        for length in [len(told.moves)] if ended else rng.sample(told.stops(), min(3, len(told.stops()))):
            cut = told.cut(length)
            turn = game.turn(cut.end)
            if (turn is Turn.OVER) != ended:
                continue
            for seat in range(game.seats) if ended else [turn]:
                assert isinstance(seat, int)
                name += 1
                other = redealt(cut, Eyes(game, GAMES[text], seat), 0, name, rng)
                if other is not None and other.moves != cut.moves:
                    yield cut, other, seat


HIDING = [text for text in GAMES if not text.startswith("yahtzee") and "kept=true" not in text]
"""Games that hide something, but not the one whose exact solution takes long."""


@pytest.mark.parametrize("text", HIDING)
def test_a_hint_is_the_same_whatever_is_hidden(text: str) -> None:
    found = pairs(text, ended=False, rng=Random(5))
    assert found
    adviser, desk = find_game(text.partition(":")[0]).advisor, Desk(64, [0, 0, 0])

    def hint(told: Told, seat: int, key: str) -> Any:
        moves = [(mover, str(action), False) for mover, action in told.moves]
        return desk.advise(key, game_text(told.game), seat, adviser, b"seed", 0, moves)

    for number, (one, other, seat) in enumerate(found):
        said = hint(one, seat, f"{number}")
        assert "hint" in said, said
        assert hint(other, seat, f"{number} again") == said


@pytest.mark.parametrize("text", HIDING)
def test_a_review_is_the_same_whatever_is_hidden(text: str) -> None:
    found = pairs(text, ended=True, rng=Random(6))
    assert found
    desk = Desk(64, [0, 0, 0])
    for one, other, seat in found:
        said = desk.review(str(one.story(is_open=False).record()), seat)
        assert "review" in said, said
        assert desk.review(str(other.story(is_open=False).record()), seat) == said
