"""Product update of knowledge structures.

The vocabulary grows: bits that say which event happened, bits that say what each agent noticed of it, and for every
atom that the events change a copy that keeps its value from before, which is what agents had observed of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import count

from mendax.logic.actions import ActionModel
from mendax.logic.diagrams import Diagram
from mendax.logic.errors import LogicError, unknown
from mendax.logic.symbolic import KnowledgeStructure


class Transformer:
    """An event model applied to a structure: the structure after it, and how to look back from there."""

    def __init__(self, structure: KnowledgeStructure, action: ActionModel) -> None:
        if not action.is_s5:
            raise LogicError(f"event model {action.name} deceives somebody; the symbolic form is for S5 alone")
        self.structure = structure
        self.action = action
        self.diagrams = structure.diagrams
        taken = {name.partition(":")[0] for name in structure.vocabulary}
        self._prefix = next(text for number in count(1) if (text := f"@{number}") not in taken)
        for agent, _ in action.relations:
            structure.seen(agent)
        self.changed = tuple(dict.fromkeys(atom for event in action.events for atom, _ in event.assignments))
        for atom in self.changed:
            if atom not in structure.atoms:
                raise unknown(atom, "atom", structure.atoms)
        self.preconditions = [structure.diagram(event.precondition) for event in action.events]
        self.old = {atom: self._fresh(f"was.{atom}") for atom in self.changed}
        self.codes: list[dict[str, bool]] = [{} for _ in action.events]
        """For each event the new bits, other than copies, and their values."""
        event_bits = self._number_bits("event", range(len(action.events)))
        observed = {}
        for agent, seen in structure.observed.items():
            classes = action.classes(agent)
            assert classes is not None  # the event model is S5
            kinds = sorted(set(classes))
            if len(kinds) == len(classes):
                noticed = event_bits
            else:
                noticed = self._number_bits(f"sees.{agent}", [kinds.index(kind) for kind in classes])
            observed[agent] = frozenset(self.old.get(name, name) for name in seen) | frozenset(noticed)
        self.after = copy(structure)
        self.after.observed = observed
        self.after.vocabulary = (*structure.vocabulary, *self.old.values(), *self.codes[0])
        self.after.law = self._law()

    def _fresh(self, name: str) -> str:
        """A name that no formula can hold, declared."""
        fresh = f"{self._prefix}:{name}"
        self.diagrams.declare(fresh)
        return fresh

    def _number_bits(self, kind: str, numbers: Sequence[int]) -> tuple[str, ...]:
        """Bits for a number of each event."""
        bits = tuple(self._fresh(f"{kind}.{place}") for place in range(max(numbers).bit_length()))
        for code, number in zip(self.codes, numbers, strict=True):
            code.update({bit: bool(number >> place & 1) for place, bit in enumerate(bits)})
        return bits

    def _values(self, place: int) -> Mapping[str, Diagram]:
        """What each changed atom becomes by an event, over the vocabulary from before."""
        given = dict(self.action.events[place].assignments)
        return {
            atom: self.structure.diagram(given[atom]) if atom in given else self.structure.atom(atom)
            for atom in self.changed
        }

    def _law(self) -> Diagram:
        possible = self.diagrams.false
        for place, code in enumerate(self.codes):
            here = self._kept(self.structure.law & self.preconditions[place]) & self.diagrams.cube(code)
            for atom, value in self._values(place).items():
                here = here & self.diagrams.var(atom).equiv(self._kept(value))
            possible = possible | here
        return possible

    def _kept(self, diagram: Diagram) -> Diagram:
        """A diagram over the vocabulary from before, with the copies for the atoms that change."""
        return self.diagrams.let(self.old, diagram) if self.old else diagram

    def possible(self, event: str) -> Diagram:
        """Where an event can happen, over the vocabulary from before."""
        return self.preconditions[self.action.position(event)]

    def before(self, diagram: Diagram, event: str) -> Diagram:
        """Where, before an event, it is true that a diagram holds after it."""
        place = self.action.position(event)
        if self.codes[place]:
            diagram = self.diagrams.let(self.codes[place], diagram)
        if not self.changed:
            return diagram
        was = {copied: self.diagrams.var(atom) for atom, copied in self.old.items()}
        return self.diagrams.let({**self._values(place), **was}, diagram)
