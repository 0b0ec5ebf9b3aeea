"""What a seat sees in a history of a round's tree."""

from __future__ import annotations

from mendax.core.game import Seat
from mendax.games.liars_dice.rules import Dice, Said, View
from mendax.games.liars_dice.solver.endgame.round_tree import RoundTree, hands_of


def cups_at(tree: RoundTree, state: int, seat: Seat) -> tuple[Dice, ...]:
    """Every cup that a seat may have, in the order of its hands."""
    return hands_of(tree.position.dice[seat] - (tree.states[state].shown[seat] > 0), tree.game.faces)


def view_at(tree: RoundTree, state: int, said: tuple[Said, ...], seat: Seat, cup: Dice) -> View:
    """The view of the seat to speak; seat 0 opened the round."""
    position = tree.position
    first, second = tree.states[state].shown
    shown: tuple[Dice, Dice] = ((first,) if first else (), (second,) if second else ())
    hidden = (position.dice[0] - len(shown[0]), position.dice[1] - len(shown[1]))
    wild = tree.game.options.wild
    return View(
        seat, seat, position.dice, hidden, cup, shown, said, 0, position.exacts, (False, False), False, wild, 0, None
    )
