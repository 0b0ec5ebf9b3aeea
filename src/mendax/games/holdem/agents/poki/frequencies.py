"""How often a player folds, calls and raises: counted, smoothed by a default player, saved and loaded.

There is a count for each stage (before the flop to the river), for facing no bet, one bet, or two and more, and for the
three choices. A check counts as a call, a bet as a raise; a blind is a bet that one faces.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mendax.core.errors import MendaxError
from mendax.core.files import write_whole
from mendax.core.record import Record
from mendax.games.holdem.kernel.hands import CALL, FOLD, RAISE
from mendax.games.holdem.kernel.holdings import Weights
from mendax.games.holdem.rules import Act, Acted, BoardDealt, Event, HandBegan, Holdem, Stage
from mendax.games.holdem.rules.types import BET_SIZES, BIG_BLIND, SMALL_BLIND

Counts = NDArray[np.int64]
"""By stage, bets faced and choice."""
SHAPE: Final = (4, 3, 3)
FORMAT: Final = "mendax holdem frequencies"
VERSION: Final = 1
MOST_COUNTED: Final = 10**9
CHOICES: Final = {Act.FOLD: FOLD, Act.CHECK: CALL, Act.CALL: CALL, Act.BET: RAISE, Act.RAISE: RAISE}
DEFAULT: Final[Weights] = np.array(
    [
        [[0.0, 0.70, 0.30], [0.35, 0.40, 0.25], [0.25, 0.60, 0.15]],
        [[0.0, 0.60, 0.40], [0.30, 0.50, 0.20], [0.20, 0.60, 0.20]],
        [[0.0, 0.60, 0.40], [0.35, 0.50, 0.15], [0.25, 0.60, 0.15]],
        [[0.0, 0.60, 0.40], [0.40, 0.45, 0.15], [0.30, 0.60, 0.10]],
    ]
)
"""The rates of the default player, whom nothing is known of."""
DEFAULT_WEIGHT: Final = 8.0
"""How many observations of a situation the default player stands for."""


def no_counts() -> Counts:
    """Nothing observed yet."""
    return np.zeros(SHAPE, dtype=np.int64)


def rates(counts: Counts) -> Weights:
    """The rates of a player: those observed, smoothed by the default player; in each situation they add up to 1."""
    weighted = counts + DEFAULT_WEIGHT * DEFAULT
    return np.asarray(weighted / weighted.sum(axis=2, keepdims=True))


def bets_faced(to_call: int, stage: Stage) -> int:
    """How many bets it costs to stay in: 0, 1, or 2 for more; half a bet counts as one.

    >>> bets_faced(1, Stage.PREFLOP), bets_faced(4, Stage.FLOP), bets_faced(4, Stage.RIVER)
    (1, 2, 1)
    """
    return min(2, -(-to_call // BET_SIZES[stage]))


class Watch:
    """Listens to a session and counts what every seat does."""

    def __init__(self, players: int) -> None:
        self.counts = [no_counts() for _ in range(players)]
        self._stage, self._level, self._bets = Stage.PREFLOP, 0, [0] * players

    def hear(self, event: Event) -> None:
        """Follow the betting; count an action by what the seat faced."""
        if isinstance(event, Acted):
            faced = bets_faced(self._level - self._bets[event.seat], self._stage)
            self.counts[event.seat][self._stage, faced, CHOICES[event.act]] += 1
            self._bets[event.seat] += event.chips
            self._level = event.level
        elif isinstance(event, BoardDealt):
            self._stage, self._level, self._bets = event.stage, 0, [0] * len(self._bets)
        elif isinstance(event, HandBegan):
            self._stage, self._level, self._bets = Stage.PREFLOP, BIG_BLIND, [0] * len(self._bets)
            self._bets[event.small], self._bets[event.big] = SMALL_BLIND, BIG_BLIND


@dataclass(frozen=True)
class History:
    """What players did in earlier sessions, by name."""

    players: Mapping[str, Counts] = field(default_factory=dict)

    @classmethod
    def of_records(cls, records: Iterable[Record]) -> History:
        """Count every finished and unfinished match of Hold'em; a name in several seats is one player."""
        found: dict[str, Counts] = {}
        for record in records:
            if not isinstance(record.game, Holdem):
                raise MendaxError(f"a history of holdem cannot be made from a record of {record.game.name}")
            watch = Watch(record.game.players)
            for before, move, after in record.states():
                for event in record.game.events(before, move.action, after, None):
                    watch.hear(event)
            for name, counts in zip(record.agents, watch.counts, strict=True):
                found[name] = found.get(name, no_counts()) + counts
        return cls(found)

    def counts(self, player: str = "") -> Counts:
        """What one player did, or all together if none is named."""
        if not player:
            return sum(self.players.values(), no_counts())
        if player not in self.players:
            raise MendaxError(f"the history has no player {player!r}; it has: {', '.join(self.players) or 'none'}")
        return self.players[player]

    def to_json(self) -> dict[str, Any]:
        """The file: format, version, and for each player the counts as nested lists."""
        players = {name: counts.tolist() for name, counts in sorted(self.players.items())}
        return {"format": FORMAT, "version": VERSION, "players": players}

    def save(self, file: Path) -> None:
        """Write it as a file that `load` reads."""
        write_whole(file, json.dumps(self.to_json(), indent=1) + "\n")


def load_history(file: Path) -> History:
    """A history from its file; raises a `MendaxError` of one line if it is not one."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise MendaxError(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise MendaxError(f"{file} is not a history of frequencies: it is not JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise MendaxError(f"{file} is not a history of frequencies: its format is not {FORMAT!r}")
    if data.get("version") != VERSION:
        raise MendaxError(f"{file} has version {data.get('version')!r}; this Mendax reads version {VERSION}")
    players = data.get("players")
    if not isinstance(players, dict):
        raise MendaxError(f"{file} has no players")
    return History({name: _read_counts(file, name, rows) for name, rows in players.items()})


def _read_counts(file: Path, name: str, rows: object) -> Counts:
    """The counts of one player, checked."""
    wrong = MendaxError(
        f"{file}: the counts of {name[:40]!r} must be 4 stages of 3 rows of 3 whole numbers "
        "(bets faced; fold, call, raise)"
    )
    try:
        counts = np.array(rows, dtype=object)
    except ValueError:
        raise wrong from None
    if counts.shape != SHAPE or any(type(number) is not int for number in counts.flat):
        raise wrong
    if min(counts.flat) < 0 or max(counts.flat) > MOST_COUNTED or counts[:, 0, FOLD].any():
        raise MendaxError(
            f"{file}: the counts of {name[:40]!r} are negative or too large, or count folds without a bet"
        )
    return counts.astype(np.int64)
