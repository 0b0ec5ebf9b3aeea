"""Learners on disk: arrays as safetensors with their settings as JSON inside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from mendax.core.errors import MendaxError
from mendax.core.files import write_whole

T = TypeVar("T")

FILE: Final = "checkpoint.safetensors"
_FORMAT: Final = "mendax learner 1"


def save_tree(path: Path, tree: Any, about: dict[str, Any]) -> None:
    """Write all arrays of a tree, named by their places in it, with its settings."""
    arrays = {name: np.asarray(array) for name, array in _named(tree)}
    write_whole(path, save(arrays, {"format": _FORMAT, "about": json.dumps(about)}))


def read_about(path: Path) -> dict[str, Any]:
    """The settings in a file."""
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
    except FileNotFoundError:
        raise MendaxError(f"{path} does not exist") from None
    except (OSError, SafetensorError) as error:
        raise MendaxError(f"{path} cannot be read: {error}") from None
    if metadata.get("format") != _FORMAT:
        raise MendaxError(f"{path} is not a checkpoint of a training")
    try:
        about = json.loads(metadata["about"])
    except (KeyError, ValueError):
        about = None
    if not isinstance(about, dict):
        raise MendaxError(f"{path} is damaged: its settings cannot be read")
    return about


def load_tree(path: Path, like: T, part: str = "") -> T:
    """Read a tree with the structure of `like`, or the `part` of the tree in the file that has it."""
    read_about(path)
    prefix = f"{part}." if part else ""
    found = []
    with safe_open(path, framework="numpy") as file:
        held = {name for name in file.keys() if name.startswith(prefix)}  # noqa: SIM118 - it is no mapping
        for name, array in _named(like):
            if prefix + name not in held:
                raise MendaxError(f"{path} does not fit: it has no {prefix}{name}")
            value = file.get_tensor(prefix + name)
            _check_fit(path, prefix + name, value, array)
            held.discard(prefix + name)
            found.append(jnp.asarray(value))
    if held:
        raise MendaxError(f"{path} does not fit: it has {min(held)}, and {len(held) - 1} more, which are not wanted")
    tree: T = jax.tree.unflatten(jax.tree.structure(like), found)
    return tree


def check_finite(path: Path, name: str, value: np.ndarray[Any, Any]) -> None:
    """Refuse an array with NaN or infinity in it."""
    if np.issubdtype(value.dtype, np.floating) and not np.isfinite(value).all():
        raise MendaxError(f"{path} is damaged: {name} has numbers that are not finite")


def _check_fit(path: Path, name: str, value: np.ndarray[Any, Any], wanted: Any) -> None:
    if value.shape != wanted.shape:
        raise MendaxError(f"{path} does not fit: {name} is {value.shape} there and {wanted.shape} here")
    if value.dtype != wanted.dtype:
        raise MendaxError(f"{path} does not fit: {name} is {value.dtype} there and {wanted.dtype} here")
    check_finite(path, name, value)


def _named(tree: Any) -> list[tuple[str, Any]]:
    """Arrays by their places: `network.trunk.layers.0.weight`."""
    return [(_name(path), leaf) for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]]


def _name(path: tuple[Any, ...]) -> str:
    parts = (getattr(step, "name", getattr(step, "idx", getattr(step, "key", None))) for step in path)
    return ".".join(map(str, parts))
