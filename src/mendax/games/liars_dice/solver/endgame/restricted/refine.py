"""Finds few actions for each seat that lose little, and solves the round with them.

For each seat in turn: solve the tree in which it has few actions and the other has all. Where the other's best play
then often comes, the seat gets more actions; what it never uses goes. What the seat with all actions plays in one tree
is a candidate in the other one, where it is the restricted seat.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.core.game import Seat
from mendax.games.liars_dice.solver.endgame.node import Table
from mendax.games.liars_dice.solver.endgame.restricted.graph import HistoryGraph, history_graph
from mendax.games.liars_dice.solver.endgame.restricted.sketch import sketch
from mendax.games.liars_dice.solver.endgame.restricted.tree import Choices, RestrictedTree, restricted_tree, use_of
from mendax.games.liars_dice.solver.endgame.round_solver import RoundSolver
from mendax.games.liars_dice.solver.endgame.round_tree import Numbers, RoundTree
from mendax.games.liars_dice.solver.endgame.solving import MEMORY, size_in_bytes
from mendax.theory.profile import Measure

Kept: TypeAlias = Mapping[str, npt.NDArray[Any]]
_CHOSEN: Final = "chosen-"


class Stage(NamedTuple):
    """Which actions a restricted seat has."""

    played: float
    """Those that are played so often, as far as is known of how often a node is met."""
    answered: float
    """Anywhere: those to which the seat itself comes so often, if the other lets it,"""
    share: float
    """and takes with such a share."""
    iterations: int


STAGES: Final = (
    Stage(1e-3, 3e-2, 0.05, 200),
    Stage(3e-4, 1e-2, 0.05, 250),
    Stage(1e-4, 1e-2, 0.05, 600),
)
"""Chosen by the position 2-2 00: what costs little there and takes minutes. Every result is measured, so no choice here
can make it wrong."""
LEAST_SHARE: Final = 0.002
"""An action that is taken less often at a node is never kept for being played."""
UNUSED: Final = 3e-4
"""An action to which its seat never comes so often, in no history, goes."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """The strategy of one seat with few actions of its own."""

    kept: Choices
    """The actions of its tree: few of the seat's, all of the other's."""
    tree: RoundTree
    averages: Table
    wins: float
    """What it is sure to win in the whole round, whatever the other does."""
    iterations: int


class Halted(NamedTuple):
    """A tree whose solver was stopped."""

    step: int
    iterations: int
    regrets: Table
    averages: Table


class Refinement:
    """The refinement of one round; it can be stopped, kept and taken up again."""

    def __init__(self, tree: RoundTree, pay: Numbers, threads: int = 0, memory: int = MEMORY) -> None:
        self.tree, self.pay, self.threads, self.memory = tree, pay, threads, memory
        self.graph: HistoryGraph = history_graph(tree)
        self.steps = 0
        """Trees solved so far."""
        self.seconds, self.cpu_seconds = 0.0, 0.0
        choices, nodes = int(self.graph.first_choice[-1]), int(self.graph.first_node[-1])
        self.node_of_choice = self.graph.node_of_choice
        self.speaker = tree.arrays.states[self.graph.state_of_node, 0]
        self.share: Numbers = np.zeros(0)
        """By choice: its share at its node in the sketch."""
        self.comes: Numbers = np.zeros(nodes)
        """By node: how often whoever speaks comes there in the sketch, if the other lets it."""
        self.met: Numbers = np.zeros((2, nodes))
        """By restricted seat and node: the most that it was met so far."""
        self.played: Numbers = np.zeros(choices)
        """By choice: the most that it was played where its seat had all actions."""
        self.unused: Choices = np.zeros(choices, np.bool_)
        self.chosen = dict[int, Choices]()
        """By step: the choices of the last two trees, once they are known."""
        self.halted: Halted | None = None

    def run(
        self, report: Callable[[str], None] = lambda text: None, stopped: Callable[[], bool] = lambda: False
    ) -> tuple[Side, Side] | None:
        """The strategies of both seats; `None` when it was stopped."""
        if not len(self.share) and not self._draw_sketch(report, stopped):
            return None
        found = list[Side]()
        while self.steps < 2 * len(STAGES):
            # The last two trees are the result, so they are solved again after a stop.
            stage, seat = STAGES[self.steps // 2], self.steps % 2
            side = self._solve(stage, seat, report, stopped)
            if side is None:
                self.steps = min(self.steps, 2 * len(STAGES) - 2)
                return None
            self.steps += 1
            if stage is STAGES[-1]:
                found.append(side)
        return found[0], found[1]

    def _draw_sketch(self, report: Callable[[str], None], stopped: Callable[[], bool]) -> bool:
        began, cpu = time.perf_counter(), time.process_time()
        drawn = sketch(self.graph, self.pay, report, stopped)
        self.seconds += time.perf_counter() - began
        self.cpu_seconds += time.process_time() - cpu
        if drawn is None:
            return False
        taken, (first, second) = drawn.taken(), drawn.coming()
        sums = np.bincount(self.node_of_choice, taken, len(self.speaker))[self.node_of_choice]
        self.share = np.where(sums > 0, taken / np.where(sums > 0, sums, 1.0), 0.0)
        self.comes = np.where(self.speaker == 0, first, second)
        self.met[:] = first * second
        return True

    def _kept(self, stage: Stage, seat: Seat, factor: float) -> Choices:
        """The choices of a stage; with a factor, fewer of them."""
        own, share, node = (self.speaker == seat)[self.node_of_choice], self.share, self.node_of_choice
        often = (self.met[seat][node] * share > factor * stage.played) & (share > LEAST_SHARE)
        answers = (self.comes[node] * share > factor * stage.answered) & (share > stage.share)
        wanted = (often | answers | (self.played > factor * stage.played)) & ~self.unused
        kept: Choices = ~own | wanted
        # A challenge comes first of the actions behind a bid, so every node has one.
        firsts = self.graph.choice_of_node
        kept[firsts[1:]] = True
        if not kept[: self.graph.first_choice[1]].any():
            kept[np.argmax(share[: self.graph.first_choice[1]])] = True
        return kept

    def _fitting(self, stage: Stage, seat: Seat) -> tuple[Choices, RestrictedTree]:
        """The choices of a stage and their tree, fewer of them where memory needs it."""
        factor = 1.0
        while True:
            kept = self.chosen[self.steps] if self.steps in self.chosen else self._kept(stage, seat, factor)
            found = restricted_tree(self.graph, kept)
            if size_in_bytes(found.tree) <= self.memory or factor > 1e3:
                break
            factor *= 1.5
        if stage is STAGES[-1]:
            self.chosen[self.steps] = kept
        return kept, found

    def _solver(self, restricted: RestrictedTree) -> RoundSolver:
        """The solver of a tree, as far as it came before it was stopped."""
        solver, halted = RoundSolver(restricted.tree, self.pay, self.threads), self.halted
        if halted is not None and halted.step == self.steps and halted.regrets.shape == solver.kept.regrets.shape:
            solver.kept.regrets[:], solver.kept.averages[:] = halted.regrets, halted.averages
            solver.iterations, self.halted = halted.iterations, None
        return solver

    def _solve(
        self, stage: Stage, seat: Seat, report: Callable[[str], None], stopped: Callable[[], bool]
    ) -> Side | None:
        kept, restricted = self._fitting(stage, seat)
        solver = self._solver(restricted)
        name = f"{self.tree.position.name}: tree {self.steps + 1} of {2 * len(STAGES)}, {restricted.tree.nodes:,} nodes"
        while solver.iterations < stage.iterations:
            if stopped():
                self.halted = Halted(self.steps, solver.iterations, *solver.kept)
                return None
            solver.step()
            report(f"{name}, {solver.iterations} of {stage.iterations} iterations")
        use = use_of(self.graph, restricted, solver.kept.averages)
        wins = -solver.measure().responses[1 - seat]
        report(f"{name}, sure to win {wins:+.4f}")
        self.seconds, self.cpu_seconds = self.seconds + solver.seconds, self.cpu_seconds + solver.cpu_seconds
        own = (self.speaker == seat)[self.node_of_choice]
        self.met[seat] = np.maximum(self.met[seat], use.met)
        self.played = np.where(own, self.played, np.maximum(self.played, use.played))
        self.unused |= own & kept & use.seen[self.node_of_choice] & (use.own < UNUSED)
        return Side(kept, restricted.tree, solver.kept.averages, wins, solver.iterations)

    def to_arrays(self) -> Kept:
        """What it has found out, to be kept."""
        figures = np.array([self.steps, self.seconds, self.cpu_seconds])
        chosen = {f"{_CHOSEN}{step}": np.packbits(choices) for step, choices in self.chosen.items()}
        return chosen | {
            "pay": self.pay,
            "figures": figures,
            "share": self.share,
            "comes": self.comes,
            "met": self.met,
            "played": self.played,
            "unused": self.unused,
        }

    def take_up(self, kept: Kept) -> bool:
        """Go on from what was kept, if what follows is worth the same."""
        if not np.array_equal(kept["pay"], self.pay) or kept["met"].shape != self.met.shape:
            return False
        steps, self.seconds, self.cpu_seconds = kept["figures"].tolist()
        self.steps = min(int(steps), 2 * len(STAGES) - 2)
        self.share, self.comes = np.array(kept["share"], np.float64), np.array(kept["comes"], np.float64)
        self.met, self.played = np.array(kept["met"], np.float64), np.array(kept["played"], np.float64)
        self.unused = np.array(kept["unused"], np.bool_)
        packed = {int(name.removeprefix(_CHOSEN)): kept[name] for name in kept if name.startswith(_CHOSEN)}
        size = len(self.unused)
        self.chosen = {step: np.unpackbits(bits, count=size).astype(np.bool_) for step, bits in packed.items()}
        return True


def measure_of(sides: tuple[Side, Side]) -> Measure:
    """The value between what both are sure to win."""
    first, second = sides
    return Measure((first.wins - second.wins) / 2, (-second.wins, -first.wins))
