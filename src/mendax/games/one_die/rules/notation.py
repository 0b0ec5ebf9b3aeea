"""Parses the text of actions and positions of one-die Liar's Dice.

Texts from before are read too: two dice as one number (`roll 64`), and a bare `challenged` in a position.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from mendax.core.errors import BadNotation
from mendax.games.one_die.rules.types import ACCEPT, CHALLENGE, HIDDEN, UNROLLED, Action, Call, Roll, View

_ANSWERS = {str(ACCEPT): ACCEPT, str(CHALLENGE): CHALLENGE}


def parse_action(text: str, values: AbstractSet[int], dice: int = 1) -> Action:
    """An action from `roll 3` (with two dice `roll 6 4`), `call 4`, `accept` or `challenge`.

    >>> parse_action("call 4", {1, 2, 3, 4, 5, 6})
    Call(value=4)
    >>> parse_action("roll 1 2", {11, 21, 22}, 2)
    Roll(value=21, dice=2)
    """
    words = text.lower().split()
    if len(words) == 1 and words[0] in _ANSWERS:
        return _ANSWERS[words[0]]
    if len(words) == 2 and words[0] == "call":
        return Call(_value(words[1], values))
    if len(words) == 2 and words[0] == "roll":
        return Roll(_value(words[1], values), dice)
    if len(words) == 1 + dice and words[0] == "roll" and all(len(die) == 1 for die in words[1:]):
        return Roll(_value("".join(sorted(words[1:], reverse=True)), values), dice)
    raise BadNotation(f"{text[:60]!r} is not an action; write roll N, call N, accept or challenge")


def _value(text: str, values: AbstractSet[int]) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) in values:
        return int(text)
    shown = sorted(values)
    raise BadNotation(f"the dice cannot show {text[:20]!r}; they show {shown[0]} to {shown[-1]}")


def _seat(text: str) -> int:
    if text not in ("0", "1"):
        raise BadNotation(f"a seat is 0 or 1, not {text[:20]!r}")
    return int(text)


def parse_view(text: str, values: AbstractSet[int]) -> View:
    """A view from its text: `str(view)` and back.

    >>> str(parse_view("seat=1 caller=0 accepted=3 call=5 dice=?,-", {1, 2, 3, 4, 5, 6}))
    'seat=1 caller=0 accepted=3 call=5 dice=?,-'
    """
    parts = dict[str, str]()
    for word in text.split():
        key, _, value = ("challenged=true" if word == "challenged" else word).partition("=")
        if key not in ("seat", "caller", "accepted", "call", "dice", "earlier", "challenged", "winner"):
            raise BadNotation(f"{word[:40]!r} is no part of a position")
        parts[key] = value
    if not {"seat", "caller", "dice"} <= parts.keys():
        raise BadNotation("a position needs at least seat=, caller= and dice=")
    if parts.get("challenged", "true") != "true":
        raise BadNotation("challenged=true marks a challenge; without one it is left out")
    marks = {"-": UNROLLED, "?": HIDDEN}
    dice = [marks[die] if die in marks else _value(die, values) for die in parts["dice"].split(",")]
    if len(dice) != 2:
        raise BadNotation("a position has a die for each of two seats, such as dice=4,?")
    view = View(
        None if parts["seat"] == "-" else _seat(parts["seat"]),
        _seat(parts["caller"]),
        _value(parts["accepted"], values) if "accepted" in parts else 0,
        _value(parts["call"], values) if "call" in parts else 0,
        (dice[0], dice[1]),
        _seat(parts["winner"]) if "winner" in parts else None,
        "challenged" in parts,
        tuple(_value(call, values) for call in parts["earlier"].split(",")) if "earlier" in parts else (),
    )
    if view.call and view.call <= view.accepted:
        raise BadNotation(f"a call of {view.call} does not beat the accepted {view.accepted}")
    return view
