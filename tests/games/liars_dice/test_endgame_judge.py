"""Advice and review by the solved endgame: its values where it reaches, the champion elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mendax.core.errors import MendaxError
from mendax.games.liars_dice.coach.advice import advise, read_position
from mendax.games.liars_dice.coach.endgame_judge import TablebaseJudge, solved_endgame
from mendax.games.liars_dice.coach.judges import ChampionJudge, FirstThatReaches
from mendax.games.liars_dice.coach.win_review import review_by_judge
from mendax.games.liars_dice.rules import CHALLENGE_BID, Bid, LiarsDice
from mendax.games.liars_dice.solver.endgame import Position, Tablebase, solve_endgame
from tests.command_line import call_json
from tests.games.liars_dice.test_coach import record

ONE = LiarsDice(players=2, dice=1)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablebase]:
    """One die each, under the full rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MENDAX_CACHE", str(tmp_path_factory.mktemp("endgame")))
        yield solve_endgame(ONE, threads=1)


@pytest.fixture
def judge(base: Tablebase) -> TablebaseJudge:
    return TablebaseJudge(base)


def test_nothing_is_solved_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path))
    assert solved_endgame(ONE) is None
    assert solved_endgame(LiarsDice(players=3)) is None


def test_a_score_is_the_mean_of_who_opens(judge: TablebaseJudge) -> None:
    view = ONE.view(ONE.start()._replace(exacts=(True, False)), None)
    assert judge.reaches(view)
    first = judge.base.values[Position((1, 1), (True, False))]
    second = judge.base.values[Position((1, 1), (False, True))]
    assert judge.score(view, 0).value == pytest.approx((1 + (first - second) / 2) / 2)
    assert judge.score(view, 0).value + judge.score(view, 1).value == pytest.approx(1)
    assert judge.score(view._replace(dice=(0, 1)), 0).value == 0.0


def test_options_are_worth_what_the_tablebase_says(judge: TablebaseJudge) -> None:
    state = read_position(ONE, "4", "1:1x4", exacts="-")
    judged = judge.options(ONE.view(state, 0), ONE.actions(state), CHALLENGE_BID)
    # The bid is true by the own die: a challenge loses the match, and only a higher bid may win it.
    assert judged.value(CHALLENGE_BID).estimate.value == 0.0
    assert judged.best.estimate.value > 0.5
    assert all(option.estimate.error == 0 for option in judged.options)
    assert advise(ONE, judge, state).judgement.best.action == judged.best.action


def test_what_the_tree_leaves_out_loses_a_die(judge: TablebaseJudge) -> None:
    """A bid that is not in the tree is challenged at once."""
    state = read_position(ONE, "4", "1:1x4", exacts="-")
    view = ONE.view(state, 0)
    probed = judge.options(view, ONE.actions(state), Bid(2, 1))
    assert probed.value(Bid(2, 1)).estimate.value == 0.0


def test_the_champion_answers_where_nothing_is_solved(judge: TablebaseJudge) -> None:
    both = FirstThatReaches((judge, ChampionJudge(ONE, worlds=8)))
    match = record("open 0, roll 3, roll 4, 1x3, 1x4, challenge bid", ONE, ("Ann", "Ben"))
    ann, ben = (review_by_judge(ONE, match, seat, both) for seat in (0, 1))
    assert {one.judge for one in (*ann.decisions, *ben.decisions)} == {"tablebase"}
    assert ann.end == 0.0
    assert ann.start + ann.luck.value + ann.others - ann.lost.value == pytest.approx(0.0)
    assert ann.decisions[-1].lost.value > 0.0


def test_advise_by_command(
    base: Tablebase, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from mendax.games.liars_dice.coach import endgame_judge

    monkeypatch.setattr(endgame_judge, "load_tablebase", lambda game: base)
    found = call_json(capsys, "advise", "liars-dice:players=2,dice=1", "--cup", "4", "--said", "1:1x4", "--exacts", "-")
    assert found["judge"] == "tablebase"
    assert found["value"] == max(option["value"] for option in found["options"])


def test_a_view_that_is_not_reached_is_refused(judge: TablebaseJudge) -> None:
    two = LiarsDice(players=2, dice=2)
    state = read_position(two, "45")
    assert not judge.reaches(two.view(state, 0))
    with pytest.raises(MendaxError, match="does not reach"):
        judge.options(two.view(state, 0), two.actions(state))
