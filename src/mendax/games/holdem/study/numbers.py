"""The numbers of the study, as its report and `numbers.json` have them.

Money is in small bets a hand, unless it says dollars.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mendax.games.holdem.study.analysis import PublishedAnalysis
from mendax.games.holdem.study.line_ups import Exchange, LineUp
from mendax.games.holdem.study.moving_average import MovingAverage
from mendax.games.holdem.study.played import Hands, Mean
from mendax.games.holdem.study.published import RANKED_FROM, SMALL_BET


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """An agent at one table, in all its chairs there."""

    agent: str
    chairs: int
    hands: int
    """That were dealt to it, over its chairs."""
    plain: Mean
    """As if all hands were dealt anew."""
    duplicate: Mean
    by_session: Mean
    """With whole sessions as observations: a check of the intervals."""
    aivat: Mean
    """By duplicate deals, with luck taken out."""
    spread: float
    """The standard deviation of a hand of its first chair."""

    @classmethod
    def of(cls, hands: Hands, agent: str) -> PlayerResult:
        """Count an agent's chairs together."""
        chairs = hands.chairs_of(agent)
        return cls(
            agent,
            len(chairs),
            len(hands) * len(chairs),
            hands.plain(chairs),
            hands.duplicate(chairs),
            hands.by_session(chairs),
            hands.aivat(chairs),
            hands.spread(chairs[0]),
        )

    @property
    def duplicate_worth(self) -> float:
        """How many times narrower duplicate deals make the interval."""
        return self.plain.half / self.duplicate.half

    @property
    def aivat_worth(self) -> float:
        """How many times narrower than by duplicate deals it is without luck."""
        return self.duplicate.half / self.aivat.half

    def to_json(self) -> dict[str, Any]:
        """The estimates by name."""
        return {
            "agent": self.agent,
            "chairs": self.chairs,
            "hands": self.hands,
            "plain": mean_json(self.plain),
            "duplicate": mean_json(self.duplicate),
            "by_session": mean_json(self.by_session),
            "aivat": mean_json(self.aivat),
            "spread": self.spread,
            "duplicate_worth": self.duplicate_worth,
            "aivat_worth": self.aivat_worth,
        }


@dataclass(frozen=True, slots=True)
class LineUpResult:
    """A line-up as it was played."""

    line_up: LineUp
    hands: int
    deals: int
    batches: int
    reached: bool
    """Whether the interval is as narrow as was asked for."""
    players: tuple[PlayerResult, ...]
    """SoarBot first."""
    ahead: Mean | None
    """What a chair of `poki` won more a hand than SoarBot, without luck; none where it does not sit."""

    @property
    def soarbot(self) -> PlayerResult:
        """The player that is measured."""
        return self.players[0]

    def to_json(self) -> dict[str, Any]:
        """The line-up and its players."""
        return {
            **asdict(self.line_up),
            "hands": self.hands,
            "deals": self.deals,
            "batches": self.batches,
            "reached": self.reached,
            "players": [player.to_json() for player in self.players],
            "poki_ahead": mean_json(self.ahead),
        }


@dataclass(frozen=True, slots=True)
class ExchangeResult:
    """What another agent in a chair won, beside who sat there in the same hands."""

    exchange: Exchange
    hands: int
    won: Mean
    """By duplicate deals."""
    replaced: Mean
    difference: Mean
    aivat: Mean
    """The difference without luck."""

    @classmethod
    def of(cls, exchange: Exchange, hands: Hands, beside: Hands) -> ExchangeResult:
        """Compare by the hand."""
        chair = exchange.chair
        difference, aivat = hands.compare(chair, beside, chair)
        return cls(exchange, len(hands), hands.duplicate([chair]), beside.duplicate([chair]), difference, aivat)

    def to_json(self) -> dict[str, Any]:
        """The exchange and its difference."""
        return {
            "line_up": self.exchange.line_up.name,
            "replaced": self.exchange.replaced,
            "agent": self.exchange.agent,
            "hands": self.hands,
            "won": mean_json(self.won),
            "won_by_replaced": mean_json(self.replaced),
            "difference": mean_json(self.difference),
            "difference_aivat": mean_json(self.aivat),
        }


@dataclass(frozen=True, slots=True)
class HeadsUpResult:
    """A match of two: what the first won."""

    line_up: LineUp
    player: PlayerResult

    def to_json(self) -> dict[str, Any]:
        """The match and its first player."""
        return {**asdict(self.line_up), "first": self.player.to_json()}


@dataclass(frozen=True, slots=True)
class Rank:
    """A player over all line-ups, as in the thesis's list of sharks and fish."""

    agent: str
    hands: int
    won: Mean

    @classmethod
    def of(cls, agent: str, results: Sequence[PlayerResult]) -> Rank:
        """Its tables together, each by its hands; tables are independent of each other."""
        hands = sum(result.hands for result in results)
        mean = sum(result.hands * result.aivat.mean for result in results) / hands
        half = math.sqrt(sum((result.hands * result.aivat.half) ** 2 for result in results)) / hands
        return cls(agent, hands, Mean(mean, half))


def rank_players(line_ups: Sequence[LineUpResult]) -> tuple[Rank, ...]:
    """All players with enough hands, the best first."""
    found: dict[str, list[PlayerResult]] = {}
    for line_up in line_ups:
        for player in line_up.players:
            found.setdefault(player.agent, []).append(player)
    ranks = [Rank.of(agent, results) for agent, results in found.items()]
    return tuple(sorted((one for one in ranks if one.hands >= RANKED_FROM), key=lambda one: -one.won.mean))


@dataclass(frozen=True, slots=True)
class SoarBotNumbers:
    """All numbers of the study."""

    seed: int
    quick: bool
    hands_a_session: int
    goal: float
    published: PublishedAnalysis
    line_ups: tuple[LineUpResult, ...]
    averages: tuple[MovingAverage, ...]
    exchanges: tuple[ExchangeResult, ...]
    heads_up: tuple[HeadsUpResult, ...]
    ranks: tuple[Rank, ...]

    def to_json(self) -> dict[str, Any]:
        """The numbers by their stable names."""
        return {
            "paper": "soarbot",
            "seed": self.seed,
            "quick": self.quick,
            "hands_a_session": self.hands_a_session,
            "goal": self.goal,
            "published": self.published.to_json(),
            "line_ups": [one.to_json() for one in self.line_ups],
            "moving_averages": [asdict(one) for one in self.averages],
            "exchanges": [one.to_json() for one in self.exchanges],
            "heads_up": [one.to_json() for one in self.heads_up],
            "sharks_and_fish": [
                {"agent": one.agent, "hands": one.hands, **(mean_json(one.won) or {})} for one in self.ranks
            ],
        }


def mean_json(mean: Mean | None) -> dict[str, float] | None:
    """A mean in small bets and in the thesis's dollars, with half the width of its 95 % interval."""
    if mean is None:
        return None
    return {
        "small_bets": mean.mean,
        "half_width": mean.half,
        "dollars": SMALL_BET * mean.mean,
        "dollars_half_width": SMALL_BET * mean.half,
    }
