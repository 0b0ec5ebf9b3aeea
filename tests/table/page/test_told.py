"""What the page says of an event."""

from __future__ import annotations

from tests.table.page.node import run_script


def test_only_the_act_itself_was_out_of_time() -> None:
    events = [
        {"seq": 3, "move": 1, "text": "", "default": True},
        {"seq": 4, "move": 1, "text": "seat 0 challenges", "default": True},
        {"seq": 5, "move": 1, "text": "seat 1 loses a die", "default": True},
        {"seq": 6, "move": 2, "text": "seat 1 bids 3x4"},
    ]
    told_of_all = """(page, events) => {
      const face = { tell: (event) => event.text };
      const props = { events, names: ["you", "Ann"] };
      return events.map((event) => page.told(face, event, props));
    }"""
    told = ["", "you challenge (out of time)", "Ann loses a die", "Ann bids 3x4"]
    assert run_script("mendax.table.page:facing.js", told_of_all, events) == told
