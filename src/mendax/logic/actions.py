"""Event models: what may happen, what each agent notices of it, and what it changes.

An event has a precondition (where it can happen) and assignments (what it changes). For each agent a relation says
which events that agent takes for which: partitions for events that are merely hidden, other relations for deception.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mendax.logic.errors import LogicError, check_name, check_names, unknown
from mendax.logic.formulas import TRUE, Atom, Formula, Not

Pairs: TypeAlias = frozenset[tuple[int, int]]
"""(happens, considered possible): positions in the list of events."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that may happen: where it can, and the new value of every atom that it changes."""

    name: str
    precondition: Formula = TRUE
    assignments: tuple[tuple[str, Formula], ...] = ()

    def __post_init__(self) -> None:
        check_name(self.name, "event")
        check_names((atom for atom, _ in self.assignments), "atom")


@dataclass(frozen=True, slots=True)
class ActionModel:
    """Events, and for each agent named here which of them it takes for which; any other agent tells all apart."""

    name: str
    events: tuple[Event, ...]
    relations: tuple[tuple[str, Pairs], ...] = ()

    def __post_init__(self) -> None:
        check_name(self.name, "event model")
        if not self.events:
            raise LogicError(f"event model {self.name} has no events")
        check_names(self.names, "event")
        check_names((agent for agent, _ in self.relations), "agent")
        for agent, pairs in self.relations:
            if any(not 0 <= place < len(self.events) for pair in pairs for place in pair):
                raise LogicError(f"event model {self.name}: the relation of {agent} names events that are not there")

    @classmethod
    def hidden(cls, name: str, events: Iterable[Event], confused: Mapping[str, Iterable[Iterable[str]]]) -> ActionModel:
        """Events in groups that an agent cannot tell apart: `{"b": [["heads", "tails"]]}`."""
        listed = tuple(events)
        place = {event.name: number for number, event in enumerate(listed)}
        relations = []
        for agent, groups in confused.items():
            pairs = {(number, number) for number in place.values()}
            seen = set[str]()
            for group in map(tuple, groups):
                for event in group:
                    if event not in place:
                        raise unknown(event, "event", place)
                    if event in seen:
                        raise LogicError(f"event model {name}: {event} is in two groups of agent {agent}")
                    seen.add(event)
                pairs |= {(place[one], place[other]) for one in group for other in group}
            relations.append((agent, frozenset(pairs)))
        return cls(name, listed, tuple(relations))

    @classmethod
    def arrows(cls, name: str, events: Iterable[Event], arrows: Mapping[str, Iterable[tuple[str, str]]]) -> ActionModel:
        """Any relations: `{"b": [("lie", "truth"), ("truth", "truth")]}`; nothing is added to them."""
        listed = tuple(events)
        place = {event.name: number for number, event in enumerate(listed)}
        for event in (event for pairs in arrows.values() for pair in pairs for event in pair):
            if event not in place:
                raise unknown(event, "event", place)
        relations = tuple(
            (agent, frozenset((place[one], place[other]) for one, other in pairs)) for agent, pairs in arrows.items()
        )
        return cls(name, listed, relations)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the events."""
        return tuple(event.name for event in self.events)

    def position(self, event: str) -> int:
        """Where an event stands in the list."""
        if event not in self.names:
            raise unknown(event, "event", self.names)
        return self.names.index(event)

    def pairs(self, agent: str) -> Pairs:
        """Which events this agent takes for which."""
        return dict(self.relations).get(agent, frozenset((place, place) for place in range(len(self.events))))

    def classes(self, agent: str) -> tuple[int, ...] | None:
        """For each event the first one that this agent cannot tell from it; None if that is no equivalence."""
        pairs = self.pairs(agent)
        events = range(len(self.events))
        seen = [frozenset(other for other in events if (event, other) in pairs) for event in events]
        equivalent = all(event in seen[event] for event in events) and all(
            seen[other] == seen[event] for event in events for other in seen[event]
        )
        if not equivalent:
            return None
        return tuple(min(group) for group in seen)

    @property
    def is_s5(self) -> bool:
        """Whether every agent's relation is an equivalence: then an S5 model stays one."""
        return all(self.classes(agent) is not None for agent, _ in self.relations)


def public_announcement(said: Formula, name: str = "announce") -> ActionModel:
    """Everybody hears that this is true."""
    return ActionModel(name, (Event("said", said),))


def public_assignment(assignments: Mapping[str, Formula], name: str = "assign") -> ActionModel:
    """Atoms get new values, and everybody sees it."""
    return ActionModel(name, (Event("done", TRUE, tuple(assignments.items())),))


def private_announcement(
    said: Formula, hearers: Iterable[str], others: Iterable[str], name: str = "tell"
) -> ActionModel:
    """The hearers learn this; the others take it that nothing happens. Not S5: the others are deceived."""
    events = (Event("told", said), Event("nothing"))
    relations = [(agent, frozenset({(0, 0), (1, 1)})) for agent in hearers]
    relations += [(agent, frozenset({(0, 1), (1, 1)})) for agent in others]
    return ActionModel(name, events, tuple(relations))


def shown(atom_or_formula: Formula | str, others: Iterable[str], name: str = "show") -> ActionModel:
    """Everybody sees that somebody is shown whether this holds; the others do not see which."""
    formula = Atom(atom_or_formula) if isinstance(atom_or_formula, str) else atom_or_formula
    events = (Event("yes", formula), Event("no", Not(formula)))
    return ActionModel.hidden(name, events, {agent: [("yes", "no")] for agent in others})


def lie(said: Formula, liar: str, hearers: Iterable[str], name: str = "say") -> ActionModel:
    """The liar may say this whether it is true or not; the hearers take it for the truth."""
    events = (Event("truth", said), Event("lie", Not(said)))
    relations = [(liar, frozenset({(0, 0), (1, 1)}))]
    relations += [(agent, frozenset({(0, 0), (1, 0)})) for agent in hearers]
    return ActionModel(name, events, tuple(relations))
