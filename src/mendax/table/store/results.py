"""Results by player, opponent and seat, as the tables of the one-die thesis (chapter 5) have them; hands and money."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from math import sqrt
from typing import Any, Final, NamedTuple

from mendax.arena.statistics import wilson
from mendax.arena.student import t95
from mendax.core.catalogue import find_game
from mendax.core.errors import MendaxError
from mendax.core.game import Count, Counted, Seat
from mendax.core.results import Result, Winnings
from mendax.table.store.database import Database
from mendax.table.store.result_lines import ResultLine, built, family, result_lines
from mendax.table.store.rows import Kind, MatchRow, Sitter

NAMES: Final = {
    Count.WINS: ("wins", "win_rate"),
    Count.NOT_LOST: ("not_lost", "not_lost_rate"),
    Count.MONEY: ("money", "mean_money"),
}
"""The JSON names of a total and of a rate."""


class Player(NamedTuple):
    """Who is counted as one: a person or a program by its id, an agent by its name."""

    kind: Kind
    key: str

    @classmethod
    def of(cls, sitter: Sitter) -> Player:
        """The player in a seat."""
        return cls(sitter.kind, sitter.player or f"={sitter.name}")


@dataclass(slots=True)
class Tally:
    """What was counted of a player: games, or hands where the game counts hands."""

    games: int = 0
    score: float = 0.0
    squares: float = 0.0
    """The sum of the squares of its scores."""
    fair: float = 0.0
    """What it would have been credited with among equals."""

    def add(self, games: int, score: float, squares: float, fair: float) -> None:
        """Count more results."""
        self.games += games
        self.score += score
        self.squares += squares
        self.fair += fair

    @property
    def rate(self) -> float:
        """The score a game or hand."""
        return self.score / self.games

    def ci95(self, counted: Counted) -> tuple[float, float] | None:
        """The 95 % interval of the rate, every game taken as independent; `None` for fewer than two."""
        if self.games < 2:
            return None
        if counted.kind is not Count.MONEY:
            return wilson(self.score, self.games)
        variance = max(0.0, self.squares / self.games - self.rate**2) / (self.games - 1)
        spread = t95(self.games - 1) * sqrt(variance)
        return (self.rate - spread, self.rate + spread)

    def to_json(self, counted: Counted) -> dict[str, Any]:
        """Games or hands, and the score under the name of what is counted."""
        total, rate = NAMES[counted.kind]
        ends = self.ci95(counted)
        return {
            each(counted): self.games,
            total: self.score,
            rate: self.rate,
            "ci95": None if ends is None else list(ends),
            "fair_share": self.fair / self.games,
        }


class First(Enum):
    """Who of two players made the first decision of a match."""

    ONE = 0
    OTHER = 1
    NEITHER = None
    """A third player, or chance says who; also in a match of hands, where that changes from hand to hand."""


@dataclass(slots=True)
class Meeting:
    """Matches or hands that two players had together, and what each was credited with."""

    games: int = 0
    one: float = 0.0
    other: float = 0.0


@dataclass(slots=True)
class GameResults:
    """All results of one game, whatever the number of its players."""

    game: str
    """Its text without the number of players."""
    counted: Counted
    matches: int = 0
    players: dict[Player, dict[Seat, Tally]] = field(default_factory=dict)
    pairs: dict[tuple[Player, Player], dict[First, Meeting]] = field(default_factory=dict)
    endings: Counter[str] = field(default_factory=Counter)
    names: dict[Player, str] = field(default_factory=dict)
    """What each player is called; the last name counts."""

    def add(self, match: MatchRow) -> None:
        """Count a finished match."""
        lines = result_lines(match)
        self.matches += 1
        self.endings[match.end or ""] += 1
        self.names.update({Player.of(sitter): sitter.name for sitter in match.seats})
        seats = len(match.seats)
        for start in range(0, len(lines), seats):
            self._add_hand(lines[start : start + seats])

    def _add_hand(self, lines: Sequence[ResultLine]) -> None:
        seats = len(lines)
        fair = {Count.WINS: 1 / seats, Count.NOT_LOST: 1 - 1 / seats, Count.MONEY: 0.0}[self.counted.kind]
        sat = sorted((Player.of(line.sitter), line.seat, line.score or 0.0) for line in lines)
        for player, seat, score in sat:
            self.players.setdefault(player, {}).setdefault(seat, Tally()).add(1, score, score**2, fair)
        opener = None if self.counted.by_hand else built(lines[0].game).opener
        for (one, seat, score), (other, other_seat, other_score) in combinations(sat, 2):
            if one == other:
                continue
            first = First.ONE if seat == opener else First.OTHER if other_seat == opener else First.NEITHER
            meeting = self.pairs.setdefault((one, other), {}).setdefault(first, Meeting())
            meeting.games += 1
            meeting.one += score
            meeting.other += other_score

    def total(self, player: Player) -> Tally:
        """A player's results over all seats."""
        total = Tally()
        for one in self.players[player].values():
            total.add(one.games, one.score, one.squares, one.fair)
        return total

    def ranked(self) -> list[Player]:
        """All players, the best rate first."""
        return sorted(self.players, key=lambda player: (-self.total(player).rate, player))

    def labels(self) -> dict[Player, str]:
        """A name for each player that no other one has."""
        found: dict[Player, str] = {}
        taken = Counter(self.names.values())
        for player, name in sorted(self.names.items()):
            label, number = name if taken[name] == 1 else f"{name} ({player.kind})", 1
            while label in found.values():
                number += 1
                label = f"{name} ({player.kind} {number})"
            found[player] = label
        return found

    def ranking(self) -> Result | None:
        """Who wins and who loses, of those with hands enough to tell; `None` where the game has no such list."""
        rank = find_game(self.game.partition(":")[0]).load_ranking() if self.counted.by_hand else None
        if rank is None:
            return None
        labels = self.labels()
        return rank([Winnings(labels[who], *self._hands(who)) for who in self.ranked()])

    def _hands(self, player: Player) -> tuple[int, float, float]:
        total = self.total(player)
        return (total.games, total.score, total.squares)

    def to_json(self) -> dict[str, Any]:
        """Players with their seats, pairs with who was first, endings, and the ranking where there is one."""
        labels, counted, ranking = self.labels(), self.counted, self.ranking()
        return {
            "game": self.game,
            "counted": counted.kind.value,
            "unit": counted.unit,
            "matches": self.matches,
            "players": [
                {
                    "name": labels[player],
                    "kind": player.kind,
                    **self.total(player).to_json(counted),
                    "by_seat": [
                        {"seat": seat, **tally.to_json(counted)} for seat, tally in sorted(self.players[player].items())
                    ],
                }
                for player in self.ranked()
            ],
            "pairs": [self._pair_json((labels[one], labels[other]), met) for (one, other), met in self.pairs.items()],
            "endings": dict(self.endings.most_common()),
            **({} if ranking is None else {"ranking": ranking.to_json()}),
        }

    def _pair_json(self, names: tuple[str, str], met: dict[First, Meeting]) -> dict[str, Any]:
        total = NAMES[self.counted.kind][0]
        return {
            "players": list(names),
            each(self.counted): sum(one.games for one in met.values()),
            total: [sum(one.one for one in met.values()), sum(one.other for one in met.values())],
            "by_first": [
                {
                    "first": None if first.value is None else names[first.value],
                    each(self.counted): met[first].games,
                    total: [met[first].one, met[first].other],
                }
                for first in First
                if first in met
            ],
        }


@dataclass(slots=True)
class Results:
    """The results of all finished matches. A server keeps one and adds each match as it ends."""

    games: dict[tuple[str, Counted], GameResults] = field(default_factory=dict)
    unknown: Counter[str] = field(default_factory=Counter)
    """Matches by game whose game cannot be built any more, such as that of a package that is gone."""

    def add(self, match: MatchRow) -> None:
        """Count a match; one that runs, or that was given up, changes nothing."""
        if match.ended is None or match.payoffs is None:
            return
        try:
            key = (family(match.game), built(match.game).counted)
        except MendaxError:
            self.unknown[match.game] += 1
            return
        if (found := self.games.get(key)) is None:
            found = self.games[key] = GameResults(*key)
        found.add(match)

    def to_json(self) -> dict[str, Any]:
        """Every game by itself."""
        return {
            "games": [self.games[key].to_json() for key in sorted(self.games, key=lambda key: (key[0], key[1].unit))],
            "unknown_games": dict(self.unknown),
        }


def each(counted: Counted) -> str:
    """The JSON name of what a result is: a hand or a game."""
    return "hands" if counted.by_hand else "games"


def finished(connection: sqlite3.Connection) -> Iterator[MatchRow]:
    """Every match that was played to its end, in the order of their ends."""
    sql = "SELECT * FROM matches WHERE ended IS NOT NULL AND payoffs IS NOT NULL ORDER BY ended, id"
    return map(MatchRow.read, connection.execute(sql))


async def load_results(db: Database) -> Results:
    """The results of all that is stored."""

    def count(connection: sqlite3.Connection) -> Results:
        results = Results()
        for match in finished(connection):
            results.add(match)
        return results

    return await db.consult(count)
