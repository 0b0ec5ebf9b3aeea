"""A match or a tournament in one call, from the names of the game and of its agents.

>>> print(match("one-die", ["equilibrium", "tree"], games=1000, seed=1))
one-die: 1,000 games, seed 1
equilibrium  wins 53.4 % (95 %: 51.4 to 55.4), mean payoff +0.068
tree         wins 46.6 % (95 %: 44.6 to 48.6), mean payoff -0.068
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from mendax.arena.harm import MOVE_SECONDS
from mendax.arena.schedule import Schedule, match_schedule, parse_orderings, tournament_schedule
from mendax.core.agent import Factory
from mendax.core.catalogue import build_agent, build_game, build_table
from mendax.core.game import AnyGame

if TYPE_CHECKING:  # these import NumPy; whoever plans a run may start its workers before that
    from mendax.arena.engines.engine import Engine
    from mendax.arena.luck import Luck
    from mendax.arena.run import Run
    from mendax.arena.statistics import Sprt
    from mendax.arena.summary import Summary

Entrant: TypeAlias = str | tuple[str, Factory]
"""An agent of the catalogue by its text, or any factory with a name for the tables."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A match or a tournament before it is played."""

    game: AnyGame
    agents: tuple[tuple[str, Factory], ...]
    schedule: Schedule
    ratings: bool
    """Whether its summary has ratings."""

    def run(
        self,
        *,
        seed: int = 0,
        workers: int = 1,
        sprt: Sprt | None = None,
        out: Path | None = None,
        records: bool = False,
        rounds: bool = False,
        luck: Luck | None = None,
        progress: Callable[[int], None] | None = None,
        move_seconds: float = MOVE_SECONDS,
        trusting: bool = True,
        engine: Engine | None = None,
    ) -> Run:
        """Play it; `mendax.arena.run.run_games` has the meaning of the options."""
        from mendax.arena.run import run_games

        return run_games(
            self.game,
            self.agents,
            self.schedule,
            seed=seed,
            workers=workers,
            sprt=sprt,
            out=out,
            records=records,
            rounds=rounds,
            luck=luck,
            progress=progress,
            move_seconds=move_seconds,
            trusting=trusting,
            engine=engine,
        )

    def sum_up(self, run: Run) -> Summary:
        """The summary of a run of this plan."""
        from mendax.arena.summary import Summary

        return Summary.of(run, ratings=self.ratings)


def plan_match(game: str, agents: Sequence[Entrant], games: int, orderings: Sequence[str] = ()) -> Plan:
    """Agents at one table. A game that leaves open how many play gets a seat for each of them."""
    rules = build_game(game)
    if not orderings and (len(agents) != 2 or rules.seats < 2):  # two agents may share a larger table
        rules = build_table(game, len(agents))
    patterns = parse_orderings(orderings, rules.seats)
    schedule = match_schedule(len(agents), rules.seats, games, patterns)
    return Plan(rules, _entrants(rules, agents), schedule, ratings=False)


def plan_tournament(game: str, agents: Sequence[Entrant], games: int, orderings: Sequence[str] = ()) -> Plan:
    """Every group of agents that fits the table, or every pair in the given orderings."""
    rules = build_game(game)
    patterns = parse_orderings(orderings, rules.seats)
    schedule = tournament_schedule(len(agents), rules.seats, games, patterns)
    return Plan(rules, _entrants(rules, agents), schedule, ratings=True)


def match(game: str, agents: Sequence[Entrant], *, games: int = 1000, seed: int = 0, workers: int = 1) -> Summary:
    """Play agents against each other at one table, every deal with the seats exchanged; `games` in all.

    The result does not depend on the number of workers. One plays in this process, and trusts the agents: one that
    kills or blocks its process does so to the whole program. A program that asks for more than one needs the usual
    guard, `if __name__ == "__main__":`, because worker processes import it.
    """
    plan = plan_match(game, agents, games)
    return plan.sum_up(plan.run(seed=seed, workers=workers))


def tournament(game: str, agents: Sequence[Entrant], *, games: int = 1000, seed: int = 0, workers: int = 1) -> Summary:
    """Play every group of agents that fits the table, `games` for each, and rate all agents at once.

    Workers are as in `match`.
    """
    plan = plan_tournament(game, agents, games)
    return plan.sum_up(plan.run(seed=seed, workers=workers))


def _entrants(game: AnyGame, agents: Sequence[Entrant]) -> tuple[tuple[str, Factory], ...]:
    return tuple((agent, build_agent(game, agent)) if isinstance(agent, str) else agent for agent in agents)
