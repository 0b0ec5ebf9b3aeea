"""`mendax solve liars-dice`: CFR+ on the public tree, as far as time or patience allow."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mendax.core.errors import Stopped
from mendax.core.game import game_text
from mendax.core.interrupts import noting_ctrl_c
from mendax.games.liars_dice.rules import LiarsDice
from mendax.report.console import console, print_json
from mendax.report.options import Json
from mendax.report.progress import spinner
from mendax.theory import commands as linear_programs

if TYPE_CHECKING:
    from mendax.theory.cfr import CFR
    from mendax.theory.public_tree import PublicTree

ACCURACY: Final = 1e-6
"""Without other limits it goes on until best responses win no more than this."""
PATIENCE: Final = 120.0
"""Seconds, without other limits."""
POWER: Final = 2.0
"""Averages weighted by the square of the iteration: closer than CFR+'s own weights on all our games."""
DELAY: Final = 10
"""Iterations left out of the averages; on large trees that also leaves much of their memory untouched."""
FEW_SETS: Final = 2_000
"""A linear program solves as many information sets exactly in a second or two."""
_MOST_DOUBLE: Final = 1 << 30
"""Bytes of regrets and averages in double precision; larger trees are kept in single precision."""


def is_for(game: LiarsDice, limited: bool) -> bool:
    """Whether a game is solved by CFR+ rather than by a linear program: one round that is not small.

    Whoever sets a limit asks for iterations, and is told where there can be none.
    """
    from mendax.games.liars_dice.solver.public_tree import public_tree, round_fault

    return limited or (not round_fault(game) and public_tree(game).information_sets > FEW_SETS)


def solve(
    game: LiarsDice,
    iterations: Annotated[int | None, typer.Option(min=1, help="Iterations of CFR+.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Seconds of CFR+.")] = None,
    json: Json = False,
) -> None:
    """Solve one round for two players: by linear programs where it is small, else by CFR+."""
    if is_for(game, iterations is not None or seconds is not None):
        _solve_by_cfr(game, iterations, seconds, json)
    else:
        linear_programs.solve(game, json)


def _solve_by_cfr(game: LiarsDice, iterations: int | None, seconds: float | None, json: bool) -> None:
    """Ctrl-C ends the iterations, and what there is is measured and shown."""
    with spinner(f"Solving {game_text(game)}") as update, noting_ctrl_c() as stopped:
        update("compiling (once)")
        solver = _prepare(game)
        if iterations is None and seconds is None:
            _approach(solver, stopped, update)
        else:
            solver.run(iterations, seconds, _watch(solver, stopped, update))
        update(f"measuring after {solver.iterations:,} iterations")
        began = time.perf_counter()
        story = _tell(game, solver)
        story["seconds_measuring"] = time.perf_counter() - began
    if json:
        print_json(story)
    else:
        _print(game, solver, story)
    if stopped():
        raise Stopped(f"stopped after {solver.iterations:,} iterations")


def _prepare(game: LiarsDice) -> CFR:
    import numpy as np

    from mendax.games.liars_dice.solver.public_tree import public_tree
    from mendax.theory.cfr import CFR

    tree = public_tree(game)
    small = int(tree.rows[0]) * tree.hands * 16 <= _MOST_DOUBLE
    return CFR(tree, numbers=np.float64 if small else np.float32, power=POWER, delay=DELAY)


def _watch(solver: CFR, stopped: Callable[[], bool], update: Callable[[str], None]) -> Callable[[], bool]:
    """Asked by the solver now and then: shows how far it is, and says whether to stop."""

    def ask() -> bool:
        update(f"{solver.iterations:,} iterations, {solver.seconds:.0f} s")
        return stopped()

    return ask


def _approach(solver: CFR, stopped: Callable[[], bool], update: Callable[[str], None]) -> None:
    """Iterate until the averages are good enough; they are measured each time the iterations have doubled."""
    number = 16
    while not stopped() and solver.seconds < PATIENCE:
        solver.run(number, PATIENCE - solver.seconds, _watch(solver, stopped, update))
        if solver.measure().exploitability < ACCURACY:
            break
        number = solver.iterations


def _tell(game: LiarsDice, solver: CFR) -> dict[str, Any]:
    from mendax.games.liars_dice.rules.options import Opens

    measured = solver.measure()
    low, high = measured.bounds
    opener = (low + high) / 2
    return {
        "game": game_text(game),
        "method": "CFR+",
        # Where chance says who opens, both have the same number of dice and the same right to it.
        "value": opener if game.law.opens is Opens.FIRST else 0.0,
        "opener_value": opener,
        "bounds": [low, high],
        "exploitability": measured.exploitability,
        "iterations": solver.iterations,
        "seconds": solver.seconds,
        "information_sets": solver.tree.information_sets,
    }


def _print(game: LiarsDice, solver: CFR, story: dict[str, Any]) -> None:
    from rich.table import Table

    from mendax.games.liars_dice.rules.bids import roll_chances

    out = console()
    table = Table(title=f"{story['game']}: how the round is opened", title_justify="left")
    table.add_column("dice")
    table.add_column("opening bids")
    hands = [roll.dice for roll, _ in roll_chances(game.dice, game.faces)]
    for hand, shares in zip(hands, solver.profile.mix(()).T.tolist(), strict=True):
        table.add_row(" ".join(map(str, hand)), _mix_text(solver.tree, shares))
    out.print(table)
    low, high = story["bounds"]
    out.print(f"Value to whoever opens {story['opener_value']:+.9f}, surely between {low:+.9f} and {high:+.9f}.")
    out.print(f"Exploitability {story['exploitability']:.2e}, measured by best responses.")
    out.print(
        f"{story['iterations']:,} iterations of CFR+ in {story['seconds']:.1f} s, "
        f"{story['information_sets']:,} information sets; measured in {story['seconds_measuring']:.1f} s."
    )


def _mix_text(tree: PublicTree, shares: list[float]) -> str:
    """The actions that are taken at least once in a hundred times, the most frequent first."""
    mix = sorted(zip(tree.actions_after(()), shares, strict=True), key=lambda option: -option[1])
    return ", ".join(f"{action} {100 * share:.0f} %" for action, share in mix if share >= 0.01)
