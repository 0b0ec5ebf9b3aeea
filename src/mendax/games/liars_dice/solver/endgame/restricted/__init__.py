"""Rounds that are too large to store: each seat is solved with few actions of its own against all actions of the other.

What such a strategy is sure to win is exact in the whole round: the best response to it has every action of the rules,
and it never comes to histories outside its tree. The strategies of the two seats bound the value from both sides.
"""

from mendax.games.liars_dice.solver.endgame.restricted.refine import Refinement, Side, measure_of

__all__ = ["Refinement", "Side", "measure_of"]
