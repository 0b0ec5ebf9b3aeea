"""The suite for pieces: ours pass it, wrong ones do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from mendax.conformance import check_pieces
from mendax.core.catalogue import build_game, load_pieces
from mendax.core.game import AnyGame
from mendax.core.pieces import Drawn, Lay, Pieces, Show, Step
from mendax.games.one_die.rules import OneDie
from mendax.games.one_die.rules.pieces import OneDiePieces
from mendax.games.one_die.rules.types import Roll
from tests.table.fair.played import GAMES


def pieces_of(game: AnyGame) -> Pieces:
    found = load_pieces(game)
    assert found is not None
    return found


@pytest.mark.parametrize("text", GAMES)
def test_ours_make_the_outcomes_of_the_rules(text: str) -> None:
    game = build_game(text)
    check_pieces(game, pieces_of(game), matches=8)


@dataclass(frozen=True)
class Wrong:
    """The pieces of the two-dice game, with one thing wrong."""

    right: OneDiePieces
    fault: str

    @property
    def deck(self) -> tuple[str, ...]:
        return ("a", "a") if self.fault == "deck" else ()

    @property
    def most(self) -> int:
        return 1 if self.fault == "most" else self.right.most

    @property
    def moves_public(self) -> bool:
        return True

    def drawn(self, state: Any) -> Drawn:
        return Drawn((5, 6)) if self.fault == "sides" else self.right.drawn(state)

    def outcome(self, state: Any, results: tuple[int, ...]) -> Any:
        if self.fault == "outcome" and results == (1, 2):
            return Roll(11, 2)
        return self.right.outcome(state, results)

    def steps(self, before: Any, action: Any, after: Any) -> tuple[Step, ...]:
        steps = self.right.steps(before, action, after)
        if self.fault == "lost":
            return tuple(step for step in steps if not isinstance(step, Lay))
        return (*steps, Lay("again")) if self.fault == "twice" else steps


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("deck", "names a card twice"),
        ("most", "a round has at most 1 pieces"),
        ("sides", "make other outcomes than the rules have"),
        ("outcome", "by its pieces"),
        ("lost", "drawn pieces are laid once"),
        ("twice", "drawn pieces are laid once"),
    ],
)
def test_wrong_pieces_are_found(fault: str, reason: str) -> None:
    game = OneDie(dice=2)
    assert isinstance(OneDiePieces(game).steps(game.start(), Roll(11, 2), game.start())[-1], Show)
    with pytest.raises(AssertionError, match=reason):
        check_pieces(game, Wrong(OneDiePieces(game), fault))
