"""Knowledge structures: S5 models as Boolean functions, for more worlds than can be listed.

A structure has a vocabulary, a law, and for each agent the part of the vocabulary that it observes. Its worlds are the
valuations that obey the law, and an agent cannot tell two of them apart if they agree on what it observes
(van Benthem, van Eijck, Gattinger and Su: Symbolic model checking for dynamic epistemic logic, 2018).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from mendax.logic.diagrams import Diagram, Diagrams, collect_when_large, new_diagrams, somewhere
from mendax.logic.errors import LogicError, check_name, check_names, unknown
from mendax.logic.formulas import TRUE, Formula, Group
from mendax.logic.model import as_formula, words

if TYPE_CHECKING:
    from mendax.logic.actions import ActionModel
    from mendax.logic.s5 import S5Model
    from mendax.logic.verdict import Verdict

World: TypeAlias = frozenset[str]
"""A world of a structure: the part of the vocabulary that is true there."""

LISTED = 1 << 16
"""The most worlds that `to_model` lists unless told otherwise."""


class KnowledgeStructure:
    """A symbolic S5 model; announcements and updates return a new one.

    >>> structure = KnowledgeStructure("p q", {"a": "p", "b": "q"}, law="p | q")
    >>> structure.holds("K{a} q", "q"), structure.holds("K{a} q", "p q")
    (True, False)
    """

    def __init__(
        self,
        vocabulary: str | Iterable[str],
        observed: Mapping[str, str | Iterable[str]],
        law: Formula | str = TRUE,
        backend: str | None = None,
    ) -> None:
        self.vocabulary = check_names(words(vocabulary), "atom")
        self.atoms = self.vocabulary
        self.observed = {check_name(agent, "agent"): frozenset(words(seen)) for agent, seen in observed.items()}
        for seen in self.observed.values():
            if wrong := sorted(seen - set(self.vocabulary)):
                raise unknown(wrong[0], "atom", self.vocabulary)
        self.diagrams: Diagrams = new_diagrams(backend)
        self.diagrams.declare(*self.vocabulary)
        self.law: Diagram = self.diagrams.true
        self._uses = count()  # shared by all structures that come from this one, as the diagrams are
        self.law = self._lawful(as_formula(law))

    def _lawful(self, formula: Formula) -> Diagram:
        law = self.law & self.diagram(formula)
        if law == self.diagrams.false:
            raise LogicError("no world is left: what should hold holds nowhere")
        return law

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents."""
        return tuple(self.observed)

    @property
    def num_worlds(self) -> int:
        """How many valuations obey the law."""
        return self.count(self.law)

    def count(self, diagram: Diagram) -> int:
        """How many valuations of the vocabulary a diagram holds at; exact up to 2^53 with CUDD."""
        return int(self.diagrams.count(diagram, nvars=len(self.vocabulary)))

    # -- what diagrams say; `symbolic_evaluation` calls these

    def atom(self, name: str) -> Diagram:
        """Where an atom holds."""
        if name not in self.atoms:
            raise unknown(name, "atom", self.atoms)
        return self.diagrams.var(name)

    def seen(self, agent: str) -> World:
        """The part of the vocabulary that an agent observes."""
        if agent not in self.observed:
            raise unknown(agent, "agent", self.agents)
        return self.observed[agent]

    def possible(self, observed: World, holds: Diagram) -> Diagram:
        """Where whoever observes this considers something possible: it holds somewhere, whatever the rest is."""
        if next(self._uses) % 64 == 0:
            collect_when_large(self.diagrams)
        return somewhere(self.diagrams, _others(self.vocabulary, observed), self.law, holds)

    def knows(self, agent: str, holds: Diagram) -> Diagram:
        """Where an agent knows something."""
        return ~self.possible(self.seen(agent), ~holds)

    def knows_whether(self, agent: str, holds: Diagram) -> Diagram:
        """Where an agent knows whether something holds."""
        seen = self.seen(agent)
        return ~(self.possible(seen, holds) & self.possible(seen, ~holds))

    def distributed(self, group: Group, holds: Diagram) -> Diagram:
        """Where something is distributed knowledge: a group that pools its knowledge observes what anyone observes."""
        return ~self.possible(frozenset().union(*(self.seen(agent) for agent in group)), ~holds)

    def common(self, group: Group, holds: Diagram) -> Diagram:
        """Where something is common knowledge: the greatest fixed point of `it holds, and everyone knows this`."""
        found = self.law & holds
        while True:
            further = found
            for agent in group:
                further = further & self.knows(agent, found)
            if further == found:
                return found
            found = further

    def restrict(self, holds: Diagram) -> KnowledgeStructure:
        """The structure whose law also demands this; it may be left without worlds."""
        left = copy(self)
        left.law = self.law & holds
        return left

    def diagram(self, formula: Formula | str, actions: Iterable[ActionModel] = ()) -> Diagram:
        """Where a formula holds; what the diagram says of valuations against the law has no meaning."""
        from mendax.logic.symbolic_evaluation import diagram

        return diagram(self, as_formula(formula, actions))

    # -- checking

    def world(self, facts: str | Iterable[str]) -> World:
        """The world where exactly this holds."""
        found = frozenset(words(facts))
        if wrong := sorted(found - set(self.vocabulary)):
            raise unknown(wrong[0], "atom", self.vocabulary)
        if not self._at(self.law, found):
            raise LogicError(f"there is no such world: {name_of(found)} is against the law")
        return found

    def _at(self, diagram: Diagram, world: World) -> bool:
        values = {name: name in world for name in self.vocabulary}
        return bool(self.diagrams.let(values, diagram) == self.diagrams.true)

    def holds(self, formula: Formula | str, world: str | Iterable[str], actions: Iterable[ActionModel] = ()) -> bool:
        """Whether a formula holds at a world, given by what is true there."""
        found = self.world(world)
        return self._at(self.diagram(formula, actions), found)

    def valid(self, formula: Formula | str, actions: Iterable[ActionModel] = ()) -> bool:
        """Whether a formula holds at all worlds."""
        return bool((self.law & ~self.diagram(formula, actions)) == self.diagrams.false)

    def check(
        self,
        formula: Formula | str,
        world: str | Iterable[str] | None = None,
        actions: Iterable[ActionModel] = (),
    ) -> Verdict:
        """Whether a formula holds, at a world or at all; if it does not, where."""
        from mendax.logic.symbolic_evaluation import verdict

        return verdict(self, as_formula(formula, actions), None if world is None else self.world(world))

    def some_world(self, diagram: Diagram) -> World | None:
        """A world at which a diagram holds, if there is one."""
        found = self.diagrams.pick(self.law & diagram, care_vars=set(self.vocabulary))
        return None if found is None else frozenset(name for name, value in found.items() if value)

    def where(self, formula: Formula | str, actions: Iterable[ActionModel] = ()) -> tuple[World, ...]:
        """All worlds at which a formula holds, in the order of binary numbers; there may be very many."""
        return self._listed(self.law & self.diagram(formula, actions))

    @property
    def worlds(self) -> tuple[World, ...]:
        """All worlds; there may be very many."""
        return self._listed(self.law)

    def _listed(self, diagram: Diagram) -> tuple[World, ...]:
        found = [
            tuple(bool(valuation[name]) for name in self.vocabulary)
            for valuation in self.diagrams.pick_iter(diagram, care_vars=set(self.vocabulary))
        ]
        return tuple(
            frozenset(name for name, value in zip(self.vocabulary, values, strict=True) if value)
            for values in sorted(found)
        )

    # -- updates

    def announce(self, formula: Formula | str, actions: Iterable[ActionModel] = ()) -> KnowledgeStructure:
        """The structure after a truthful public announcement."""
        left = copy(self)
        left.law = self._lawful(as_formula(formula, actions))
        return left

    def update(self, action: ActionModel) -> KnowledgeStructure:
        """The structure after an event of an S5 event model; new parts of the vocabulary say which, and what was."""
        from mendax.logic.transformer import Transformer

        after = Transformer(self, action).after
        if after.law == self.diagrams.false:
            raise LogicError(f"no event of {action.name} can happen at any world")
        return after

    # -- the explicit form

    @classmethod
    def from_model(cls, model: S5Model, backend: str | None = None) -> tuple[KnowledgeStructure, Mapping[str, World]]:
        """The structure of an explicit model, and the world of each of its worlds."""
        from mendax.logic.conversion import to_symbolic

        return to_symbolic(model, backend)

    def to_model(self, most: int = LISTED) -> S5Model:
        """The explicit model with all worlds listed."""
        from mendax.logic.conversion import to_explicit

        return to_explicit(self, most)

    def __str__(self) -> str:
        sizes = f"{len(self.vocabulary)} atoms, {len(self.observed)} agents"
        return f"knowledge structure of {self.num_worlds} worlds, {sizes}, law of {self.law.dag_size} nodes"

    __repr__ = __str__


@lru_cache(maxsize=4096)
def _others(vocabulary: tuple[str, ...], observed: World) -> tuple[str, ...]:
    """What of a vocabulary is not observed."""
    return tuple(name for name in vocabulary if name not in observed)


def name_of(world: World) -> str:
    """A world as text: what is true there."""
    return "{" + " ".join(sorted(world)) + "}"
