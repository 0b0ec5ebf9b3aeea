"""Mendax: a laboratory for games of chance and deception.

>>> import mendax
>>> mendax.build_game("one-die:faces=4").seats
2

Public names load when they are used, so `import mendax` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from mendax.arena.play import match, tournament
    from mendax.arena.run import run_games
    from mendax.arena.schedule import match_schedule, tournament_schedule
    from mendax.arena.summary import Summary
    from mendax.core.agent import Agent, Belief, Decision, Explanation, Factory, MixedAgent, Option
    from mendax.core.catalogue import AgentEntry, GameEntry, agents, build_agent, build_game, games
    from mendax.core.catalogue import solve_game as solve
    from mendax.core.errors import MendaxError
    from mendax.core.game import Game, Seat, Turn
    from mendax.core.match import Move, Outcome, play_match
    from mendax.core.record import Record, read_records

_HOMES = {
    "Agent": "core.agent",
    "AgentEntry": "core.catalogue",
    "Belief": "core.agent",
    "Decision": "core.agent",
    "Explanation": "core.agent",
    "Factory": "core.agent",
    "Game": "core.game",
    "GameEntry": "core.catalogue",
    "MendaxError": "core.errors",
    "MixedAgent": "core.agent",
    "Move": "core.match",
    "Option": "core.agent",
    "Outcome": "core.match",
    "Record": "core.record",
    "Seat": "core.game",
    "Summary": "arena.summary",
    "Turn": "core.game",
    "agents": "core.catalogue",
    "build_agent": "core.catalogue",
    "build_game": "core.catalogue",
    "games": "core.catalogue",
    "match": "arena.play",
    "match_schedule": "arena.schedule",
    "play_match": "core.match",
    "read_records": "core.record",
    "run_games": "arena.run",
    "solve": "core.catalogue:solve_game",
    "tournament": "arena.play",
    "tournament_schedule": "arena.schedule",
}
"""By public name: its module, and after a colon its name there where that is another."""

__all__ = [
    "Agent",
    "AgentEntry",
    "Belief",
    "Decision",
    "Explanation",
    "Factory",
    "Game",
    "GameEntry",
    "MendaxError",
    "MixedAgent",
    "Move",
    "Option",
    "Outcome",
    "Record",
    "Seat",
    "Summary",
    "Turn",
    "__version__",
    "agents",
    "build_agent",
    "build_game",
    "games",
    "match",
    "match_schedule",
    "play_match",
    "read_records",
    "run_games",
    "solve",
    "tournament",
    "tournament_schedule",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mendax' has no attribute {name!r}")
    module, _, there = _HOMES[name].partition(":")
    return getattr(import_module(f"mendax.{module}"), there or name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
