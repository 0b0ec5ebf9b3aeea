"""The rolling turns of the two-player round as arrays, one tree for each roll that a believer can be handed.

A node is (dice handed over, dice not rolled yet, dice rolled): what matters does not depend on the order in which they
were rolled. A node with at least one die rolled is an end as well: the roller may stop there and bid. The opponent
then sees the dice not rolled; an open set is (dice handed over, dice not rolled).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.games.blufpoker.rules.rolls import FACES, FIRST_POKER, RANKS, ROLLS, SORTED, Dice, sort_dice

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

NUM_ROLLS: Final = len(ROLLS)
NUM_BELIEVABLE: Final = FIRST_POKER
"""The bids after which, when believed, the believer rolls under the cup: those below the pokers."""
NUM_FACES: Final = len(FACES)


class Node(NamedTuple):
    """A point of a turn, between two rolls."""

    dice: int
    """The rank of the dice handed over."""
    unrolled: Dice
    rolled: Dice


@dataclass(frozen=True, slots=True, eq=False)
class TurnTrees:
    """All 56 trees in one numbering: nodes by number of dice rolled, so the first 56 are the roots."""

    nodes: tuple[Node, ...]
    cup: Ints
    """By node: the rank of its three dice."""
    open_set: Ints
    """By node: the number of its open set; -1 at the roots, where nobody may stop."""
    level_starts: tuple[int, ...]
    """The first node with 0, 1, 2 and 3 dice rolled, and the number of nodes."""
    option_node: Ints
    """By option to roll a die: its node; options are ordered by node."""
    option_face: Ints
    children: Ints
    """By option and face rolled: the node reached."""
    open_sets: tuple[tuple[int, Dice], ...]
    """The dice handed over, and those left open."""

    def node(self, dice: int, unrolled: Dice, rolled: Dice) -> int:
        """The number of a node."""
        return _node_numbers()[Node(dice, unrolled, rolled)]

    def open_number(self, dice: int, unrolled: Dice) -> int:
        """The number of an open set."""
        return _open_numbers()[dice, unrolled]

    def options_of(self, node: int) -> range:
        """The numbers of a node's options to roll a die."""
        first, last = np.searchsorted(self.option_node, (node, node + 1))
        return range(int(first), int(last))

    def option_level(self, level: int) -> slice:
        """The options of the nodes with this many dice rolled."""
        first, last = np.searchsorted(self.option_node, self.level_starts[level : level + 2])
        return slice(int(first), int(last))


@cache
def turn_trees() -> TurnTrees:
    """The trees, built once."""
    nodes = [Node(rank, roll, ()) for rank, roll in enumerate(ROLLS)]
    numbers = {node: number for number, node in enumerate(nodes)}
    option_node, option_face, children = list[int](), list[int](), list[list[int]]()
    starts, level = [0], range(NUM_ROLLS)
    for _ in range(3):
        starts.append(len(nodes))
        for number in level:
            node = nodes[number]
            for face in dict.fromkeys(node.unrolled):
                reached = [_roll_one(node, face, result) for result in FACES]
                for child in reached:
                    if child not in numbers:
                        numbers[child] = len(nodes)
                        nodes.append(child)
                option_node.append(number)
                option_face.append(face)
                children.append([numbers[child] for child in reached])
        level = range(starts[-1], len(nodes))
    open_sets = tuple(dict.fromkeys((node.dice, node.unrolled) for node in nodes[NUM_ROLLS:]))
    open_numbers = {pair: number for number, pair in enumerate(open_sets)}
    return TurnTrees(
        tuple(nodes),
        np.array([RANKS[sort_dice(node.unrolled + node.rolled)] for node in nodes]),
        np.array([open_numbers.get((node.dice, node.unrolled), -1) for node in nodes]),
        (*starts, len(nodes)),
        np.array(option_node),
        np.array(option_face),
        np.array(children),
        open_sets,
    )


@cache
def roll_chances() -> Floats:
    """By rank: how likely three dice are to make this roll."""
    return np.array([{1: 1, 2: 3, 3: 6}[len(set(roll))] for roll in ROLLS]) / NUM_FACES**3


@cache
def _node_numbers() -> dict[Node, int]:
    return {node: number for number, node in enumerate(turn_trees().nodes)}


@cache
def _open_numbers() -> dict[tuple[int, Dice], int]:
    return {pair: number for number, pair in enumerate(turn_trees().open_sets)}


def _roll_one(node: Node, face: int, result: int) -> Node:
    """The node after one die that shows `face` was rolled and shows `result`."""
    unrolled = list(node.unrolled)
    unrolled.remove(face)
    return Node(node.dice, tuple(unrolled), SORTED[*node.rolled, result])
