"""The coach: the value of every option in a position, and the review of a played game.

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
from mendax.core.game import Seat, Turn
from mendax.core.record import Record
from mendax.games.yahtzee.rules import Action, Card, Keep, Roll, Score, State, View, Yahtzee
from mendax.games.yahtzee.rules.scoring import NUM_BOXES, NUM_DICE, Dice
from mendax.games.yahtzee.rules.types import dice_text
from mendax.games.yahtzee.solver.optimum import TurnValues, optimum, single_turns
from mendax.games.yahtzee.solver.solution import check_card

ROUNDING = 1e-9
"""Options closer than this are equally good."""


class Advised(NamedTuple):
    """An option of a position, its expected final score, and what it costs against the best option."""

    action: Action
    value: float
    cost: float


@dataclass(frozen=True, slots=True)
class Advice:
    """Every option of a position, the best first."""

    game: Yahtzee
    view: View
    options: tuple[Advised, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "rules": self.game.rules,
            "value": self.options[0].value,
            "options": [
                {"action": str(option.action), "value": option.value, "cost": option.cost} for option in self.options
            ],
        }


def advise(game: Yahtzee, card: Card, dice: Dice, rolls: int) -> Advice:
    """Every option with its exact value, for one player and the whole game."""
    if len(dice) != NUM_DICE:
        raise MendaxError(f"five dice lie on the table, not {len(dice)}")
    check_card(game, card)
    state = State((card,), 0, rolls, dice)
    if game.turn(state._replace(dice=())) is Turn.OVER:
        raise MendaxError("the card is full: there is nothing left to decide")
    values = _values(game, optimum(game.joker).turn(card), state)
    top = max(values.values())
    options = sorted(
        (Advised(action, value, top - value) for action, value in values.items()), key=lambda one: one.cost
    )
    return Advice(game, game.view(state, 0), tuple(options))


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
        end = f"that makes {self.score} points"
        if not self.finished:
            broke_off = f"where the game broke off, with {self.score} on the card"
            end = f"{self.expected:.2f} points were to be expected {broke_off}"
        lines = [
            f"Looking back: the best play expects {self.value:.2f} points; luck of the dice {self.luck:+.2f};"
            f" lost by decisions {self.lost:.2f}; {end}."
        ]
        if self.seats > 1:
            lines.append("This is about the expected score on this card alone, not about winning.")
        lines += [f"  {describe_mistake(mistake)}" for mistake in self.mistakes[:3]]
        if not self.mistakes:
            lines.append("  No decision could have been better.")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.summary()

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
            best_value = max(_values(game, turn, after).values())
            rolls.append(Rolled(number, after.rolls, before.kept, move.action.dice, best_value, best_value - value))
            value = best_value
        else:
            values = _values(game, turn, before)
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


def _values(game: Yahtzee, turn: TurnValues, state: State) -> dict[Action, float]:
    """The expected final score after each legal action."""
    shown, values = state.cards[state.seat].total, dict[Action, float]()
    for action in game.actions(state):
        if isinstance(action, Keep):
            values[action] = shown + turn.keep(action.dice, state.rolls)
        elif isinstance(action, Score):
            values[action] = shown + turn.score(state.dice, action.box)
    return values


def describe_mistake(mistake: Decided) -> str:
    """A mistake in a line.

    >>> describe_mistake(Decided(4, 2, (1, 3, 3, 5, 6), Keep((5, 6)), 250.0, Keep((3, 3)), 252.5))
    'turn 4, roll 2, 1 3 3 5 6: keep 5 6 lost 2.50, keep 3 3 was better'
    """
    where = f"turn {mistake.turn}, roll {mistake.roll}, {dice_text(mistake.dice)}"
    lost = f"{mistake.lost:.2f}" if mistake.lost >= 0.005 else "under 0.01"
    return f"{where}: {mistake.action} lost {lost}, {mistake.best} was better"


class YahtzeeCoach:
    """Reviews Yahtzee, seat by seat."""

    def review(self, record: Record, seat: Seat) -> SeatReview:
        return review(record, seat)


COACH = YahtzeeCoach()
