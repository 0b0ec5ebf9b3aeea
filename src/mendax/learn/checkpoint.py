"""Learners on disk: arrays as safetensors, settings as JSON inside, written whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from mendax.core.errors import MendaxError

T = TypeVar("T")

FILE: Final = "checkpoint.safetensors"
_FORMAT: Final = "mendax learner 1"


def write_whole(path: Path, data: bytes) -> None:
    """A file that is either as it was or all new, whatever happens meanwhile."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise MendaxError(f"{path} cannot be written: {error.strerror}") from None


def save_tree(path: Path, tree: Any, about: dict[str, Any]) -> None:
    """Write all arrays of a tree, by their places in it, and what it is about."""
    arrays = {name: np.asarray(array) for name, array in _named(tree)}
    write_whole(path, save(arrays, {"format": _FORMAT, "about": json.dumps(about)}))


def read_about(path: Path) -> dict[str, Any]:
    """What a file is about: its settings."""
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
    except FileNotFoundError:
        raise MendaxError(f"{path} does not exist") from None
    except (OSError, SafetensorError) as error:
        raise MendaxError(f"{path} cannot be read: {error}") from None
    if metadata.get("format") != _FORMAT:
        raise MendaxError(f"{path} is not a learner of ours")
    about: dict[str, Any] = json.loads(metadata["about"])
    return about


def load_tree(path: Path, like: T, part: str = "") -> T:
    """Read a tree of the same shape as `like`, or one that was `part` of the tree in the file."""
    read_about(path)
    prefix = f"{part}." if part else ""
    found = []
    with safe_open(path, framework="numpy") as file:
        held = {name for name in file.keys() if name.startswith(prefix)}  # noqa: SIM118 - it is no mapping
        for name, array in _named(like):
            if prefix + name not in held:
                raise MendaxError(f"{path} does not fit: it has no {prefix}{name}")
            value = file.get_tensor(prefix + name)
            if value.shape != array.shape or value.dtype != array.dtype:
                raise MendaxError(f"{path} does not fit: {prefix}{name} is {value.shape} there and {array.shape} here")
            held.discard(prefix + name)
            found.append(jnp.asarray(value))
    if held:
        raise MendaxError(f"{path} does not fit: it has {min(held)}, and {len(held) - 1} more, which are not wanted")
    tree: T = jax.tree.unflatten(jax.tree.structure(like), found)
    return tree


def _named(tree: Any) -> list[tuple[str, Any]]:
    """Arrays by their places: `network.trunk.layers.0.weight`."""
    return [(_name(path), leaf) for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]]


def _name(path: tuple[Any, ...]) -> str:
    parts = (getattr(step, "name", getattr(step, "idx", getattr(step, "key", None))) for step in path)
    return ".".join(map(str, parts))
