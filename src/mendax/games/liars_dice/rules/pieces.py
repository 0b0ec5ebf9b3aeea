"""The single dice of Liar's Dice: who opens, the dice under each cup, shown ones and those that a push rolls again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from mendax.core.pieces import Drawn, Lay, Shift, Show, Step
from mendax.games.liars_dice.rules.game import LiarsDice
from mendax.games.liars_dice.rules.turns import dice_to_roll, who_rolls, who_speaks
from mendax.games.liars_dice.rules.types import Action, Bid, Open, Roll, State


@final
@dataclass(frozen=True, slots=True)
class LiarsDicePieces:
    """One die for who opens where that is open, and one for each die of a roll."""

    game: LiarsDice

    @property
    def deck(self) -> tuple[str, ...]:
        return ()

    @property
    def most(self) -> int:
        """A push shows at least one die, so a seat rolls at most 5 + 4 + 3 + 2 + 1 dice."""
        return 1 + self.game.players * self.game.dice * (self.game.dice + 1) // 2

    @property
    def moves_public(self) -> bool:
        return True

    def drawn(self, state: State) -> Drawn:
        roller = who_rolls(state)
        if roller is not None:
            return Drawn((self.game.faces,) * dice_to_roll(state, roller))
        openers = self.game.openers(state)
        return Drawn((len(openers),) if len(openers) > 1 else ())

    def outcome(self, state: State, results: tuple[int, ...]) -> Action:
        if who_rolls(state) is not None:
            return Roll(tuple(sorted(results)))
        openers = self.game.openers(state)
        return Open(openers[results[0] - 1] if results else openers[0])

    def steps(self, before: State, action: Action, after: State) -> tuple[Step, ...]:
        if isinstance(action, Open):
            return (Lay("opener"), Show("opener"))
        if isinstance(action, Roll):
            roller = who_rolls(before)
            assert roller is not None
            return (Lay(f"cup {roller}"), Show(f"cup {roller}", (roller,)))
        if after.showdown is not None:
            return tuple(Show(f"cup {seat}") for seat in range(self.game.players))
        if not isinstance(action, Bid) or not action.push:
            return ()
        cup, shown = f"cup {who_speaks(before)}", f"shown {who_speaks(before)}"
        return (Shift((cup,), shown, action.push), Show(shown), Shift((cup,), "thrown"))
