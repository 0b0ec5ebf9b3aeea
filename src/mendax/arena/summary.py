"""From results to what people read: what is counted, intervals, tests and ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mendax.arena.credits import Chairs, Credits, Floats, Total
from mendax.arena.estimates import Estimate, Interval
from mendax.arena.ratings import Rating, rate_money, rate_ranks
from mendax.arena.results import Results
from mendax.arena.run import Run
from mendax.arena.schedule import entrants
from mendax.arena.statistics import binomial_p
from mendax.core.game import Count, Counted, game_text

JSON_NAMES = {
    Count.WINS: ("wins", "win_rate"),
    Count.NOT_LOST: ("not_lost", "not_lost_rate"),
    Count.MONEY: ("money", "mean_money"),
}
"""What the total and the rate are called in JSON."""


@dataclass(frozen=True, slots=True)
class AgentLine:
    """One agent over some of its games."""

    name: str
    games: int
    """Games it played in, or hands of a session; each counts once, in however many chairs it sat."""
    chairs: int
    counted: Counted
    total: float
    """Wins (equal best payoffs share one), games not lost, or money."""
    rate: float
    """Of a game or hand: wins, games not lost, or money in each of its chairs."""
    ci95: Interval
    """The 95 % interval of the rate; `None` where there is too little to tell."""
    fair_share: float
    """The rate among equals."""
    mean_payoff: float
    """Of a game and chair."""
    payoff_ci95: Interval
    payoff_std: float | None
    rating: Rating | None = None

    def to_json(self) -> dict[str, Any]:
        """The line as JSON; a whole number of wins is an integer."""
        total, rate = JSON_NAMES[self.counted.kind]
        return {
            "name": self.name,
            "hands" if self.counted.by_hand else "games": self.games,
            "chairs": self.chairs,
            total: int(self.total) if self.total == int(self.total) else self.total,
            rate: self.rate,
            "ci95": _list(self.ci95),
            "fair_share": self.fair_share,
            "mean_payoff": self.mean_payoff,
            "payoff_ci95": _list(self.payoff_ci95),
            "payoff_std": self.payoff_std,
            **({} if self.rating is None else {"rating": self.rating.to_json()}),
        }


def _list(ends: Interval) -> list[float] | None:
    return None if ends is None else list(ends)


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
    p_value: float | None
    """Of the hypothesis that the first agent has its fair share; `None` where there is too little to tell.

    An exact two-sided binomial test where every game has one whole winner, otherwise Student's test of the deals.
    """

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
    counted: Counted
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
        job, played, credits = results.job, results.played, Credits.of(results)
        lines = [_line(results, credits, entrant, played) for entrant in range(len(job.names))]
        if ratings and len(lines) > 1 and played.any():
            rated = _ratings(results, credits, len(lines))
            lines = [replace(line, rating=rating) for line, rating in zip(lines, rated, strict=True)]
        forfeits = (ForfeitLine(game, job.names[who], reason) for game, who, reason in sorted(results.forfeits))
        return cls(
            game=game_text(job.game),
            counted=job.game.counted,
            games=int(played.sum()),
            seed=job.seed,
            agents=tuple(lines),
            by_seat=tuple(_seat(results, credits, seat) for seat in range(job.game.seats)),
            pairs=tuple(_pairs(results, credits)),
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
            "counted": self.counted.kind.value,
            "unit": self.counted.unit,
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
        return f"mean payoff {line.mean_payoff:.3f}{_between(line.payoff_ci95, '.3f')}"
    if line.counted.kind is Count.MONEY:
        each = "hand" if line.counted.by_hand else "game"
        words = f"{line.rate:+.3f} {line.counted.unit} a {each}{_between(line.ci95, '+.3f')}"
    else:
        verb = "wins" if line.counted.kind is Count.WINS else "does not lose"
        ends = None if line.ci95 is None else (100 * line.ci95[0], 100 * line.ci95[1])
        words = f"{verb} {100 * line.rate:.1f} %{_between(ends, '.1f')}, mean payoff {line.mean_payoff:+.3f}"
    return words if line.rating is None else f"{words}, rating {line.rating}"


def _between(ends: Interval, form: str) -> str:
    return "" if ends is None else f" (95 %: {ends[0]:{form}} to {ends[1]:{form}})"


def _line(results: Results, credits: Credits, entrant: int, games: Chairs, seat: int | None = None) -> AgentLine:
    """One agent over some games, in all chairs or in one."""
    return _line_of(results, credits.total(entrant, seat), entrant, games, seat)


def _line_of(results: Results, total: Total, entrant: int, games: Chairs, seat: int | None = None) -> AgentLine:
    mean, std = _payoffs(results, entrant, games, seat)
    counted = results.job.game.counted
    return AgentLine(
        name=results.job.names[entrant],
        games=total.games,
        chairs=total.chairs,
        counted=counted,
        total=total.total,
        rate=total.estimate.mean,
        ci95=total.estimate.mean_interval() if counted.kind is Count.MONEY else total.estimate.rate_interval(),
        fair_share=total.fair_share,
        mean_payoff=mean.mean,
        payoff_ci95=mean.mean_interval(),
        payoff_std=std,
    )


def _payoffs(results: Results, entrant: int, games: Chairs, seat: int | None) -> tuple[Estimate, float | None]:
    """The mean payoff of a chair by deals, and the deviation over single chairs."""
    seats = slice(None) if seat is None else slice(seat, seat + 1)
    which = np.flatnonzero(games)
    mine = results.seatings()[which, seats] == entrant
    paid: Floats = results.payoffs[which, seats]
    mean = Estimate.of(
        np.where(mine, paid, 0.0).sum(axis=1), mine.sum(axis=1).astype(np.float64), results.places[0][which]
    )
    return mean, float(paid[mine].std(ddof=1)) if mine.sum() > 1 else None


def _seat(results: Results, credits: Credits, seat: int) -> SeatLine:
    """The agents that sat in a seat."""
    present = np.unique(results.seatings()[results.played, seat]).tolist()
    return SeatLine(seat, tuple(_line(results, credits, entrant, results.played, seat) for entrant in present))


def _pairs(results: Results, credits: Credits) -> list[PairLine]:
    """Each pairing by itself."""
    found, where = [], results.places[1]
    for number, pairing in enumerate(results.job.schedule.pairings):
        games = results.played & (where == number)
        mine = credits.select(where[credits.game] == number)
        met = entrants(pairing)
        totals = [mine.total(entrant) for entrant in met]
        lines = tuple(_line_of(results, total, entrant, games) for total, entrant in zip(totals, met, strict=True))
        found.append(PairLine(int(games.sum()), lines, _p_value(mine.kind, totals[0])))
    return found


def _p_value(kind: Count, first: Total) -> float | None:
    """The test of the first agent of a pairing against its fair share."""
    if kind is Count.WINS and first.whole:
        return binomial_p(first.total, first.games, first.fair_share)
    return first.estimate.p_value(first.fair_share)


def _ratings(results: Results, credits: Credits, num_entrants: int) -> list[Rating]:
    """Ratings by what is counted: who won, who lost, or money a hand."""
    deals, seed = results.places[0], results.job.seed
    if credits.kind is Count.MONEY:
        unit = results.job.game.counted.unit
        return rate_money(credits.seatings, credits.amounts, deals[credits.game], num_entrants, unit, seed)
    payoffs = results.payoffs[credits.game]
    lost = credits.kind is Count.NOT_LOST
    return rate_ranks(credits.seatings, payoffs, deals[credits.game], num_entrants, seed, by_losses=lost)
