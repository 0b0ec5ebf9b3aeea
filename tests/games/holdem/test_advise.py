"""`mendax advise holdem`: published figures, and every kind of bad input."""

from __future__ import annotations

import pytest

from tests.command_line import assert_refused, call, call_json, first_words

ADVISE = ("advise", "holdem")


def test_published_strength_and_potential(capsys: pytest.CaptureFixture[str]) -> None:
    found = call_json(capsys, *ADVISE, "--hand", "AdQc", "--board", "3h4cJh")
    assert round(found["hand_strength"], 4) == 0.5851
    assert round(found["ppot"], 4) == 0.2083
    assert round(found["npot"], 4) == 0.2737
    assert (found["ahead"], found["tied"], found["behind"]) == (628, 9, 444)
    assert found["outs"] == ["Qd", "Qh", "Qs", "Ac", "Ah", "As"]
    assert found["exact"] is True
    assert found["win"] + found["tie"] + found["lose"] == 1_070_190  # 990 holdings on each of 1,081 boards
    assert [choice["agent"] for choice in found["agents"]][:2] == ["always-call", "always-raise"]


@pytest.mark.parametrize(
    ("hand", "other", "counts"), [("AcAd", "KhKs", (1388072, 6538, 317694)), ("AcKc", "QdQh", (787966, 6732, 917606))]
)
def test_published_counts(
    capsys: pytest.CaptureFixture[str], hand: str, other: str, counts: tuple[int, int, int]
) -> None:
    found = call_json(capsys, *ADVISE, "--hand", hand, "--against", other)
    assert (found["win"], found["tie"], found["lose"]) == counts
    assert found["hands"][1]["win"] == counts[2]


def test_several_known_hands_on_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    found = call_json(
        capsys, *ADVISE, "--hand", "AcAd", "--against", "KhKs", "--against", "2c2d", "--board", "2h 3s 4d"
    )
    assert found["win"] + found["tie"] + found["lose"] == 903
    assert found["outs"] == ["5c", "5d", "5h", "5s", "Ah", "As"]
    assert sum(one["equity"] for one in found["hands"]) == pytest.approx(1)


def test_sampled_where_exact_would_be_slow(capsys: pytest.CaptureFixture[str]) -> None:
    options = (*ADVISE, "--hand", "AcAd", "--samples", "20000", "--agents", "")
    found = call_json(capsys, *options)
    assert (found["hand_strength"], found["outs"], found["exact"], found["samples"]) == (None, [], False, 20000)
    assert abs(found["equity"] - 0.852) < 5 * found["standard_error"] < 0.02
    assert found["agents"] == []
    assert found == call_json(capsys, *options)
    assert call_json(capsys, *options, "--opponents", "9")["equity"] == pytest.approx(0.31, abs=0.03)
    assert call_json(capsys, "advise", "holdem:players=10", *options[2:])["opponents"] == 9


def test_pot_odds_and_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    options = (*ADVISE, "--hand", "AdQc", "--board", "3h4cJh", "--agents", "tight, always-call")
    found = call_json(capsys, *options, "--pot", "50", "--to-call", "10")
    assert (found["pot_odds"], found["break_even"]) == (5, 1 / 6)
    assert found["sentence"].endswith("so a call gains.")
    assert [choice["action"] for choice in found["agents"]] == ["fold", "call"]
    assert "loses" in call_json(capsys, *options, "--pot", "1", "--to-call", "10")["sentence"]
    free = call_json(capsys, *options, "--pot", "50", "--to-call", "0")
    assert (free["pot_odds"], [choice["action"] for choice in free["agents"]]) == (None, ["check", "check"])


def test_text_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, *ADVISE, "--hand", "AdQc", "--board", "3h4cJh", "--pot", "50", "--to-call", "10")
    assert code == 0
    assert "Hand strength 0.5851: ahead of 628 hands, tied with 9, behind 444." in out
    assert "Outs, 6: Qd Qh Qs Ac Ah As." in out
    assert "A call of 10 for 50 needs 16.7 %" in out
    code, out, _ = call(capsys, *ADVISE, "--hand", "AcAd", "--against", "KhKs")
    assert "1,388,072" in out


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--hand", "AdQx"], "is not a card"),
        (["--hand", "Ad"], "a hand is two cards, not 1: Ad"),
        (["--hand", "AdQcKc"], "a hand is two cards, not 3: AdQcKc"),
        (["--hand", ""], "a hand is two cards, not 0: none"),
        (["--hand", "AdAd"], "Ad is there twice"),
        (["--hand", "10dAd"], "the ten is T"),
        (["--hand", "AdQc", "--board", "3h4c"], "a board has 0, 3, 4 or 5 cards, not 2"),
        (["--hand", "AdQc", "--board", "3h4cJh5c6c7c"], "a board has 0, 3, 4 or 5 cards, not 6"),
        (["--hand", "AdQc", "--board", "3h4cQc"], "Qc is there twice"),
        (["--hand", "AdQc", "--against", "AdKc"], "Ad is there twice"),
        (["--hand", "AdQc", "--against", "Kc"], "a hand is two cards, not 1: Kc"),
        (["--hand", "AdQc", "--against", "KcKd", "--opponents", "2"], "--against compares known hands"),
        (["--hand", "AdQc", "--opponents", "10"], "--opponents"),
        (["--hand", "AdQc", "--pot", "10"], "pot odds need both"),
        (["--hand", "AdQc", "--pot", "10", "--to-call", "-1"], "--to-call"),
        (["--hand", "AdQc", "--agents", "nobody"], "there is no holdem agent 'nobody'"),
        (["--hand", "AdQc", "--place", "3"], "with 2 players there are places 1 to 2, not 3"),
        (["--hand", "AdQc", "--pot", "inf", "--to-call", "1"], "are numbers of chips, which are finite"),
        ([], "--hand"),
    ],
    ids=first_words,
)
def test_bad_input(capsys: pytest.CaptureFixture[str], options: list[str], complaint: str) -> None:
    assert_refused(capsys, [*ADVISE, *options], complaint)
