"""What the study of SoarBot computes: batches of sessions, one after the other until intervals are narrow enough."""

from __future__ import annotations

from typing import Final

from mendax.arena.engines.workload import Planned, PlannedGames, known
from mendax.arena.schedule import Schedule, rotations
from mendax.core.catalogue import build_agent
from mendax.games.holdem.luck import HoldemLuck
from mendax.games.holdem.rules import Holdem
from mendax.games.holdem.study.line_ups import EXCHANGES, HEADS_UP, LINE_UPS
from mendax.games.holdem.study.runs import FULL

BATCHES: Final = (12, 11, 8)
"""Of each line-up, as many as it took in our run of seed 0."""
MEASURED_HANDS: Final = 5
"""A whole session takes long; so many hands of one are measured."""
PAGE_SECONDS: Final = 60.0
"""Of one core, estimated and not measured: the statistics and the page."""


def workload() -> tuple[Planned, ...]:
    """Line-ups, matches of two, and exchanges."""
    found: list[Planned] = []
    for line_up, batches in zip(LINE_UPS, BATCHES, strict=True):
        found.append(_planned(line_up.name, line_up.agents, FULL.deals, batches))
    found += [_planned(one.name, one.agents, FULL.heads_up * one.times) for one in HEADS_UP]
    for exchange in EXCHANGES:
        heads_up = exchange.line_up in HEADS_UP
        deals, batches = (FULL.heads_up, 1) if heads_up else (FULL.deals, FULL.exchanges)
        found.append(_planned(f"{exchange.line_up.name}: {exchange.agent}", exchange.agents, deals, batches))
    return (*found, known("statistics and the page", PAGE_SECONDS))


def _planned(title: str, agents: tuple[str, ...], deals: int, batches: int = 1) -> PlannedGames:
    game = Holdem(players=len(agents), hands=MEASURED_HANDS)
    entrants = tuple((name, build_agent(game, name)) for name in agents)
    schedule = Schedule((rotations(range(len(agents))),), deals * len(agents))
    return PlannedGames(title, game, entrants, schedule, HoldemLuck(), batches, FULL.hands / MEASURED_HANDS)
