"""How fast CFR+ solves Liar's Dice with one die each, beside OpenSpiel's C++ solver in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final

from mendax.bench import Line
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.solver.public_tree import public_tree
from mendax.theory.cfr import CFR

MARKS: Final = (100, 300)
"""After so many iterations both are measured."""
_BLOCK: Final = 20
"""Iterations at a turn; turns alternate, so that both meet the machine in the same moods."""


def solving() -> dict[str, Any]:
    """Milliseconds an iteration and exploitability, OpenSpiel's default game, both on one thread."""
    game = LiarsDice(players=2, dice=1, rules="open-spiel", single_round=True)
    tree = public_tree(game)
    CFR(tree, threads=1)  # warm: compiled
    ours = CFR(tree, threads=1)
    their_step, their_measure = _open_spiel()
    times: tuple[list[float], list[float]] = ([], [])
    measured: list[tuple[int, float, float]] = []
    for mark in MARKS:
        while ours.iterations < mark:
            times[0].append(_milliseconds(lambda: ours.run(_BLOCK)))
            if their_step is not None:
                times[1].append(_milliseconds(their_step))
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
        note += " OpenSpiel is not installed; `make bench` installs it."
    return {"lines": lines, "information_sets": tree.information_sets, "note": note}


def _milliseconds(block: Callable[[], object]) -> float:
    """Wall time of one iteration of a block."""
    began = time.perf_counter()
    block()
    return 1000 * (time.perf_counter() - began) / _BLOCK


def _open_spiel() -> tuple[Callable[[], None], Callable[[], float]] | tuple[None, None]:
    """A block of OpenSpiel's iterations, and its own measure of exploitability."""
    try:
        import pyspiel
    except ImportError:
        return None, None
    game = pyspiel.load_game("liars_dice")
    solver = pyspiel.CFRPlusSolver(game)

    def step() -> None:
        for _ in range(_BLOCK):
            solver.evaluate_and_update_policy()

    return step, lambda: float(pyspiel.exploitability(game, solver.average_policy()))
