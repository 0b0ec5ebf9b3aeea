"""Records: their text, and replaying them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.core import BadRecord, MendaxError, game_text, read_records
from mendax.core.catalogue import build_game

GOOD = """; a comment
[Mendax "1"]
[Game "one-die:faces=4"]
[Rules "1"]
[Seat0 "tree"]
[Seat1 "you"]
[Payoffs "-1.0 1.0"]
[End "lie caught"]
* roll 2
0 call 3
1 challenge
"""


def test_a_record_reads_as_documented() -> None:
    (record,) = read_records(GOOD, build_game)
    record.replay()
    assert game_text(record.game) == "one-die:faces=4"
    assert [str(move.action) for move in record.moves] == ["roll 2", "call 3", "challenge"]
    assert len(read_records(GOOD + "\n" + GOOD, build_game)) == 2


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('[Mendax "1"]', '[Mendax "9"]'), "reads format 1"),
        (('[Rules "1"]', '[Rules "7"]'), "under rules '7'"),
        (('[Rules "1"]\n', ""), "the tag Rules is missing"),
        (("one-die:faces=4", "one-die:faces=40"), "2 to 20 faces"),
        (("one-die:faces=4", "two-dice"), "did you mean 'one-die'"),
        (("-1.0 1.0", "1.0 -1.0"), "the rules say"),
        (("-1.0 1.0", "-1.0"), "1 payoffs for 2 seats"),
        (("-1.0 1.0", "much"), "not numbers"),
        (("0 call 3", "1 call 3"), "the turn of seat 0"),
        (("0 call 3", "0 call 1"), "below the roll"),
        (("0 call 3", "0 cal 3"), "not an action"),
        (("1 challenge\n", ""), "before the match is over"),
        (("1 challenge", "1 challenge\n0 call 4"), "after the match is over"),
        (("* roll 2", "roll 2"), "not a tag or a move"),
        (("* roll 2", "9" * 5000 + " roll 2"), "not a tag or a move"),
        (('[End "lie caught"]', '[End "top accepted"]'), "ended by 'top accepted'"),
        (('[Seat1 "you"]', '[Seat1 "\\ud800"]'), "not quoted well"),
        (('[End "lie caught"]', '[End "lie"caught"]'), "not quoted well"),
        ((GOOD, "; nothing\n"), "no record"),
    ],
)
def test_a_damaged_record_gets_one_clear_line(change: tuple[str, str], complaint: str) -> None:
    with pytest.raises(BadRecord, match=complaint) as caught:
        for record in read_records(GOOD.replace(*change), build_game):
            record.replay()
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=60), st.integers(0, len(GOOD)), st.integers(0, 60))
def test_random_damage_never_surprises(junk: bytes, at: int, cut: int) -> None:
    text = GOOD[:at] + junk.decode("latin-1") + GOOD[at + cut :]
    try:
        for record in read_records(text, build_game):
            record.replay()
    except MendaxError as error:
        assert "\n" not in str(error)
