"""The paper's findings on learning, each with a verdict that is computed from the runs by a stated test."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from mendax.games.liars_dice.study.learning.curves import Rate, title, trend
from mendax.games.liars_dice.study.learning.evidence import (
    Z99,
    Claim,
    Evidence,
    Finding,
    Missing,
    Said,
    Verdict,
    judge,
    listed,
    mean,
    percent,
    points,
)
from mendax.games.liars_dice.study.learning.plan import COMPUTED, LONG, ZERO
from mendax.games.liars_dice.study.learning.question_findings import best_of_two, challenges, four_players
from mendax.games.liars_dice.study.published import LEARNING_BLOCKS, STATEMENTS

EARLY: Final = 5
"""Tests that count as early on: those after the first five blocks."""
MARGIN: Final = 0.05
"""Rates closer than this are alike, and 70 % is reached to within this."""
QUICKLY: Final = 2
"""Blocks that count as a little tuning."""
FALLING: Final = 0.01
"""Rules still grow if the last block adds at least this share of all."""


def all_improve(evidence: Evidence) -> Said:
    """The last test against the first."""
    claims = [_gain(evidence, name) for name in ZERO]
    return Said(judge(claims), listed(claims), f"last test against the first; {evidence.how}")


def _gain(evidence: Evidence, name: str) -> Claim:
    """That an agent wins more in its last test than in its first."""
    curve = evidence.of(name)
    return evidence.claim((title(name), curve.rate(curve.blocks)), ("before", curve.rate(0)))


def three_above_60(evidence: Evidence) -> Said:
    """The third best against 60 %."""
    blocks = evidence.last(ZERO)
    rates = sorted(((evidence.of(name).rate(blocks), name) for name in ZERO), key=lambda each: -each[0].rate)
    third, name = rates[2]
    error = math.sqrt(third.variance(evidence.between))
    claim = Claim(title(name), third.rate - 0.6, error)
    numbers = ", ".join(f"{title(each)} {percent(rate.rate)}" for rate, each in rates)
    test = f"the third best of the last test against 60 %: {points(third.rate - 0.6, error)} points; {evidence.how}"
    return Said(evidence.end_verdict(claim.verdict, blocks), numbers, test, blocks)


def alike(evidence: Evidence) -> Said:
    """The mean difference over all tests after learning, against a margin."""
    last = evidence.last(["b-0", "p-0"])
    claim = evidence.claim(("B-0", evidence.of("b-0").rate(1, last)), ("P-0", evidence.of("p-0").rate(1, last)))
    distance, reach = abs(claim.difference), Z99 * claim.error
    verdict = Verdict.UNDECIDED
    if distance + reach < MARGIN and judge([_gain(evidence, name) for name in ("b-0", "p-0")]) is Verdict.CONFIRMED:
        verdict = Verdict.CONFIRMED  # two that have learned nothing are alike, and it says nothing of learning
    elif distance - reach > MARGIN:
        verdict = Verdict.REFUTED
    test = (
        f"99 % interval of the mean difference over tests 1 to {last} inside ±{100 * MARGIN:.0f} points, and both gain"
    )
    return Said(verdict, claim.text, test)


def early(evidence: Evidence, fast: str, others: Sequence[str]) -> Said:
    """The mean over the first tests after learning."""
    last = min(EARLY, evidence.last([fast, *others]))
    rate = evidence.of(fast).rate(1, last)
    claims = [evidence.claim((title(fast), rate), (title(name), evidence.of(name).rate(1, last))) for name in others]
    return Said(judge(claims), listed(claims), f"mean of tests 1 to {last}; {evidence.how}")


def starts_slower(evidence: Evidence) -> Said:
    """PM-0 below both others with heuristics, early on."""
    last = min(EARLY, evidence.last(["pm-0", "ph-0", "pmh-0"]))
    slow = ("PM-0", evidence.of("pm-0").rate(1, last))
    claims = [evidence.claim((title(name), evidence.of(name).rate(1, last)), slow) for name in ("ph-0", "pmh-0")]
    return Said(judge(claims), listed(claims), f"mean of tests 1 to {last}; {evidence.how}")


def at_the_end(evidence: Evidence, better: Sequence[str], others: Sequence[str]) -> Said:
    """The last tests that all have."""
    last = evidence.last([*better, *others])
    first = max(1, last - 2)
    claims = [
        evidence.claim(
            (title(one), evidence.of(one).rate(first, last)), (title(other), evidence.of(other).rate(first, last))
        )
        for one in better
        for other in others
    ]
    test = f"mean of tests {first} to {last}; {evidence.how}"
    return Said(evidence.end_verdict(judge(claims), last), listed(claims), test, last)


def levels_off(evidence: Evidence) -> Said:
    """PH-0's level at the end, and whether it still rises."""
    curve = evidence.of("ph-0")
    if curve.blocks < 4:
        raise Missing("PH-0 has not been played far enough")
    first = curve.blocks // 2
    level = curve.rate(max(1, curve.blocks - 2), curve.blocks)
    error = math.sqrt(level.variance(evidence.between))
    rises = [trend(run.points[first : curve.blocks + 1]) for run in curve.runs if run.blocks >= curve.blocks]
    rise = Claim("", *mean([(each.rise, each.error) for each in rises]))
    low, high = level.rate - Z99 * error, level.rate + Z99 * error
    if rise.verdict is Verdict.CONFIRMED or low > 0.65 or high < 0.60:
        verdict = Verdict.REFUTED
    else:
        verdict = Verdict.CONFIRMED if 0.60 <= level.rate <= 0.65 else Verdict.UNDECIDED
    numbers = f"PH-0 at {percent(level.rate)}; in ten blocks {points(rise.difference, rise.error)} points"
    test = "last three tests between 60 and 65 %, and a line through the second half of the tests that does not rise"
    return Said(evidence.end_verdict(verdict, curve.blocks, both=True), numbers, test, curve.blocks)


def still_improving(evidence: Evidence, name: str) -> Said:
    """A line through the second half of the longest run's tests."""
    run = max(evidence.of(name).runs, key=lambda each: each.blocks)
    if run.blocks < 4:
        raise Missing(f"{title(name)} has not been played far enough")
    first = run.blocks // 2
    found = trend(run.points[first:])
    numbers = f"{title(name)}, seed {run.seed}: {points(found.rise, found.error)} points in ten blocks"
    test = f"a line through tests {first} to {run.blocks} of the longest run rises; z test at p < 0.01"
    verdict = evidence.end_verdict(Claim("", found.rise, found.error).verdict, run.blocks, both=True)
    return Said(verdict, numbers, test, run.blocks)


def wins_70(evidence: Evidence) -> Said:
    """The last tests of the longest run, up to the paper's last."""
    run = max(evidence.of(LONG).runs, key=lambda each: each.blocks)
    last = min(run.blocks, LEARNING_BLOCKS)
    chosen = run.points[max(1, last - 2) : last + 1]
    rate = Rate(sum(p.games for p in chosen), sum(p.wins for p in chosen), (0.0,))
    error = math.sqrt(rate.variance(evidence.between))
    distance, reach = abs(rate.rate - 0.7), Z99 * error
    verdict = Verdict.UNDECIDED
    if distance + reach < MARGIN:
        verdict = Verdict.CONFIRMED
    elif distance - reach > MARGIN:
        verdict = Verdict.REFUTED
    more = "; it wins more" if rate.rate > 0.7 + MARGIN else ""
    numbers = f"seed {run.seed}, tests {chosen[0].blocks} to {last}: {percent(rate.rate)} ± {196 * error:.1f}{more}"
    test = f"99 % interval of the last three tests within {100 * MARGIN:.0f} points of 70 %"
    return Said(evidence.end_verdict(verdict, last), numbers, test, last)


def ten_times(evidence: Evidence) -> Said:
    """Rules with the model by rules without."""
    pairs = [("pm-0", "p-0"), ("pmh-0", "ph-0")]
    blocks = evidence.last([name for pair in pairs for name in pair])
    counts = [(one, evidence.of(one).rules(blocks), other, evidence.of(other).rules(blocks)) for one, other in pairs]
    ratios = [many / max(few, 1) for _, many, _, few in counts]
    verdict = Verdict.CONFIRMED if all(10**0.5 <= ratio <= 10**1.5 for ratio in ratios) else Verdict.REFUTED
    numbers = "; ".join(
        f"{title(one)} {many:,.0f}, {title(other)} {few:,.0f}: {many / max(few, 1):.1f} times"
        for one, many, other, few in counts
    )
    test = "both ratios nearer to ten than to one or a hundred (3.2 to 32)"
    return Said(evidence.end_verdict(verdict, blocks), numbers, test, blocks)


def rules_early_and_late(evidence: Evidence) -> Said:
    """How many rules of the last block are new, and how many were there halfway."""
    names = ("p-0", "ph-0", "pm-0", "pmh-0")
    blocks = evidence.last(names)
    half = blocks // 2
    found = {}
    for name in names:
        curve = evidence.of(name)
        end = max(curve.rules(blocks), 1)
        found[name] = curve.rules(half) / end, 1 - curve.rules(blocks - 1) / end
    early = all(found[name][0] >= 0.9 for name in names[:2])
    late = all(found[name][1] >= FALLING for name in names[2:])
    verdict = Verdict.CONFIRMED if early and late else Verdict.REFUTED
    numbers = "; ".join(
        f"{title(name)} {percent(there)} after {half} of {blocks} blocks, the last adds {percent(new)}"
        for name, (there, new) in found.items()
    )
    test = "P-0 and PH-0 have 90 % of their rules halfway; the last block adds 1 % or more to those of PM-0 and PMH-0"
    return Said(evidence.end_verdict(verdict, blocks), numbers, test, blocks)


def better_start(evidence: Evidence) -> Said:
    """The first test, of values computed against zero."""
    claims = []
    for name in COMPUTED:
        other = name.replace("#", "0")
        pair = [(title(each), evidence.curves[each].rate(0)) for each in (name, other) if each in evidence.curves]
        if len(pair) < 2:
            raise Missing(f"{title(name)} and {title(other)} have not been played")
        claims.append(evidence.claim(pair[0], pair[1]))
    return Said(judge(claims), listed(claims), f"the test before any learning; {evidence.how}")


def quickly(evidence: Evidence) -> Said:
    """The gain after a little tuning, against nothing and against half of the whole gain."""
    claims, halves = [], []
    for name in ("p-#", "ph-#"):
        curve = evidence.of(name)
        soon, end, start = (curve.rate(at) for at in (min(QUICKLY, curve.blocks), curve.blocks, 0))
        claims.append(evidence.claim((title(name), soon), ("before", start)))
        variances = [rate.variance(evidence.between) for rate in (soon, end, start)]
        error = math.sqrt(variances[0] + (variances[1] + variances[2]) / 4)
        above = soon.rate - (start.rate + end.rate) / 2
        text = f"{title(name)} in the end {percent(end.rate)}, half of the gain passed by {points(above, error)}"
        halves.append(Claim(text, above, error))
    test = f"after {QUICKLY} blocks more than before, and more than half of the gain of all blocks; {evidence.how}"
    return Said(judge([*claims, *halves]), listed([*claims, *halves]), test)


def slower(evidence: Evidence, knowledge: str) -> Said:
    """The gain from the first test after learning to the last."""
    zero, computed = f"{knowledge}-0", f"{knowledge}-#"
    last = evidence.last([zero, computed])
    if last < 2:
        raise Missing(f"{title(zero)} and {title(computed)} have not been played far enough")
    gains, variance = [], 0.0
    for name in (zero, computed):
        one, end = evidence.of(name).rate(1), evidence.of(name).rate(last)
        gains.append(end.rate - one.rate)
        variance += one.variance(0) + end.variance(evidence.between)
    ends = [evidence.of(name).rate(last).rate for name in (zero, computed)]
    claim = Claim("", gains[0] - gains[1], math.sqrt(variance))
    numbers = (
        f"gain of {title(zero)} {100 * gains[0]:+.1f}, of {title(computed)} {100 * gains[1]:+.1f} points "
        f"({points(claim.difference, claim.error)}); in the end {percent(ends[0])} and {percent(ends[1])}"
    )
    return Said(claim.verdict, numbers, f"gain from test 1 to test {last}; {evidence.how}")


def no_subgoal(evidence: Evidence) -> Said:
    """The share of turns that enter a subgoal, after the first block and at the end."""
    claims = []
    for name in (*ZERO[1:], *COMPUTED):
        curve = evidence.of(name)
        (few, turns), (many, before) = curve.deliberated(curve.blocks), curve.deliberated(1)
        if not turns or not before or curve.blocks < 2:
            raise Missing(f"{title(name)} has not been played far enough")
        ends = [(few / turns, turns), (many / before, before)]
        error = math.sqrt(sum(share * (1 - share) / number for share, number in ends))
        text = f"{title(name)} {percent(ends[1][0])} to {percent(ends[0][0])}"
        claims.append(Claim(text, ends[1][0] - ends[0][0], error))
    test = "fewer turns enter the subgoal in the last test than after the first block, for all; z test at p < 0.01"
    return Said(judge(claims), listed(claims), test)


TESTS: Final[dict[str, Callable[[Evidence], Said]]] = {
    "all-improve": all_improve,
    "three-above-60": three_above_60,
    "b-0-like-p-0": alike,
    "ph-0-fastest": partial(early, fast="ph-0", others=[name for name in ZERO if name != "ph-0"]),
    "ph-0-levels-off": levels_off,
    "pmh-0-slower-than-ph-0": partial(early, fast="ph-0", others=["pmh-0"]),
    "pmh-0-still-improving": partial(still_improving, name="pmh-0"),
    "pm-0-starts-slower": starts_slower,
    "pm-0-highest": partial(at_the_end, better=["pm-0"], others=[name for name in ZERO if name != "pm-0"]),
    "pm-0-wins-70": wins_70,
    "pm-0-still-improving": partial(still_improving, name=LONG),
    "finer-is-better": partial(at_the_end, better=["pm-0", "ph-0", "pmh-0"], others=["b-0", "p-0"]),
    "ten-times-the-rules": ten_times,
    "rules-early-and-late": rules_early_and_late,
    "better-start": better_start,
    "p-and-ph-quickly": quickly,
    "pm-#-slower": partial(slower, knowledge="pm"),
    "pmh-#-slower": partial(slower, knowledge="pmh"),
    "challenges": challenges,
    "no-subgoal": no_subgoal,
    "pmh-best-of-two": best_of_two,
    "four-players": four_players,
}
"""The test of every statement."""


def findings(evidence: Evidence) -> tuple[Finding, ...]:
    """All of them, in the order of the paper."""
    return tuple(_finding(evidence, name) for name in STATEMENTS)


def _finding(evidence: Evidence, name: str) -> Finding:
    statement = STATEMENTS[name]
    try:
        said = TESTS[name](evidence)
    except Missing as missing:
        said = Said(Verdict.UNDECIDED, str(missing), "")
    return Finding(name, statement.place, statement.text, said.verdict, said.numbers, said.test, said.blocks)
