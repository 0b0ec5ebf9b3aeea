"""`model:DIR`: what `mendax train` left in a folder, as a player: a policy network or after-state values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from mendax.core.agent import Factory
from mendax.core.catalogue import load
from mendax.core.errors import MendaxError
from mendax.games.yahtzee.agents.learned import model_values
from mendax.games.yahtzee.agents.optimal import ExactFactory
from mendax.games.yahtzee.learning.value_network import MODEL_FILE
from mendax.games.yahtzee.rules import Rules

_POLICY_MODEL = "mendax.games.yahtzee.agents.policy_model:policy_model"


def model(game: str, argument: str) -> Factory:
    """The factory for a folder or a model file; one without a usable model is refused here, before any match."""
    path = Path(argument)
    if (file := value_file(path)) is not None:
        model_values(str(file), Rules.FORCED)
        return value_model(file)
    # By name: a policy network needs JAX, and `load` says which extra brings it.
    return cast(Callable[[str], Factory], load(_POLICY_MODEL))(argument)


@dataclass(frozen=True, slots=True)
class ValueModelFactory(ExactFactory):
    """Builds agents that play by the after-state model in a file."""

    path: Path

    def files(self) -> tuple[Path, ...]:
        """The file that travels to other machines."""
        return (self.path,)

    def reading(self, places: Mapping[Path, Path]) -> ValueModelFactory:
        """The same with its file in another place."""
        return value_model(places[self.path])


def value_model(file: Path) -> ValueModelFactory:
    """The factory for the file of an after-state model."""
    return ValueModelFactory(partial(model_values, str(file)), "expected further points, as learned", file)


def value_file(path: Path) -> Path | None:
    """The file of an after-state model at a path, if that is what it holds."""
    if path.is_dir():
        file = path / MODEL_FILE
        return file if file.exists() else None
    return path if path.is_file() and {"above", "below"} <= _names(path) else None


def _names(path: Path) -> set[str]:
    """The names of the arrays in a file."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            return set(file.keys())
    except (OSError, SafetensorError) as error:
        raise MendaxError(f"{path} cannot be read: {error}") from None
