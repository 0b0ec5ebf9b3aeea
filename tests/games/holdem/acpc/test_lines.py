"""The lines of the protocol: the published ones, and broken ones."""

from __future__ import annotations

import pytest

from mendax.core.errors import BadNotation
from mendax.games.holdem.acpc.lines import check_version, parse_response, parse_state
from tests.games.holdem.acpc.published import HEADS_UP, THREE_PLAYERS, answers, from_dealer


@pytest.mark.parametrize("line", from_dealer(HEADS_UP + THREE_PLAYERS))
def test_published_states_come_back_byte_for_byte(line: str) -> None:
    assert str(parse_state(line)) == line


@pytest.mark.parametrize("line", answers(HEADS_UP + THREE_PLAYERS))
def test_published_answers_come_back_byte_for_byte(line: str) -> None:
    state, letter = parse_response(line)
    assert f"{state}:{letter}" == line


def test_what_a_state_says() -> None:
    state = parse_state("MATCHSTATE:0:90:crfc/rc/rc/rc:Ad6h||Td2h/TsKd7h/Kh/6d")
    assert (state.position, state.hand, state.players, state.betting) == (0, 90, 3, "crfc/rc/rc/rc")
    assert [len(own) for own in state.hole] == [2, 0, 2]
    assert len(state.board) == 5


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "is not a line MATCHSTATE"),
        ("MATCHSTATE:0:0::TdAs", "cards of 2 to 10 players"),
        ("MATCHSTATE:0:0::TdAs" + "|" * 10, "cards of 2 to 10 players"),
        ("MATCHSTATE:x:0::TdAs|", "is not a line MATCHSTATE"),
        ("MATCHSTATE:-1:0::TdAs|", "is not a line MATCHSTATE"),
        ("MATCHSTATE:2:0::TdAs|", "position 2 has no cards"),
        ("MATCHSTATE:1:0::TdAs|", "position 1 has no cards"),
        ("MATCHSTATE:0:0:r250:TdAs|", "is not a line MATCHSTATE"),
        ("MATCHSTATE:0:0:x:TdAs|", "is not a line MATCHSTATE"),
        ("MATCHSTATE:0:0::Td|", "a player has two cards"),
        ("MATCHSTATE:0:0::TdA|", "not a row of cards"),
        ("MATCHSTATE:0:0::dTAs|", "is not a card"),
        ("MATCHSTATE:0:0::TdTd|", "Td is there twice"),
        ("MATCHSTATE:0:0:cc/:TdAs|/As8c3h", "a card is there twice"),
        ("MATCHSTATE:0:0:cc/:TdAs|", "as many parts as the betting"),
        ("MATCHSTATE:0:0:cc:TdAs|/2c8c3h", "as many parts as the betting"),
        ("MATCHSTATE:0:0:cc/:TdAs|/2c8c", "the flop has three cards"),
        ("MATCHSTATE:0:0:cc/cc/cc/cc/:TdAs|/2c8c3h/4c/5c/6c", "as many parts as the betting"),
        ("MATCHSTATE:0:0::TdAs|\r", "is not a line MATCHSTATE"),
        ("MATCHSTATE:\u0661:0::TdAs|", "is not a line MATCHSTATE"),
    ],
)
def test_broken_states(line: str, complaint: str) -> None:
    with pytest.raises(BadNotation, match=complaint.replace("|", r"\|")):
        parse_state(line)


@pytest.mark.parametrize("line", ["MATCHSTATE:0:0::TdAs|", "MATCHSTATE:0:0::TdAs|:", "MATCHSTATE:0:0::TdAs|:r100", "c"])
def test_broken_answers(line: str) -> None:
    with pytest.raises(BadNotation, match="is not a state that ends with an action"):
        parse_response(line)


def test_versions() -> None:
    check_version("VERSION:2.0.0")
    for line in ("VERSION:1.0.0", "VERSION:2", "version:2.0.0", "hello"):
        with pytest.raises(BadNotation):
            check_version(line)
