"""How fast the one-die game is solved, beside the thesis's matrices and their linear program."""

from __future__ import annotations

from mendax.bench import Line, Measured
from mendax.bench.timing import median_seconds
from mendax.games.one_die.agents.matrix import Rows, fill
from mendax.games.one_die.rules import OneDie
from mendax.games.one_die.study.published import THESIS_SECONDS
from mendax.theory import solve, solve_matrix

REPEATS = 5


def solving(quick: bool = False) -> Measured:
    """Sub-game by sub-game, beside the thesis's first matrix and a linear program, which the thesis lacked."""
    game, repeats = OneDie(), 1 if quick else REPEATS
    solution = solve(game)  # warm: scipy imported
    ours = median_seconds(lambda: solve(game), repeats)
    values = {part.state.accepted: part.value for part in solution.subgames if part.state.caller == 1}
    wins = {call: (1 + value) / 2 for call, value in values.items()} | {game.top: 1.0}
    filling = median_seconds(lambda: fill(game.faces, 0, Rows.ALL, wins), repeats)
    matrix = fill(game.faces, 0, Rows.ALL, wins)
    program = median_seconds(lambda: solve_matrix(2 * matrix.wins - 1), repeats)
    lines = (
        Line("mendax, all sub-games and their best responses", ours, "s"),
        Line("the thesis's first matrix (720 x 64), filled with numpy", filling, "s"),
        Line("that matrix solved by linear programming", program, "s"),
        Line("the thesis, two matrices, as published", THESIS_SECONDS, "s"),
        Line("ratio, published / mendax", THESIS_SECONDS / ours, "times"),
    )
    note = "The published time is for filling two matrices in Java on a machine of its day, without solving them."
    matrix_value = solve_matrix(2 * matrix.wins - 1).value
    return Measured(lines, note, {"value": solution.value, "matrix_value": matrix_value})
