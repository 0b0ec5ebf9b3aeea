"""The coach at the table: what each decision lost by the odds against unknown cards."""

from __future__ import annotations

from typing import Final

from mendax.core.advised_review import AdvisedCoach
from mendax.games.holdem.rules.types import SMALL_BET

COACH: Final = AdvisedCoach(
    "odds",
    title="the odds against unknown cards",
    unit="small bets",
    factor=1 / SMALL_BET,
    decimals=2,
    meaning="if all stay to the showdown and nobody bets again",
)
