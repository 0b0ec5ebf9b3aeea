"""The single dice of one-die Liar's Dice: one or more a roll, seen by the roller, and by all after a challenge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from mendax.core.pieces import Drawn, Lay, Shift, Show, Step
from mendax.games.one_die.rules.game import OneDie
from mendax.games.one_die.rules.types import CHALLENGE, Action, Roll, State


@final
@dataclass(frozen=True, slots=True)
class OneDiePieces:
    """Each die of a roll is a piece. The whole game is one round."""

    game: OneDie

    @property
    def deck(self) -> tuple[str, ...]:
        return ()

    @property
    def most(self) -> int:
        """Two rolls where dice are kept; else one for each call that can be accepted, since calls rise."""
        return self.game.dice * (2 if self.game.kept else len(self.game.values))

    @property
    def moves_public(self) -> bool:
        return True

    def drawn(self, state: State) -> Drawn:
        return Drawn((self.game.faces,) * self.game.dice)

    def outcome(self, state: State, results: tuple[int, ...]) -> Action:
        if self.game.dice == 1:
            return Roll(results[0])
        return Roll(int("".join(map(str, sorted(results, reverse=True)))), self.game.dice)

    def steps(self, before: State, action: Action, after: State) -> tuple[Step, ...]:
        caller = before.caller
        if isinstance(action, Roll):
            roller = 1 - caller if before.dice[caller] else caller
            cup = f"cup {roller}"
            return (Shift((cup,), "earlier"), Lay(cup), Show(cup, (roller,)))
        return (Show(f"cup {caller}"),) if action is CHALLENGE else ()
