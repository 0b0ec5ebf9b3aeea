"""Agents that are dropped after every turn and rebuilt decide as agents that are kept, in any number of workers."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TypeAlias

import pytest

from mendax.table.deciders import Deciders
from tests.table.deciders.playing import Played, play

Tables: TypeAlias = tuple[tuple[str, tuple[str, ...], int], ...]
"""Games, agents, and how many moves are played."""

QUICK: Tables = (
    ("one-die", ("tree", "matrix"), 100),
    ("one-die", ("honest", "random"), 100),
    ("liars-dice:players=4", ("probability", "honest", "p", "em"), 40),
    ("blufpoker:players=3", ("naive", "knowing", "odds"), 40),
    ("holdem:players=3,hands=4", ("soarbot", "tight", "loose"), 40),
    ("yahtzee:players=2", ("greedy", "random"), 40),
)
ALL: Tables = (
    ("one-die", ("equilibrium", "honest"), 200),
    ("one-die", ("random", "best-response:tree"), 200),
    ("liars-dice:players=4", ("probability", "honest", "random", "p"), 100),
    ("liars-dice:players=3", ("e", "emh", "pmh"), 80),
    ("liars-dice:players=2", ("pm", "eh"), 48),
    ("liars-dice:players=2", ("p:20", "ph"), 48),
    ("blufpoker:players=3", ("naive", "knowing", "odds"), 100),
    ("blufpoker:players=2", ("reasoning", "equilibrium"), 80),
    ("holdem:players=4,hands=8", ("soarbot", "soarbot-m", "poki", "tight"), 80),
    ("holdem:players=3,hands=8", ("odds", "loose", "always-raise"), 80),
    ("holdem:players=2,hands=8", ("soarbot:bluff", "poki:simulation=false"), 48),
    ("yahtzee:players=2", ("greedy", "optimal"), 80),
    ("yahtzee:players=2", ("learned", "random"), 80),
)


@cache
def play_all(tables: Tables, workers: int, keep: int) -> list[Played]:
    """All tables at the same time."""

    async def run() -> list[Played]:
        deciders = Deciders(workers, 60, keep)
        deciders.start()
        try:
            for game, agents, _ in tables:
                for agent in agents:
                    await deciders.prepare(game, agent)
            matches = [
                play(deciders, game, agents, at, key=str(at), most=most)
                for at, (game, agents, most) in enumerate(tables)
            ]
            return list(await asyncio.gather(*matches))
        finally:
            await deciders.close()

    return asyncio.run(run())


def title(table: tuple[str, tuple[str, ...], int]) -> str:
    return " ".join((table[0], *table[1]))


@pytest.mark.parametrize("at", range(len(QUICK)), ids=map(title, QUICK))
def test_dropped_agents_decide_as_kept_ones(at: int) -> None:
    check_same(play_all(QUICK, 1, 1000)[at], play_all(QUICK, 2, 0)[at])


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("at", range(len(ALL)), ids=map(title, ALL))
def test_all_dropped_agents_decide_as_kept_ones(at: int, workers: int) -> None:
    check_same(play_all(ALL, 1, 1000)[at], play_all(ALL, workers, 0)[at])


def check_same(kept: Played, dropped: Played) -> None:
    assert not kept.faults
    assert not any(answer.rebuilt for answer in kept.answers)
    assert dropped.moves == kept.moves
    assert not any(answer.differed for answer in dropped.answers)
    first = {kept.seats.index(seat) for seat in set(kept.seats)}
    assert all(answer.rebuilt == (at not in first) for at, answer in enumerate(dropped.answers))
