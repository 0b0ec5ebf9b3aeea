"""Advice in a position: every option with its exact value, the best first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from mendax.core.errors import MendaxError
from mendax.core.game import Turn
from mendax.games.yahtzee.rules import Action, Card, Keep, Score, State, View, Yahtzee
from mendax.games.yahtzee.rules.scoring import NUM_DICE, Dice
from mendax.games.yahtzee.solver.optimum import TurnValues, optimum
from mendax.games.yahtzee.solver.solution import check_card


class Advised(NamedTuple):
    """An option of a position, its expected final score, and what it costs against the best option."""

    action: Action
    value: float
    cost: float


@dataclass(frozen=True, slots=True)
class Advice:
    """Every option of a position, the best first."""

    game: Yahtzee
    view: View
    options: tuple[Advised, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "rules": self.game.rules,
            "value": self.options[0].value,
            "options": [
                {"action": str(option.action), "value": option.value, "cost": option.cost} for option in self.options
            ],
        }


def advise(game: Yahtzee, card: Card, dice: Dice, rolls: int) -> Advice:
    """Every option with its exact value, for one player and the whole game."""
    if len(dice) != NUM_DICE:
        raise MendaxError(f"five dice lie on the table, not {len(dice)}")
    check_card(game, card)
    state = State((card,), 0, rolls, dice)
    if game.turn(state._replace(dice=())) is Turn.OVER:
        raise MendaxError("the card is full: there is nothing left to decide")
    values = option_values(game, optimum(game.joker).turn(card), state)
    top = max(values.values())
    options = sorted(
        (Advised(action, value, top - value) for action, value in values.items()), key=lambda one: one.cost
    )
    return Advice(game, game.view(state, 0), tuple(options))


def option_values(game: Yahtzee, turn: TurnValues, state: State) -> dict[Action, float]:
    """The expected final score after each legal action."""
    shown, values = state.cards[state.seat].total, dict[Action, float]()
    for action in game.actions(state):
        if isinstance(action, Keep):
            values[action] = shown + turn.keep(action.dice, state.rolls)
        elif isinstance(action, Score):
            values[action] = shown + turn.score(state.dice, action.box)
    return values
