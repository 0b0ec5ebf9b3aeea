"""How fast CFR+ solves Liar's Dice with one die each, beside OpenSpiel's C++ solver in the same run."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Final

from mendax.bench import Line, Measured, not_installed
from mendax.bench.timing import seconds_of
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.solver.public_tree import public_tree
from mendax.theory.cfr import CFR

MARKS: Final = (100, 300)
"""After so many iterations both are measured."""
BLOCK: Final = 20
"""Iterations in a row; the two alternate, so that both meet the same changes of the machine's speed."""


def solving(quick: bool = False) -> Measured:
    """Milliseconds an iteration and exploitability, OpenSpiel's default game, both on one thread."""
    marks, block = ((2,), 1) if quick else (MARKS, BLOCK)
    game = LiarsDice(players=2, dice=1, rules="open-spiel", single_round=True)
    tree = public_tree(game)
    CFR(tree, threads=1)  # warm: compiled
    ours = CFR(tree, threads=1)
    their_step, their_measure = _open_spiel(block)
    times: tuple[list[float], list[float]] = ([], [])
    measured: list[tuple[int, float, float]] = []
    for mark in marks:
        while ours.iterations < mark:
            times[0].append(1000 * seconds_of(lambda: ours.run(block)) / block)
            if their_step is not None:
                times[1].append(1000 * seconds_of(their_step) / block)
        measured.append((mark, ours.measure().exploitability, their_measure() if their_measure is not None else 0.0))
    mine = median(times[0])
    lines = [Line("mendax, CFR+ on the public tree, one thread, median", mine, "ms/iteration")]
    lines.append(Line("mendax, best", min(times[0]), "ms/iteration"))
    if their_step is not None:
        lines.append(Line("open_spiel, C++ CFR+, median", median(times[1]), "ms/iteration"))
        lines.append(Line("open_spiel, best", min(times[1]), "ms/iteration"))
        lines.append(Line("ratio, open_spiel / mendax", median(times[1]) / mine, "times"))
    for mark, own, theirs in measured:
        lines.append(Line(f"mendax, exploitability after {mark}", own, "a game"))
        if their_measure is not None:
            lines.append(Line(f"open_spiel, exploitability after {mark}", theirs, "a game"))
    note = f"{tree.information_sets:,} information sets; exploitability is half of NashConv, by best responses."
    if their_step is None:
        note += f" {not_installed('OpenSpiel')}"
    return Measured(tuple(lines), note, {"information_sets": tree.information_sets})


def _open_spiel(block: int) -> tuple[Callable[[], None], Callable[[], float]] | tuple[None, None]:
    """A block of OpenSpiel's iterations, and its own measure of exploitability."""
    try:
        import pyspiel
    except ImportError:
        return None, None
    game = pyspiel.load_game("liars_dice")
    solver = pyspiel.CFRPlusSolver(game)

    def step() -> None:
        for _ in range(block):
            solver.evaluate_and_update_policy()

    return step, lambda: float(pyspiel.exploitability(game, solver.average_policy()))
