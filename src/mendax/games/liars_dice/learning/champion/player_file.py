"""A trained actor as a file and as a policy by NumPy alone: what the champion plays with."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mendax.core.errors import MendaxError
from mendax.core.files import write_whole
from mendax.games.liars_dice.kernel.habits import Counts
from mendax.games.liars_dice.kernel.numbering import num_actions
from mendax.games.liars_dice.learning.champion.features import features, num_features, num_present, seen_of_view
from mendax.games.liars_dice.rules.types import View

Weights = npt.NDArray[np.float32]

PLAYER_FILE: Final = "player.npz"
"""The player in the folder of a training."""
MOST_PLAYERS: Final = 6


@dataclass(frozen=True, slots=True)
class Player:
    """Dense layers with ReLU between them, for a number of players."""

    players: int
    layers: tuple[tuple[Weights, Weights], ...]
    """Weight and bias of each."""

    @property
    def has_memory(self) -> bool:
        """Whether it sees the habits of others in the rounds that are over."""
        return int(self.layers[0][0].shape[0]) == num_features(self.players)

    def logits(self, view: View, habits: Counts | None = None) -> Weights:
        """A number for every action, legal or not; `habits` are by seat."""
        x: Weights = features(np, seen_of_view(view, habits), self.players).astype(np.float32)
        x = x[: self.layers[0][0].shape[0]]
        for weight, bias in self.layers[:-1]:
            x = np.maximum(x @ weight + bias, 0.0)
        weight, bias = self.layers[-1]
        return x @ weight + bias

    def mix(self, view: View, numbers: Sequence[int], habits: Counts | None = None) -> npt.NDArray[np.float64]:
        """The probability of each of these actions, when they are all that is legal."""
        chosen = self.logits(view, habits)[np.asarray(numbers)].astype(np.float64)
        weights = np.exp(chosen - chosen.max())
        mix: npt.NDArray[np.float64] = weights / weights.sum()
        return mix

    @property
    def digest(self) -> str:
        """A name for these weights."""
        found = sha256()
        for layer in self.layers:
            for part in layer:
                found.update(part.astype(np.float16).tobytes())
        return found.hexdigest()[:16]


def save_player(path: Path, player: Player) -> None:
    """Write a player in half precision."""
    arrays: dict[str, npt.NDArray[Any]] = {"players": np.array(player.players, np.int32)}
    for number, (weight, bias) in enumerate(player.layers):
        arrays |= {f"{number}.weight": weight.astype(np.float16), f"{number}.bias": bias.astype(np.float16)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    write_whole(path, buffer.getvalue())


def read_player(data: bytes, name: str) -> Player:
    """The player in a file's bytes; raises when it is none."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {part: np.asarray(file[part]) for part in file.files}
    except (OSError, ValueError, zipfile.BadZipFile, EOFError) as error:
        raise MendaxError(f"{name} cannot be read: {error}") from None
    if "players" not in arrays or arrays["players"].shape != ():
        raise MendaxError(f"{name} is not a player of liars-dice: it does not say for how many players")
    players = int(arrays.pop("players"))
    depth = sum(part.endswith(".bias") for part in arrays)
    if not 2 <= players <= MOST_PLAYERS or depth < 1 or len(arrays) != 2 * depth:
        raise MendaxError(f"{name} is not a player of liars-dice: its arrays do not fit together")
    first = arrays.get("0.weight", np.zeros((0, 0)))
    with_memory = first.ndim == 2 and first.shape[0] == num_features(players)
    layers, inputs = [], num_features(players) if with_memory else num_present(players)
    for number in range(depth):
        weight, bias = (arrays.get(f"{number}.{part}", np.zeros(0)) for part in ("weight", "bias"))
        outputs = num_actions(players) if number == depth - 1 else bias.size
        if weight.shape != (inputs, outputs) or bias.shape != (outputs,):
            raise MendaxError(f"{name} is not a player of liars-dice: its arrays do not fit together")
        if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            raise MendaxError(f"{name} is damaged: layer {number} has numbers that are not finite")
        layers.append((weight.astype(np.float32), bias.astype(np.float32)))
        inputs = outputs
    return Player(players, tuple(layers))


def load_player(path: Path) -> Player:
    """The player in a file, or in the folder of a training."""
    file = path / PLAYER_FILE if path.is_dir() else path
    try:
        return read_player(file.read_bytes(), str(file))
    except FileNotFoundError:
        raise MendaxError(f"{file} does not exist") from None
    except OSError as error:
        raise MendaxError(f"{file} cannot be read: {error.strerror}") from None
