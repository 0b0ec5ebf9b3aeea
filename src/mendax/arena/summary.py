"""From results to what people read: wins, intervals, tests and ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from mendax.arena.ratings import Rating, rate
from mendax.arena.results import Results
from mendax.arena.run import Run
from mendax.arena.schedule import entrants
from mendax.arena.statistics import binomial_p, wilson
from mendax.core.game import game_text

Floats = npt.NDArray[np.float64]
Seatings = npt.NDArray[np.int64]
Chairs = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class AgentLine:
    """One agent over some of its games; a game in which it sat in several seats counts once for each."""

    name: str
    games: int
    wins: float
    """Equal best payoffs share a win."""
    win_rate: float
    ci95: tuple[float, float]
    """The 95 % interval of the win rate."""
    mean_payoff: float
    payoff_ci95: tuple[float, float]
    payoff_std: float
    rating: Rating | None = None

    def to_json(self) -> dict[str, Any]:
        """The line as JSON; a whole number of wins is an integer."""
        return {
            "name": self.name,
            "games": self.games,
            "wins": int(self.wins) if self.wins == int(self.wins) else self.wins,
            "win_rate": self.win_rate,
            "ci95": list(self.ci95),
            "mean_payoff": self.mean_payoff,
            "payoff_ci95": list(self.payoff_ci95),
            "payoff_std": self.payoff_std,
            **({} if self.rating is None else {"rating": self.rating.to_json()}),
        }


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The agents that sat in one seat."""

    seat: int
    agents: tuple[AgentLine, ...]

    def to_json(self) -> dict[str, Any]:
        """The line as JSON."""
        return {"seat": self.seat, "agents": [line.to_json() for line in self.agents]}


@dataclass(frozen=True, slots=True)
class PairLine:
    """The agents of one pairing, and a test of the first of them."""

    games: int
    agents: tuple[AgentLine, ...]
    p_value: float
    """Of the hypothesis that the first agent wins its share of the chairs: an exact two-sided binomial test."""

    def to_json(self) -> dict[str, Any]:
        """The line as JSON."""
        return {"games": self.games, "agents": [line.to_json() for line in self.agents], "p_value": self.p_value}


@dataclass(frozen=True, slots=True)
class ForfeitLine:
    """A game that an agent lost by a forfeit."""

    game: int
    agent: str
    reason: str

    def to_json(self) -> dict[str, Any]:
        """The line as JSON."""
        return {"game": self.game, "agent": self.agent, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a match or a tournament: `str()` for people, `to_json` for programs."""

    game: str
    games: int
    seed: int
    agents: tuple[AgentLine, ...]
    by_seat: tuple[SeatLine, ...]
    pairs: tuple[PairLine, ...]
    endings: Mapping[str, int]
    """How often each ending came, most frequent first."""
    forfeits: tuple[ForfeitLine, ...]
    interrupted: bool
    seconds: float
    sprt: str | None = None
    """The verdict of the sequential test, where there was one."""

    @classmethod
    def of(cls, run: Run, *, ratings: bool = False) -> Summary:
        """Sum up a run, with ratings where they are asked for and there is more than one agent."""
        results = run.results
        job, played = results.job, results.played
        all_seatings, all_wins = results.seatings(), results.wins()
        seatings, wins, payoffs = all_seatings[played], all_wins[played], results.payoffs[played]
        everyone = range(len(job.names))
        lines = [_line(job.names[e], seatings == e, wins, payoffs) for e in everyone]
        if ratings and len(lines) > 1 and played.any():
            rated = rate(seatings, payoffs, results.places[0][played], len(lines), job.seed)
            lines = [replace(line, rating=rating) for line, rating in zip(lines, rated, strict=True)]
        forfeits = (ForfeitLine(game, job.names[who], reason) for game, who, reason in sorted(results.forfeits))
        return cls(
            game=game_text(job.game),
            games=int(played.sum()),
            seed=job.seed,
            agents=tuple(lines),
            by_seat=tuple(_seat(seat, job.names, seatings, wins, payoffs) for seat in range(job.game.seats)),
            pairs=tuple(_pairs(results, all_seatings, all_wins)),
            endings=results.count_endings(),
            forfeits=tuple(forfeits),
            interrupted=run.interrupted,
            seconds=run.seconds,
            sprt=None if run.verdict is None else run.verdict.value,
        )

    def to_json(self) -> dict[str, Any]:
        """The summary as JSON, with the names that `mendax match --json` prints."""
        return {
            "game": self.game,
            "games": self.games,
            "seed": self.seed,
            "agents": [line.to_json() for line in self.agents],
            "by_seat": [line.to_json() for line in self.by_seat],
            "pairs": [line.to_json() for line in self.pairs],
            "endings": dict(self.endings),
            "forfeits": [line.to_json() for line in self.forfeits],
            "interrupted": self.interrupted,
            "seconds": self.seconds,
            **({} if self.sprt is None else {"sprt": self.sprt}),
        }

    def __str__(self) -> str:
        width = max(len(line.name) for line in self.agents)
        alone = len(self.by_seat) == 1
        lines = [f"{line.name:{width}}  {_in_words(line, alone)}" for line in self.agents]
        return "\n".join([f"{self.game}: {self.games:,} games, seed {self.seed}", *lines])


def _in_words(line: AgentLine, alone: bool) -> str:
    if alone:
        low, high = line.payoff_ci95
        return f"mean payoff {line.mean_payoff:.3f} (95 %: {low:.3f} to {high:.3f})"
    low, high = (100 * end for end in line.ci95)
    words = f"wins {100 * line.win_rate:.1f} % (95 %: {low:.1f} to {high:.1f}), mean payoff {line.mean_payoff:+.3f}"
    return words if line.rating is None else f"{words}, rating {line.rating.points:+.0f}"


def _line(name: str, chairs: Chairs, wins: Floats, payoffs: Floats) -> AgentLine:
    """One agent over the chairs it sat in."""
    games, won = int(chairs.sum()), float(wins[chairs].sum())
    paid = payoffs[chairs]
    mean, std = (float(paid.mean()), float(paid.std())) if games else (0.0, 0.0)
    error = 1.96 * std / games**0.5 if games else 0.0
    return AgentLine(
        name=name,
        games=games,
        wins=won,
        win_rate=won / games if games else 0.0,
        ci95=wilson(won, games),
        mean_payoff=mean,
        payoff_ci95=(mean - error, mean + error),
        payoff_std=std,
    )


def _seat(seat: int, names: tuple[str, ...], seatings: Seatings, wins: Floats, payoffs: Floats) -> SeatLine:
    """The agents that sat in a seat."""
    sitting = seatings[:, [seat]]
    present = [entrant for entrant in range(len(names)) if (sitting == entrant).any()]
    return SeatLine(seat, tuple(_line(names[e], sitting == e, wins[:, [seat]], payoffs[:, [seat]]) for e in present))


def _pairs(results: Results, seatings: Seatings, wins: Floats) -> list[PairLine]:
    """Each pairing by itself."""
    job, found, where = results.job, [], results.places[1]
    for number, pairing in enumerate(job.schedule.pairings):
        mask = results.played & (where == number)
        chairs, won, paid = seatings[mask], wins[mask], results.payoffs[mask]
        met = entrants(pairing)
        lines = tuple(_line(job.names[e], chairs == e, won, paid) for e in met)
        share = float((chairs == met[0]).mean()) if len(chairs) else 0.0
        p_value = binomial_p(min(lines[0].wins, len(chairs)), len(chairs), share)
        found.append(PairLine(len(chairs), lines, p_value))
    return found
