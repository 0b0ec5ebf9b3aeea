# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return"
"""The exact best response to an agent that does not look at cards, over all boards and holdings.

Whatever such an agent does, its holding stays uniform. So a holding's chances on a full board are one number, its
strength, and the value of the betting on the river is a function of it. From there values go back stage by stage:
averages over the cards to come, the best action at each of the responder's turns, the mean over the agent's mix at each
of the agent's. Boards that differ by an exchange of suits are computed once, and so is betting that goes on in the same
way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from os import cpu_count
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mendax.core.errors import Stopped
from mendax.core.game import Seat
from mendax.games.holdem.kernel.holdings import NUM_HOLDINGS
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.solver.boards import CHANGED_CARDS, CHANGED_HOLDINGS, board_classes, board_rank
from mendax.games.holdem.solver.features import free_holdings
from mendax.games.holdem.solver.river_strengths import MOST_STRENGTH, fast, new_scratch, strengths
from mendax.theory.staged_tree import StagedTree

Values = npt.NDArray[np.float64]
Mixes = Sequence[Sequence[float]]
"""By node of the betting: the agent's mix there; empty where the responder acts."""
MIX, BEST, FOLDED, SHOWDOWN, NEXT = range(5)
"""Kinds of steps: the agent acts, the responder acts, a fold, a showdown, the next stage begins."""
FLOPS, TURNS, RIVERS = 19_600, 47, 46
"""Cards to come that are possible beside a holding."""
_TASK: Final = 64
"""Boards between two reports."""


class Step(NamedTuple):
    """A point in the betting of a stage; equal steps have equal values."""

    kind: int
    after: tuple[int, ...] = ()
    """The steps that it leads to; for `NEXT` the number of the root in the next stage."""
    numbers: tuple[float, ...] = ()
    """The agent's mix, or what the responder wins by a fold or at stake in a showdown."""


class Program(NamedTuple):
    """All steps of a stage as compiled code reads them, each after those it leads to."""

    kinds: Numbers
    first: Numbers
    after: Numbers
    numbers: Values
    roots: Numbers
    """The steps at which the stage begins."""


@dataclass(frozen=True, slots=True)
class _Steps:
    """The different steps of each stage, in the order in which they were found, and the roots among them."""

    steps: tuple[dict[Step, int], ...]
    roots: tuple[dict[int, int], ...]

    def add(self, stage: int, step: Step) -> int:
        return self.steps[stage].setdefault(step, len(self.steps[stage]))

    def program(self, stage: int) -> Program:
        steps = list(self.steps[stage])
        lengths = [max(len(step.after), len(step.numbers)) for step in steps]
        pad = [(*step.after, *[0] * (size - len(step.after))) for step, size in zip(steps, lengths, strict=True)]
        more = [(*step.numbers, *[0.0] * (size - len(step.numbers))) for step, size in zip(steps, lengths, strict=True)]
        return Program(
            np.array([step.kind for step in steps], np.int64),
            np.cumsum([0, *lengths]),
            np.array([number for some in pad for number in some], np.int64),
            np.array([number for some in more for number in some], np.float64),
            np.array(list(self.roots[stage]), np.int64),
        )


def _add_tree(tree: StagedTree, mixes: Mixes, responder: Seat, into: _Steps) -> int:
    """Add all steps of a hand; return the number of the root before the flop."""
    nodes, sign = tree.nodes, -1.0 if responder else 1.0

    def add(node: int, stage: int) -> int:
        """The step of a node, as a step of `stage`."""
        if node < 0:
            fixed, stake = sign * float(nodes.fixed[-1 - node]), float(nodes.stake[-1 - node])
            step = Step(SHOWDOWN, (), (stake,)) if stake else Step(FOLDED, (), (fixed,))
            # A showdown is on the river, also where nobody could bet any more.
            return into.add(stage, step)
        if nodes.stage[node] != stage:
            root = add(node, stage + 1)
            return into.add(stage, Step(NEXT, (into.roots[stage + 1].setdefault(root, len(into.roots[stage + 1])),)))
        leads = nodes.leads[nodes.first[node] : nodes.first[node + 1]].tolist()
        if nodes.seat[node] == responder:
            return into.add(stage, Step(BEST, tuple(add(lead, stage) for lead in leads)))
        likely = [(add(lead, stage), share) for lead, share in zip(leads, mixes[node], strict=True) if share > 0]
        return into.add(stage, Step(MIX, tuple(step for step, _ in likely), tuple(share for _, share in likely)))

    root = add(0, 0)
    return into.roots[0].setdefault(root, len(into.roots[0]))


@fast
def _evaluate(program: Any, coming: Values, outcomes: Values, found: Values) -> None:
    """Write the values of all roots; `coming` has those of the next stage's roots, a column for each holding."""
    kinds, first, after, numbers, roots = program
    columns = found.shape[1]
    values = np.zeros((len(kinds), columns))
    for step in range(len(kinds)):
        begin, end = first[step], first[step + 1]
        if kinds[step] == FOLDED:
            values[step] = numbers[begin]
        elif kinds[step] == SHOWDOWN:
            for column in range(columns):
                values[step, column] = numbers[begin] * outcomes[column]
        elif kinds[step] == NEXT:
            values[step] = coming[after[begin]]
        elif kinds[step] == MIX:
            for place in range(begin, end):
                for column in range(columns):
                    values[step, column] += numbers[place] * values[after[place], column]
        else:
            values[step] = values[after[begin]]
            for place in range(begin + 1, end):
                for column in range(columns):
                    values[step, column] = max(values[step, column], values[after[place], column])
    for root in range(len(roots)):
        found[root] = values[roots[root]]


@fast
def _turn_values(table: Numbers, board: Numbers, rivers: Values, program: Any, found: Values) -> None:
    """Write the values of the turn's roots by holding; `rivers` has those of the river's roots by strength."""
    scratch, strength = new_scratch(), np.zeros(NUM_HOLDINGS, np.int16)
    full, sums = np.zeros(5, np.int64), np.zeros((NUM_HOLDINGS, rivers.shape[1]))
    full[:4] = board
    for river in range(NUM_CARDS):
        if (board == river).any():
            continue
        full[4] = river
        strengths(table, full, strength, scratch)
        for holding in range(NUM_HOLDINGS):
            if strength[holding] >= 0:
                sums[holding] += rivers[strength[holding]]
    _evaluate(program, sums.T / RIVERS, np.zeros(1), found)


def _stabilizer(board: Numbers) -> Iterator[int]:
    """The exchanges of suits that leave a board as it is."""
    for number, changed in enumerate(CHANGED_CARDS):
        if np.array_equal(np.sort(changed[board]), board):
            yield number


def _add_turn(board: Numbers, size: int, values: Values, flops: Values) -> None:
    """Add the values on a board of four cards to the four flops it can come from.

    All boards of a class are added by the one that was computed: each is met as often as there are exchanges that leave
    it as it is, once the flop's own exchanges are made up for in `_mean_of_turns`.
    """
    classes = board_classes(3)
    values = values * (size / len(CHANGED_CARDS))
    for flop in combinations(board.tolist(), 3):
        rank = int(board_rank(np.array(flop)))
        flops[classes.number[rank], :, CHANGED_HOLDINGS[classes.change[rank]]] += values.T


def _mean_of_turns(board: Numbers, sums: Values) -> Values:
    """The means over all turns of a flop, from what `_add_turn` has added."""
    return np.asarray(sum((sums[:, CHANGED_HOLDINGS[change]] for change in _stabilizer(board)), np.zeros(())) / TURNS)


def _only_free(board: Numbers, values: Values) -> Values:
    """Zero for the holdings that have a card of the board."""
    kept = np.zeros_like(values)
    free = free_holdings(board)
    kept[:, free] = values[:, free]
    return kept


@dataclass(frozen=True, slots=True, eq=False)
class Response:
    """The best response to an agent as a rule for values: `best_responses` runs it over all boards."""

    programs: tuple[Program, Program, Program, Program]
    rivers: Values
    """The values of the river's roots: a row for each strength, a column for each root."""
    roots: tuple[int, int]
    """The roots before the flop of the responder as big blind and as button."""

    def on_turn(self, board: Numbers) -> Values:
        """By root of the turn and by holding, on a board of four cards."""
        found = np.zeros((len(self.programs[2].roots), NUM_HOLDINGS))
        _turn_values(evaluator_table(), board, self.rivers, self.programs[2], found)
        return _only_free(board, found)

    def on_flop(self, board: Numbers, coming: Values) -> Values:
        """By root of the flop and by holding, from the means over the turns."""
        found = np.zeros((len(self.programs[1].roots), NUM_HOLDINGS))
        _evaluate(self.programs[1], coming, np.zeros(1), found)
        return _only_free(board, found)

    def before_flop(self, coming: Values) -> tuple[Values, Values]:
        """As big blind and as button, by holding, from the means over the flops."""
        found = np.zeros((len(self.programs[0].roots), NUM_HOLDINGS))
        _evaluate(self.programs[0], coming, np.zeros(1), found)
        return found[self.roots[0]], found[self.roots[1]]


def response_to(tree: StagedTree, mixes: tuple[Mixes, Mixes]) -> Response:
    """The response; `mixes[seat]` is what the agent does as the *opponent* of a responder in that seat."""
    steps = _Steps(({}, {}, {}, {}), ({}, {}, {}, {}))
    big, button = (_add_tree(tree, mixes[responder], responder, steps) for responder in (0, 1))
    flop, turn, river = (steps.program(stage) for stage in (1, 2, 3))
    outcomes = np.arange(MOST_STRENGTH + 1) / (MOST_STRENGTH / 2) - 1
    rivers = np.zeros((len(river.roots), len(outcomes)))
    _evaluate(river, np.zeros((1, len(outcomes))), outcomes, rivers)
    return Response((steps.program(0), flop, turn, river), np.ascontiguousarray(rivers.T), (big, button))


def best_responses(
    tree: StagedTree,
    mixes: tuple[Mixes, Mixes],
    report: Callable[[float, str], None] = lambda done, text: None,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[Values, Values]:
    """What the best response wins as big blind and as button, by holding, in small bets."""
    response = response_to(tree, mixes)
    turns, flops = board_classes(4), board_classes(3)
    sums = np.zeros((len(flops.boards), len(response.programs[2].roots), NUM_HOLDINGS))
    with ThreadPoolExecutor(cpu_count()) as pool:
        for begin in range(0, len(turns.boards), _TASK):
            if stopped():
                raise Stopped("stopped; an exact best response has no part to show")
            some = range(begin, min(begin + _TASK, len(turns.boards)))
            for number, values in zip(some, pool.map(response.on_turn, turns.boards[some]), strict=True):
                _add_turn(turns.boards[number], int(turns.sizes[number]), values, sums)
            report(begin / len(turns.boards), f"{begin:,} of {len(turns.boards):,} boards")
    coming = np.zeros((len(response.programs[1].roots), NUM_HOLDINGS))
    for number, board in enumerate(flops.boards):
        found = response.on_flop(board, _mean_of_turns(board, sums[number]))
        for changed in CHANGED_HOLDINGS:
            coming += found[:, changed] * (flops.sizes[number] / len(CHANGED_CARDS) / FLOPS)
    return response.before_flop(coming)
