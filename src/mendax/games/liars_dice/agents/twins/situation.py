"""What a twin is shown: a view as a row of whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from mendax.games.liars_dice.rules import (
    CHALLENGE_BID,
    CHALLENGE_FIRST_PASS,
    CHALLENGE_PASS,
    EXACT,
    PASS,
    Action,
    Answer,
    Bid,
    LiarsDice,
    View,
)
from mendax.games.liars_dice.rules.turns import next_seat

TOTAL: Final = 0
"""Dice in play."""
UNKNOWN: Final = 1
"""Dice under the cups of others."""
OWN_DICE: Final = 2
OWN_CUP: Final = 3
ALIKE: Final = 4
"""1 where all own dice show one face."""
COUNT: Final = 5
"""The number of the bid that stands; 0 before there is one."""
FACE: Final = 6
PUSHED: Final = 7
"""1 where that bid came with a push."""
MINE: Final = 8
BIDDER_CUP: Final = 9
NEXT_FACE: Final = 10
"""What the next player has bid last in this round; 0 for nothing."""
ANSWERS: Final = 11
"""The answers that are legal, a bit for each, in the order of `ANSWER_ORDER`."""
MOST_DICE: Final = 12
"""How many dice a player begins with."""
MAY_PUSH: Final = 13
PASSES: Final = 14
"""For the last pass and for the one before it: hidden dice, shown dice, and 1 where the shown ones differ."""
CUP: Final = 20
"""At this place plus a face: own hidden dice of it."""
SHOWN: Final = 27
"""At this place plus a face: dice of it that all can see."""
SIZE: Final = 34

ANSWER_ORDER: Final = (CHALLENGE_BID, CHALLENGE_PASS, CHALLENGE_FIRST_PASS, EXACT, PASS)
"""As in the kernel of the game."""


def situation(game: LiarsDice, view: View, actions: Sequence[Action]) -> npt.NDArray[np.int64]:
    """The row for the seat to speak; bids are not read from `actions`, only answers."""
    seat = view.seat
    assert seat is not None, "a spectator does not act"
    row = [0] * SIZE
    own = view.cup
    row[TOTAL], row[OWN_DICE], row[OWN_CUP] = sum(view.dice), view.dice[seat], len(own)
    row[UNKNOWN] = sum(view.hidden) - len(own)
    row[ALIKE] = len({*own, *view.shown[seat]}) == 1
    row[MOST_DICE], row[MAY_PUSH] = game.dice, game.options.push
    for die in own:
        row[CUP + die] += 1
    for dice in view.shown:
        for die in dice:
            row[SHOWN + die] += 1
    said = view.bid_said
    if said is None:
        return np.array(row, dtype=np.int64)
    bid = said.action
    assert isinstance(bid, Bid)
    row[COUNT], row[FACE], row[PUSHED] = bid.count, bid.face, bool(bid.push)
    row[MINE], row[BIDDER_CUP] = said.seat == seat, view.hidden[said.seat]
    # The rules of the game list answers before bids.
    answers = [action for action in actions[: len(Answer)] if isinstance(action, Answer)]
    row[ANSWERS] = sum(1 << ANSWER_ORDER.index(answer) for answer in answers)
    for back, answer in ((1, CHALLENGE_PASS), (2, CHALLENGE_FIRST_PASS)):
        if answer in answers:
            passer = view.said[-back].seat
            shown = view.shown[passer]
            at = PASSES + 3 * (back - 1)
            row[at], row[at + 1], row[at + 2] = view.hidden[passer], len(shown), len({*shown}) > 1
    after = next_seat(view.dice, seat)
    for spoken in reversed(view.said):
        if spoken.seat == after and isinstance(spoken.action, Bid):
            row[NEXT_FACE] = spoken.action.face
            break
    return np.array(row, dtype=np.int64)
