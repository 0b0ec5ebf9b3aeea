"""The single dice of Blufpoker: hidden under the cup, lying open, rolled again, and rolled openly after a poker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from mendax.core.pieces import Drawn, Group, Lay, Reserve, Shift, Show, Step
from mendax.games.blufpoker.rules.game import OPEN_ROLLS, Blufpoker
from mendax.games.blufpoker.rules.rolls import ROLLS
from mendax.games.blufpoker.rules.types import BELIEVE, Action, Die, Phase, RollDie, Start, State

HIDDEN: Final = "hidden"
"""Under the cup when a turn has ended."""
OPEN: Final = "open"
FALLEN: Final = "fallen"
"""Under the cup in a turn that goes on."""
THROWN: Final = "thrown"
NUM_DICE: Final = 3


def turn_group(turn: int) -> Group:
    """The dice of a turn: who sees them later may not know which fell first, for the roller decided in between."""
    return Group(f"turn {turn}", NUM_DICE, 6)


@final
@dataclass(frozen=True, slots=True)
class BlufpokerPieces:
    """A die for who starts, a group of three for each turn, single dice in the poker phase."""

    game: Blufpoker

    @property
    def deck(self) -> tuple[str, ...]:
        return ()

    @property
    def most(self) -> int:
        """Bids rise, so a round has no more turns than there are rolls; a group has one piece more for its order."""
        return 1 + len(ROLLS) * (1 + NUM_DICE) + OPEN_ROLLS * NUM_DICE

    @property
    def moves_public(self) -> bool:
        """Not where a player may secretly roll no die: the next number would tell."""
        return not self.game.pass_on

    def drawn(self, state: State) -> Drawn:
        if state.phase is Phase.START:
            return Drawn((self.game.players,))
        return Drawn((6,), turn_group(len(state.turns)) if state.phase is Phase.ROLL else None)

    def outcome(self, state: State, results: tuple[int, ...]) -> Action:
        return Start(results[0] - 1) if state.phase is Phase.START else Die(results[0])

    def steps(self, before: State, action: Action, after: State) -> tuple[Step, ...]:
        if isinstance(action, Start):
            return (Lay("starter"), Show("starter"))
        if before.phase is Phase.ROLL:
            return _rolling(before, action, after)
        if before.phase is Phase.POKER:
            return (Lay("poker"), Show("poker")) if isinstance(action, Die) else ()
        if before.phase is not Phase.ANSWER:
            return ()
        if action is not BELIEVE:
            return (Show(HIDDEN),)
        if after.phase is Phase.POKER:
            return (Shift((OPEN, HIDDEN), THROWN),)
        assert before.player is not None
        return (Reserve(turn_group(len(before.turns))), Show(HIDDEN, (before.player,)))


def _rolling(before: State, action: Action, after: State) -> tuple[Step, ...]:
    """A die is picked or falls, or the rolling stops; what was not rolled then lies open."""
    steps: tuple[Step, ...] = ()
    assert before.player is not None
    if isinstance(action, RollDie):
        return (Shift((HIDDEN, OPEN), THROWN, (action.face,)),)
    if isinstance(action, Die):
        mine = (before.player,)
        steps = (Lay(FALLEN), Show(turn_group(len(before.turns)).place, mine), Show(FALLEN, mine))
    if after.phase is Phase.BID and after.rolling.fallen:
        steps = (*steps, Shift((HIDDEN,), OPEN), Show(OPEN), Shift((FALLEN,), HIDDEN))
    return steps
