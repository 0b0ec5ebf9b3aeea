"""Advice and review by win chances: sums that add up, losses that are no noise, positions that are checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.games.liars_dice.coach.advice import advise, read_position
from mendax.games.liars_dice.coach.judges import (
    ChampionJudge,
    Estimate,
    FirstThatReaches,
    Judge,
    Judgement,
    OptionValue,
)
from mendax.games.liars_dice.coach.win_review import review_by_judge
from mendax.games.liars_dice.rules import CHALLENGE_BID, PASS, Action, Bid, LiarsDice, View
from tests.command_line import call, call_json
from tests.games.liars_dice.test_coach import record

TWO = LiarsDice(players=2)
MOVES = (
    "open 0, roll 2 2 3 4 6, roll 1 1 3 5 5, 3x5, 4x5, challenge bid, open 1, roll 3 3 4 6, roll 2 4 4 4 6, 3x4, 4x4"
)


@dataclass
class Exact:
    """A judge that knows everything about some positions: bids and exacts win 0.75, a challenge 0.5, a pass 0.25."""

    most: int
    """It reaches positions with at most so many dice."""
    name: str = "table"
    asked: list[View] = field(default_factory=list)

    def reaches(self, view: View) -> bool:
        return view.total <= self.most

    def options(self, view: View, actions: Sequence[Action], played: Action | None = None) -> Judgement:
        self.asked.append(view)
        worth: dict[Action, float] = {PASS: 0.25, CHALLENGE_BID: 0.5}
        found = [*dict.fromkeys([*actions[:3], *([] if played is None else [played])])]
        options = [OptionValue(one, np.array([worth.get(one, 0.75)]), 1 / len(found)) for one in found]
        return Judgement(self.name, tuple(options))

    def before_words(self, view: View) -> Estimate:
        return Estimate(0.6)

    def score(self, view: View, seat: Seat) -> Estimate:
        return Estimate(0.5 if view.dice[seat] == 5 else 0.4)


def test_a_review_adds_up() -> None:
    judge: Judge = Exact(10)
    found = review_by_judge(TWO, record(MOVES, TWO, ("you", "Ann")), 0, judge)
    bid, doubt, last = found.decisions
    assert (bid.action, doubt.action, last.action) == (Bid(3, 5), CHALLENGE_BID, Bid(4, 4))
    assert (bid.lost.value, doubt.lost.value) == (0.0, 0.25)
    assert doubt.is_mistake
    assert not bid.is_mistake
    # 0.5 at the start, 0.6 with these dice, 0.75 by the own bid: there was nothing better, so the others made it.
    first, second = found.rounds
    assert first.dice.value == pytest.approx(0.1)
    assert first.after == 0.4
    assert found.start + found.luck.value + found.others - found.lost.value == pytest.approx(found.end)
    assert second.after == found.end == 0.75, "the match broke off"
    assert "challenge Ann's 4x5 wins with 50.0 %; say exact is better by 25.0 ± 0.0 points" in str(found)
    assert "25.0  lost by decisions" in found.summary()
    assert found.to_json()["decisions"][1]["lost"] == 0.25


def test_the_first_judge_that_reaches_a_position_answers() -> None:
    small, all_of_it = Exact(9, "small"), Exact(10, "all")
    judge = FirstThatReaches((small, all_of_it))
    found = review_by_judge(TWO, record(MOVES, TWO, ("you", "Ann")), 0, judge)
    assert [one.judge for one in found.decisions] == ["all", "all", "small"]
    assert judge.name == "small, all"


def test_the_best_of_noisy_values_is_not_overrated() -> None:
    """Two options that are equally good lose nothing on average, though one of them always looks better."""
    rng = np.random.default_rng(1)
    lost = []
    for _ in range(300):
        options = [OptionValue(action, rng.random(64), 0.5) for action in (PASS, CHALLENGE_BID)]
        lost.append(Judgement("noise", tuple(options)).lost(PASS))
    assert np.mean([one.value for one in lost]) == pytest.approx(0, abs=0.008)
    overrated = np.mean([max(0.0, one.value) for one in lost])
    assert overrated > 0.01
    worse = [OptionValue(PASS, np.full(64, 0.2), 0.5), OptionValue(CHALLENGE_BID, rng.random(64), 0.5)]
    assert Judgement("noise", tuple(worse)).lost(PASS).value == pytest.approx(0.3, abs=0.12)


def test_the_champion_reviews_a_match() -> None:
    found = review_by_judge(TWO, record(MOVES, TWO, ("you", "Ann")), 1, ChampionJudge(TWO, worlds=256))
    assert found.start == pytest.approx(0.5)
    assert found.start + found.luck.value + found.others - found.lost.value == pytest.approx(found.end)
    assert found.rounds[0].dice.value > 0.01, "two 1s and two 5s are good dice"
    assert found.rounds[0].after > 0.55, "the other lost a die"
    assert all(0 < one.value.value < 1 for one in found.decisions)
    assert found.decisions[0].value.error < 0.06


def test_a_position_is_read_and_checked() -> None:
    state = read_position(TWO, "6134", "1:2x5;0:3x5+5;1:4x5", "5,4", "1")
    assert state.cups[0] == (1, 3, 4, 6)
    assert state.shown == ((5,), ())
    assert state.dice == (5, 4)
    assert state.exacts == (False, True)
    opening = read_position(TWO, "13456", seat=1)
    assert TWO.turn(opening) == 1
    faults = {
        ("1346", "1:2x5", "", ""): "seat 0 has 5 dice under the cup, not 4",
        ("13456", "1:2x5;1:3x5", "", ""): "seat 0 is to speak before seat 1",
        ("13456", "0:2x5;1:1x5", "", ""): "a bid must be higher",
        ("13456", "0:pass", "", ""): "a round begins with a bid",
        ("13456", "nothing", "", ""): "is not something said",
        ("13457", "", "", ""): "faces from 1 to 6",
        ("13456", "", "5", ""): "a number from 0 to 5 for each of 2 seats",
        ("13456", "", "5,0", ""): "at least two seats have dice",
        ("13456", "", "", "7"): "--exacts lists seats from 0 to 1",
    }
    for (cup, said, dice, exacts), why in faults.items():
        with pytest.raises(MendaxError, match=why):
            read_position(TWO, cup, said, dice, exacts)
    with pytest.raises(MendaxError, match="seat 0 is to speak after that, not seat 1"):
        read_position(TWO, "13456", "1:2x5", seat=1)


def test_pushes_of_others_are_taken_as_they_were_said() -> None:
    state = read_position(TWO, "22346", "1:2x5+15;0:3x5;1:4x5+5")
    assert state.shown == ((), (1, 5, 5))
    assert len(state.cups[1]) == 2
    advice = advise(TWO, ChampionJudge(TWO, worlds=8), state)
    told = advice.to_json()
    assert told["value"] == max(option["value"] for option in told["options"])
    assert min(option["cost"] for option in told["options"]) == 0


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ("advise", "liars-dice:players=2", "--cup", "13456", "--said", "1:6x5", "--worlds", "8")
    code, out, _ = call(capsys, *where)
    assert code == 0
    assert "Chance of winning the match, by champion" in out
    assert "challenge seat 1's 6x5" in out
    assert call_json(capsys, *where)["judge"] == "champion"
    file = tmp_path / "match.txt"
    file.write_text(str(record(MOVES, TWO, ("you", "Ann"))))
    code, out, _ = call(capsys, "review", str(file), "--by", "champion", "--worlds", "8", "--seat", "0")
    assert code == 0
    assert "you (seat 0), by the win chances of champion:" in out
    assert "How it adds up, in hundredths of a match:" in out
    (seat,) = call_json(capsys, "review", str(file), "--by", "champion", "--worlds", "8", "--seat", "0")["seats"]
    assert seat["kind"] == "win chances"
    code, _, err = call(capsys, "review", str(file), "--by", "nobody")
    assert code == 2
    assert "positions are valued by champion or champion:FILE, not by 'nobody'" in err
    code, _, err = call(capsys, "review", str(file), "--seat", "4")
    assert code == 2
    assert "has seats 0 to 1, not 4" in err
