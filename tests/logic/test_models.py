"""Models: worlds, verdicts, contraction, the generated part, and what does not fit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given

from mendax.core.errors import MendaxError
from mendax.logic import Formula, LogicError, RelationalModel, S5Model, Verdict, parse
from mendax.logic.worlds import ListedNames
from tests.logic.reference import found_at, plain
from tests.logic.strategies import EXAMPLES, relational_models, s5_models, static

MODEL = S5Model.of({"w1": "p", "w2": "p q", "w3": ""}, {"a": ["w1 w2"], "b": ["w2 w3"]})


def test_an_s5_model() -> None:
    assert MODEL.worlds == ("w1", "w2", "w3")
    assert MODEL.atoms == ("p", "q")
    assert MODEL.facts("w2") == ("p", "q")
    assert MODEL.considers_possible("b", "w3") == ("w2", "w3")
    assert MODEL.where("K{a} p") == ("w1", "w2")
    assert not MODEL.valid("p")
    assert str(MODEL) == "S5 model of 3 worlds, 2 atoms, 2 agents"


def test_binary_worlds() -> None:
    model = S5Model.observing("p q r", {"a": "p", "b": ["q", "r"]})
    assert model.worlds[:3] == ("000", "001", "010")
    assert model.facts("101") == ("p", "r")
    assert model.considers_possible("b", "001") == ("001", "101")
    assert model.announce("p").considers_possible("b", "101") == ("101",)
    assert model.announce("p").announce("r").worlds == ("101", "111")


def test_announcements_leave_the_model_as_it_was() -> None:
    before = MODEL.worlds
    told = MODEL.announce("p")
    assert told.worlds == ("w1", "w2")
    assert told.where("K{b} q") == ("w2",)
    assert MODEL.worlds == before
    with pytest.raises(LogicError, match="nobody can announce what holds at no world: p & ~p"):
        MODEL.announce("p & ~p")


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: MODEL.where("K{c} p"), "there is no agent 'c'; there are: a, b"),
        (lambda: MODEL.where("C{a,carol} p"), "there is no agent 'carol'"),
        (lambda: MODEL.where("D{a,carol} p"), "there is no agent 'carol'"),
        (lambda: MODEL.where("z"), "there is no atom 'z'; there are: p, q"),
        (lambda: MODEL.holds("p", "w4"), "there is no world 'w4'; there are: w1, w2, w3"),
        (lambda: MODEL.check("p", "nowhere"), "there is no world 'nowhere'; there are: w1, w2, w3"),
        (lambda: MODEL.announce("p").facts("w3"), "there is no world 'w3'"),
        (lambda: MODEL.check("p &"), "at character 4: expected a formula, found the end: p &"),
        (lambda: S5Model.of({}, {}), "at least one world"),
        (lambda: S5Model.of({"w": "p"}, {"a": ["v"]}), "there is no world 'v'"),
        (lambda: S5Model.of({"w": "p", "v": ""}, {"a": ["w v", "w"]}), "world w is in two classes of agent a"),
        (lambda: S5Model.of({"w": "p"}, {}, "q"), "there is no atom 'p'"),
        (lambda: S5Model.of({"w": "true"}, {}), "'true' cannot name an atom"),
        (lambda: S5Model.observing("p", {"a": "q"}), "there is no atom 'q'"),
        (lambda: S5Model.observing("p p", {}), "atom 'p' is named twice"),
        (lambda: S5Model.observing([f"p{n}" for n in range(40)], {}), "use KnowledgeStructure"),
        (lambda: RelationalModel.of({"w": ""}, {"a": [("w", "v")]}), "there is no world 'v'"),
        (lambda: RelationalModel.of({"w": "", "v": ""}, {"a": [("w", "v")]}).to_s5(), "not an S5 model"),
        (lambda: ListedNames(["w", "w"]), "world 'w' is named twice"),
    ],
)
def test_what_does_not_fit(attempt: object, message: str) -> None:
    assert callable(attempt)
    with pytest.raises(MendaxError, match=message) as caught:
        attempt()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("formula", "world", "said"),
    [
        ("K{a} p", "w1", "K{a} p is true at w1"),
        ("K{b} p", "w2", "K{b} p is false at w2: b considers w3 possible, where p is false"),
        ("p", None, "p is true at 2 of 3 worlds; it is false at w3"),
        ("Kw{b} p", "w2", "Kw{b} p is false at w2: b considers this world possible, where p is true; "
         "b considers w3 possible, where p is false"),
        ("E{a,b} p", "w2", "E{a,b} p is false at w2: b considers w3 possible, where p is false"),
        ("C{a,b} (p | q)", "w1", "C{a,b} (p | q) is false at w1: a considers w2 possible, then b considers w3 "
         "possible, where p | q is false"),
        ("D{a,b} q", "w1", "D{a,b} q is false at w1: a, b consider this world possible, where q is false"),
        ("p & K{a} q", "w2", "p & K{a} q is false at w2: K{a} q is false; a considers w1 possible, where q is false"),
        ("p -> q", "w1", "p -> q is false at w1: q is false"),
        ("p <-> q", "w1", "p <-> q is false at w1: q is false"),
        ("[! p] K{b} q", "w1", "[! p] K{b} q is false at w1: after the announcement K{b} q is false; "
         "b considers this world possible, where q is false"),
        ("<! q> p", "w1", "<! q> p is false at w1: q is false"),
    ],
)  # fmt: skip
def test_verdicts(formula: str, world: str | None, said: str) -> None:
    assert str(MODEL.check(formula, world)) == said


@given(s5_models(), static(6))
@EXAMPLES
def test_a_counterexample_refutes_in_s5(model: S5Model, formula: Formula) -> None:
    check_verdict(model, model.check(formula))


@given(relational_models(), static(6))
@EXAMPLES
def test_a_counterexample_refutes_in_general(model: RelationalModel, formula: Formula) -> None:
    check_verdict(model, model.check(formula))


def check_verdict(model: S5Model | RelationalModel, verdict: Verdict) -> None:
    """The counterexample is one by the book, and where no announcement is involved so is every reason."""
    by_hand = plain(model)
    assert verdict.holds == model.valid(verdict.formula)
    assert verdict.to_json()["holds"] == verdict.holds
    if verdict.holds:
        assert verdict.counterexample is None
        return
    assert verdict.counterexample is not None
    assert not by_hand.holds(verdict.formula, (verdict.counterexample,))
    for reason in verdict.reasons:
        if reason.how.startswith("after "):
            break
        assert by_hand.holds(reason.formula, (reason.world,)) == reason.holds


@given(s5_models(8), static(6))
@EXAMPLES
def test_contraction_keeps_s5_truth(model: S5Model, formula: Formula) -> None:
    assume("D{" not in str(formula))
    smallest = model.contract()
    assert set(smallest.worlds) <= set(model.worlds)
    assert smallest.contract().num_worlds == smallest.num_worlds
    assert set(smallest.where(formula)) == set(smallest.worlds) & set(model.where(formula))
    assert bool(smallest.where(formula)) == bool(model.where(formula))
    assert smallest.num_worlds == model.to_relations().contract().num_worlds


@given(relational_models(), static(6))
@EXAMPLES
def test_contraction_keeps_general_truth(model: RelationalModel, formula: Formula) -> None:
    assume("D{" not in str(formula))
    smallest = model.contract()
    assert smallest.contract().num_worlds == smallest.num_worlds
    assert set(smallest.where(formula)) == set(smallest.worlds) & set(model.where(formula))
    assert bool(smallest.where(formula)) == bool(model.where(formula))


def test_contraction_may_lose_distributed_knowledge() -> None:
    """Together a and b know the world; bisimilar worlds are alike to each of them alone."""
    model = S5Model.of({"v": "p", "w": "p", "x": "", "y": ""}, {"a": ["v x", "w y"], "b": ["v y", "w x"]})
    assert model.holds("D{a,b} p", "v")
    assert model.contract().worlds == ("v", "x")
    assert not model.contract().holds("D{a,b} p", "v")


def test_contraction_of_copies() -> None:
    worlds = {f"{name}{copy}": facts for name, facts in (("v", "p"), ("w", "")) for copy in range(3)}
    model = S5Model.of(worlds, {"a": ["v0 w0 v1 w1", "v2 w2"], "b": []})
    smallest = model.contract()
    assert smallest.worlds == ("v0", "w0")
    assert smallest.considers_possible("a", "v0") == ("v0", "w0")
    chain = {f"c{place}": "" for place in range(6)}
    arrows = {"a": [(f"c{place}", f"c{place + 1}") for place in range(5)]}
    assert RelationalModel.of(chain, arrows).contract().num_worlds == 6, "each sees an end at another distance"
    arrows["a"].append(("c5", "c0"))
    assert RelationalModel.of(chain, arrows).contract().num_worlds == 1, "a circle of equals is one world"


@given(s5_models(), static(6))
@EXAMPLES
def test_the_reachable_part_decides(model: S5Model, formula: Formula) -> None:
    world = model.worlds[0]
    for part in (model.reachable(world), model.to_relations().reachable(world)):
        assert part.holds(formula, world) == model.holds(formula, world)
        assert set(part.worlds) == {world, *(seen for (seen,) in plain(model).reached(model.agents, (world,)))}


def test_large_labels_and_gaps() -> None:
    names = list("uvwxy")
    values = np.array([[True, False, True, False, True]])
    for labels in ([5_000_000, 7, 5_000_000, 7, 0], [-3, 1 << 40, -3, 1 << 40, 9]):
        model = S5Model(names, ["p"], ["a"], values, np.array([labels]))
        assert found_at(model, parse("K{a} p")) == [True, False, True, False, True]
