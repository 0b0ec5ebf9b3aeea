"""A trained actor or two, and what a score is worth, as a file and by NumPy alone: what the champion plays with."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mendax.core.errors import MendaxError
from mendax.core.files import write_whole
from mendax.games.liars_dice.kernel.habits import Counts
from mendax.games.liars_dice.kernel.numbering import MOST_DICE, num_actions
from mendax.games.liars_dice.learning.champion.features import (
    Seen,
    features,
    num_features,
    num_present,
    num_with_habits,
    seen_of_view,
)
from mendax.games.liars_dice.learning.champion.recognition import without_strangers
from mendax.games.liars_dice.rules.types import View

Weights = npt.NDArray[np.float32]

PLAYER_FILE: Final = "player.npz"
"""The player in the folder of a training."""
MOST_PLAYERS: Final = 6
SCORE: Final = "score."
"""Before the names of the arrays that value a score."""
FAMILIAR: Final = "familiar."
"""Before the names of the arrays that play where all others are recognised."""
FORGETS: Final = "forgets_strangers"
_DROPPED: Final = 4
"""Of the ten bits of a half after its first one: what is left hardly changes a policy, and compresses better."""

Layers = tuple[tuple[Weights, Weights], ...]
"""Weight and bias of each dense layer."""


@dataclass(frozen=True, slots=True)
class Player:
    """Dense layers with ReLU between them, for a number of players."""

    players: int
    layers: Layers
    score: Layers = ()
    """What a score is worth between rounds, where the file has it: by seat, a number that rises with its win chance."""
    forgets_strangers: bool = False
    """Whether it sees habits only where it recognises all others as PMH or EMH."""
    familiar: Layers = ()
    """What plays where it recognises all others as PMH or EMH; `layers` then have no memory and play elsewhere."""

    @property
    def where_recognised(self) -> Layers:
        """What plays where all others are recognised as PMH or EMH."""
        return self.familiar or self.layers

    @property
    def forgets(self) -> bool:
        """Whether strangers' habits are kept from it: two networks forget them always."""
        return self.forgets_strangers or bool(self.familiar)

    @property
    def has_memory(self) -> bool:
        """Whether it sees the habits of others in the rounds that are over."""
        return self.inputs > num_present(self.players)

    @property
    def sees_likeness(self) -> bool:
        """Whether it sees how like agents of the paper the others speak."""
        return self.inputs == num_features(self.players)

    @property
    def inputs(self) -> int:
        """How many of all features it sees, the first ones; two networks are chosen by all of them."""
        return num_features(self.players) if self.familiar else _num_inputs(self.layers)

    def logits(self, view: View, habits: Counts | None = None) -> Weights:
        """A number for every action, legal or not; `habits` are by seat."""
        return self.logits_of(seen_of_view(view, habits))

    def logits_of(self, seen: Seen) -> Weights:
        """The same for many views at once; their axes come first."""
        if self.forgets:
            seen = without_strangers(np, seen)
        rows = features(np, seen, self.players)
        return self._by_two(rows) if self.familiar else _apply(self.layers, rows)

    def _by_two(self, rows: npt.NDArray[Any]) -> Weights:
        """Each network for its own rows alone."""
        # Whoever is recognised has said some words, and where somebody is not, all habits are zero.
        recognised = (rows[..., num_present(self.players) :] != 0).any(-1)
        if recognised.all() or not recognised.any():
            return _apply(self.familiar if recognised.all() else self.layers, rows)
        found = np.empty((*recognised.shape, num_actions(self.players)), np.float32)
        for layers, here in ((self.familiar, recognised), (self.layers, ~recognised)):
            found[here] = _apply(layers, rows[here])
        return found

    def win_chances(self, dice: npt.NDArray[Any], exacts: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """By table and seat: the chance of winning the match when a round is to begin with this score."""
        assert self.score, "this player has no value of a score"
        rows = _apply(self.score, score_features(dice, exacts))[..., 0].astype(np.float64)
        rows = np.where(dice > 0, rows, -np.inf)
        weights = np.exp(rows - rows.max(-1, keepdims=True))
        chances: npt.NDArray[np.float64] = weights / weights.sum(-1, keepdims=True)
        return chances

    def mix(self, view: View, numbers: Sequence[int], habits: Counts | None = None) -> npt.NDArray[np.float64]:
        """The probability of each of these actions, when they are all that is legal."""
        chosen = self.logits(view, habits)[np.asarray(numbers)].astype(np.float64)
        weights = np.exp(chosen - chosen.max())
        mix: npt.NDArray[np.float64] = weights / weights.sum()
        return mix

    @property
    def digest(self) -> str:
        """A name for these weights."""
        found = sha256(FORGETS.encode() if self.forgets_strangers else b"")
        for name, layers in (("", self.layers), (FAMILIAR, self.familiar)):
            found.update(name.encode() if layers else b"")
            for layer in layers:
                for part in layer:
                    found.update(part.astype(np.float16).tobytes())
        return found.hexdigest()[:16]


def joined(strangers: Player, familiar: Player) -> Player:
    """One player of two: the first, and where all others are recognised as PMH or EMH the second as it plays there."""
    if strangers.players != familiar.players:
        raise MendaxError(
            f"a player for {familiar.players} players cannot stand in for one for {strangers.players} players"
        )
    if strangers.familiar:
        raise MendaxError("a player that has two networks already cannot have another one")
    if strangers.has_memory:
        raise MendaxError("a player with a memory cannot be joined with another one: see networks.memory")
    return replace(strangers, forgets_strangers=False, familiar=shortened(familiar.where_recognised))


def shortened(layers: Layers) -> Layers:
    """Weights in half precision with seven significant bits, as players are kept: files are a fifth smaller."""
    return tuple((_short(weight), bias) for weight, bias in layers)


def _short(weight: Weights) -> Weights:
    bits = weight.astype(np.float16).view(np.uint16).astype(np.int64)
    kept = (bits + (1 << (_DROPPED - 1))) >> _DROPPED << _DROPPED
    return kept.astype(np.uint16).view(np.float16).astype(np.float32)


def _num_inputs(layers: Layers) -> int:
    return int(layers[0][0].shape[0])


def _apply(layers: Layers, x: npt.NDArray[Any]) -> Weights:
    """On the last axis, of which the first numbers are taken, as many as there are inputs."""
    x = x[..., : _num_inputs(layers)].astype(np.float32)
    for weight, bias in layers[:-1]:
        x = np.maximum(x @ weight + bias, 0.0)
    weight, bias = layers[-1]
    return x @ weight + bias


def score_features(dice: npt.NDArray[Any], exacts: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """By seat: all dice and exacts, counted from that seat; the last axis of both is the seat."""
    players = dice.shape[-1]
    order = (np.arange(players)[:, None] + np.arange(players)) % players
    around = dice[..., order]
    heat = (around[..., None] > np.arange(MOST_DICE)).reshape(*around.shape[:-1], -1)
    return np.concatenate([heat, exacts[..., order] & (around > 0)], axis=-1).astype(np.float32)


def num_score_features(players: int) -> int:
    """How many numbers `score_features` gives for a seat."""
    return players * (MOST_DICE + 1)


def save_player(path: Path, player: Player) -> None:
    """Write a player in half precision."""
    arrays: dict[str, npt.NDArray[Any]] = {"players": np.array(player.players, np.int32)}
    if player.forgets_strangers:
        arrays[FORGETS] = np.array(True)
    for prefix, layers in (("", player.layers), (FAMILIAR, player.familiar), (SCORE, player.score)):
        for number, (weight, bias) in enumerate(layers):
            arrays[f"{prefix}{number}.weight"] = weight.astype(np.float16)
            arrays[f"{prefix}{number}.bias"] = bias.astype(np.float16)
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
    forgets = arrays.pop(FORGETS, np.array(False)).any()
    score, familiar = _taken(arrays, SCORE), _taken(arrays, FAMILIAR)
    if not 2 <= players <= MOST_PLAYERS or not arrays:
        raise MendaxError(f"{name} is not a player of liars-dice: its arrays do not fit together")
    widths = [width(players) for width in (num_present, num_with_habits, num_features)]
    # Who plays strangers in another's place has no memory.
    layers = _read_actor(arrays, widths[:1] if familiar else widths, players, name)
    values = _read_layers(score, num_score_features(players), 1, name) if score else ()
    second = _read_actor(familiar, widths, players, name) if familiar else ()
    return Player(players, layers, values, bool(forgets), second)


def _taken(arrays: dict[str, npt.NDArray[Any]], prefix: str) -> dict[str, npt.NDArray[Any]]:
    """The arrays whose names begin so, taken out."""
    return {part.removeprefix(prefix): arrays.pop(part) for part in list(arrays) if part.startswith(prefix)}


def _read_actor(arrays: Mapping[str, npt.NDArray[Any]], widths: Sequence[int], players: int, name: str) -> Layers:
    """Dense layers that see the first features, in one of these numbers."""
    first = arrays.get("0.weight", np.zeros((0, 0)))
    inputs = next((width for width in widths if first.shape[:-1] == (width,)), widths[0])
    return _read_layers(arrays, inputs, num_actions(players), name)


def _read_layers(arrays: Mapping[str, npt.NDArray[Any]], inputs: int, last: int, name: str) -> Layers:
    """Dense layers from their arrays; raises where these do not fit."""
    depth = sum(part.endswith(".bias") for part in arrays)
    layers = []
    for number in range(depth):
        weight, bias = (arrays.get(f"{number}.{part}", np.zeros(0)) for part in ("weight", "bias"))
        outputs = last if number == depth - 1 else bias.size
        if weight.shape != (inputs, outputs) or bias.shape != (outputs,):
            raise MendaxError(f"{name} is not a player of liars-dice: its arrays do not fit together")
        if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            raise MendaxError(f"{name} is damaged: layer {number} has numbers that are not finite")
        layers.append((weight.astype(np.float32), bias.astype(np.float32)))
        inputs = outputs
    if not depth or len(arrays) != 2 * depth:
        raise MendaxError(f"{name} is not a player of liars-dice: its arrays do not fit together")
    return tuple(layers)


def load_player(path: Path) -> Player:
    """The player in a file, or in the folder of a training."""
    file = path / PLAYER_FILE if path.is_dir() else path
    try:
        return read_player(file.read_bytes(), str(file))
    except FileNotFoundError:
        raise MendaxError(f"{file} does not exist") from None
    except OSError as error:
        raise MendaxError(f"{file} cannot be read: {error.strerror}") from None
