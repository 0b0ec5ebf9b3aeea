"""The tables of the study. They were fixed before the first run, and nothing in them was changed after it.

The thesis says little of who sat where. People of mixed skill and bots shared the mixed tables: the best of them won
half a small bet a hand, the worst lost as much, and one bot played "pathologically poor poker" (section 3.1.1). The
research group's own bots estimate hand strength by formulas or by simulation, and model opponents (section 1.4). Their
sample clients include one that always calls (section 1.3.2). The number of seats is not said. A casino's table has "as
many as ten players" (section 1.1.2), and rules that ask for four players still to act need a ring (section 2.2.9).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SOARBOT: Final = "soarbot"
POKI: Final = "poki"
FORMULAS: Final = "poki:simulation=false"


@dataclass(frozen=True, slots=True)
class LineUp:
    """A table. One of `LINE_UPS` is played until the interval of its first player is narrow enough."""

    number: int
    """Names its random numbers; never changed, whatever is added."""
    name: str
    agents: tuple[str, ...]
    """Around the table. The first is measured."""
    beside: str
    """The published table that it is set beside, if any."""
    reason: str
    times: int = 1
    """Of a match of two: how many times the deals of the plan are played."""


REASONS: Final = {
    SOARBOT: "the thesis's player, with its rules before the flop",
    POKI: "the research group's bot with simulation",
    FORMULAS: "the group's other bots: the same without simulation",
    "loose": "a person who plays too many hands and pays to see",
    "tight": "a person who plays by a book for beginners, and is seldom wrong and seldom paid",
    "always-call": "the group's sample client, and a person who cannot fold",
    "random": "the bot that played pathologically poor poker",
}
"""Whom each agent stands for."""

LINE_UPS: Final = (
    LineUp(
        1,
        "mixed",
        (SOARBOT, "loose", POKI, "tight", FORMULAS, "always-call"),
        "Table 3-1",
        "six seats, half of them for people of different skill, two for the group's bots",
    ),
    LineUp(
        2,
        "mixed, ten seats",
        (SOARBOT, "loose", POKI, "tight", "always-call", "loose", FORMULAS, "tight", "loose", "random"),
        "Table 3-1",
        "a casino's full table: more people than bots, and among them the worst player of the server",
    ),
    LineUp(
        3,
        "bots only",
        (SOARBOT, POKI, FORMULAS, POKI, FORMULAS, FORMULAS),
        "Table 3-3",
        "SoarBot played against Poki and some other bots of the group",
    ),
)
MIXED, FULL_TABLE, BOTS = LINE_UPS


HEADS_UP: Final = (
    LineUp(11, "poki and soarbot", (POKI, SOARBOT), "", "the thesis: Poki plays much better than SoarBot"),
    LineUp(12, "soarbot and always-call", (SOARBOT, "always-call"), "", "the thesis: SoarBot beats weak players"),
    LineUp(13, "soarbot and random", (SOARBOT, "random"), "", "the same; the spread is greater, so more is played", 3),
    LineUp(14, "poki and poki:model=false", (POKI, "poki:model=false"), "", "what the model is worth between equals"),
    LineUp(15, f"poki and {FORMULAS}", (POKI, FORMULAS), "", "what the simulation is worth between equals"),
)
"""Matches of two, for a number of deals that was fixed beforehand."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Another agent in a chair of a line-up: the same deals, the same seats, so that differences are by the hand."""

    line_up: LineUp
    chair: int
    agent: str

    @property
    def agents(self) -> tuple[str, ...]:
        """Around the table."""
        return (*self.line_up.agents[: self.chair], self.agent, *self.line_up.agents[self.chair + 1 :])

    @property
    def replaced(self) -> str:
        """Whose chair it is."""
        return self.line_up.agents[self.chair]


EXCHANGES: Final = (
    *(
        Exchange(line_up, 0, agent)
        for line_up in (MIXED, BOTS)
        for agent in ("soarbot-m", "soarbot:hutchison", "soarbot:bluff")
    ),
    *(
        Exchange(MIXED, MIXED.agents.index(POKI), agent)
        for agent in (FORMULAS, "poki:model=false", "poki:model=false,simulation=false")
    ),
    Exchange(HEADS_UP[1], 0, "soarbot:bluff"),
)
"""What SoarBot's kinds are worth in its chair, what model and simulation are worth in Poki's, and what bluffs are worth
against one who always calls."""
