"""The coach of one-die Liar's Dice: what each decision costs by the exact solution."""

from __future__ import annotations

from typing import Final

from mendax.core.advised_review import AdvisedCoach

COACH: Final = AdvisedCoach(
    "equilibrium",
    title="the exact solution",
    unit="wins in a hundred games",
    factor=50.0,
    decimals=1,
    meaning="against one who plays it",
)
