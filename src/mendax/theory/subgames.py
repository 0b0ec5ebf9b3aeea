"""Exact equilibria of two-player zero-sum games: a linear program for each sub-game, last ones first."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mendax.core.game import AnyGame, Seat, Turn, game_text
from mendax.theory.best_response import Exploit, Responding
from mendax.theory.plan_program import solve_plans
from mendax.theory.sequences import Policy, SequenceForm, Vector, follow, leaf_value, walk


@dataclass(frozen=True, slots=True)
class SubGame:
    """A public state and its value to seat 0."""

    state: Any
    value: float


@dataclass(frozen=True, slots=True)
class Solution:
    """An equilibrium: its value to seat 0, its mixes, and how far a best response beats it."""

    game: AnyGame
    value: float
    subgames: tuple[SubGame, ...]
    mixes: tuple[dict[Any, dict[Any, float]], dict[Any, dict[Any, float]]]
    """For each seat, the mix at each view."""
    win_or_lose: bool
    """Whether every match pays +1 and -1: a value is then a win rate too."""
    seconds: float
    """Of solving alone; measuring the exploitability is not included."""
    found: Exploit = field(repr=False)
    """Best responses to the mixes: they measure the exploitability, and value every action against the equilibrium."""

    @property
    def exploitability(self) -> float:
        """Measured by best responses to the mixes, not taken from the linear programs."""
        return self.found.exploitability

    def policy(self, seat: Seat) -> Policy:
        """The equilibrium as a policy of one seat."""
        return follow(self.mixes[seat])

    def to_json(self) -> dict[str, Any]:
        """The value, the exploitability and the values of all sub-games."""
        rates = {"win_rate": (1 + self.value) / 2} if self.win_or_lose else {}
        return {
            "game": game_text(self.game),
            "value": self.value,
            "exploitability": self.exploitability,
            "seconds": self.seconds,
            "subgames": [
                {"position": str(self.game.view(part.state, None)), "value": part.value} for part in self.subgames
            ],
            **rates,
        }


def solve(game: AnyGame, report: Callable[[int], None] | None = None) -> Solution:
    """Solve a two-player zero-sum game exactly, sub-game by sub-game; `report` is called with the number solved."""
    from scipy.optimize import linprog  # noqa: F401 (imported here so that its import is not timed)

    seconds, began = 0.0, time.perf_counter()
    values: dict[Any, float] = {}
    mixes: tuple[dict[Any, dict[Any, float]], dict[Any, dict[Any, float]]] = ({}, {})
    solved, win_or_lose = list[SubGame](), True
    responding = Responding(game, follow(mixes[1]), 0), Responding(game, follow(mixes[0]), 1)
    for form in walk(game):
        payoffs = _payoff_table(game, form, values)
        plans = (_equilibrium_plan(form, 0, payoffs), _equilibrium_plan(form, 1, -payoffs.T))
        values[form.root] = float(plans[0] @ (payoffs @ plans[1]))
        for seat in (0, 1):
            mixes[seat].update(form.policy(seat, plans[seat]))
        ends = [leaf.state for leaf in form.leaves if game.turn(leaf.state) is Turn.OVER]
        win_or_lose = win_or_lose and all(abs(game.payoffs(state)[0]) == 1 for state in ends)
        solved.append(SubGame(form.root, values[form.root]))
        seconds += time.perf_counter() - began
        for one in responding:
            one.step(form)
        if report is not None:
            report(len(solved))
        began = time.perf_counter()
    found = Exploit((responding[0].response(), responding[1].response()))
    return Solution(game, solved[-1].value, tuple(solved), mixes, win_or_lose, seconds, found)


def _payoff_table(game: AnyGame, form: SequenceForm, values: dict[Any, float]) -> Any:
    """Seat 0's payoff for every pair of sequences, weighted by chance."""
    from scipy.sparse import coo_array

    entries = [leaf.chance * leaf_value(game, leaf, 0, values) for leaf in form.leaves]
    rows, columns = zip(*(leaf.sequences for leaf in form.leaves), strict=True)
    return coo_array((entries, (rows, columns)), shape=tuple(form.num_sequences)).tocsr()


def _constraints(form: SequenceForm, seat: Seat) -> Any:
    """The rows that make a vector a realisation plan: the actions at an information set share what reaches it."""
    from scipy.sparse import coo_array

    entries, rows, columns = [1.0], [0], [0]
    for row, info in enumerate(form.sets[seat].values(), 1):
        size = len(info.actions)
        entries += [-1.0] + [1.0] * size
        rows += [row] * (size + 1)
        columns += [info.parent, *range(info.first, info.first + size)]
    return coo_array((entries, (rows, columns)), shape=(len(form.sets[seat]) + 1, form.num_sequences[seat])).tocsr()


def _equilibrium_plan(form: SequenceForm, seat: Seat, payoffs: Any) -> Vector:
    """The plan with the best guarantee."""
    plan = solve_plans(payoffs, _constraints(form, seat), _constraints(form, 1 - seat)).own
    return form.plan(seat, follow(form.policy(seat, plan)))
