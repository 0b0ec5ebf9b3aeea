"""Trees that are far too large are refused before they are built."""

from __future__ import annotations

import pytest

from mendax.core.catalogue import build_game
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame
from mendax.games.one_die.rules import OneDie
from mendax.theory import sequences
from mendax.theory.sequences import expand, is_too_large
from tests.kuhn import Kuhn


@pytest.mark.parametrize("game", [Kuhn(), OneDie(faces=3), OneDie()])
def test_a_tree_is_never_taken_for_larger_than_it_is(monkeypatch: pytest.MonkeyPatch, game: AnyGame) -> None:
    leaves = len(expand(game, game.start()).leaves)
    monkeypatch.setattr(sequences, "MAX_LEAVES", leaves)
    assert not is_too_large(game, game.start())
    monkeypatch.setattr(sequences, "MAX_LEAVES", leaves - 1)
    assert is_too_large(game, game.start()), "the last level, and all that ended before it, are the leaves"


def test_where_the_first_levels_do_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    game = OneDie()
    monkeypatch.setattr(sequences, "MAX_LEAVES", 20)
    assert is_too_large(game, game.start())
    monkeypatch.setattr(sequences, "LEVEL", 3)
    assert not is_too_large(game, game.start())


def test_cards_for_two_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four cards of a deck are 6,497,400 ways to begin; without the look ahead two million ends would be listed."""
    game = build_game("holdem")
    assert is_too_large(game, game.start())
    monkeypatch.setattr(sequences, "LOOK_AHEAD", 200)
    with pytest.raises(MendaxError, match="holdem is too large to solve whole: over 2,000,000 ends of play"):
        expand(game, game.start())
