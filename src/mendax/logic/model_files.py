"""Models as JSON, so that a program or a command can read one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mendax.logic.errors import LogicError
from mendax.logic.model import Model
from mendax.logic.relational import RelationalModel
from mendax.logic.s5 import S5Model


def model_from_json(found: Mapping[str, Any]) -> Model:
    """The model that `Model.to_json` described."""
    try:
        if found["kind"] == "s5":
            return S5Model.of(found["worlds"], found["classes"], found["atoms"])
        if found["kind"] == "relations":
            arrows = {agent: [(one, other) for one, other in pairs] for agent, pairs in found["arrows"].items()}
            return RelationalModel.of(found["worlds"], arrows, found["atoms"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LogicError(f"not a model: {type(error).__name__}: {error}") from None
    raise LogicError(f"not a model: its kind is {found['kind']!r}, not 's5' or 'relations'")


def read_model(path: Path | str) -> Model:
    """The model in a JSON file."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise LogicError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise LogicError(f"{path} is not JSON: {error}") from None
    return model_from_json(found)
