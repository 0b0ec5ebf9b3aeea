"""Settings of networks and of learning: frozen, hashable pydantic dataclasses, checked when they are made."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from mendax.core.errors import MendaxError

T = TypeVar("T")

CHECKED: Final = ConfigDict(extra="forbid", allow_inf_nan=False)
"""For every settings class: no unknown names, no NaN, no infinity."""
MOST_WEIGHTS: Final = 1 << 28
"""The largest network: with gradients and optimiser state this is 4 GB."""


def read_whole(value: object) -> object:
    """A whole number as people write it: `1e6`, `20000`, `1_000_000`.

    >>> read_whole("1e6")
    1000000
    """
    if isinstance(value, bool):
        raise ValueError("a whole number is wanted")
    if isinstance(value, str):
        try:
            number = float(value)
        except ValueError:
            return value
        return int(number) if number.is_integer() else value
    return value


Whole: TypeAlias = Annotated[int, BeforeValidator(read_whole)]
Count: TypeAlias = Annotated[Whole, Field(ge=1, le=1_000_000_000_000)]
Batch: TypeAlias = Annotated[Whole, Field(ge=1, le=1_000_000)]
Width: TypeAlias = Annotated[Whole, Field(ge=1, le=65_536)]
Depth: TypeAlias = Annotated[Whole, Field(ge=1, le=1_000)]
Seed: TypeAlias = Annotated[Whole, Field(ge=0, lt=1 << 64)]
NotNegative: TypeAlias = Annotated[float, Field(ge=0)]
Share: TypeAlias = Annotated[float, Field(ge=0, le=1)]
SomeShare: TypeAlias = Annotated[float, Field(ge=0, le=0.99)]

Algorithm = Literal["reinforce", "a2c", "ppo"]
ThingCode = Literal["onehot", "counts", "combined", "embedding", "positions"]
TrunkKind = Literal["dense", "attention"]
SubsetKind = Literal["joint", "independent"]
Activation = Literal["swish", "relu", "tanh"]


@dataclass(frozen=True, slots=True, config=CHECKED)
class Ramp:
    """A number that moves from one value to another during a training."""

    first: float
    last: float


@dataclass(frozen=True, slots=True, config=CHECKED)
class Stage:
    """A stage of a curriculum: games of so many turns, for a share of the updates."""

    turns: Depth
    share: Share


@dataclass(frozen=True, slots=True, config=CHECKED)
class NetworkSettings:
    """The shape of a policy network (the paper, section 4.3)."""

    things: ThingCode = "combined"
    """How the things are encoded: one by one, counted, both, or embedded without or with their positions."""
    embedding: Width = 16
    """The width of an embedded thing."""
    trunk: TrunkKind = "dense"
    """Dense layers, or self-attention over the things, which does not see their order."""
    layers: Depth = 3
    width: Width = 600
    head_width: Width = 600
    """The width of the hidden layer in each head."""
    norm: bool = True
    """Layer normalisation."""
    dropout: SomeShare = 0.0
    activation: Activation = "swish"
    subsets: SubsetKind = "joint"
    """One probability for every subset, or one for every thing (Bernoulli)."""
    attention_heads: Depth = 4
    elu_value: bool = True
    """Values pass an ELU, for games whose rewards are never negative."""

    def __post_init__(self) -> None:
        if self.trunk == "attention" and self.width % self.attention_heads:
            raise MendaxError(f"a width of {self.width} cannot be shared by {self.attention_heads} attention heads")
        check_size(self.layers * self.width**2 + self.width * self.head_width)


@dataclass(frozen=True, slots=True, config=CHECKED)
class LearningSettings:
    """How a policy network learns (the paper, sections 4.3.3 to 4.5)."""

    algorithm: Algorithm = "a2c"
    games: Batch = 32
    """Games played with one policy before it is changed."""
    parts: Batch = 1
    """Into how many equal parts these games are split, with a gradient step for each. In A2C and REINFORCE the games
    of later parts were then played by a policy that is a few steps old; a GPU plays many games as fast as few."""
    learning_rate: NotNegative = 2e-4
    warm_up: Share = 0.05
    """The share of the training in which the rate rises."""
    decay: Share = 0.25
    """The share, at the end, in which it falls."""
    lowest_rate: Share = 0.01
    """What it falls to, as a share of the highest."""
    discount: Ramp = Ramp(1.0, 1.0)
    """The discount for a decision; it moves linearly through the training."""
    trace: Share = 0.5
    """GAE's lambda: 0 is TD(0); 1 without a horizon is Monte Carlo."""
    horizon: Annotated[Whole, Field(ge=0)] = 0
    """How many decisions count before the critic's value takes over; 0 for no limit. With trace 1: n-step returns."""
    value_weight: NotNegative = 0.5
    entropy: tuple[Ramp, ...] = (Ramp(0.02, 0.0005), Ramp(0.02, 0.0005))
    """The entropy bonus for each head, in the order of the task's heads."""
    entropy_hold: Share = 0.3
    """The share of the training in which the bonuses stay."""
    entropy_anneal: Share = 0.6
    """The share in which they then fall."""
    clip_norm: NotNegative = 1.0
    """The largest norm of a gradient; 0 for no limit."""
    normalise: bool = True
    """Advantages are shifted and scaled to mean 0 and deviation 1 in every batch."""
    reward_scale: Annotated[float, Field(gt=0)] = 1.0
    """Rewards, and so the critic's values, are divided by this."""
    clip_ratio: Share = 0.2
    """PPO's epsilon."""
    epochs: Depth = 1
    """PPO: how many times the games are used."""
    curriculum: tuple[Stage, ...] = ()
    """Shorter games first; the rest of the training is played at full length."""

    def __post_init__(self) -> None:
        if self.games % self.parts:
            raise MendaxError(f"{self.games} games cannot be split into {self.parts} equal parts")
        if sum(stage.share for stage in self.curriculum) > 1:
            raise MendaxError("the stages of the curriculum have shares of more than 1 together")


def check_size(weights: int) -> None:
    """Refuse a network that no machine here could hold."""
    if weights > MOST_WEIGHTS:
        raise MendaxError(f"a network of about {weights:,} weights is too large; the most is {MOST_WEIGHTS:,}")


def as_json(settings: object) -> dict[str, Any]:
    """Settings as plain JSON."""
    data: dict[str, Any] = TypeAdapter(type(settings)).dump_python(settings, mode="json")
    return data


def from_json(kind: type[T], data: object) -> T:
    """Settings from JSON or from texts; an unknown name or a wrong value is one clear line.

    >>> from_json(Ramp, {"first": 1, "last": "0.5"})
    Ramp(first=1.0, last=0.5)
    """
    try:
        return TypeAdapter(kind).validate_python(data)
    except ValidationError as error:
        raise MendaxError(_first_error(error)) from None


def override(settings: T, changes: Mapping[str, object]) -> T:
    """The settings with some values changed, by dotted names: `learning.entropy.0.first` -> `0.05`.

    A list is given as JSON: `networks.actor` -> `[512, 512]`.
    """
    data = as_json(settings)
    for name, value in changes.items():
        *path, last = name.split(".")
        at: Any = data
        for part in path:
            at = at[_key(at, part, name)]
        at[_key(at, last, name)] = _list(value, name) if isinstance(at[_key(at, last, name)], list) else value
    return from_json(type(settings), data)


def _list(value: object, name: str) -> object:
    """A list as it is, or from its JSON text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise MendaxError(f"{name} is a list, such as [512,512], not '{value}'") from None


def read_changes(texts: Sequence[str]) -> dict[str, str]:
    """Settings as people write them: `learning.games=64`."""
    changes = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise MendaxError(f"a setting is written NAME=VALUE, such as learning.games=64, not '{text}'")
        changes[name] = value
    return changes


def _key(at: Any, part: str, name: str) -> str | int:
    """A part of a dotted name as a key of a dictionary or an index of a list."""
    if isinstance(at, dict) and part in at:
        return part
    if isinstance(at, list) and part.isdigit() and int(part) < len(at):
        return int(part)
    known = ", ".join(at) if isinstance(at, dict) else f"0 to {len(at) - 1}" if isinstance(at, list) and at else "none"
    raise MendaxError(f"there is no setting '{name}': at '{part}' there is {known}")


def _first_error(error: ValidationError) -> str:
    first = error.errors()[0]
    name = ".".join(map(str, first["loc"]))
    if first["type"] == "unexpected_keyword_argument":
        return f"there is no setting '{name}'"
    problem = first["msg"].removeprefix("Value error, ").removeprefix("Input ")
    return f"{name or 'the settings'} {problem}, not {first['input']}"
