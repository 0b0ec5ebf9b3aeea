"""The review of a played game.

Every seat has a running value: its expected final score under best play from here on. A roll moves it up or
down: that is luck, zero on average. A decision can only lower it: that is lost. So the value at the start,
plus luck, minus what was lost, is the final score. Each seat is judged on its own card: by its expected
score, not by its chance to win against the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple

from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.core.record import Record
from mendax.games.yahtzee.coach.advice import option_values
from mendax.games.yahtzee.rules import Action, Card, Roll, Yahtzee
from mendax.games.yahtzee.rules.scoring import NUM_BOXES, Dice
from mendax.games.yahtzee.rules.types import dice_text
from mendax.games.yahtzee.solver.optimum import optimum, single_turns

ROUNDING = 1e-9
"""Options closer than this are equally good."""


class Rolled(NamedTuple):
    """A roll, and its luck: its value above the expectation."""

    turn: int
    """The seat's own turns, from 1."""
    roll: int
    """1, 2 or 3."""
    kept: Dice
    fell: Dice
    """The dice that were rolled."""
    value: float
    """The expected final score after it."""
    luck: float

    @property
    def dice(self) -> Dice:
        """All five dice."""
        return tuple(sorted(self.kept + self.fell))


class Decided(NamedTuple):
    """A decision, the best there was, and the expected final score after each."""

    turn: int
    roll: int
    dice: Dice
    action: Action
    value: float
    best: Action
    best_value: float
    points: int = 0
    """What the card gained by it, bonuses included."""

    @property
    def lost(self) -> float:
        """What the decision cost, in expected points."""
        return self.best_value - self.value

    @property
    def is_mistake(self) -> bool:
        """Whether another option was better by more than rounding."""
        return self.lost > ROUNDING


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The review of one seat: `value + luck - lost` is `expected`, which is the score once the card is full."""

    seat: Seat
    name: str
    seats: int
    """How many seats the game has."""
    value: float
    """The expected score of the best play, before the first roll."""
    rolls: tuple[Rolled, ...]
    decisions: tuple[Decided, ...]
    card: Card
    expected: float
    """The expected final score where the record ends."""
    finished: bool

    @property
    def score(self) -> int:
        """The points on the card."""
        return self.card.total

    @property
    def luck(self) -> float:
        """The luck of all rolls together."""
        return fsum(rolled.luck for rolled in self.rolls)

    @property
    def lost(self) -> float:
        """What all decisions together cost."""
        return fsum(decided.lost for decided in self.decisions)

    @property
    def mistakes(self) -> tuple[Decided, ...]:
        """The decisions that cost something, the costliest first."""
        return tuple(sorted((one for one in self.decisions if one.is_mistake), key=lambda one: -one.lost))

    def summary(self) -> str:
        from mendax.games.yahtzee.coach.review_text import short_review

        return short_review(self)

    def __str__(self) -> str:
        from mendax.games.yahtzee.coach.review_text import whole_review

        return whole_review(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "name": self.name,
            "value": self.value,
            "luck": self.luck,
            "lost": self.lost,
            "score": self.score,
            "expected": self.expected,
            "finished": self.finished,
            "rolls": [
                {
                    "turn": rolled.turn,
                    "roll": rolled.roll,
                    "kept": dice_text(rolled.kept),
                    "dice": dice_text(rolled.dice),
                    "value": rolled.value,
                    "luck": rolled.luck,
                }
                for rolled in self.rolls
            ],
            "decisions": [
                {
                    "turn": decided.turn,
                    "roll": decided.roll,
                    "dice": dice_text(decided.dice),
                    "action": str(decided.action),
                    "value": decided.value,
                    "best": str(decided.best),
                    "best_value": decided.best_value,
                    "lost": decided.lost,
                }
                for decided in self.decisions
            ],
        }


def review(record: Record, seat: Seat) -> SeatReview:
    """Replay a record and value every roll and decision of one seat; `BadRecord` where it does not replay."""
    game = record.game
    if not isinstance(game, Yahtzee):
        raise MendaxError(f"this coach reviews yahtzee, not {game.name}")
    # In the single-turn task only the points of the turn count.
    table = single_turns(game.joker) if game.single_turn else optimum(game.joker)
    card, rolls, decisions = Card(), list[Rolled](), list[Decided]()
    value = start = table.turn(card).value
    for before, move, after in record.states():
        if before.seat != seat:
            continue
        turn, number = table.turn(card), 1 + _num_filled(card)
        if isinstance(move.action, Roll):
            best_value = max(option_values(game, turn, after).values())
            rolls.append(Rolled(number, after.rolls, before.kept, move.action.dice, best_value, best_value - value))
            value = best_value
        else:
            values = option_values(game, turn, before)
            value, best_value = values[move.action], max(values.values())
            # Of equally good actions the played one is as good as any.
            best = next(one for one in (move.action, *values) if values[one] >= best_value - ROUNDING)
            points = after.cards[seat].total - card.total
            decisions.append(Decided(number, before.rolls, before.dice, move.action, value, best, best_value, points))
            card = after.cards[seat]
    finished = _num_filled(card) == (1 if game.single_turn else NUM_BOXES)
    return SeatReview(
        seat, record.agents[seat], game.seats, start, tuple(rolls), tuple(decisions), card, value, finished
    )


def _num_filled(card: Card) -> int:
    return len(card.points) - len(card.open)


class YahtzeeCoach:
    """Reviews Yahtzee, seat by seat."""

    def review(self, record: Record, seat: Seat) -> SeatReview:
        return review(record, seat)


COACH = YahtzeeCoach()
