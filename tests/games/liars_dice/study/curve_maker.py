"""Learning curves made up for tests: win rates by block, as folders of trainings or as objects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mendax.arena.learning_log import Block, LearningLog
from mendax.games.liars_dice.study.learning.curves import AgentCurve, RunCurve, TestPoint, agent_curve

GAMES = 1000


def point(blocks: int, rate: float, rules: int = 0, share: float = 0.5, games: int = GAMES) -> TestPoint:
    """A test with that win rate."""
    return TestPoint(blocks, games, round(rate * games), rules, 10 * games, round(share * 10 * games))


def run(
    rates: Sequence[float], seed: int = 1, rules: Sequence[int] = (), shares: Sequence[float] = (), games: int = GAMES
) -> RunCurve:
    """A run with these win rates, the first before any learning."""
    rules = rules or [1000 * at for at in range(len(rates))]
    shares = shares or [1 / (1 + at) for at in range(len(rates))]
    numbers = zip(range(len(rates)), rates, rules, shares, strict=True)
    return RunCurve(
        seed, tuple(point(at, rate, many, share, games) for at, rate, many, share in numbers), len(rates) - 1
    )


def curve(name: str, *runs: RunCurve, planned: int = 10) -> AgentCurve:
    """The curve of an agent."""
    return agent_curve(name, runs, planned)


def rising(start: float, end: float, blocks: int = 10, half: float = 2.0) -> list[float]:
    """Win rates that come closer to the end by half in so many blocks."""
    return [end + (start - end) * 0.5 ** (at / half) for at in range(blocks + 1)]


def write_log(folder: Path, rates: Sequence[float], games: int) -> None:
    """The log of a run, a test and a block in turn, as training writes it."""
    with LearningLog(folder).writing() as log:
        for at, rate in enumerate(rates):
            won = round(rate * games)
            scores = (1.0,) * won + (0.0,) * (games - won)
            payoffs = tuple(2 * score - 1 for score in scores)
            measures: dict[str, float] = {
                "rules": 100 * at,
                "updates": 10 * at,
                "turns": 10 * games,
                "deliberated": 10 * games // (at + 1),
            }
            log.add(Block(at, payoffs, scores, test=True, measures=measures))
            if at < len(rates) - 1:
                log.add(Block(at, payoffs, scores, measures=measures))
