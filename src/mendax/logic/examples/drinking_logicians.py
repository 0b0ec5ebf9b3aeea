"""Drinking logicians: n logicians enter a bar, and each knows only whether it wants a beer itself.

The bartender asks: "Does everyone want beer?" They answer one after the other, truly and with all they know.

>>> answers("111")
('I do not know', 'I do not know', 'yes')
>>> answers("110")
('I do not know', 'I do not know', 'no')
>>> answers("101")
('I do not know', 'no', 'no')
"""

from __future__ import annotations

from mendax.logic import Atom, Formula, Knows, Not, S5Model, conjunction
from mendax.logic.errors import LogicError


def logicians(number: int) -> dict[str, str]:
    """By logician the atom that this one wants a beer."""
    return {f"logician{place}": f"beer{place}" for place in range(1, number + 1)}


def model(number: int) -> S5Model:
    """All wishes, each known to its own logician alone."""
    wishes = logicians(number)
    return S5Model.observing(wishes.values(), {logician: [wish] for logician, wish in wishes.items()})


def everyone_wants_beer(number: int) -> Formula:
    """What the bartender asks."""
    return conjunction(map(Atom, logicians(number).values()))


def answers(wishes: str) -> tuple[str, ...]:
    """What each says, where wishes are a digit each: 1 for a beer, 0 for none."""
    if not wishes or set(wishes) - {"0", "1"}:
        raise LogicError(f"wishes are a digit for each logician, 0 or 1, not {wishes!r}")
    story = model(len(wishes))
    everyone = everyone_wants_beer(len(wishes))
    said = []
    for logician in logicians(len(wishes)):
        possible: dict[str, Formula] = {"yes": Knows(logician, everyone), "no": Knows(logician, Not(everyone))}
        possible["I do not know"] = conjunction(Not(known) for known in possible.values())
        answer = next(answer for answer, meaning in possible.items() if story.holds(meaning, wishes))
        said.append(answer)
        story = story.announce(possible[answer])
    return tuple(said)
