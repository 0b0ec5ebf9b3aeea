"""Models as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from mendax.logic import Formula, LogicError, RelationalModel, S5Model, model_from_json, read_model
from tests.logic.reference import found_at
from tests.logic.strategies import EXAMPLES, relational_models, s5_models, static


@given(s5_models(), static(5))
@EXAMPLES
def test_s5_there_and_back(model: S5Model, formula: Formula) -> None:
    back = model_from_json(json.loads(json.dumps(model.to_json())))
    assert isinstance(back, S5Model)
    assert found_at(back, formula) == found_at(model, formula)


@given(relational_models(), static(5))
@EXAMPLES
def test_relations_there_and_back(model: RelationalModel, formula: Formula) -> None:
    back = model_from_json(json.loads(json.dumps(model.to_json())))
    assert isinstance(back, RelationalModel)
    assert found_at(back, formula) == found_at(model, formula)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "model.json"
    file.write_text('{"kind": "s5", "atoms": ["p"], "worlds": {"v": "p", "w": ""}, "classes": {"a": ["v w"]}}')
    assert read_model(file).check("K{a} p", "v").refuting_world == "w"
    for text, message in [
        ("{", "is not JSON"),
        ("[]", "not a model"),
        ("{}", "not a model: KeyError: 'kind'"),
        ('{"kind": "s4"}', "its kind is 's4'"),
        ('{"kind": "s5", "atoms": ["p"], "worlds": {"v": "q"}, "classes": {}}', "there is no atom 'q'"),
    ]:
        file.write_text(text)
        with pytest.raises(LogicError, match=message):
            read_model(file)
    with pytest.raises(LogicError, match="cannot read"):
        read_model(tmp_path / "none.json")
