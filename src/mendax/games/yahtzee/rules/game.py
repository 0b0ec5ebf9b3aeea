"""The rules of Yahtzee for one to six players: the paper's section 3.1, Appendices E and F.

A turn is three rolls. After the first and the second the player keeps some of the dice, none or all,
and rolls the others; after the third the dice go into a box. So every turn has three decisions, and
a player 39 in a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import ClassVar, final

from mendax.core.errors import IllegalAction, MendaxError
from mendax.core.game import WINS, Count, Counted, Game, Seat, Turn
from mendax.games.yahtzee.rules import notation
from mendax.games.yahtzee.rules.scoring import (
    BOXES,
    NUM_DICE,
    OPEN,
    Box,
    Card,
    Dice,
    Rules,
    box_points,
    enter,
    legal_boxes,
)
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN, Action, Event, Keep, Roll, Score, State, View


@cache
def roll_chances(num_dice: int) -> tuple[tuple[Roll, float], ...]:
    """Every way some dice can fall, order aside, with its probability."""
    found = []
    for dice in combinations_with_replacement(range(1, 7), num_dice):
        ways = factorial(num_dice) // prod(factorial(dice.count(face)) for face in set(dice))
        found.append((Roll(dice), ways / 6**num_dice))
    return tuple(found)


@cache
def keeps(dice: Dice) -> tuple[Keep, ...]:
    """Every different set of dice that can be kept, the largest first."""
    found = dict.fromkeys(kept for size in range(len(dice), -1, -1) for kept in combinations(dice, size))
    return tuple(map(Keep, found))


_SCORES = tuple(map(Score, BOXES))


@final
@dataclass(frozen=True, slots=True)
class Yahtzee(Game[State, View, Action, Event]):
    """Five dice, thirteen boxes.

    >>> game = Yahtzee()
    >>> state = game.apply(game.start(), Roll((1, 1, 2, 5, 6)))
    >>> len(game.actions(state)), str(game.actions(state)[1])
    (24, 'keep 1 1 2 5')
    """

    players: int = 1
    """One to six."""
    rules: str = "forced"
    """The joker rules: `forced`, `free`, `no-joker` or `no-bonus`."""
    single_turn: bool = False
    """Whether the game is one turn each, from an empty card: the paper's single-turn task."""

    name: ClassVar[str] = "yahtzee"
    rules_version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if type(self.players) is not int or not 1 <= self.players <= 6:
            raise MendaxError(f"yahtzee has 1 to 6 players, not {self.players!r}")
        if self.rules not in {rules.value for rules in Rules}:
            known = ", ".join(rules.value for rules in Rules)
            raise MendaxError(f"there are no yahtzee rules '{self.rules}'; there is: {known}")

    @property
    def seats(self) -> int:
        return self.players

    @property
    def joker(self) -> Rules:
        """The joker rules."""
        return Rules(self.rules)

    def start(self) -> State:
        return State((Card(),) * self.players)

    def turn(self, state: State) -> Seat | Turn:
        if state.dice:
            return state.seat
        return Turn.OVER if self._is_over(state) else Turn.CHANCE

    def _is_over(self, state: State) -> bool:
        """Whether everyone has filled the card, or in the single-turn task one box of it."""
        points = state.cards[state.seat].points  # the next to play is the last to be done
        return any(value != OPEN for value in points) if self.single_turn else OPEN not in points

    def chances(self, state: State) -> Sequence[tuple[Action, float]]:
        return roll_chances(NUM_DICE - len(state.kept))

    def draw(self, state: State, rng: Random) -> Action:
        return Roll(tuple(sorted(int(rng.random() * 6) + 1 for _ in range(NUM_DICE - len(state.kept)))))

    def actions(self, state: State) -> Sequence[Action]:
        if state.rolls < ROLLS_PER_TURN:
            return keeps(state.dice)
        return tuple(_SCORES[box] for box in legal_boxes(state.cards[state.seat], state.dice, self.joker))

    def apply(self, state: State, action: Action) -> State:
        turn = self.turn(state)
        if turn is Turn.OVER:
            raise IllegalAction(f"{action}: the game is over")
        if isinstance(action, Roll):
            return self._roll(state, action)
        if turn is Turn.CHANCE:
            raise IllegalAction(f"{action}: the dice are in the air")
        if isinstance(action, Keep):
            return self._keep(state, action)
        return self._score(state, action)

    def _roll(self, state: State, action: Roll) -> State:
        if state.dice:
            raise IllegalAction(f"{action}: no dice are in the air")
        rolled = action.dice
        fair = all(face in (1, 2, 3, 4, 5, 6) for face in rolled) and tuple(sorted(rolled)) == rolled
        if len(rolled) + len(state.kept) != NUM_DICE or not fair:
            raise IllegalAction(f"{action}: that is not how {NUM_DICE - len(state.kept)} dice can fall")
        return State(state.cards, state.seat, state.rolls + 1, tuple(sorted(state.kept + rolled)))

    def _keep(self, state: State, action: Keep) -> State:
        if state.rolls == ROLLS_PER_TURN:
            raise IllegalAction(f"{action}: the three rolls are made, now a box must be scored")
        if action not in keeps(state.dice) or not all(type(die) is int for die in action.dice):
            raise IllegalAction(f"{action}: those dice are not all on the table")
        if len(action.dice) == NUM_DICE:
            return State(state.cards, state.seat, state.rolls + 1, state.dice)
        return State(state.cards, state.seat, state.rolls, (), action.dice)

    def _score(self, state: State, action: Score) -> State:
        card, dice = state.cards[state.seat], state.dice
        if not isinstance(action, Score) or not isinstance(action.box, Box):
            raise IllegalAction(f"{action}: that is no box")
        if state.rolls < ROLLS_PER_TURN:
            raise IllegalAction(f"{action}: a box is scored after the third roll; keep all the dice to stay")
        if card.points[action.box] != OPEN:
            raise IllegalAction(f"{action}: that box is filled")
        if action.box not in legal_boxes(card, dice, self.joker):
            raise IllegalAction(f"{action}: a further Yahtzee must go where the joker rule says")
        filled = enter(card, dice, action.box, self.joker)
        cards = (*state.cards[: state.seat], filled, *state.cards[state.seat + 1 :])
        return State(cards, (state.seat + 1) % self.players)

    def default_action(self, view: View, actions: Sequence[Action]) -> Action:
        """All dice are kept; of the boxes the one that pays most, the first of several."""
        card = view.card

        def points(action: Action) -> int:
            return box_points(card, view.dice, action.box, self.joker) if isinstance(action, Score) else 0

        return max(actions, key=points)

    @property
    def counted(self) -> Counted:
        """Wins, and alone points."""
        return Counted(Count.MONEY, "points") if self.players == 1 else WINS

    def payoffs(self, state: State) -> tuple[float, ...]:
        return tuple(float(card.total) for card in state.cards)

    def forfeit(self, state: State, seat: Seat) -> tuple[float, ...]:
        """The seat scores -1; the others keep their scores."""
        return tuple(-1.0 if other == seat else float(card.total) for other, card in enumerate(state.cards))

    def standing(self, state: State) -> tuple[float, ...]:
        return self.payoffs(state)

    def round(self, state: State) -> int:
        """How many boxes every player has filled."""
        return min(sum(value != OPEN for value in card.points) for card in state.cards)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state.cards, state.seat, state.rolls, state.dice, state.kept)

    def events(self, before: State, action: Action, after: State, seat: Seat | None) -> tuple[Event, ...]:
        who = before.seat
        points = after.cards[who].total - before.cards[who].total if isinstance(action, Score) else 0
        return (Event(who, action, points),)

    def parse_action(self, text: str) -> Action:
        """`keep 5 5`, `keep none`, `score fh`, `roll 1 3 6`."""
        return notation.parse_action(text)

    def parse_view(self, text: str) -> View:
        """`seat=0 turn=0 rolls=1 dice=13356 card=1s=3,fh=25`."""
        return notation.parse_view(text, self.players)
