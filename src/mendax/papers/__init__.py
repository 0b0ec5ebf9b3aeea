"""Each source document's tables and figures, made again and set beside the published ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from mendax.core.registry import load


@dataclass(frozen=True, slots=True)
class Paper:
    """A published study that `mendax reproduce` makes again."""

    name: str
    about: str
    where: str

    def load(self) -> Callable[..., dict[str, Any]]:
        """The function that writes the report and returns its numbers."""
        return cast(Callable[..., dict[str, Any]], load(self.where))


PAPERS = {
    "one-die": Paper(
        "one-die",
        "The thesis on one-die Liar's Dice: Table 1 and what lies behind it",
        "mendax.papers.one_die:reproduce",
    ),
    "soar-dice": Paper(
        "soar-dice",
        "The study of Soar agents at Liar's Dice: Figure 2, every pair in four orderings",
        "mendax.papers.soar_dice:reproduce",
    ),
    "yahtzee-rl": Paper(
        "yahtzee-rl",
        "The study of learning Yahtzee: its tables and figures with real data, beside the exact optimum",
        "mendax.papers.yahtzee_rl:reproduce",
    ),
}


@dataclass(frozen=True, slots=True)
class Beside:
    """A published time to set beside our own."""

    seconds: float
    what: str


def beside_solving(game: str) -> Beside | None:
    """What solving this very game took its authors, where they say."""
    if game != "one-die":
        return None
    from mendax.papers.published import THESIS_SECONDS, THESIS_TIME

    return Beside(THESIS_SECONDS, THESIS_TIME)
