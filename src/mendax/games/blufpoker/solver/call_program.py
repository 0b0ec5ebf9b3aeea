"""The linear program of one turn, from the side of whoever answers its bid.

Variables are how often each bid is called, for each set of open dice, and the value of each node to the roller. A node
is worth at least the mean of what a rolled die leads to, and at least what every bid there brings. The program looks
for calls that make the turn worth least; its dual weights are the roller's best mix. Bids come into the program one by
one, the highest first. Each only adds variables and constraints, so the last solution stays dual feasible, and HiGHS
goes on from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mendax.core.errors import MissingExtra
from mendax.games.blufpoker.solver.turn_trees import NUM_FACES, NUM_ROLLS, Floats, Ints, roll_chances, turn_trees


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """One turn with its own numbering: the nodes, what rolling leads to, and where the roller may bid."""

    weights: Floats
    """By node: how likely the turn begins there."""
    option_node: Ints
    children: Ints
    ends: Ints
    """The nodes at which the roller may stop and bid."""
    cup: Ints
    """By end: the rank of the dice."""
    open_set: Ints
    """By end: what the opponent sees, counted from 0 within the turn."""


@dataclass(frozen=True, slots=True, eq=False)
class BelieverTurn:
    """The turn of a believer, and the numbers that its parts have in `TurnTrees`."""

    turn: Turn
    nodes: Ints
    options: Ints
    open_sets: Ints


def turn_from(dice: int) -> BelieverTurn:
    """The turn of a believer who was handed these dice."""
    trees = turn_trees()
    nodes = np.array([number for number, node in enumerate(trees.nodes) if node.dice == dice])
    options = np.flatnonzero(np.isin(trees.option_node, nodes))
    opened = trees.open_set[nodes[1:]]
    open_sets = np.unique(opened)
    turn = Turn(
        (nodes == dice).astype(np.float64),
        np.searchsorted(nodes, trees.option_node[options]),
        np.searchsorted(nodes, trees.children[options]),
        np.arange(1, len(nodes)),
        trees.cup[nodes[1:]],
        np.searchsorted(open_sets, opened),
    )
    return BelieverTurn(turn, nodes, options, open_sets)


def opening_turn() -> Turn:
    """The first turn of a round with a free opening: three dice rolled, all hidden."""
    ranks, nothing = np.arange(NUM_ROLLS), np.zeros(0, dtype=np.int64)
    children = nothing.reshape(0, NUM_FACES)
    return Turn(roll_chances(), nothing, children, ranks, ranks, np.zeros_like(ranks))


@dataclass(frozen=True, slots=True, eq=False)
class TurnSolution:
    """An equilibrium of one turn."""

    value: float
    """To the roller."""
    node_values: Floats
    """To the roller; at nodes that the roller's mix never leads to, an upper bound that keeps it away."""
    calls: Floats
    """By open set and bid: how often it is called."""
    option_weights: Floats
    """How likely each option to roll is to be taken, counted from the start of the turn."""
    bid_weights: Floats
    """By end and bid: how likely the turn is to end so, counted from its start."""


class CallProgram:
    """The linear program of one turn, which grows bid by bid."""

    def __init__(self, turn: Turn) -> None:
        try:
            import highspy
        except ModuleNotFoundError as error:
            raise MissingExtra(error.name or "highspy") from None  # at a table this is a line, not the end of it
        self.turn = turn
        self.open_sets = int(turn.open_set.max()) + 1
        self.bids: list[int] = []
        self.highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        highs = self.highs
        highs.silent()
        # One thread a program, as the turns are solved side by side; tolerances well below the accuracy asked for.
        for option, setting in (
            ("threads", 1),
            ("solver", "simplex"),
            ("presolve", "off"),
            ("simplex_dual_edge_weight_strategy", 1),  # Devex: a quarter quicker here than the default
            ("primal_feasibility_tolerance", 1e-10),
            ("dual_feasibility_tolerance", 1e-10),
        ):
            highs.setOptionValue(option, setting)
        nodes, options = len(turn.weights), len(turn.option_node)
        self._add_columns(turn.weights, -np.inf, np.inf)
        self._add_rows(
            np.column_stack([turn.option_node, turn.children]),
            np.tile([-1.0] + [1 / NUM_FACES] * NUM_FACES, (options, 1)),
            np.zeros(options),
        )
        self.num_columns = nodes

    def allow(self, bid: int, gains: Floats) -> None:
        """Let the roller make a bid that is worth `gains`, by rank of the cup, when it is believed."""
        turn = self.turn
        believed = gains[turn.cup]
        called = np.where(turn.cup >= bid, 1.0, -1.0)
        self._add_columns(np.zeros(self.open_sets), 0.0, 1.0)
        self._add_rows(
            np.column_stack([turn.ends, self.num_columns + turn.open_set]),
            np.column_stack([np.full(len(turn.ends), -1.0), called - believed]),
            -believed,
        )
        self.num_columns += self.open_sets
        self.bids.append(bid)

    def solve(self) -> TurnSolution:
        """The equilibrium with the bids allowed so far."""
        self.highs.run()
        found = self.highs.getSolution()
        if not (found.value_valid and found.dual_valid):
            raise ArithmeticError(f"the linear program was not solved: {self.highs.getModelStatus()}")
        columns, weights = np.array(found.col_value), -np.array(found.row_dual)
        nodes, options = len(self.turn.weights), len(self.turn.option_node)
        calls = np.zeros((self.open_sets, NUM_ROLLS))
        calls[:, self.bids] = np.clip(columns[nodes:].reshape(-1, self.open_sets).T, 0.0, 1.0)
        bid_weights = np.zeros((len(self.turn.ends), NUM_ROLLS))
        bid_weights[:, self.bids] = np.clip(weights[options:].reshape(-1, len(self.turn.ends)).T, 0.0, None)
        return TurnSolution(
            float(columns[:nodes] @ self.turn.weights),
            columns[:nodes],
            calls,
            np.clip(weights[:options], 0.0, None),
            bid_weights,
        )

    def _add_columns(self, costs: Floats, low: float, high: float) -> None:
        """Variables between two bounds, which no constraint has yet."""
        count = len(costs)
        lows, highs, starts = np.full(count, low), np.full(count, high), np.zeros(count, np.int32)
        self.highs.addCols(count, costs, lows, highs, 0, starts, np.zeros(0, np.int32), np.zeros(0))

    def _add_rows(self, columns: npt.NDArray[Any], entries: Floats, most: Floats) -> None:
        """Constraints with the same number of entries each: the sum is at most `most`."""
        count, width = columns.shape
        least, starts = np.full(count, -np.inf), np.arange(count, dtype=np.int32) * width
        places = columns.astype(np.int32).ravel()
        self.highs.addRows(count, least, most, count * width, starts, places, entries.ravel())
