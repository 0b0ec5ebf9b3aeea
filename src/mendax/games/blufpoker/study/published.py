"""What the authors published, with its source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CITATION: Final = (
    "Ivar Mak, Oscar de Vries and Joost Warmerdam: An Epistemic Approach to Analyzing and Modeling Knowledge in "
    "Blufpoker. Project report, Logical Aspects of Multi-agent Systems, University of Groningen, June 2020"
)
RESULTS: Final = "https://github.com/boscy/Blufpoker"
"""The authors' program and their table of results, which the paper does not have."""

GAMES: Final = 10_000
"""Of each line-up."""
KNOWLEDGE: Final = "knowledge"
"""Stands for the knowledge agent in a line-up, whatever its readings are."""
PLAYERS: Final = {
    "K": KNOWLEDGE,
    "R": "naive:one/truthful/believe=0.8+call-top",
    "GO": "naive:greedy/overbid/believe",
    "GT": "naive:greedy/truthful/believe",
    "LO": "naive:lowest/overbid/believe",
}
"""The authors' players by the letters of this report. Their random caller believes 80 % and always calls 666."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """Two players and the knowledge agent in the third seat."""

    first: str
    second: str
    lost: tuple[float, float, float]
    """Percent of games lost by players 1, 2 and 3."""

    @property
    def name(self) -> str:
        """The letters of players 1 and 2."""
        return f"{self.first}, {self.second}"

    def players(self, agent: str) -> tuple[str, str, str]:
        """The three agents, with the knowledge agent as given."""
        first, second, third = (PLAYERS[letters] for letters in (self.first, self.second, "K"))
        return (_seat(first, agent), _seat(second, agent), _seat(third, agent))


def _seat(player: str, agent: str) -> str:
    return agent if player == KNOWLEDGE else player


LINE_UPS: Final = (
    LineUp("K", "K", (34.7, 32.5, 32.8)),
    LineUp("R", "GO", (26.5, 64.6, 9.0)),
    LineUp("GO", "R", (3.8, 93.4, 2.8)),
    LineUp("GT", "LO", (1.0, 96.4, 2.7)),
    LineUp("LO", "GT", (24.4, 51.2, 24.3)),
    LineUp("R", "GT", (18.6, 30.6, 50.7)),
)
"""The authors' results over 10,000 games each, rounded by them to a tenth of a percent."""
