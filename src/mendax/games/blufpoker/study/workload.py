"""What the study of Blufpoker computes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mendax.arena.engines.workload import Planned, PlannedGames, known
from mendax.arena.schedule import Schedule
from mendax.core.catalogue import build_agent
from mendax.games.blufpoker.study import exact, pair_map
from mendax.games.blufpoker.study.published import LINE_UPS
from mendax.games.blufpoker.study.runs import AUTHORS, FULL, OURS, READINGS, TEXT, draw_line_ups
from mendax.games.blufpoker.study.tables import GAME, Table

SLIPS_SECONDS: Final = 0.0012
"""Of one core, measured: a game of the bare simulation."""
EXACT_SECONDS: Final = 0.03
EXPLOIT_SECONDS: Final = 6.0
"""A best response: from 1 to 6 seconds."""


def workload() -> tuple[Planned, ...]:
    """The games in the study's order, and what its own process computes."""
    lines = [
        _planned(f"{line.name} with {agent}", [line.players(agent)], FULL.line_ups)
        for agent in (TEXT, AUTHORS)
        for line in LINE_UPS
    ]
    readings = [LINE_UPS[at].players(f"knowing:{reading}") for reading in READINGS for at in range(1, len(LINE_UPS))]
    reasoning = [(*line.players(TEXT)[:2], OURS) for line in LINE_UPS] + draw_line_ups(0)
    slips = 2 * len(LINE_UPS) + 3  # with none and all of them, and one line with each alone
    return (
        *lines,
        known("slips of the authors' program", slips * FULL.slips * SLIPS_SECONDS),
        _planned("readings of the paper", readings, FULL.readings),
        _planned("the map of pairs", pair_map.tables(FULL.strategies), FULL.map),
        known("exact values", EXACT_SECONDS),
        known("best responses", len(exact.AGENTS) * EXPLOIT_SECONDS),
        _planned(OURS, reasoning, FULL.reasoning),
    )


def _planned(title: str, tables: Sequence[Table], games: int) -> PlannedGames:
    names = tuple(dict.fromkeys(name for table in tables for name in table))
    seatings = tuple((tuple(map(names.index, table)),) for table in tables)
    agents = tuple((name, build_agent(GAME, name)) for name in names)
    return PlannedGames(title, GAME, agents, Schedule(seatings, games))
