"""The two-player endgame of Liar's Dice under the full rules, as a tablebase: up to two dice each."""

from mendax.games.liars_dice.solver.endgame.positions import Position, endgame_fault, positions_of
from mendax.games.liars_dice.solver.endgame.solve_positions import solve_endgame
from mendax.games.liars_dice.solver.endgame.solving import SolvedRound
from mendax.games.liars_dice.solver.endgame.tablebase import (
    Probe,
    Probed,
    Tablebase,
    Unsolved,
    load_tablebase,
)

__all__ = [
    "Position",
    "Probe",
    "Probed",
    "SolvedRound",
    "Tablebase",
    "Unsolved",
    "endgame_fault",
    "load_tablebase",
    "positions_of",
    "solve_endgame",
]
