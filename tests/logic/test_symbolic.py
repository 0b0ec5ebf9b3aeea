"""The symbolic form says what the explicit form says."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given

from mendax.core.errors import MissingExtra
from mendax.logic import (
    ActionModel,
    Event,
    Formula,
    KnowledgeStructure,
    LogicError,
    Model,
    S5Model,
    lie,
    parse,
    public_assignment,
)
from mendax.logic.diagrams import MANY_NODES, collect_when_large, new_diagrams
from tests.logic.strategies import EXAMPLES, hidden_actions, s5_models, static, with_actions

BACKENDS = ("cudd", "python")


def assert_agree(model: S5Model, formula: Formula, backend: str) -> None:
    structure, worlds = KnowledgeStructure.from_model(model, backend)
    expected = {world: model.holds(formula, world) for world in model.worlds}
    assert {world: structure.holds(formula, facts) for world, facts in worlds.items()} == expected
    assert structure.valid(formula) == model.valid(formula)
    verdict = structure.check(formula)
    assert verdict.holds == all(expected.values())
    assert verdict.num_worlds == len(set(worlds.values()))


@pytest.mark.parametrize("backend", BACKENDS)
@given(model=s5_models(), formula=static(8))
@EXAMPLES
def test_static_formulas_and_announcements(backend: str, model: S5Model, formula: Formula) -> None:
    assert_agree(model, formula, backend)


@pytest.mark.parametrize("backend", BACKENDS)
@given(model=s5_models(4), formula=with_actions(hidden_actions()))
@EXAMPLES
def test_event_models(backend: str, model: S5Model, formula: Formula) -> None:
    assert_agree(model, formula, backend)


@given(s5_models(), static(4), static(5))
@EXAMPLES
def test_announced_structures(model: S5Model, said: Formula, then: Formula) -> None:
    structure, worlds = KnowledgeStructure.from_model(model)
    if not model.where(said):
        with pytest.raises(LogicError, match="no world is left"):
            structure.announce(said)
        return
    told, explicit = structure.announce(said), model.announce(said)
    assert {world for world in explicit.worlds if told.holds(then, worlds[world])} == set(explicit.where(then))


@given(s5_models(4), hidden_actions(), static(5))
@EXAMPLES
def test_updated_structures(model: S5Model, action: ActionModel, then: Formula) -> None:
    """An updated structure, listed and contracted, is as large as the updated model, and as much of it agrees."""
    structure, _ = KnowledgeStructure.from_model(model)
    try:
        after = model.update(action)
    except LogicError:
        with pytest.raises(LogicError, match="can happen"):
            structure.update(action)
        return
    listed = structure.update(action).to_model()
    assert shape(listed, then) == shape(after, then)


def shape(model: Model, formula: Formula) -> tuple[int, int]:
    smallest = model.contract()
    return smallest.num_worlds, len(smallest.where(formula))


@given(s5_models(), static(5))
@EXAMPLES
def test_there_and_back(model: S5Model, formula: Formula) -> None:
    structure, worlds = KnowledgeStructure.from_model(model)
    back = structure.to_model()
    names = {world: "".join("01"[name in facts] for name in structure.vocabulary) for world, facts in worlds.items()}
    assert {world for world in model.worlds if back.holds(formula, names[world])} == set(model.where(formula))


def test_observed_atoms_need_no_further_vocabulary() -> None:
    structure, _ = KnowledgeStructure.from_model(S5Model.observing("p q r", {"a": "p q", "b": "r", "c": ""}))
    assert structure.vocabulary == ("p", "q", "r")
    assert structure.observed == {"a": {"p", "q"}, "b": {"r"}, "c": frozenset()}


def test_worlds_and_counts() -> None:
    structure = KnowledgeStructure("p q r", {"a": "p"}, law="p | q")
    assert structure.num_worlds == 6
    assert structure.worlds[0] == {"q"}
    assert structure.where("p & q") == (frozenset("pq"), frozenset("pqr"))
    assert str(structure) == "knowledge structure of 6 worlds, 3 atoms, 1 agents, law of 3 nodes"
    large = KnowledgeStructure([f"p{number}" for number in range(60)], {"a": ["p0"]})
    assert large.num_worlds == 1 << 60
    with pytest.raises(LogicError, match="too many to list"):
        large.to_model()


def test_a_verdict_names_the_refuting_world() -> None:
    structure = KnowledgeStructure("p q", {"a": "p", "b": "q"}, law="p | q")
    verdict = structure.check("K{a} q", "p q")
    assert not verdict
    assert verdict.counterexample == "{p q}"
    assert verdict.refuting_world == "{p}"
    assert str(verdict) == "K{a} q is false at {p q}: a considers {p} possible, where q is false"
    assert str(structure.check("p | q")) == "p | q is true at 3 of 3 worlds"
    assert structure.check("K{a} q", "q")


def test_updates_keep_what_was_observed() -> None:
    """Who observed p before it was turned over still knows what it was, and so what it is."""
    structure = KnowledgeStructure("p", {"a": "p", "b": ""})
    turned = structure.update(public_assignment({"p": parse("~p")}))
    assert turned.valid("Kw{a} p & ~Kw{b} p")
    erased = structure.update(public_assignment({"p": parse("false")}))
    assert erased.valid("K{b} ~p")
    assert erased.num_worlds == 2
    again = turned.update(public_assignment({"p": parse("~p")}))
    assert again.valid("Kw{a} p & ~Kw{b} p")


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda s: s.holds("K{c} p", "p"), "there is no agent 'c'; there are: a"),
        (lambda s: s.holds("K{a} z", "p"), "there is no atom 'z'; there are: p, q"),
        (lambda s: s.holds("p", "z"), "there is no atom 'z'; there are: p, q"),
        (lambda s: s.holds("p", ""), "there is no such world: {} is against the law"),
        (lambda s: s.announce("~p & ~q"), "no world is left"),
        (lambda s: s.update(lie(parse("p"), "a", [])), ""),
        (lambda s: s.update(ActionModel.arrows("A", [Event("e"), Event("f")], {"a": [("e", "f")]})), "deceives"),
        (lambda s: s.update(public_assignment({"z": parse("p")})), "there is no atom 'z'"),
        (lambda s: KnowledgeStructure("p", {"a": "q"}), "there is no atom 'q'"),
        (lambda s: KnowledgeStructure("p", {}, backend="fast"), "there is no backend 'fast'"),
    ],
)
def test_what_is_not_there(attempt: object, message: str) -> None:
    structure = KnowledgeStructure("p q", {"a": "p"}, law="p | q")
    assert callable(attempt)
    if not message:
        assert attempt(structure).num_worlds == 3
        return
    with pytest.raises(LogicError, match=message.replace("{", r"\{").replace("}", r"\}")):
        attempt(structure)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dd", None)
    for backend in (None, "python", "cudd"):
        with pytest.raises(MissingExtra, match=r"pip install 'mendax\[logic\]'"):
            new_diagrams(backend)


def test_dd_without_cudd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mendax.logic.diagrams._cudd", lambda: None)
    assert KnowledgeStructure("p", {"a": "p"}).valid("Kw{a} p")
    with pytest.raises(LogicError, match="has no CUDD"):
        KnowledgeStructure("p", {}, backend="cudd")


def test_garbage_is_collected_once_there_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    diagrams = new_diagrams("cudd")
    collect_when_large(diagrams)
    assert not diagrams.configure()["garbage_collection"]
    monkeypatch.setattr("mendax.logic.diagrams.MANY_NODES", -1)
    collect_when_large(diagrams)
    assert diagrams.configure()["garbage_collection"]
    assert MANY_NODES > 0
