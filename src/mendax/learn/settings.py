"""Typed settings: frozen dataclasses, checked when made, written as JSON and read back, and changed by text."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from mendax.core.errors import MendaxError

T = TypeVar("T")

Algorithm = Literal["reinforce", "a2c", "ppo"]
ThingCode = Literal["onehot", "counts", "combined", "embedding", "positions"]
TrunkKind = Literal["dense", "attention"]
SubsetKind = Literal["joint", "independent"]
Activation = Literal["swish", "relu", "tanh"]


@dataclass(frozen=True, slots=True)
class Ramp:
    """A number that moves from one value to another in the course of the training."""

    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a curriculum: games of so many turns, for a share of the updates."""

    turns: int
    share: float


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """The shape of a network (the paper's section 4.3)."""

    things: ThingCode = "combined"
    """How the things are shown: one by one, counted, both, or embedded without or with their positions."""
    embedding: int = 16
    """The width of an embedded thing."""
    trunk: TrunkKind = "dense"
    """Dense layers, or self-attention over the things, which does not see their order."""
    layers: int = 3
    width: int = 600
    head_width: int = 600
    """The hidden layer that each head has."""
    norm: bool = True
    """Layer normalisation."""
    dropout: float = 0.0
    activation: Activation = "swish"
    subsets: SubsetKind = "joint"
    """One probability for every subset, or one for every thing (Bernoulli)."""
    attention_heads: int = 4
    elu_value: bool = True
    """Values pass an ELU, for games whose rewards are never negative."""

    def __post_init__(self) -> None:
        _at_least(self, 1, "embedding", "layers", "width", "head_width", "attention_heads")
        _between(self, 0, 0.99, "dropout")
        if self.trunk == "attention" and self.width % self.attention_heads:
            raise MendaxError(f"a width of {self.width} cannot be shared by {self.attention_heads} attention heads")


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """How a network learns (the paper's sections 4.3.3 to 4.5)."""

    algorithm: Algorithm = "a2c"
    games: int = 32
    """Games played with one policy before it is changed."""
    parts: int = 1
    """A2C and REINFORCE: into how many parts these games are split, with a gradient step for each. The games of the
    later parts were then played by a policy that is a few steps old; playing many at once is what a GPU is good at."""
    learning_rate: float = 2e-4
    warm_up: float = 0.05
    """The share of the training in which the rate climbs."""
    decay: float = 0.25
    """The share, at the end, in which it falls."""
    lowest_rate: float = 0.01
    """What it falls to, as a share of the highest."""
    discount: Ramp = Ramp(1.0, 1.0)
    """A decision's discount; it moves evenly through the training."""
    trace: float = 0.5
    """GAE's lambda: 0 is TD(0), 1 with no horizon Monte Carlo."""
    horizon: int = 0
    """Look at most so many decisions ahead before the critic is asked; 0 for no limit. With trace 1: n-step returns."""
    value_weight: float = 0.5
    entropy: tuple[Ramp, ...] = (Ramp(0.02, 0.0005), Ramp(0.02, 0.0005))
    """The bonus for each head, in the order of the task's heads."""
    entropy_hold: float = 0.3
    """The share of the training in which the bonuses stay."""
    entropy_anneal: float = 0.6
    """The share in which they then fall."""
    clip_norm: float = 1.0
    """The longest gradient; 0 for no limit."""
    normalise: bool = True
    """Advantages are shifted and scaled to mean 0 and deviation 1 in every batch."""
    reward_scale: float = 1.0
    """Rewards are divided by this, and so are the critic's values."""
    clip_ratio: float = 0.2
    """PPO's epsilon."""
    epochs: int = 1
    """PPO: how often the games are gone through."""
    curriculum: tuple[Stage, ...] = ()
    """Shorter games first; what the shares leave is played at full length."""

    def __post_init__(self) -> None:
        _at_least(self, 1, "games", "parts", "epochs")
        _at_least(self, 0, "learning_rate", "value_weight", "clip_norm", "horizon")
        _between(self, 0, 1, "warm_up", "decay", "lowest_rate", "trace", "entropy_hold", "entropy_anneal", "clip_ratio")
        if self.reward_scale <= 0:
            raise MendaxError(f"reward_scale must be more than 0, not {self.reward_scale}")
        if self.games % self.parts:
            raise MendaxError(f"{self.games} games cannot be split into {self.parts} equal parts")
        if sum(stage.share for stage in self.curriculum) > 1:
            raise MendaxError("the stages of the curriculum have shares of more than 1 together")


def as_json(settings: Any) -> dict[str, Any]:
    """Settings as plain JSON."""
    return dataclasses.asdict(settings)


def from_json(kind: type[T], data: Any, where: str = "") -> T:
    """Settings from JSON; a name that is not known, or a value of the wrong kind, is an error.

    >>> from_json(Ramp, {"first": 1, "last": 0.5})
    Ramp(first=1.0, last=0.5)
    """
    if not isinstance(data, Mapping):
        raise MendaxError(f"{where or kind.__name__} takes named values, not {data!r}")
    hints = get_type_hints(kind)
    for name in data:
        if name not in hints:
            raise MendaxError(f"there is no setting '{where}{name}'; there is: {', '.join(hints)}")
    return kind(**{name: _read(hints[name], value, f"{where}{name}") for name, value in data.items()})


def override(settings: T, changes: Mapping[str, str]) -> T:
    """The settings with some values changed, by dotted names: `learning.entropy.0.first` -> `0.05`."""
    data = as_json(settings)
    for name, text in changes.items():
        *path, last = name.split(".")
        at: Any = data
        for part in path:
            at = _enter(at, part, name)
        _enter(at, last, name)
        at[int(last) if isinstance(at, list | tuple) else last] = text
    return from_json(type(settings), data)


def _enter(at: Any, part: str, name: str) -> Any:
    if isinstance(at, dict) and part in at:
        return at[part]
    if isinstance(at, list | tuple) and part.isdigit() and int(part) < len(at):
        return at[int(part)]
    known = ", ".join(at) if isinstance(at, dict) else f"0 to {len(at) - 1}" if isinstance(at, list | tuple) else "none"
    raise MendaxError(f"there is no setting '{name}': at '{part}' there is {known}")


def _read(kind: Any, value: Any, where: str) -> Any:
    """A value from JSON or from text."""
    origin = get_origin(kind)
    if dataclasses.is_dataclass(kind):
        return from_json(cast(type[Any], kind), value, f"{where}.")
    if origin is tuple and isinstance(value, list | tuple):
        return tuple(_read(get_args(kind)[0], part, f"{where}.{place}") for place, part in enumerate(value))
    if origin is Literal and value in get_args(kind):
        return value
    if origin in (Union, types.UnionType) and value is None:
        return None
    if kind is str and isinstance(value, str):
        return value
    if kind is bool and value in (True, False, "true", "false"):
        return value in (True, "true")
    if kind in (int, float) and not isinstance(value, bool):
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = float("nan")
        if number == number and (kind is float or number.is_integer()):
            return kind(number)
    wanted = " or ".join(map(str, get_args(kind))) if origin is Literal else getattr(kind, "__name__", str(kind))
    raise MendaxError(f"{where} is {wanted}, not {value!r}")


def _at_least(settings: Any, least: float, *names: str) -> None:
    for name in names:
        if getattr(settings, name) < least:
            raise MendaxError(f"{name} must be at least {least}, not {getattr(settings, name)}")


def _between(settings: Any, least: float, most: float, *names: str) -> None:
    for name in names:
        if not least <= getattr(settings, name) <= most:
            raise MendaxError(f"{name} lies between {least} and {most}, not at {getattr(settings, name)}")
