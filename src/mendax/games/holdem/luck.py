"""The luck in matches of Hold'em, for `mendax.arena.luck`: what each seat's cards were worth beyond the average."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import numpy as np

from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame
from mendax.core.match import Move
from mendax.games.holdem.agents.poki.starting_hands import KINDS, income_rates, rates_row
from mendax.games.holdem.agents.starting_points import card_points
from mendax.games.holdem.kernel.holdings import HOLDINGS, Weights
from mendax.games.holdem.kernel.luck import CHOICES, FEATURES, SCENARIOS, session_luck
from mendax.games.holdem.kernel.styles import NEVER, NOTHING, PAIR, STRONG, TOP_PAIR
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table
from mendax.games.holdem.rules import BET, CALL, CHECK, FOLD, RAISE, Act, Deal, Holdem
from mendax.games.holdem.rules.cards import NUM_CARDS

_CHOICES: Final = {FOLD: CHOICES, CHECK: CHOICES + 1, CALL: CHOICES + 1, BET: CHOICES + 2, RAISE: CHOICES + 2}
_HIGH: Final = 1.0
"""From so many standard deviations above the mean on, a holding is high."""

StageStyle: TypeAlias = tuple[int, int, int, int, int]
"""The classes of hands to bet, to call and to raise with; whether a draw calls; whether it bets."""
Style: TypeAlias = tuple[StageStyle, StageStyle, StageStyle]
"""On flop, turn and river."""


def _always(style: StageStyle) -> Style:
    return (style, style, style)


_CALLS: Final = _always((NEVER, NOTHING, NEVER, 1, 0))
_RAISES: Final = _always((NOTHING, NOTHING, NOTHING, 1, 1))
_FOLDS: Final = _always((NEVER, NEVER, NEVER, 0, 0))
_TIGHT: Final = _always((TOP_PAIR, TOP_PAIR, STRONG, 0, 0))
_LOOSE: Final = _always((PAIR, PAIR, STRONG, 1, 0))
_SOARBOT_1: Final = ((TOP_PAIR, PAIR, STRONG, 1, 0), (TOP_PAIR, TOP_PAIR, STRONG, 0, 0), (TOP_PAIR, PAIR, STRONG, 0, 0))
_SOARBOT_2: Final = ((TOP_PAIR, PAIR, TOP_PAIR, 1, 1), (TOP_PAIR, PAIR, TOP_PAIR, 1, 0), (TOP_PAIR, PAIR, STRONG, 0, 0))
_ODDS_1: Final = _always((TOP_PAIR, NOTHING, TOP_PAIR, 1, 0))
_ODDS_2: Final = _always((PAIR, PAIR, TOP_PAIR, 1, 0))
_POKI_1: Final = ((PAIR, PAIR, STRONG, 1, 1), (PAIR, TOP_PAIR, STRONG, 1, 1), (PAIR, PAIR, STRONG, 0, 0))
_POKI_2: Final = ((NOTHING, TOP_PAIR, TOP_PAIR, 1, 1), (PAIR, PAIR, STRONG, 1, 1), (TOP_PAIR, PAIR, STRONG, 0, 0))
UNKNOWN: Final = (_LOOSE, _SOARBOT_1)
STYLES: Final[Mapping[str, tuple[Style, Style]]] = {
    "always-call": (_CALLS, _CALLS),
    "always-raise": (_RAISES, _RAISES),
    "always-fold": (_FOLDS, _FOLDS),
    "tight": (_TIGHT, _TIGHT),
    "loose": (_LOOSE, _LOOSE),
    "odds": (_ODDS_1, _ODDS_2),
    "soarbot": (_SOARBOT_1, _SOARBOT_2),
    "soarbot-m": (_SOARBOT_1, _SOARBOT_2),
    "poki": (_POKI_1, _POKI_2),
}
"""By agent: the style it is taken for in each of two scenarios. A wrong one takes less luck out, and is no bias."""


@dataclass(frozen=True, slots=True)
class HoldemLuck:
    """Measures the luck of the cards, hand by hand; it is picklable and travels to worker processes.

    >>> len(HoldemLuck().names)
    24
    """

    @property
    def names(self) -> tuple[str, ...]:
        """What is measured."""
        return FEATURES

    def measure(self, game: AnyGame, moves: Sequence[Move], agents: Sequence[str]) -> Weights:
        """The luck of every finished hand of a match, by hand, seat and feature."""
        if not isinstance(game, Holdem):
            raise MendaxError(f"this measures luck in holdem, not in {game.name}")
        codes = np.array([_code(move.action) for move in moves], dtype=np.int64)
        by_position = session_luck(
            evaluator_table(), qualities(game.players), codes, game.players, game.raises, styles_of(agents)
        )
        luck = np.empty_like(by_position)
        for hand, positions in enumerate(by_position):
            luck[hand] = np.roll(positions, game.button(hand) + 1, axis=0)
        return luck


def styles_of(agents: Sequence[str]) -> Numbers:
    """By scenario and seat: what style an agent is taken for."""
    pairs = [STYLES.get(name.partition(":")[0], UNKNOWN) for name in agents]
    return np.array([[pair[scenario] for pair in pairs] for scenario in range(SCENARIOS)], dtype=np.int64)


def _code(action: Act | Deal) -> int:
    return action.card if isinstance(action, Deal) else _CHOICES[action]


@cache
def qualities(players: int) -> Weights:
    """How good two cards are by themselves, by two measures, each also above a bound: mean 0 over all holdings."""
    points = np.array([card_points((int(one), int(two))) for one, two in HOLDINGS], dtype=np.float64)
    rates = income_rates()[rates_row(players)][KINDS]
    measures = [(values - values.mean()) / values.std() for values in (rates, points)]
    measures += [np.maximum(0.0, values - _HIGH) for values in measures]
    return np.array([_square(values - values.mean()) for values in measures])


def _square(values: Weights) -> Weights:
    """By both cards, in any order."""
    table = np.zeros((NUM_CARDS, NUM_CARDS))
    one, two = _columns(HOLDINGS)
    table[one, two] = table[two, one] = values
    return table


def _columns(holdings: Numbers) -> tuple[Numbers, Numbers]:
    return holdings[:, 0], holdings[:, 1]
