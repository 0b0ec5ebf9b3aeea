"""Verdicts on the paper's findings: computed from curves, so other curves give other verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from mendax.games.liars_dice.agents.twins.games import PairGames
from mendax.games.liars_dice.study.learning.curves import AgentCurve
from mendax.games.liars_dice.study.learning.evidence import Claim, Evidence, Verdict, judge
from mendax.games.liars_dice.study.learning.findings import TESTS, findings
from mendax.games.liars_dice.study.learning.questions import (
    FourSeats,
    MatchResult,
    Questions,
    Tuning,
    standings,
)
from mendax.games.liars_dice.study.published import STATEMENTS
from tests.games.liars_dice.study.curve_maker import curve, rising, run

YES, NO, OPEN = Verdict.CONFIRMED, Verdict.REFUTED, Verdict.UNDECIDED
FEW = [0, *(round(6000 * (1 - 0.5**at)) for at in range(1, 36))]
MANY = [2000 * at for at in range(36)]


def as_published(blocks: int = 35) -> dict[str, AgentCurve]:
    """Curves that do what the paper says, five runs each that differ by a point."""
    rates = {
        "b-0": rising(0.01, 0.40, blocks, 3),
        "p-0": rising(0.02, 0.40, blocks, 3),
        "pm-0": [0.02 + 0.68 * (at / 35) ** 0.5 for at in range(blocks + 1)],
        "ph-0": rising(0.05, 0.62, blocks, 1),
        "pmh-0": [0.1 + 0.55 * (at / 35) ** 0.4 for at in range(blocks + 1)],
        "p-#": rising(0.25, 0.60, blocks, 1),
        "pm-#": [0.3 + 0.01 * at for at in range(blocks + 1)],
        "ph-#": rising(0.4, 0.65, blocks, 1),
        "pmh-#": [0.5 + 0.003 * at for at in range(blocks + 1)],
    }
    rates["pm-0"][0] = rates["pmh-0"][0] = 0.02
    found = {}
    for name, each in rates.items():
        rules = (MANY if "m" in name else FEW)[: blocks + 1]
        runs = [run([max(0.0, rate + 0.005 * (seed - 3)) for rate in each], seed, rules) for seed in range(1, 6)]
        found[name] = curve(name, *runs, planned=blocks)
    return found


def verdicts(curves: Mapping[str, AgentCurve], questions: Questions | None = None) -> dict[str, Verdict]:
    found = findings(Evidence(list(curves.values()), questions))
    return {finding.name: finding.verdict for finding in found}


def test_every_statement_has_a_test() -> None:
    assert list(TESTS) == list(STATEMENTS)


def test_curves_as_published_confirm_the_paper() -> None:
    found = verdicts(as_published())
    unasked = {"challenges", "pmh-best-of-two", "four-players"}
    assert {name for name, verdict in found.items() if verdict is not YES} == unasked
    assert all(found[name] is OPEN for name in unasked)


def test_without_runs_nothing_is_decided() -> None:
    assert set(verdicts({}).values()) == {OPEN}
    some = {name: each for name, each in as_published().items() if name == "p-0"}
    assert set(verdicts(some).values()) == {OPEN}


def test_ten_blocks_can_confirm_but_not_refute_what_is_said_of_the_end() -> None:
    found = verdicts(as_published(10))
    assert found["all-improve"] is found["better-start"] is found["ph-0-fastest"] is YES
    for name in ("three-above-60", "pm-0-wins-70", "pm-0-highest", "ph-0-levels-off", "pmh-0-still-improving"):
        assert found[name] is OPEN, name


def replaced(name: str, rates: Sequence[float], rules: Sequence[int] = ()) -> dict[str, AgentCurve]:
    """The published curves but for one agent."""
    runs = [run([max(0.0, rate + 0.005 * (seed - 3)) for rate in rates], seed, rules) for seed in range(1, 6)]
    return {**as_published(), name: curve(name, *runs, planned=35)}


@pytest.mark.parametrize(
    ("finding", "name", "rates"),
    [
        ("all-improve", "b-0", [0.40, *[0.2] * 35]),
        ("three-above-60", "pmh-0", rising(0.05, 0.50, 35)),
        ("b-0-like-p-0", "b-0", rising(0.01, 0.60, 35, 1)),
        ("ph-0-fastest", "pm-0", rising(0.05, 0.75, 35, 0.5)),
        ("ph-0-levels-off", "ph-0", rising(0.05, 0.75, 35, 1)),
        ("ph-0-levels-off", "ph-0", [0.40 + 0.006 * at for at in range(36)]),
        ("pmh-0-slower-than-ph-0", "pmh-0", rising(0.05, 0.75, 35, 0.5)),
        ("pmh-0-still-improving", "pmh-0", [0.5 - 0.004 * at for at in range(36)]),
        ("pm-0-starts-slower", "pm-0", rising(0.05, 0.75, 35, 0.5)),
        ("pm-0-highest", "pm-0", rising(0.05, 0.50, 35)),
        ("pm-0-wins-70", "pm-0", rising(0.05, 0.50, 35)),
        ("pm-0-wins-70", "pm-0", rising(0.05, 0.94, 35, 3)),
        ("pm-0-still-improving", "pm-0", [0.5 - 0.004 * at for at in range(36)]),
        ("finer-is-better", "p-0", rising(0.02, 0.70, 35)),
        ("better-start", "pm-0", [0.50, *[0.6] * 35]),
        ("p-and-ph-quickly", "p-#", [0.25 + 0.01 * at for at in range(36)]),
        ("pm-#-slower", "pm-#", [0.05 + 0.025 * at for at in range(36)]),
        ("pmh-#-slower", "pmh-#", [0.05 + 0.025 * at for at in range(36)]),
    ],
)
def test_other_curves_refute_it(finding: str, name: str, rates: Sequence[float]) -> None:
    assert verdicts(replaced(name, rates))[finding] is NO


def test_rules() -> None:
    level = [as_published()["pm-0"].rate(at).rate for at in range(36)]
    assert verdicts(replaced("pm-0", level, [2 * many for many in FEW]))["ten-times-the-rules"] is NO
    assert verdicts(replaced("pm-0", level, [20 * many for many in FEW]))["rules-early-and-late"] is NO


def test_turns_without_a_subgoal() -> None:
    more = curve("p-0", run(rising(0.02, 0.4, 35), shares=[1.0, 0.2, *[0.4] * 34]), planned=35)
    assert verdicts({**as_published(), "p-0": more})["no-subgoal"] is NO


def test_too_few_games_decide_nothing() -> None:
    """The same rates with ten games a test and one run."""
    few = {
        name: curve(name, run([each.rate(at).rate for at in range(11)], games=10))
        for name, each in as_published().items()
    }
    found = verdicts(few)
    assert found["pmh-0-slower-than-ph-0"] is found["better-start"] is found["b-0-like-p-0"] is OPEN


def test_agents_that_learned_nothing_are_not_called_alike() -> None:
    still = {name: curve(name, run([0.1] * 36), planned=35) for name in ("b-0", "p-0")}
    assert verdicts({**as_published(), **still})["b-0-like-p-0"] is OPEN


def test_runs_that_differ_widely_count_for_less() -> None:
    """Two points apart over ten thousand games are clear if runs agree, and not if they differ by ten points."""
    close = [
        curve(name, *(run([0.0, *[rate] * 10], seed) for seed in (1, 2)))
        for name, rate in (("p-0", 0.5), ("ph-0", 0.54))
    ]
    wide = [
        curve(name, *(run([0.0, *[rate + off] * 10], seed) for seed, off in ((1, -0.05), (2, 0.05))))
        for name, rate in (("p-0", 0.5), ("ph-0", 0.54))
    ]
    for curves, verdict in ((close, YES), (wide, OPEN)):
        evidence = Evidence(curves)
        rates = [("x", each.rate(1, 10)) for each in curves]
        assert evidence.claim(rates[1], rates[0]).verdict is verdict


def tuning(agent: str, wins: Mapping[str, int]) -> Tuning:
    results = [MatchResult(variant, 1000, won) for variant, won in wins.items()]
    return Tuning(agent, 1, 10, tuple(results), 100, 10, 1000, 100)


def test_the_questions_decide_their_findings() -> None:
    by_challenges = {"as-learned": 620, "only-challenges": 600, "all-but-challenges": 300, "untuned": 250}
    by_bids = {**by_challenges, "only-challenges": 300, "all-but-challenges": 600}
    pairs = (PairGames("p", "pmh", 4000, 3000), PairGames("e", "pmh", 4000, 2400))
    lost = (*pairs, PairGames("pmh", "emh", 4000, 2400))
    four = (FourSeats("p", False, 1000, 10), FourSeats("p-#", True, 1000, 100), FourSeats("ph-#", True, 1000, 350))
    curves = as_published()
    yes = verdicts(curves, Questions(tuple(tuning(name, by_challenges) for name in ("p-#", "ph-#")), four, pairs))
    no = verdicts(curves, Questions((tuning("p-#", by_challenges), tuning("ph-#", by_bids)), four[:2], lost))
    for name in ("challenges", "pmh-best-of-two", "four-players"):
        assert (yes[name], no[name]) == (YES, NO), name


def test_standings() -> None:
    found = standings([PairGames("e", "p", 400, 100), PairGames("e", "pm", 400, 240), PairGames("p", "pm", 400, 300)])
    assert [each.agent for each in found] == ["pm", "e", "p"]
    assert [each.mean for each in found] == pytest.approx([0.675, 0.575, 0.25])
    assert [each.beaten for each in found] == [2, 1, 0]
    low, high = found[-1].ci95
    assert high - low == pytest.approx(1.96 * (2 * 0.1875 / 400) ** 0.5, rel=1e-3)


def test_judging() -> None:
    yes, no, unclear = Claim("", 0.1, 0.01), Claim("", -0.1, 0.01), Claim("", 0.02, 0.01)
    assert judge([yes, yes]) is YES
    assert judge([yes, unclear]) is OPEN
    assert judge([yes, unclear, no]) is NO
    assert judge([]) is OPEN
