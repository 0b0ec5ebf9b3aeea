"""`mendax advise blufpoker`: known positions, exact values, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mendax.games.blufpoker.agents.round_values import RoundValues
from mendax.games.blufpoker.coach.advice import Advice, advise
from mendax.games.blufpoker.coach.typed_position import TypedPosition
from mendax.games.blufpoker.rules import Blufpoker
from mendax.games.blufpoker.rules.rolls import RANKS
from mendax.games.blufpoker.solver.poker_phase import PokerOdds, PokerPhase
from tests.command_line import assert_refused, call, call_json, first_words
from tests.games.blufpoker.high_band import band

GAME = Blufpoker()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solution of the high bids instead of all of it."""
    monkeypatch.setattr("mendax.games.blufpoker.coach.advice.load_or_solve", band)


def chances(advice: Advice) -> dict[str, float]:
    return {str(option.action): option.chance for option in advice.options}


def test_answers_by_counting() -> None:
    assert chances(advise(GAME, TypedPosition(bid="664", open="66"))) == {"believe": 0.5, "call": 0.5}
    certain = advise(GAME, TypedPosition(bid="654", open="66"))
    assert chances(certain) == {"believe": 1.0, "call": 0.0}
    assert str(certain.options[0].action) == "believe"
    assert "--before" in certain.without
    assert chances(advise(GAME, TypedPosition(bid="664", open="53")))["believe"] == 0
    # 654 falls in six ways, 655 and 661 to 665 in three each, and there are six pokers.
    assert chances(advise(Blufpoker(players=4), TypedPosition(bid="654")))["believe"] == pytest.approx(30 / 216)


def test_rolls_and_bids_by_counting() -> None:
    four = Blufpoker(players=4)
    rolling = advise(four, TypedPosition(bid="651", dice="165"))
    assert (rolling.position, rolling.question) == ("651 found in the cup, 651 to beat", "Roll which die next, or stop")
    assert chances(rolling)["roll 1"] == pytest.approx(0.8657, abs=1e-4)
    assert rolling.without == "blufpoker is solved for two players, not 4: write blufpoker:players=2"
    middle = advise(four, TypedPosition(bid="541", dice="532", rolled="2:5"))
    assert chances(middle)["stop"] == 1
    bidding = advise(four, TypedPosition(bid="632", cup="641", open="6"))
    assert str(bidding.options[0].action) == "bid 641"
    assert {str(option.action): option.true for option in bidding.options}["bid 642"] is False
    last = advise(four, TypedPosition(bid="541", dice="532", rolled="2:5,3:1,5:5"))
    assert last.position == "551 in the cup, 541 to beat"


def test_the_poker_phase_in_fractions() -> None:
    advice = advise(GAME, TypedPosition(poker="444", dice="424", rolls=1))
    best = advice.options[0]
    assert str(best.action) == "keep 44"
    assert best.odds == PokerOdds(Fraction(0), Fraction(11, 36), Fraction(25, 36))
    assert best.value == float(PokerPhase(4).after_keeping((4, 4), 2).value)
    assert sum(option.probability or 0 for option in advice.options) == 1
    for option in advice.options:
        assert option.odds is not None
        assert sum(option.odds) == 1
        assert option.chance == pytest.approx(float(1 - option.odds.fail))
    # A draw is half a win for the value, so the two objectives differ here.
    differ = advise(GAME, TypedPosition(poker="333", dice="321", rolls=1))
    assert str(differ.options[0].action) == "keep 3"
    assert [str(option.action) for option in differ.options if option.probability] == ["keep none"]


@pytest.mark.usefixtures("quick")
def test_exact_values() -> None:
    answer = advise(GAME, TypedPosition(bid="664", open="66", dice="662", before="663"))
    assert not answer.without
    assert sum(option.probability or 0 for option in answer.options) == pytest.approx(1)
    assert "Of the cups this bidder would bid 664 with" in answer.solution
    dice, bid = RANKS[6, 6, 2], RANKS[6, 6, 3]
    rolling = advise(GAME, TypedPosition(bid="663", dice="662"))
    assert rolling.to_json()["value"] == pytest.approx(band().values[dice, bid], abs=1e-9)
    stopped = advise(GAME, TypedPosition(bid="663", dice="662", rolled="2:1"))
    values = {str(option.action): option.value for option in stopped.options}
    bidding = advise(GAME, TypedPosition(bid="663", dice="662", cup="661", open="66"))
    assert values["stop"] == bidding.options[0].value
    first = advise(GAME, TypedPosition(bid="665", first=True))
    assert [option.value for option in first.options] == [
        RoundValues(band(), True).answers(first.view).believing,
        -1.0,
    ]


@pytest.mark.usefixtures("quick")
def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "advise", "blufpoker", "--open", "66", "--bid", "664")
    assert (code, err) == (0, "")
    assert "the cup holds 664 or more with 50.0 %" in out
    assert "No exact values: the exact solution also needs --dice" in out
    code, out, _ = call(capsys, "advise", "blufpoker", "--dice", "662", "--bid", "663")
    assert code == 0
    assert "one round for two players, not the match" in out
    found = call_json(capsys, "advise", "blufpoker", "--poker", "111", "--dice", "211", "--rolls", "2")
    assert found["options"][0]["action"] == "keep 11"
    assert found["options"][0]["equal_fraction"] == "1/6"
    code, out, _ = call(capsys, "advise", "blufpoker", "--poker", "111", "--dice", "211", "--rolls", "2")
    assert "5/6" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "which position?"),
        (["--bid", "671", "--open", "66"], "--bid: '671' is not a roll"),
        (["--bid", "466"], "the highest first"),
        (["--bid", "211"], "add --first"),
        (["--bid", "664", "--open", "666"], "--open: '666' is not up to 2 dice"),
        (["--bid", "664", "--open", "7"], "--open: '7'"),
        (["--bid", "654", "--before", "655"], "654 is not higher than 655"),
        (["--bid", "664", "--open", "66", "--dice", "654"], "the bidder was handed 654"),
        (["--bid", "664", "--open", "6", "--first"], "nothing lies open after the first bid"),
        (["--bid", "541", "--dice", "53"], "three dice are needed, not 2"),
        (["--bid", "444", "--dice", "532"], "use --poker 444"),
        (["--bid", "541", "--dice", "532", "--rolled", "5"], "2:5 says that the 2 became a 5"),
        (["--bid", "541", "--dice", "532", "--rolled", "2:5,2:1"], "there is no 2 left to roll"),
        (["--bid", "541", "--before", "531", "--rolled", "2:5"], "--rolled is about your own turn"),
        (["--cup", "641", "--open", "5", "--bid", "632"], "5 is not part of the cup, 641"),
        (["--cup", "641", "--open", "6", "--bid", "632", "--dice", "532"], "you were handed 532"),
        (["--cup", "641", "--open", "6"], "a first bid has no open dice"),
        (["--cup", "641", "--first"], "--cup asks what to bid"),
        (["--poker", "441", "--dice", "532"], "441 is no poker"),
        (["--poker", "444"], "--poker needs --dice"),
        (["--poker", "444", "--dice", "555"], "the poker phase is over"),
        (["--poker", "444", "--dice", "551", "--rolls", "3"], "give 1 or 2"),
        (["--poker", "444", "--dice", "551", "--bid", "333"], "--poker goes with"),
        (["--bid", "541", "--dice", "532", "--rolls", "1"], "give --poker too"),
    ],
    ids=first_words,
)
def test_impossible_positions(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert_refused(capsys, ["advise", "blufpoker", *arguments], complaint)
