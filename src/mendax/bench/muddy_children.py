"""Muddy children, all muddy: the whole story, explicit and symbolic, and how it grows with their number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from importlib.util import find_spec
from itertools import product
from time import process_time

from mendax.bench import Line, Measured
from mendax.bench.timing import median_seconds
from mendax.logic import KnowledgeStructure, S5Model, conjunction
from mendax.logic.examples.muddy_children import (
    explicit,
    foreheads,
    knows,
    nobody_knows,
    somebody_is_muddy,
    symbolic,
)

PEER = "mlsolver"


@dataclass(frozen=True, slots=True)
class Amount:
    """How many children, by form of the model, and how often each is told."""

    explicit: Sequence[int]
    symbolic: Sequence[int]
    pure_python: Sequence[int]
    peer: Sequence[int]
    repeats: int


FULL = Amount((8, 10, 12, 16, 20), (20, 40, 60, 80, 100), (20, 40), (4, 5, 6, 7, 8), repeats=5)
QUICK = Amount((4,), (4,), (4,), (3,), repeats=1)


def story(quick: bool = False) -> Measured:
    """Seconds from making the model to the check that everybody knows, the median of some runs on one core."""
    amount = QUICK if quick else FULL
    seconds = {
        "explicit": _grown(amount.explicit, amount.repeats, lambda number: _tell(explicit(number), number)),
        "symbolic": _grown(amount.symbolic, amount.repeats, lambda number: _tell(symbolic(number), number)),
        "symbolic in pure Python": _grown(
            amount.pure_python, 1, lambda number: _tell(symbolic(number, backend="python"), number)
        ),
    }
    note = (
        "All children are muddy. Father speaks, nobody knows for n - 1 rounds, then all know. Times are processor "
        "time of one thread, and include making the model and all formulas. Large explicit models use "
        f"{'Numba' if find_spec('numba') else 'NumPy alone'}."
    )
    if find_spec(PEER) is None:
        note += f" {PEER} is not installed; it is in no extra of ours."
    else:
        seconds[PEER] = _grown(amount.peer, 1, tell_to_peer)
    lines = [
        Line(f"{form}, {number} children", value, "s")
        for form, found in seconds.items()
        for number, value in found.items()
    ]
    if PEER in seconds:
        most = amount.peer[-1]
        ours = _grown((most,), amount.repeats, lambda number: _tell(explicit(number), number))[most]
        lines.append(Line(f"ratio, {PEER} to explicit, {most} children", seconds[PEER][most] / ours, "times"))
    values = {
        form.replace(" ", "_").lower(): {str(number): value for number, value in found.items()}
        for form, found in seconds.items()
    }
    return Measured(tuple(lines), note, {"seconds": values})


def _grown(numbers: Sequence[int], repeats: int, tell: Callable[[int], None]) -> dict[int, float]:
    """By number of children the seconds of the story; one more is told first, to load and compile what is needed."""
    if repeats > 1:
        tell(max(numbers))
    return {number: median_seconds(partial(tell, number), repeats, process_time) for number in numbers}


def _tell(model: S5Model | KnowledgeStructure, children: int) -> None:
    """The story of a model; raises if it does not end as it must."""
    model = model.announce(somebody_is_muddy(children))
    silence = nobody_knows(children)
    for _ in range(children - 1):
        model = model.announce(silence)
    if not model.valid(conjunction(knows(child, children) for child in foreheads(children))) or model.num_worlds != 1:
        raise ArithmeticError(f"{children} muddy children do not know that they are muddy")


def tell_to_peer(children: int) -> None:
    """The same story by mlsolver: worlds that refute an announcement are removed one by one."""
    from mlsolver.formula import And, Atom, Box_a, Not, Or
    from mlsolver.kripke import KripkeStructure, World

    atoms = foreheads(children)
    names = ["".join(digits) for digits in product("01", repeat=children)]
    worlds = [World(name, {atom: name[place] == "1" for place, atom in enumerate(atoms.values())}) for name in names]
    relations = {
        child: {(name, name[:place] + digit + name[place + 1 :]) for name in names for digit in "01"}
        for place, child in enumerate(atoms)
    }
    structure = KripkeStructure(worlds, relations)
    knowing = {child: Or(Box_a(child, Atom(atom)), Box_a(child, Not(Atom(atom)))) for child, atom in atoms.items()}
    silence = reduce(And, [Not(known) for known in knowing.values()])
    for said in [reduce(Or, map(Atom, atoms.values())), *[silence] * (children - 1)]:
        for name in structure.nodes_not_follow_formula(said):
            structure.remove_node_by_name(name)
    if structure.nodes_not_follow_formula(reduce(And, knowing.values())) or len(structure.worlds) != 1:
        raise ArithmeticError(f"{PEER}: {children} muddy children do not know that they are muddy")
