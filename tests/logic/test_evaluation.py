"""Both kinds of model say what the semantics by the book says."""

from __future__ import annotations

from hypothesis import given

from mendax.logic import Formula, RelationalModel, S5Model
from tests.logic.reference import found_at, true_at
from tests.logic.strategies import (
    EXAMPLES,
    any_actions,
    hidden_actions,
    relational_models,
    s5_models,
    static,
    with_actions,
)


@given(s5_models(), static(8))
@EXAMPLES
def test_s5_models(model: S5Model, formula: Formula) -> None:
    assert found_at(model, formula) == true_at(model, formula)


@given(relational_models(), static(8))
@EXAMPLES
def test_general_models(model: RelationalModel, formula: Formula) -> None:
    assert found_at(model, formula) == true_at(model, formula)


@given(s5_models(4), with_actions(hidden_actions()))
@EXAMPLES
def test_s5_models_and_hidden_events(model: S5Model, formula: Formula) -> None:
    assert found_at(model, formula) == true_at(model, formula)


@given(s5_models(4), with_actions(any_actions()))
@EXAMPLES
def test_s5_models_and_deception(model: S5Model, formula: Formula) -> None:
    assert found_at(model, formula) == true_at(model, formula)


@given(relational_models(4), with_actions(any_actions()))
@EXAMPLES
def test_general_models_and_deception(model: RelationalModel, formula: Formula) -> None:
    assert found_at(model, formula) == true_at(model, formula)


@given(s5_models(), static(5))
@EXAMPLES
def test_an_s5_model_is_a_general_model(model: S5Model, formula: Formula) -> None:
    general = model.to_relations()
    assert general.is_s5
    assert found_at(general, formula) == found_at(model, formula) == found_at(general.to_s5(), formula)


@given(s5_models(), static(4), static(4), static(4))
@EXAMPLES
def test_announcements_one_after_the_other(model: S5Model, first: Formula, second: Formula, then: Formula) -> None:
    """Announced in turn, with worlds that are gone kept or taken out, against the nested formula."""
    if not model.where(first):
        return
    told = model.announce(first)
    if not told.where(second):
        return
    left = told.announce(second)
    assert left.compressed().where(then) == left.where(then)
    assert set(left.where(then)) == {
        world for world in model.worlds if world in left.worlds and left.holds(then, world)
    }
    by_formula = [world for world, value in zip(told.worlds, found_at(told, second), strict=True) if value]
    assert list(left.worlds) == by_formula
