"""The single dice of Yahtzee: everybody sees every one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from mendax.core.pieces import Drawn, Lay, Show, Step
from mendax.games.yahtzee.rules.game import Yahtzee
from mendax.games.yahtzee.rules.scoring import NUM_DICE
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN, Action, Roll, State


@final
@dataclass(frozen=True, slots=True)
class YahtzeePieces:
    """Each die of a roll is a piece. A round is a turn of every player."""

    game: Yahtzee

    @property
    def deck(self) -> tuple[str, ...]:
        return ()

    @property
    def most(self) -> int:
        return self.game.players * ROLLS_PER_TURN * NUM_DICE

    @property
    def moves_public(self) -> bool:
        return True

    def drawn(self, state: State) -> Drawn:
        return Drawn((6,) * (NUM_DICE - len(state.kept)))

    def outcome(self, state: State, results: tuple[int, ...]) -> Action:
        return Roll(tuple(sorted(results)))

    def steps(self, before: State, action: Action, after: State) -> tuple[Step, ...]:
        place = f"roll {before.rolls} of seat {before.seat}"
        return (Lay(place), Show(place)) if isinstance(action, Roll) else ()
