"""Beliefs of one seat: about the cup as it changes hands, and about how each opponent rolls, bids and answers."""

from __future__ import annotations

import numpy as np

from mendax.core.game import Seat
from mendax.games.blufpoker.agents.reasoning.answers import answers
from mendax.games.blufpoker.agents.reasoning.habits import ROLL_HABITS, habits
from mendax.games.blufpoker.agents.reasoning.layouts import NUM_ROLLS, OPEN_INDEX, Floats
from mendax.games.blufpoker.agents.reasoning.opponent import Opponent
from mendax.games.blufpoker.rules import (
    BELIEVE,
    NO_ROLLING,
    Answer,
    Bid,
    Blufpoker,
    Covered,
    Dice,
    Ended,
    Event,
    Handed,
    Rolled,
    Rolling,
    Spoke,
    Started,
    View,
)

_ANY_ROLL = ROLL_HABITS.index("any")
PASSES = 1 / 8
"""How often the habit to roll anything passes the cup on without rolling, where that is allowed."""


class Beliefs:
    """What one seat thinks, from the events that it hears."""

    def __init__(self, game: Blufpoker, seat: Seat) -> None:
        self.seat = seat
        self.order, self.pass_on, self.truthful_opening = game.order, game.pass_on, game.opening == "truthful"
        self.tables = habits(game.top321, game.underbids)
        self.layouts = self.tables.layouts
        known = answers(game.top321)
        self.opponents = {other: Opponent(known) for other in range(game.players) if other != seat}
        self._begin_round()

    def _begin_round(self) -> None:
        self.cup: Floats = self.layouts.fair[self.layouts.none]
        """By rank: how likely the cup holds it, as it was last handed over or bid on."""
        self.turns = 0
        """How many bids of this round were heard."""
        self.last = -1
        self.open: Dice = ()
        self.certain = False
        """Whether the rules made the last bid true."""
        self._own: list[int] = []
        self._handed: Dice = ()
        self._before: Dice = ()
        self._turn: tuple[Opponent, Floats] | None = None
        """The last bidder, and by its habits and the layout: the joint probability of both, given what was seen."""

    def hear(self, event: Event) -> None:
        """Take in an event."""
        if isinstance(event, Spoke):
            self._heard(event)
        elif isinstance(event, Covered):
            self._before, self.open = self.open, event.open
        elif isinstance(event, Rolled):
            self._own.append(event.face)
        elif isinstance(event, Handed):
            self._own, self._handed = [], event.dice
            self._reveal(event.dice)
        elif isinstance(event, Ended):
            if event.end.called:
                self._reveal(event.end.dice)
        elif isinstance(event, Started):
            self._begin_round()

    def catch_up(self, view: View) -> None:
        """Take in this round from a view, if its events were not heard: an agent may be asked in any position."""
        if self.turns == len(view.turns):
            return
        self._begin_round()
        own = iter(view.own)
        for number, turn in enumerate(view.turns):
            self._retell(turn.seat, next(own) if turn.seat == self.seat else None)
            self.hear(Covered(turn.seat, turn.open))
            self.hear(Spoke(turn.seat, Bid(turn.bid), certain=not number and self.truthful_opening))
        if view.rolling != NO_ROLLING:
            self._retell(self.seat, view.rolling)
            self.open = view.open

    def _retell(self, seat: Seat, own: Rolling | None) -> None:
        """A turn up to its last roll; what was seen of it is known where it was one's own."""
        if self.turns:
            self.hear(Spoke(seat, BELIEVE))
        if own is not None:
            if self.turns:
                self.hear(Handed(seat, own.handed))
            for face in own.fallen:
                self.hear(Rolled(seat, face))

    def _heard(self, event: Spoke) -> None:
        seat, action = event.seat, event.action
        if isinstance(action, Bid):
            rank = self.order.ranks[action.roll]
            if seat == self.seat:
                rolled = (*self.open, *self._own) if self._own else self._handed
                self._know(self.order.ranks[rolled])
                self._turn = None
            elif event.certain:
                self._know(rank)
                self._turn = None
            else:
                self._see_turn(self.opponents[seat], rank)
            self.last, self.certain = rank, event.certain
            self.turns += 1
            return
        self._answered(seat, action)

    def _answered(self, seat: Seat, answer: Answer) -> None:
        believed = answer is BELIEVE
        if seat != self.seat:
            self.opponents[seat].saw_answer(OPEN_INDEX[self.open], self.last, believed, self.certain)
            if believed and self._turn is not None:  # this seat does not see the cup
                opponent, joint = self._turn
                opponent.saw_turn(joint.sum(axis=2))
                self._turn = None

    def _see_turn(self, opponent: Opponent, bid: int) -> None:
        """Another player rolled and bid: what each habit makes of it."""
        open_set, span = OPEN_INDEX[self.open], self.layouts.span[OPEN_INDEX[self.open]]
        if self.last < 0:
            rolls = np.broadcast_to(self.cup, (len(ROLL_HABITS), NUM_ROLLS))
        else:
            rolls = self.tables.roll_chances(self.cup, open_set, self.last)
            if self.pass_on and self.open == self._before:
                rolls[_ANY_ROLL] += PASSES * self.cup[self.layouts.cup[span]]
        bids = self.tables.bid_chances(open_set, self.last, bid)
        joint = rolls[:, None, :] * bids[None, :, :]
        cups = np.tensordot(opponent.habits, joint, 2)
        total = cups.sum()
        if total <= 0:  # nothing that any habit allows: fair dice
            cups = self.layouts.fair[span]
            total = cups.sum()
        self.cup = np.zeros(NUM_ROLLS)
        self.cup[self.layouts.cup[span]] = cups / total
        self._turn = (opponent, joint)

    def _reveal(self, dice: Dice) -> None:
        """The cup of the last turn is seen: by a call, or because it was handed to this seat."""
        rank = self.order.ranks[dice]
        if self._turn is not None:
            opponent, joint = self._turn
            cups = self.layouts.cup[self.layouts.span[OPEN_INDEX[self.open]]]
            opponent.saw_turn(joint[:, :, int(np.flatnonzero(cups == rank)[0])])
            self._turn = None
        self._know(rank)

    def _know(self, rank: int) -> None:
        self.cup = np.zeros(NUM_ROLLS)
        self.cup[rank] = 1.0

    def chance_true(self) -> float:
        """How likely the cup holds at least the last bid."""
        return float(self.cup[self.last :].sum())
