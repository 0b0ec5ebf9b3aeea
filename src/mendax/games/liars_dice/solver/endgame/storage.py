"""What was solved of an endgame, in files of the cache folder: figures as JSON, averages as a table that is mapped."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mendax.core.files import cache_folder, write_whole
from mendax.core.game import Seat, game_text
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.solver.endgame.positions import MOST_DICE, Position
from mendax.games.liars_dice.solver.endgame.round_tree import WIDTH, RoundTree
from mendax.games.liars_dice.solver.endgame.solving import SolvedRound

if TYPE_CHECKING:
    from mendax.games.liars_dice.solver.endgame.node import Table
    from mendax.games.liars_dice.solver.endgame.restricted import Refinement, Side
    from mendax.games.liars_dice.solver.endgame.round_solver import RoundSolver

VERSION = 1
_CHUNK = 1 << 9
"""Vectors that are looked at together: parts of the table without any weight are left out of its file."""


def solved_game(game: LiarsDice) -> LiarsDice:
    """The game whose endgame is solved: positions that never come to more than two dice are the same in all."""
    return replace(game, dice=min(game.dice, MOST_DICE))


def folder_of(game: LiarsDice) -> Path:
    """Where the endgame of a game is kept."""
    text = f"{VERSION} {game_text(solved_game(game))}"
    return cache_folder() / f"liars-dice-endgame-{sha256(text.encode()).hexdigest()[:12]}"


def _file(folder: Path, position: Position, kind: str) -> Path:
    return folder / f"{position.name.replace(' ', '-')}.{kind}"


def _write_table(path: Path, table: Table) -> None:
    """Write a table with holes where it has only zeros."""
    partial = path.with_suffix(".partial")
    target = np.lib.format.open_memmap(partial, mode="w+", dtype=table.dtype, shape=table.shape)
    for start in range(0, len(table), _CHUNK):
        part = table[start : start + _CHUNK]
        if part.any():
            target[start : start + _CHUNK] = part
    target.flush()
    del target
    partial.replace(path)


def keep_solved(folder: Path, solved: SolvedRound, averages: Table) -> None:
    """Keep a solved position; what was kept of it unfinished goes."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_table(_file(folder, solved.position, "npy"), averages)
    _keep_figures(folder, solved)


def keep_sides(folder: Path, solved: SolvedRound, sides: tuple[Side, Side]) -> None:
    """Keep a position that was solved with restricted trees."""
    folder.mkdir(parents=True, exist_ok=True)
    for seat, side in enumerate(sides):
        np.save(_file(folder, solved.position, f"{seat}.kept.npy"), np.packbits(side.kept))
        _write_table(_file(folder, solved.position, f"{seat}.npy"), side.averages)
    _keep_figures(folder, solved)


def _keep_figures(folder: Path, solved: SolvedRound) -> None:
    write_whole(_file(folder, solved.position, "json"), json.dumps(solved.to_json(), indent=1))
    for kind in ("unfinished.json", "regrets.npy", "averages.npy", "refinement.npz"):
        _file(folder, solved.position, kind).unlink(missing_ok=True)


def keep_unfinished(folder: Path, solver: RoundSolver) -> None:
    """Keep a position that was stopped, so that the same command goes on with it."""
    folder.mkdir(parents=True, exist_ok=True)
    position = solver.tree.position
    _keep_tables(folder, position, *solver.kept)
    figures = {"iterations": solver.iterations, "seconds": solver.seconds, "cpu_seconds": solver.cpu_seconds}
    write_whole(_file(folder, position, "unfinished.json"), json.dumps(figures | {"pay": solver.pay.tolist()}))


def _keep_tables(folder: Path, position: Position, regrets: Table, averages: Table) -> None:
    _write_table(_file(folder, position, "regrets.npy"), regrets)
    _write_table(_file(folder, position, "averages.npy"), averages)


def _load_tables(folder: Path, position: Position) -> tuple[Table, Table]:
    """The regrets and averages of a solver that was stopped, mapped from their files."""
    regrets, averages = (
        np.load(_file(folder, position, f"{kind}.npy"), mmap_mode="r") for kind in ("regrets", "averages")
    )
    return regrets, averages


def take_up(folder: Path, solver: RoundSolver) -> bool:
    """Go on with a position that was stopped, if it was kept and what follows is worth the same."""
    position = solver.tree.position
    try:
        figures = json.loads(_file(folder, position, "unfinished.json").read_text())
        tables = _load_tables(folder, position)
    except (OSError, ValueError):
        return False
    if not np.array_equal(figures["pay"], solver.pay) or any(one.shape != solver.kept.regrets.shape for one in tables):
        return False
    for target, source in zip(solver.kept, tables, strict=True):
        target[:] = source
    solver.iterations = int(figures["iterations"])
    solver.seconds, solver.cpu_seconds = float(figures["seconds"]), float(figures["cpu_seconds"])
    return True


def keep_refinement(folder: Path, refinement: Refinement) -> None:
    """Keep what a refinement that was stopped has found out."""
    folder.mkdir(parents=True, exist_ok=True)
    partial = _file(folder, refinement.tree.position, "partial.npz")
    np.savez_compressed(partial, allow_pickle=False, **refinement.to_arrays())
    partial.replace(_file(folder, refinement.tree.position, "refinement.npz"))
    if refinement.halted is not None:
        _keep_tables(folder, refinement.tree.position, refinement.halted.regrets, refinement.halted.averages)
        figures = {"step": refinement.halted.step, "iterations": refinement.halted.iterations}
        write_whole(_file(folder, refinement.tree.position, "unfinished.json"), json.dumps(figures))


def take_up_refinement(folder: Path, refinement: Refinement) -> bool:
    """Go on with a refinement that was stopped, if it was kept and what follows is worth the same."""
    from mendax.games.liars_dice.solver.endgame.restricted.refine import Halted

    position = refinement.tree.position
    try:
        with np.load(_file(folder, position, "refinement.npz")) as kept:
            if not refinement.take_up(dict(kept)):
                return False
        figures = json.loads(_file(folder, position, "unfinished.json").read_text())
        refinement.halted = Halted(figures["step"], figures["iterations"], *_load_tables(folder, position))
    except (OSError, ValueError, KeyError):
        # Without the tables of the tree that was stopped, that tree begins anew.
        pass
    return refinement.steps > 0 or refinement.halted is not None


def load_solved(folder: Path, position: Position) -> SolvedRound | None:
    """The figures of a position; `None` where it is not solved."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        whole, sides = _file(folder, position, "npy"), [_file(folder, position, f"{seat}.npy") for seat in (0, 1)]
        if whole.exists() or all(side.exists() for side in sides):
            return SolvedRound.from_json(json.loads(_file(folder, position, "json").read_text()), position)
    return None


def load_averages(folder: Path, tree: RoundTree) -> Table:
    """The averages of a solved position, mapped from its file; changes stay in memory."""
    return _mapped(_file(folder, tree.position, "npy"), tree)


def load_side(folder: Path, tree: RoundTree, seat: Seat) -> tuple[RoundTree, Table]:
    """The restricted tree of a seat and its averages; `tree` is that of the whole round."""
    from mendax.games.liars_dice.solver.endgame.restricted.graph import history_graph
    from mendax.games.liars_dice.solver.endgame.restricted.tree import restricted_tree

    graph = history_graph(tree)
    packed = np.load(_file(folder, tree.position, f"{seat}.kept.npy"))
    kept = np.unpackbits(packed, count=int(graph.first_choice[-1])).astype(np.bool_)
    restricted = restricted_tree(graph, kept).tree
    return restricted, _mapped(_file(folder, tree.position, f"{seat}.npy"), restricted)


def _mapped(path: Path, tree: RoundTree) -> Table:
    table: Table = np.load(path, mmap_mode="c")
    if table.shape != (tree.size[0], WIDTH):
        raise ValueError(f"the table of {tree.position.name} does not fit its tree")
    return table
