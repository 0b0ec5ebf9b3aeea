"""The rules of fixed-limit Texas Hold'em for two to ten players, with unlimited play money.

The source is the thesis on SoarBot, section 1.2; where it is silent, `docs/holdem.md` says what was chosen. A match is
a session of hands. The button moves one seat to the left with each hand, and money is carried along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final, final

from mendax.core.errors import IllegalAction, MendaxError
from mendax.core.game import Count, Counted, Game, Seat, Turn
from mendax.games.holdem.rules import notation
from mendax.games.holdem.rules.betting import (
    add_act,
    begin_stage,
    blind_seats,
    closed_betting,
    legal_acts,
    next_stage,
    open_betting,
)
from mendax.games.holdem.rules.cards import NUM_CARDS, Cards
from mendax.games.holdem.rules.events import Acted, BoardDealt, DealtCards, Event, HandBegan, Shown, Won
from mendax.games.holdem.rules.ranking import best_hand
from mendax.games.holdem.rules.types import (
    BOARD_SIZES,
    DEALS,
    SMALL_BET,
    Act,
    Action,
    Betting,
    Deal,
    HandEnd,
    Stage,
    State,
    View,
)

CHANCE: Final = Turn.CHANCE
OVER: Final = Turn.OVER
RIVER: Final = Stage.RIVER
MAX_HANDS: Final = 1_000_000
MAX_RAISES: Final = 99
_COUNTED: Final = Counted(Count.MONEY, "small bets", by_hand=True)


@final
@dataclass(frozen=True, slots=True)
class Holdem(Game[State, View, Action, Event]):
    """Fixed-limit Texas Hold'em: two cards each, five on the board, four stages of betting.

    >>> game = Holdem(players=2)
    >>> state = game.start()
    >>> for text in "Ah Kd Ac Ks call check Qh 7d 2c".split():
    ...     state = game.apply(state, game.parse_action(text))
    >>> [str(action) for action in game.actions(state)]
    ['check', 'bet']
    >>> print(game.view(state, 0))
    seat=0 hand=0 button=1 stage=flop turn=0 money=0,0 cards=AhAc board=Qh7d2c said=ck/-
    """

    players: int = 2
    """Two to ten; a match gets a seat for every agent that is named."""
    hands: int = 1
    """How many hands a match has."""
    raises: int = 3
    """How many raises a stage may have, over the big blind before the flop and over the first bet after it."""

    name: ClassVar[str] = "holdem"
    rules_version: ClassVar[int] = 1
    shows_all: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 10:
            raise MendaxError(f"holdem has 2 to 10 players, not {self.players}")
        if not 1 <= self.hands <= MAX_HANDS:
            raise MendaxError(f"a match of holdem has 1 to {MAX_HANDS:,} hands, not {self.hands}")
        if not 0 <= self.raises <= MAX_RAISES:
            raise MendaxError(f"holdem has 0 to {MAX_RAISES} raises in a stage, not {self.raises}")

    @property
    def seats(self) -> int:
        return self.players

    @property
    def counted(self) -> Counted:
        """Money, in small bets a hand."""
        return _COUNTED

    @property
    def opener(self) -> Seat | None:
        """The seat left of the big blind in the first hand; with two players the button."""
        return (blind_seats(self.players, self.button(0))[1] + 1) % self.players

    def button(self, hand: int) -> Seat:
        """Who has the button in a hand, counted from 0: the last seat first, so that seat 0 is at its left."""
        return (self.players - 1 + hand) % self.players

    def start(self) -> State:
        return State(CHANCE, open_betting(self.players, self.players - 1), (), (0,) * self.players, 0, None)

    def turn(self, state: State) -> Seat | Turn:
        return state.turn

    def chances(self, state: State) -> Sequence[tuple[Action, float]]:
        """Every card that is not dealt yet, equally likely."""
        dealt = set(state.cards)
        left = [deal for deal in DEALS if deal.card not in dealt]
        return tuple((deal, 1 / len(left)) for deal in left)

    def draw(self, state: State, rng: Random) -> Action:
        """The card of that number among those that are left: one random number a card."""
        dealt = sorted(state.cards)
        card = int(rng.random() * (NUM_CARDS - len(dealt)))
        for other in dealt:
            if other > card:
                break
            card += 1
        return DEALS[card]

    def actions(self, state: State) -> Sequence[Action]:
        """Fold or check, call, and bet or raise: at most three."""
        return legal_acts(state.betting, self.raises)

    def default_action(self, view: View, actions: Sequence[Action]) -> Action:
        """A check, or else a fold: the first action."""
        return actions[0]

    def apply(self, state: State, action: Action) -> State:
        turn, betting, cards, money, hands, last = state
        if turn is CHANCE:
            return self._deal(state, action)
        if turn is OVER:
            raise IllegalAction(f"{action}: the match is over")
        legal = legal_acts(betting, self.raises)
        if not isinstance(action, Act) or action not in legal:
            raise IllegalAction(f"{action}: seat {turn} may {' or '.join(map(str, legal))}")
        betting = add_act(betting, action)
        if betting.turn is not None:
            return State(betting.turn, betting, cards, money, hands, last)
        if betting.folded.count(False) == 1:
            return self._end_hand(state, betting, ((),) * self.players, (betting.folded.index(False),))
        if betting.stage is RIVER:
            return self._show_down(state, betting)
        return State(CHANCE, next_stage(betting), cards, money, hands, last)

    def _deal(self, state: State, action: Action) -> State:
        _, betting, cards, money, hands, last = state
        if type(action) is not Deal or type(action.card) is not int or not 0 <= action.card < NUM_CARDS:
            raise IllegalAction(f"{action}: a card is to be dealt")
        if action.card in cards:
            raise IllegalAction(f"{action}: this card is dealt already")
        cards = (*cards, action.card)
        if len(cards) < 2 * self.players + BOARD_SIZES[betting.stage]:
            return State(CHANCE, betting, cards, money, hands, last)
        betting = begin_stage(betting, self.button(hands))
        assert betting.turn is not None
        return State(betting.turn, betting, cards, money, hands, last)

    def hole_cards(self, state: State, seat: Seat) -> Cards:
        """A seat's own cards, as far as they are dealt: one card after the other, from the left of the button."""
        players, cards = self.players, state.cards
        first = (seat - state.hands) % players
        if len(cards) >= 2 * players:
            return (cards[first], cards[first + players])
        return tuple(cards[place] for place in (first, first + players) if place < len(cards))

    def _show_down(self, state: State, betting: Betting) -> State:
        """All who are left show their cards, and the best hands share the pot."""
        board = state.cards[2 * self.players :]
        shown = tuple(() if folded else self.hole_cards(state, seat) for seat, folded in enumerate(betting.folded))
        hands = [best_hand(own + board) if own else None for own in shown]
        best = max(hand for hand in hands if hand is not None)
        winners = tuple(seat for seat, hand in enumerate(hands) if hand == best)
        return self._end_hand(state, betting, shown, winners)

    def _end_hand(self, state: State, betting: Betting, shown: tuple[Cards, ...], winners: tuple[Seat, ...]) -> State:
        """Pay out the pot; odd chips go to the first winner at the left of the button."""
        players, paid, hands = self.players, betting.paid, state.hands
        button = self.button(hands)
        share, odd = divmod(sum(paid), len(winners))
        gains = [-chips for chips in paid]
        for seat in winners:
            gains[seat] += share
        if odd:
            gains[min(winners, key=lambda seat: (seat - button - 1) % players)] += odd
        money = tuple(map(sum, zip(state.money, gains, strict=True)))
        end = HandEnd(button, state.cards[2 * players :], betting.said, shown, tuple(gains))
        if hands + 1 == self.hands:
            return State(OVER, closed_betting(players), (), money, hands + 1, end)
        return State(CHANCE, open_betting(players, (button + 1) % players), (), money, hands + 1, end)

    def payoffs(self, state: State) -> tuple[float, ...]:
        """Money won and lost, in small bets."""
        return self.standing(state)

    def standing(self, state: State) -> tuple[float, ...]:
        """Money won and lost in the finished hands, in small bets."""
        return tuple(chips / SMALL_BET for chips in state.money)

    def forfeit(self, state: State, seat: Seat) -> tuple[float, ...]:
        """Payoffs when a seat is given up: it pays a small bet for every hand that is not finished.

        In the hand that is being played it pays what it has put in, if that is more. The others share it equally.
        That is more than it would cost to fold every hand: no agent gains by breaking down.
        """
        left = self.hands - state.hands
        lost = max(state.betting.paid[seat], SMALL_BET) + (left - 1) * SMALL_BET if left else 0
        others = self.players - 1
        return tuple(
            (chips - lost if other == seat else chips + lost / others) / SMALL_BET
            for other, chips in enumerate(state.money)
        )

    def ending(self, state: State) -> str:
        """How a match of one hand ended; a longer one just ends."""
        if self.hands > 1 or state.last is None:
            return "end"
        return "showdown" if any(state.last.shown) else "all but one folded"

    def round(self, state: State) -> int:
        return state.hands

    def subgame(self, state: State) -> bool:
        """A hand of which no card is dealt yet: nothing is hidden."""
        return state.turn is CHANCE and not state.cards

    def view(self, state: State, seat: Seat | None) -> View:
        """One's own cards, and what everybody sees."""
        _, betting, cards, money, hands, last = state
        return View(
            seat,
            hands,
            (self.players - 1 + hands) % self.players,
            betting,
            () if seat is None else self.hole_cards(state, seat),
            cards[2 * self.players :],
            money,
            last,
        )

    def events(self, before: State, action: Action, after: State, seat: Seat | None) -> tuple[Event, ...]:
        if isinstance(action, Deal):
            return self._deal_events(before, after, seat)
        turn, betting = before.turn, add_act(before.betting, action)
        assert isinstance(turn, int)
        chips = betting.paid[turn] - before.betting.paid[turn]
        events: list[Event] = [Acted(turn, action, chips, max(betting.bets))]
        if after.hands == before.hands or after.last is None:
            return tuple(events)
        end = after.last
        order = [(end.button + 1 + place) % self.players for place in range(self.players)]
        events += [Shown(at, end.shown[at], end.board) for at in order if end.shown[at]]
        taken = [gain + paid for gain, paid in zip(end.gains, betting.paid, strict=True)]
        events += [Won(at, taken[at], end.gains[at]) for at in order if taken[at]]
        return tuple(events)

    def _deal_events(self, before: State, after: State, seat: Seat | None) -> tuple[Event, ...]:
        number, players, stage = len(after.cards), self.players, after.betting.stage
        events: list[Event] = []
        if number == 1:
            button = self.button(before.hands)
            events.append(HandBegan(before.hands + 1, button, *blind_seats(players, button)))
        if players < number <= 2 * players and seat is not None:
            own = self.hole_cards(after, seat)
            if own[1:] == after.cards[-1:]:
                events.append(DealtCards(seat, own))
        elif number > 2 * players and number == 2 * players + BOARD_SIZES[stage]:
            new = BOARD_SIZES[stage] - BOARD_SIZES[stage - 1]
            events.append(BoardDealt(stage, after.cards[-new:]))
        return tuple(events)

    def parse_action(self, text: str) -> Action:
        return notation.parse_action(text)

    def parse_view(self, text: str) -> View:
        return notation.parse_view(text, self.players, self.hands, self.raises)
