"""The paper's hypotheses that its open questions test, judged by the answers."""

from __future__ import annotations

import math

from mendax.games.liars_dice.study.learning.curves import Rate, title
from mendax.games.liars_dice.study.learning.evidence import Claim, Evidence, Missing, Said, judge, listed, percent


def challenges(evidence: Evidence) -> Said:
    """Only challenges tuned, against none tuned and against all but challenges tuned."""
    found = {tuning.agent: tuning for tuning in evidence.questions.tunings}
    claims, shares = [], []
    for name in ("p-#", "ph-#"):
        if name not in found:
            raise Missing(f"{title(name)} has not been played with only some of its rules tuned")
        rates = found[name].rates()
        claims.append(
            evidence.claim((f"{title(name)}: only challenges", rates["only-challenges"]), ("none", rates["untuned"]))
        )
        claims.append(
            evidence.claim(("only challenges", rates["only-challenges"]), ("all but", rates["all-but-challenges"]))
        )
        shares.append(f"{title(name)} as learned {percent(rates['as-learned'].rate)}")
    test = "more with only challenges tuned than with none, and than with all but challenges; z test at p < 0.01"
    return Said(judge(claims), f"{listed(claims)}; {', '.join(shares)}", test)


def best_of_two(evidence: Evidence) -> Said:
    """PMH against each of the other seven."""
    pairs = [pair for pair in evidence.questions.round_robin if "pmh" in (pair.first, pair.second)]
    if not pairs:
        raise Missing("the round robin has not been played")
    claims = []
    for pair in pairs:
        other = pair.second if pair.first == "pmh" else pair.first
        rate = pair.win_rate if pair.second == "pmh" else 1 - pair.win_rate
        error = math.sqrt(max(rate * (1 - rate), 1 / pair.games) / pair.games)
        claims.append(Claim(f"against {other.upper()} {percent(rate)}", rate - 0.5, error))
    return Said(judge(claims), listed(claims), "PMH wins more than half against each of the others; z test at p < 0.01")


def four_players(evidence: Evidence) -> Said:
    """The best learned player against three EMH."""
    if not evidence.questions.four_seats:
        raise Missing("four seats have not been played")
    learned = [found for found in evidence.questions.four_seats if found.learned]
    claims = []
    for found in learned:
        rate = Rate(found.games, found.wins, (0.0,), trained=False)
        claims.append(
            Claim(f"{title(found.agent)} {percent(rate.rate)}", rate.rate - 0.25, math.sqrt(rate.variance(0)))
        )
    best = max(claims, key=lambda claim: claim.difference)
    test = "the best of them wins more than a quarter, one against three EMH; z test at p < 0.01"
    return Said(best.verdict, listed(claims), test)
