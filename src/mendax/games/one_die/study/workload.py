"""What the study of one-die Liar's Dice computes."""

from __future__ import annotations

from typing import Final

from mendax.arena.engines.workload import Planned, PlannedGames, known
from mendax.arena.schedule import match_schedule
from mendax.core.catalogue import build_agent
from mendax.games.one_die.rules import OneDie
from mendax.games.one_die.study.published import TABLE_1
from mendax.games.one_die.study.runs import GAMES

REST_SECONDS: Final = 1.5
"""Of one core, measured with the games of Table 1: the exact solution, the readings, best responses, and the page."""


def workload() -> tuple[Planned, ...]:
    """The games of Table 1, and the rest."""
    agents = tuple((name, build_agent(OneDie.name, name)) for name in TABLE_1)
    return (
        PlannedGames("Table 1", OneDie(), agents, match_schedule(2, 2, GAMES)),
        known("exact values and the page", REST_SECONDS),
    )
