"""From results to what people read: wins, intervals, tests and ratings."""

from __future__ import annotations

from typing import Any

from mendax.arena.ratings import Rating, rate
from mendax.arena.results import Results
from mendax.arena.run import Run
from mendax.arena.schedule import entrants
from mendax.arena.statistics import binomial_p, wilson
from mendax.core.game import game_text


def summarise(run: Run, *, ratings: bool = False) -> dict[str, Any]:
    """The whole story as JSON; the command's tables are drawn from it."""
    results = run.results
    job = results.job
    played = results.played
    all_seatings, all_wins = results.seatings(), results.wins()
    seatings, wins, payoffs = all_seatings[played], all_wins[played], results.payoffs[played]
    everyone = range(len(job.names))
    story: dict[str, Any] = {
        "game": game_text(job.game),
        "games": int(played.sum()),
        "seed": job.seed,
        "agents": [_line(job.names[e], seatings == e, wins, payoffs) for e in everyone],
        "by_seat": [
            {
                "seat": seat,
                "agents": [
                    _line(job.names[e], (seatings == e)[:, seat : seat + 1], wins[:, [seat]], payoffs[:, [seat]])
                    for e in everyone
                    if (seatings[:, seat] == e).any()
                ],
            }
            for seat in range(job.game.seats)
        ],
        "pairs": _pairs(results, all_seatings, all_wins),
        "endings": results.count_endings(),
        "forfeits": [
            {"game": number, "agent": job.names[entrant], "reason": reason}
            for number, entrant, reason in sorted(results.forfeits)
        ],
        "interrupted": run.interrupted,
        "seconds": run.seconds,
    }
    if run.verdict is not None:
        story["sprt"] = run.verdict.value
    if ratings and len(job.names) > 1 and played.any():
        rated = rate(seatings, payoffs, results.places[0][played], len(job.names), job.seed)
        for line, rating in zip(story["agents"], rated, strict=True):
            line["rating"] = _rating(rating)
    return story


def _rating(rating: Rating) -> dict[str, Any]:
    return {"points": rating.points, "ci95": list(rating.ci95)}


def _line(name: str, chairs: Any, wins: Any, payoffs: Any) -> dict[str, Any]:
    """One entrant over the chairs it sat in; a game in which it sat in several counts once a chair."""
    games, won = int(chairs.sum()), float(wins[chairs].sum())
    paid = payoffs[chairs]
    mean, std = (float(paid.mean()), float(paid.std())) if games else (0.0, 0.0)
    error = 1.96 * std / games**0.5 if games else 0.0
    return {
        "name": name,
        "games": games,
        "wins": int(won) if won == int(won) else won,
        "win_rate": won / games if games else 0.0,
        "ci95": list(wilson(won, games)),
        "mean_payoff": mean,
        "payoff_ci95": [mean - error, mean + error],
        "payoff_std": std,
    }


def _pairs(results: Results, seatings: Any, wins: Any) -> list[dict[str, Any]]:
    """Each pairing by itself: the wins of all who met in it, and a test of the first of them.

    The test asks whether the first entrant wins more or less than its share of the chairs.
    """
    job, found, where = results.job, [], results.places[1]
    for number, pairing in enumerate(job.schedule.pairings):
        mask = results.played & (where == number)
        chairs, won, paid = seatings[mask], wins[mask], results.payoffs[mask]
        met = entrants(pairing)
        lines = [_line(job.names[e], chairs == e, won, paid) for e in met]
        share = float((chairs == met[0]).mean()) if len(chairs) else 0.0
        found.append(
            {
                "games": len(chairs),
                "agents": lines,
                "p_value": binomial_p(min(lines[0]["wins"], len(chairs)), len(chairs), share),
            }
        )
    return found
