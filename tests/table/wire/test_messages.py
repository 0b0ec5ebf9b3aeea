"""Frames are read strictly, and written the same way each time."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.table.wire import BadFrame, encode, read_client_frame, read_server_frame
from mendax.table.wire.messages import Act, Event, Join, Mix, RoundEnd

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KINDS = st.sampled_from(["join", "watch", "act", "mix", "leave", "ping", "turn", "", "end"])


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_garbage_is_a_bad_frame(raw: str | bytes) -> None:
    with pytest.raises(BadFrame):
        read_client_frame(raw)


@given(KINDS, st.dictionaries(st.sampled_from(["token", "turn", "action", "table", "since", "round", "x"]), JSON))
def test_what_is_read_is_a_frame_and_errors_are_short(kind: str, fields: dict[str, object]) -> None:
    raw = json.dumps({"type": kind, **fields})
    try:
        frame = read_client_frame(raw)
    except BadFrame as error:
        assert len(str(error)) < 200
        assert "\n" not in str(error)
    else:
        assert read_client_frame(encode(frame)) == frame


@pytest.mark.parametrize(
    "frame",
    [Join("t", "bcdfghjk", "m", 3, True), Act("m.0", "call 4"), Mix("m", 0, "abc")],
    ids=lambda frame: type(frame).__name__,
)
def test_client_frames_round_trip(frame: Join | Act | Mix) -> None:
    assert read_client_frame(encode(frame)) == frame


def test_what_is_not_there_is_left_out() -> None:
    closed = json.loads(encode(RoundEnd(1, "m", 1, (0.0,))))
    assert set(closed) == {"type", "seq", "match", "round", "standing"}
    assert "default" not in json.loads(encode(Event(1, "m", 0, "x", None)))
    assert read_server_frame(encode(Event(1, "m", 0, "x", None))) == Event(1, "m", 0, "x", None)


def test_the_same_frame_is_the_same_bytes() -> None:
    one, other = {"a": 1, "b": [2]}, {"b": [2], "a": 1}
    assert encode(Event(1, "m", 0, "x", one)) == encode(Event(1, "m", 0, "x", other))
