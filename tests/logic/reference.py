"""The semantics by the book: sets of worlds and loops, slow and plain, to hold the library against."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mendax.logic import (
    ActionModel,
    AfterAnnouncing,
    AfterEvent,
    And,
    Atom,
    CanAnnounce,
    CanHappen,
    Common,
    Constant,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    Model,
    Not,
    Or,
)

World = tuple[str, ...]


@dataclass(frozen=True)
class Plain:
    """Worlds with their facts, and by agent the worlds seen from each."""

    facts: dict[World, frozenset[str]]
    sees: dict[str, dict[World, frozenset[World]]]

    def restricted(self, kept: frozenset[World]) -> Plain:
        facts = {world: self.facts[world] for world in kept}
        sees = {agent: {world: seen[world] & kept for world in kept} for agent, seen in self.sees.items()}
        return Plain(facts, sees)

    def after(self, action: ActionModel) -> Plain:
        facts = {}
        for world, held in self.facts.items():
            for event in action.events:
                if self.holds(event.precondition, world):
                    made = {atom for atom, formula in event.assignments if self.holds(formula, world)}
                    facts[(*world, event.name)] = frozenset((held - {atom for atom, _ in event.assignments}) | made)
        sees = {}
        for agent, seen in self.sees.items():
            pairs = {(action.names[one], action.names[other]) for one, other in action.pairs(agent)}
            sees[agent] = {
                world: frozenset(
                    other for other in facts if other[:-1] in seen[world[:-1]] and (world[-1], other[-1]) in pairs
                )
                for world in facts
            }
        return Plain(facts, sees)

    def holds(self, formula: Formula, world: World) -> bool:
        match formula:
            case Atom(name):
                return name in self.facts[world]
            case Constant(value):
                return value
            case Not(inner):
                return not self.holds(inner, world)
            case And(parts):
                return all(self.holds(part, world) for part in parts)
            case Or(parts):
                return any(self.holds(part, world) for part in parts)
            case Implies(left, right):
                return not self.holds(left, world) or self.holds(right, world)
            case Iff(left, right):
                return self.holds(left, world) == self.holds(right, world)
            case Knows(agent, inner):
                return self.all_hold(inner, self.sees[agent][world])
            case KnowsWhether(agent, inner):
                return len({self.holds(inner, other) for other in self.sees[agent][world]}) < 2
            case Everyone(group, inner):
                return all(self.all_hold(inner, self.sees[agent][world]) for agent in group)
            case Distributed(group, inner):
                return self.all_hold(inner, frozenset.intersection(*(self.sees[agent][world] for agent in group)))
            case Common(group, inner):
                return self.all_hold(inner, self.reached(group, world))
            case _:
                return self.dynamic(formula, world)

    def dynamic(self, formula: Formula, world: World) -> bool:
        match formula:
            case AfterAnnouncing(said, inner):
                return not self.holds(said, world) or self.told(said).holds(inner, world)
            case CanAnnounce(said, inner):
                return self.holds(said, world) and self.told(said).holds(inner, world)
            case AfterEvent(action, event, inner):
                possible = self.holds(action.events[action.position(event)].precondition, world)
                return not possible or self.after(action).holds(inner, (*world, event))
            case CanHappen(action, event, inner):
                possible = self.holds(action.events[action.position(event)].precondition, world)
                return possible and self.after(action).holds(inner, (*world, event))
        raise AssertionError(formula)

    def told(self, said: Formula) -> Plain:
        return self.restricted(frozenset(world for world in self.facts if self.holds(said, world)))

    def all_hold(self, formula: Formula, worlds: frozenset[World]) -> bool:
        return all(self.holds(formula, world) for world in worlds)

    def reached(self, group: tuple[str, ...], world: World) -> frozenset[World]:
        found = frozenset[World]()
        while True:
            further = found.union(*(self.sees[agent][here] for agent in group for here in found | {world}))
            if further == found:
                return found
            found = further


def plain(model: Model) -> Plain:
    """The plain form of a model."""
    facts: dict[World, frozenset[str]] = {(world,): frozenset(model.facts(world)) for world in model.worlds}
    sees: dict[str, dict[World, frozenset[World]]] = {
        agent: {
            (world,): frozenset((other,) for other in model.considers_possible(agent, world)) for world in model.worlds
        }
        for agent in model.agents
    }
    return Plain(facts, sees)


def true_at(model: Model, formula: Formula) -> list[bool]:
    """Where a formula holds, world by world, by the plain form."""
    by_hand = plain(model)
    return [by_hand.holds(formula, (world,)) for world in model.worlds]


def found_at(model: Model, formula: Formula) -> list[bool]:
    """Where a formula holds, world by world, by the library."""
    return [bool(value) for value in model.truth(formula)[np.flatnonzero(model.alive)]]
