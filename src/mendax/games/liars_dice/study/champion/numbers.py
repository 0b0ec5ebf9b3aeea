"""The numbers of the champion's study, as the report and `numbers.json` have them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Any

from mendax.arena.student import t95


@dataclass(frozen=True, slots=True)
class Exploited:
    """What an exploiter won."""

    seed: int
    drawn: float
    """By its policy."""
    greedy: float
    """By its most probable actions."""
    decisions: int
    seconds: float

    @property
    def most(self) -> float:
        """The better of its two ways to play."""
        return max(self.drawn, self.greedy)


@dataclass(frozen=True, slots=True)
class TrainedPlayer:
    """One training of a variant."""

    seed: int
    won: dict[str, float]
    """Against agents of the paper."""
    seconds: float
    exploited: Exploited | None


@dataclass(frozen=True, slots=True)
class Over:
    """A share over seeds, with Student's 95 % interval where there are at least two."""

    mean: float
    ci95: tuple[float, float] | None
    by_seed: tuple[float, ...]

    @classmethod
    def of(cls, shares: Sequence[float]) -> Over | None:
        """None of nothing.

        >>> Over.of([0.5, 0.7]).mean
        0.6
        """
        if not shares:
            return None
        mean = fmean(shares)
        if len(shares) < 2:
            return cls(mean, None, tuple(shares))
        spread = t95(len(shares) - 1) * stdev(shares) / math.sqrt(len(shares))
        return cls(mean, (mean - spread, mean + spread), tuple(shares))


@dataclass(frozen=True, slots=True)
class VariantResult:
    """A training with something left out, by seed."""

    name: str
    about: str
    players: tuple[TrainedPlayer, ...]

    def won(self, agent: str) -> Over | None:
        """Against an agent of the paper."""
        return Over.of([player.won[agent] for player in self.players])

    @property
    def exploited(self) -> Over | None:
        """What exploiters won."""
        return Over.of([player.exploited.most for player in self.players if player.exploited is not None])

    def more_than(self, other: VariantResult) -> Over | None:
        """By how much more it is exploited, seed by seed where both have one."""
        theirs = {player.seed: player.exploited for player in other.players}
        pairs = [(player.exploited, theirs.get(player.seed)) for player in self.players]
        return Over.of([mine.most - their.most for mine, their in pairs if mine is not None and their is not None])


@dataclass(frozen=True, slots=True)
class FrozenResult:
    """A player that was there before, and its exploiters."""

    name: str
    exploiters: tuple[Exploited, ...]

    @property
    def exploited(self) -> Over | None:
        """What exploiters won."""
        return Over.of([one.most for one in self.exploiters])


@dataclass(frozen=True, slots=True)
class ChampionNumbers:
    """All numbers of the study."""

    quick: bool
    seed: int
    """Added to the fixed seeds."""
    decisions: int
    exploiter_decisions: int
    matches: int
    planned: int
    """Trainings and exploiters."""
    done: int
    seconds: float
    """Of learning, all together."""
    device: str
    variants: tuple[VariantResult, ...]
    frozen: tuple[FrozenResult, ...]
    failed: tuple[str, ...] = ()
    """Trainings that came to numbers that are not finite, and were given up."""

    def to_json(self) -> dict[str, Any]:
        """The numbers by their stable names."""
        return {"study": "champion", **asdict(self)}


@dataclass(frozen=True, slots=True)
class PositionLoss:
    """What a player loses to a best response in a position of the endgame, in payoff."""

    position: str
    opening: float
    answering: float


@dataclass(frozen=True, slots=True)
class SmallPlayer:
    """One training of the small game."""

    seed: int
    seconds: float
    losses: tuple[PositionLoss, ...]

    @property
    def loss(self) -> float:
        """The mean over positions, opening and answering."""
        return fmean(part for loss in self.losses for part in (loss.opening, loss.answering))


@dataclass(frozen=True, slots=True)
class SmallVariant:
    """A training of the small game with something left out, by seed."""

    name: str
    about: str
    players: tuple[SmallPlayer, ...]

    @property
    def lost(self) -> Over | None:
        """What players lose."""
        return Over.of([player.loss for player in self.players])

    def more_than(self, other: SmallVariant) -> Over | None:
        """By how much more they lose, seed by seed."""
        pairs = zip(self.players, other.players, strict=True)
        return Over.of([mine.loss - theirs.loss for mine, theirs in pairs])


@dataclass(frozen=True, slots=True)
class SmallGameNumbers:
    """All numbers of a small game."""

    part: str
    """Of the study."""
    quick: bool
    seed: int
    """Added to the fixed seeds."""
    decisions: int
    first_dice: int
    """The most that matches begin with."""
    variants: tuple[SmallVariant, ...]

    def to_json(self) -> dict[str, Any]:
        """The numbers by their stable names."""
        return {"study": "champion", **asdict(self)}
