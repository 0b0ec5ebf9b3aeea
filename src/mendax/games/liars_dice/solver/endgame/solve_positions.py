"""Solves the endgame position by position and keeps what is solved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mendax.core.errors import MendaxError
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.solver.endgame.positions import positions_of
from mendax.games.liars_dice.solver.endgame.round_tree import Numbers, RoundTree, round_tree
from mendax.games.liars_dice.solver.endgame.solving import (
    GOAL,
    MEMORY,
    PROGRAM,
    RESTRICTED,
    SolvedRound,
    check_payments,
    end_error,
    exact_payments,
    payments,
    size_in_bytes,
    solve_round,
)
from mendax.games.liars_dice.solver.endgame.storage import (
    folder_of,
    keep_refinement,
    keep_unfinished,
    solved_game,
    take_up,
    take_up_refinement,
)
from mendax.games.liars_dice.solver.endgame.tablebase import Tablebase, Unsolved, load_tablebase

if TYPE_CHECKING:
    from mendax.games.liars_dice.solver.endgame.restricted import Refinement
    from mendax.games.liars_dice.solver.endgame.round_solver import RoundSolver


def solve_endgame(
    game: LiarsDice,
    report: Callable[[str], None] = lambda text: None,
    stopped: Callable[[], bool] = lambda: False,
    threads: int = 0,
    goal: float = GOAL,
    memory: int = MEMORY,
) -> Tablebase:
    """Solve every position, the small ones first; what is solved already is taken from disk.

    One die each is solved by linear programs, the others by CFR+. Where the regrets and averages of a whole round would
    take more than `memory` bytes, each seat has a tree with few actions of its own.
    """
    normal, base = solved_game(game), load_tablebase(game)
    unsolved = list[Unsolved]()
    for position in positions_of(game):
        if position in base.rounds and (position.dice != (1, 1) or base.rounds[position].method == PROGRAM):
            continue
        if stopped():
            if position not in base.rounds:
                unsolved.append(Unsolved(position, "not tried", 0, 0, 0))
            continue
        tree = round_tree(normal, position)
        pay = payments(tree, base.values)
        size = size_in_bytes(tree)
        if pay is None:
            why = "what follows is not solved"
        else:
            check_payments(tree, pay)
            why = _solve(base, tree, pay, report, stopped, threads, goal, memory)
        if why and position not in base.rounds:
            unsolved.append(Unsolved(position, why, tree.nodes, tree.information_sets, size))
    if any(position not in base.rounds for position in positions_of(game)) and not unsolved:
        raise MendaxError("the endgame was not solved")
    base.unsolved = tuple(unsolved)
    return base


def _solve(
    base: Tablebase,
    tree: RoundTree,
    pay: Numbers,
    report: Callable[[str], None],
    stopped: Callable[[], bool],
    threads: int,
    goal: float,
    memory: int,
) -> str:
    """Solve a position by the method it needs and keep it; why not, if it was stopped."""
    if tree.position.dice == (1, 1):
        return _solve_exactly(base, tree, pay, report, stopped)
    if size_in_bytes(tree) <= memory:
        from mendax.games.liars_dice.solver.endgame.round_solver import RoundSolver

        return _solve_by_cfr(base, RoundSolver(tree, pay, threads), report, stopped, goal)
    from mendax.games.liars_dice.solver.endgame.restricted import Refinement

    return _solve_restricted(base, Refinement(tree, pay, threads, memory), report, stopped)


def _solve_exactly(
    base: Tablebase, tree: RoundTree, pay: Numbers, report: Callable[[str], None], stopped: Callable[[], bool]
) -> str:
    """Solve a position with one die each and keep it; why not, if it was stopped."""
    from mendax.games.liars_dice.solver.endgame.one_die_each import solve_exactly

    found = solve_exactly(tree, pay, exact_payments(tree, base.fractions), report, stopped)
    if found is None:
        return "stopped"
    solved = SolvedRound(
        tree.position,
        found.value,
        found.measured.exploitability,
        end_error(tree, base.errors),
        found.iterations,
        found.seconds,
        found.cpu_seconds,
        tree.nodes,
        tree.information_sets,
        found.bytes,
        PROGRAM,
        found.fraction,
    )
    base.keep(solved, found.averages)
    return ""


def _solve_by_cfr(
    base: Tablebase, solver: RoundSolver, report: Callable[[str], None], stopped: Callable[[], bool], goal: float
) -> str:
    """Solve a position and keep it; why not, if it was stopped: then its tables are kept, to go on."""
    tree, folder = solver.tree, folder_of(base.game)
    take_up(folder, solver)
    measured = solve_round(solver, report, stopped, goal)
    if measured is None:
        keep_unfinished(folder, solver)
        return f"stopped after {solver.iterations} iterations"
    solved = SolvedRound(
        tree.position,
        measured.value,
        measured.exploitability,
        end_error(tree, base.errors),
        solver.iterations,
        solver.seconds,
        solver.cpu_seconds,
        tree.nodes,
        tree.information_sets,
        solver.bytes,
    )
    base.keep(solved, solver.kept.averages)
    return ""


def _solve_restricted(
    base: Tablebase, refinement: Refinement, report: Callable[[str], None], stopped: Callable[[], bool]
) -> str:
    """Solve a position with restricted trees and keep it; why not, if it was stopped: then it can be taken up again."""
    from mendax.games.liars_dice.solver.endgame.restricted import measure_of

    tree, folder = refinement.tree, folder_of(base.game)
    take_up_refinement(folder, refinement)
    sides = refinement.run(report, stopped)
    if sides is None:
        keep_refinement(folder, refinement)
        return f"stopped after {refinement.steps} trees"
    measured = measure_of(sides)
    solved = SolvedRound(
        tree.position,
        measured.value,
        measured.exploitability,
        end_error(tree, base.errors),
        sum(side.iterations for side in sides),
        refinement.seconds,
        refinement.cpu_seconds,
        tree.nodes,
        tree.information_sets,
        max(size_in_bytes(side.tree) for side in sides),
        RESTRICTED,
    )
    base.keep_sides(solved, sides)
    return ""
