"""Schedules: who sits where, deal by deal."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.arena.results import Results
from mendax.arena.schedule import default_orderings, match_schedule, parse_orderings, tournament_schedule
from mendax.arena.worker import Job
from mendax.core import MendaxError
from tests.arena.agents import GAME


def test_each_deal_is_played_with_seats_exchanged() -> None:
    fixtures = list(match_schedule(2, 2, 5).fixtures(0, 5))
    assert [(f.deal, f.seating) for f in fixtures] == [
        (0, (0, 1)),
        (0, (1, 0)),
        (1, (0, 1)),
        (1, (1, 0)),
        (2, (0, 1)),
    ]


def test_rotation_puts_everyone_everywhere() -> None:
    schedule = tournament_schedule(5, 3, 6)
    assert len(schedule) == 10 * 6
    chairs = Counter((seat, who) for f in schedule.fixtures(0, 60) for seat, who in enumerate(f.seating))
    assert set(chairs.values()) == {12}


def test_named_orderings() -> None:
    schedule = match_schedule(2, 4, 8, parse_orderings(["XXXY", "YYYX", "XXYY", "XYXY"], 4))
    assert schedule.pairings[0] == ((0, 0, 0, 1), (1, 1, 1, 0), (0, 0, 1, 1), (0, 1, 0, 1))
    for seats in range(3, 11):
        chairs = [Counter(ordering[seat] for ordering in default_orderings(seats)) for seat in range(seats)]
        assert all(chair["X"] == chair["Y"] for chair in chairs), "each seat is fair to both"
    paired = tournament_schedule(3, 4, 4, parse_orderings(["xxyy"], 4))
    assert paired.pairings == (((0, 0, 1, 1),), ((0, 0, 2, 2),), ((1, 1, 2, 2),))


@pytest.mark.parametrize("text", ["XXX", "XXXX", "XYZ", "XXYYX", ""])
def test_bad_orderings_say_so(text: str) -> None:
    with pytest.raises(MendaxError, match="letters X and Y"):
        parse_orderings([text], 4)


def test_tables_that_cannot_be_filled_say_so() -> None:
    with pytest.raises(MendaxError, match="needs 2 agents, not 3"):
        match_schedule(3, 2, 10)
    with pytest.raises(MendaxError, match="at least 4 agents"):
        tournament_schedule(3, 4, 10)


@given(st.integers(1, 9), st.integers(2, 5), st.data())
def test_any_range_is_a_piece_of_the_whole(games: int, agents: int, data: st.DataObject) -> None:
    schedule = tournament_schedule(agents, 2, games)
    whole = list(schedule.fixtures(0, len(schedule)))
    assert [f.number for f in whole] == list(range(len(schedule)))
    assert Counter(f.pairing for f in whole) == dict.fromkeys(range(len(schedule.pairings)), games)
    assert [f.deal for f in whole] == sorted(f.deal for f in whole), "deal by deal, so that stopping early is fair"
    places = Results(Job(GAME, (), (), schedule, 0)).places
    assert [(f.deal, f.pairing) for f in whole] == list(zip(*(map(int, p) for p in places[:2]), strict=True))
    start = data.draw(st.integers(0, len(whole)))
    stop = data.draw(st.integers(start, len(whole)))
    assert list(schedule.fixtures(start, stop)) == whole[start:stop]
