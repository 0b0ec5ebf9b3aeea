"""One round with one die each as a linear program, and the proof of its value in fractions.

The tree is unfolded: every history stands for itself, so what a seat has said so far with its die is a sequence. A
sequence is named by the row of its last action in the table of averages, and by the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mendax.core.game import Seat
from mendax.games.liars_dice.rules.bids import count_matching
from mendax.games.liars_dice.solver.endgame.round_tree import END, OF_BID, PUSH, WIDTH, Ending, Numbers, RoundTree
from mendax.games.liars_dice.solver.endgame.solving import ExactPayments

if TYPE_CHECKING:
    from mendax.games.liars_dice.solver.endgame.node import Table

START: Final = -1
"""The row of a seat that has said nothing yet."""
TOLERANCE: Final = 1e-10
"""Of the linear program; what the simplex method returns is closer."""
DENOMINATOR: Final = 10**6
"""The largest of a share in a proof: double precision tells fractions with such denominators apart."""


class Choice(NamedTuple):
    """A history in which a seat speaks."""

    seat: Seat
    before: int
    """The row of what this seat said before."""
    rows: tuple[int, ...]
    """By action."""


class End(NamedTuple):
    """A history that ends the round."""

    ending: int
    rows: tuple[int, int]
    """By seat: the row of what it said last."""


@dataclass(frozen=True, slots=True, eq=False)
class UnfoldedRound:
    """Every history of a round with one die each; `unfold` makes it."""

    tree: RoundTree
    choices: tuple[Choice, ...]
    """Each after those that lead to it."""
    ends: tuple[End, ...]


def unfold(tree: RoundTree) -> UnfoldedRound:
    """Every history of a folded tree without pushes."""
    if tree.position.dice != (1, 1):
        raise ValueError(f"only one die each is solved by a linear program, not {tree.position.name}")
    states, edges = tree.arrays.states.tolist(), tree.arrays.edges.tolist()
    choices, ends = list[Choice](), list[End]()
    stack = [(0, 0, (START, START))]
    while stack:
        state, base, said = stack.pop()
        seat, _, _, start, stop, *_ = states[state]
        choices.append(Choice(seat, said[seat], tuple(base + edge[2] for edge in edges[start:stop])))
        for kind, to, row, skip, _ in edges[start:stop]:
            assert kind != PUSH, "a lone die cannot be pushed"
            after = (base + row, said[1]) if seat == 0 else (said[0], base + row)
            if kind == END:
                ends.append(End(to, after))
            else:
                stack.append((to, base + skip, after))
    return UnfoldedRound(tree, tuple(choices), tuple(ends))


def _matching(tree: RoundTree, ending: Ending) -> npt.NDArray[np.int64]:
    """By hand: how many of its dice, one or none, count for the bid of an ending."""
    faces = range(1, tree.game.faces + 1)
    return np.array([count_matching((die,), ending.face, tree.game.options.wild) for die in faces])


def _is_right(ending: Ending, matching: int) -> bool:
    """Whether the speaker of an ending is right when so many hidden dice count for the bid."""
    return matching < ending.need if ending.kind == OF_BID else matching == ending.need


class _Numbering:
    """The numbers of the sequences of both seats: 0 is the empty one, then six (or as many as faces) for each row."""

    def __init__(self, unfolded: UnfoldedRound) -> None:
        self.faces = unfolded.tree.game.faces
        self.rows = tuple(
            np.array([row for choice in unfolded.choices if choice.seat == seat for row in choice.rows])
            for seat in (0, 1)
        )
        self.first = np.zeros(unfolded.tree.size[0], np.int64)
        for rows in self.rows:
            self.first[rows] = 1 + self.faces * np.arange(len(rows))

    def size(self, seat: Seat) -> int:
        return 1 + self.faces * len(self.rows[seat])

    def of(self, row: int) -> npt.NDArray[np.int64]:
        """By hand: the number of a sequence."""
        every = np.arange(self.faces)
        return every * 0 if row == START else self.first[row] + every


def _constraints(unfolded: UnfoldedRound, numbers: _Numbering, seat: Seat) -> Any:
    """The rows that make a vector a realisation plan."""
    from scipy.sparse import coo_array

    faces = numbers.faces
    entries, rows, columns, count = [np.ones(1)], [np.zeros(1, np.int64)], [np.zeros(1, np.int64)], 1
    for choice in unfolded.choices:
        if choice.seat != seat:
            continue
        sets = np.arange(count, count + faces)
        count += faces
        for row, entry in ((choice.before, -1.0), *((row, 1.0) for row in choice.rows)):
            entries.append(np.full(faces, entry))
            rows.append(sets)
            columns.append(numbers.of(row))
    places = np.concatenate(rows), np.concatenate(columns)
    return coo_array((np.concatenate(entries), places), shape=(count, numbers.size(seat))).tocsr()


def _payoffs(unfolded: UnfoldedRound, numbers: _Numbering, pay: Numbers) -> Any:
    """What seat 0 wins by the sequences of both, weighted by the chance of both hands."""
    from scipy.sparse import coo_array

    tree, tables = unfolded.tree, list[Numbers]()
    for ending, (right, wrong) in zip(tree.endings, pay.tolist(), strict=True):
        matching = _matching(tree, ending)
        worth = np.array([right if _is_right(ending, number) else wrong for number in (0, 1, 2)])
        tables.append(worth[matching[:, None] + matching])
    chance = 1.0 / numbers.faces**2
    entries = np.concatenate([chance * tables[end.ending].ravel() for end in unfolded.ends])
    first = np.concatenate([np.repeat(numbers.of(end.rows[0]), numbers.faces) for end in unfolded.ends])
    second = np.concatenate([np.tile(numbers.of(end.rows[1]), numbers.faces) for end in unfolded.ends])
    return coo_array((entries, (first, second)), shape=(numbers.size(0), numbers.size(1))).tocsr()


def solve_program(unfolded: UnfoldedRound, pay: Numbers) -> tuple[Table, int]:
    """The equilibrium of a round as a table of realisation plans, and the iterations of the simplex method."""
    from mendax.theory.plan_program import solve_plans

    numbers = _Numbering(unfolded)
    own, other = (_constraints(unfolded, numbers, seat) for seat in (0, 1))
    plans = solve_plans(_payoffs(unfolded, numbers, pay), own, other, TOLERANCE)
    table: Table = np.zeros((unfolded.tree.size[0], WIDTH))
    for rows, plan in zip(numbers.rows, (plans.own, plans.other), strict=True):
        table[rows, : numbers.faces] = plan[1:].reshape(-1, numbers.faces)
    return table, plans.iterations


class _FractionPlans:
    """The strategies of a table as plans in fractions, by row and hand."""

    def __init__(self, unfolded: UnfoldedRound, table: Table) -> None:
        self.faces = unfolded.tree.game.faces
        self.rows: dict[int, list[Fraction]] = {}
        for choice in unfolded.choices:
            for row in choice.rows:
                self.rows[row] = [Fraction(0)] * self.faces
            before = self.at(choice.before)
            for hand in range(self.faces):
                if before[hand]:
                    shares = _shares(table[list(choice.rows), hand].tolist())
                    for row, share in zip(choice.rows, shares, strict=True):
                        self.rows[row][hand] = before[hand] * share

    def at(self, row: int) -> list[Fraction]:
        """By hand: how likely the seat says what leads to a row, given the hand."""
        return [Fraction(1)] * self.faces if row == START else self.rows[row]


def _shares(weights: Sequence[float]) -> list[Fraction]:
    """Weights as fractions that add up to one; all to the first where there are none."""
    whole, most = sum(weights), max(range(len(weights)), key=weights.__getitem__)
    if whole <= 0:
        return [Fraction(int(at == most)) for at in range(len(weights))]
    found = [Fraction(weight / whole).limit_denominator(DENOMINATOR) for weight in weights]
    found[most] += 1 - sum(found)
    return found


def _best_response(unfolded: UnfoldedRound, plans: _FractionPlans, pay: ExactPayments, seat: Seat) -> Fraction:
    """What a seat wins by its best response, exactly."""
    tree, faces = unfolded.tree, plans.faces
    matching = [_matching(tree, ending).tolist() for ending in tree.endings]
    gains: dict[int, list[Fraction]] = {START: [Fraction(0)] * faces}
    for choice in unfolded.choices:
        if choice.seat == seat:
            gains |= {row: [Fraction(0)] * faces for row in choice.rows}
    for ending, rows in unfolded.ends:
        reach, counts = plans.at(rows[1 - seat]), matching[ending]
        met = [
            sum((part for part, count in zip(reach, counts, strict=True) if count == n), Fraction(0)) for n in (0, 1)
        ]
        if not any(met):
            continue
        worth = [pay[ending][0 if _is_right(tree.endings[ending], number) else 1] for number in (0, 1, 2)]
        won = [met[0] * worth[own] + met[1] * worth[own + 1] for own in (0, 1)]
        target = gains[rows[seat]]
        for hand in range(faces):
            target[hand] += won[counts[hand]] if seat == 0 else -won[counts[hand]]
    for choice in reversed(unfolded.choices):
        if choice.seat == seat:
            target = gains[choice.before]
            for hand in range(faces):
                target[hand] += max(gains[row][hand] for row in choice.rows)
    return sum(gains[START], Fraction(0)) / faces**2


def best_responses(unfolded: UnfoldedRound, pay: ExactPayments, table: Table) -> tuple[Fraction, Fraction]:
    """What each seat wins by a best response to the other's strategy, without rounding.

    The shares of a table are taken as fractions; where it has no weights, the first action is.
    """
    plans = _FractionPlans(unfolded, table)
    return _best_response(unfolded, plans, pay, 0), _best_response(unfolded, plans, pay, 1)


def prove_value(unfolded: UnfoldedRound, pay: ExactPayments, table: Table) -> Fraction | None:
    """The value of a round to seat 0 as a fraction; `None` where the table's strategies do not prove one.

    The value lies between what the best responses leave to either seat, and is proven where the two are equal.
    """
    most, other = best_responses(unfolded, pay, table)
    return most if most == -other else None
