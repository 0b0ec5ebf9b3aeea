"""Two tiny games that prove what the core can count: one with a single loser, one of hands for money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

from mendax.core.errors import BadNotation, IllegalAction
from mendax.core.game import NOT_LOST, AnyGame, Count, Counted, Game, Seat, Turn

NUMBERS = tuple(map(str, range(1, 7)))


class ShortStraw(NamedTuple):
    """State of `OneLoser`: the straws drawn so far, and who held on to theirs."""

    straws: tuple[int, ...] = ()
    kept: tuple[bool, ...] = ()
    swapped: bool = False
    """The seat to act has given its straw back and waits for another."""


class StrawView(NamedTuple):
    seat: Seat | None
    straws: tuple[int, ...]
    kept: tuple[bool, ...]
    swapped: bool

    def __str__(self) -> str:
        seat = "-" if self.seat is None else self.seat
        kept = "".join("y" if kept else "n" for kept in self.kept)
        return f"{seat}|{','.join(map(str, self.straws))}|{kept}|{'y' if self.swapped else 'n'}"


@dataclass(frozen=True, slots=True)
class OneLoser(Game[ShortStraw, StrawView, str, str]):
    """Each seat in turn draws a straw of length 1 to 6 in secret and may swap it once; the shortest loses.

    Of several shortest straws the one drawn last loses: there is always a single loser.
    """

    players: int = 3
    name: ClassVar[str] = "one-loser"
    rules_version: ClassVar[int] = 1

    @property
    def seats(self) -> int:
        return self.players

    @property
    def counted(self) -> Counted:
        return NOT_LOST

    def start(self) -> ShortStraw:
        return ShortStraw()

    def turn(self, state: ShortStraw) -> Seat | Turn:
        if len(state.kept) == self.players:
            return Turn.OVER
        if len(state.straws) == len(state.kept):
            return Turn.CHANCE
        return len(state.kept)

    def chances(self, state: ShortStraw) -> Sequence[tuple[str, float]]:
        return tuple((number, 1 / 6) for number in NUMBERS)

    def actions(self, state: ShortStraw) -> Sequence[str]:
        return ("keep", "swap")

    def apply(self, state: ShortStraw, action: str) -> ShortStraw:
        turn = self.turn(state)
        if turn is Turn.CHANCE and action in NUMBERS:
            straws = (*state.straws, int(action))
            return ShortStraw(straws, (*state.kept, False) if state.swapped else state.kept)
        if isinstance(turn, int) and action == "keep":
            return ShortStraw(state.straws, (*state.kept, True))
        if isinstance(turn, int) and action == "swap":
            return ShortStraw(state.straws[:-1], state.kept, swapped=True)
        raise IllegalAction(f"{action}: not now")

    def payoffs(self, state: ShortStraw) -> tuple[float, ...]:
        shortest = min(state.straws)
        loser = max(seat for seat, straw in enumerate(state.straws) if straw == shortest)
        return tuple(-1.0 if seat == loser else 1.0 / (self.players - 1) for seat in range(self.players))

    def view(self, state: ShortStraw, seat: Seat | None) -> StrawView:
        over = len(state.kept) == self.players
        straws = tuple(straw if over or chair == seat else 0 for chair, straw in enumerate(state.straws))
        return StrawView(seat, straws, state.kept, state.swapped)

    def events(self, before: ShortStraw, action: str, after: ShortStraw, seat: Seat | None) -> tuple[str, ...]:
        if action in NUMBERS:
            return (f"seat {seat} draws {action}",) if seat == len(before.straws) else ()
        return (f"seat {len(before.kept)} says {action}",)

    def parse_action(self, text: str) -> str:
        if text not in ("keep", "swap", *NUMBERS):
            raise BadNotation(f"{text[:20]!r} is no action")
        return text

    def parse_view(self, text: str) -> StrawView:
        parts = text.split("|")
        if len(parts) != 4 or not set(parts[2] + parts[3]) <= {"y", "n"} or len(parts[3]) != 1:
            raise BadNotation(f"{text[:20]!r} is no view")
        straws = tuple(map(int, filter(None, parts[1].split(","))))
        seat = None if parts[0] == "-" else int(parts[0])
        return StrawView(seat, straws, tuple(letter == "y" for letter in parts[2]), parts[3] == "y")


def redeal_straws(game: AnyGame, state: ShortStraw, seat: Seat | None, rng: Random) -> ShortStraw:
    """Other straws in every hand but one's own."""
    if len(state.kept) == game.seats:
        return state
    straws = tuple(straw if chair == seat else rng.randint(1, 6) for chair, straw in enumerate(state.straws))
    return state._replace(straws=straws)


class Purse(NamedTuple):
    """State of `MoneySession`: hands played, money, cards of the hand, and whether seat 0 or 1 has spoken."""

    hands: int
    money: tuple[float, float]
    cards: tuple[int, ...] = ()
    bet: bool | None = None
    """What the seat to speak first said; `None` before."""


class PurseView(NamedTuple):
    seat: Seat | None
    hands: int
    money: tuple[float, float]
    cards: tuple[int, ...]
    bet: bool | None

    def __str__(self) -> str:
        seat = "-" if self.seat is None else self.seat
        bet = "-" if self.bet is None else "y" if self.bet else "n"
        return f"{seat}|{self.hands}|{self.money[0]},{self.money[1]}|{','.join(map(str, self.cards))}|{bet}"


@dataclass(frozen=True, slots=True)
class MoneySession(Game[Purse, PurseView, str, str]):
    """Two seats, some hands of one card from 1 to 100 each: who speaks first bets or checks, the other calls or folds.

    The higher card wins 1 after a check and 5 after a bet that is called; a fold costs 1. Seats take turns at
    speaking first. Money is carried through the session, and every hand is dealt anew.
    """

    hands: int = 10
    name: ClassVar[str] = "money-session"
    rules_version: ClassVar[int] = 1

    @property
    def seats(self) -> int:
        return 2

    @property
    def counted(self) -> Counted:
        return Counted(Count.MONEY, "coins", by_hand=True)

    def start(self) -> Purse:
        return Purse(0, (0.0, 0.0))

    def turn(self, state: Purse) -> Seat | Turn:
        if state.hands == self.hands:
            return Turn.OVER
        if len(state.cards) < 2:
            return Turn.CHANCE
        first = state.hands % 2
        return first if state.bet is None else 1 - first

    def chances(self, state: Purse) -> Sequence[tuple[str, float]]:
        return tuple((f"c{card}", 0.01) for card in range(1, 101))

    def draw(self, state: Purse, rng: Random) -> str:
        return f"c{int(rng.random() * 100) + 1}"

    def actions(self, state: Purse) -> Sequence[str]:
        return ("check", "bet") if state.bet is None else ("fold", "call")

    def apply(self, state: Purse, action: str) -> Purse:
        turn = self.turn(state)
        if turn is Turn.CHANCE:
            if action[:1] != "c" or not action[1:].isdigit() or not 1 <= int(action[1:]) <= 100:
                raise IllegalAction(f"{action}: a card is dealt")
            return state._replace(cards=(*state.cards, int(action[1:])))
        if turn is Turn.OVER or action not in self.actions(state):
            raise IllegalAction(f"{action}: not now")
        if action == "bet":
            return state._replace(bet=True)
        first, (one, two) = state.hands % 2, state.cards
        if action == "fold":
            gain = 1.0 if first == 0 else -1.0
        else:
            gain = (5.0 if action == "call" else 1.0) * ((one > two) - (one < two))
        return Purse(state.hands + 1, (state.money[0] + gain, state.money[1] - gain))

    def payoffs(self, state: Purse) -> tuple[float, ...]:
        return state.money

    def round(self, state: Purse) -> int:
        return state.hands

    def standing(self, state: Purse) -> tuple[float, ...]:
        return state.money

    def view(self, state: Purse, seat: Seat | None) -> PurseView:
        cards = tuple(card if chair == seat else 0 for chair, card in enumerate(state.cards))
        return PurseView(seat, state.hands, state.money, cards, state.bet)

    def events(self, before: Purse, action: str, after: Purse, seat: Seat | None) -> tuple[str, ...]:
        if self.turn(before) is Turn.CHANCE:
            return (f"you get {action[1:]}",) if seat == len(before.cards) else ()
        return (f"seat {self.turn(before)} says {action}",)

    def parse_action(self, text: str) -> str:
        card = text[:1] == "c" and text[1:].isascii() and text[1:].isdigit() and len(text) < 5 and text[1] != "0"
        if text not in ("check", "bet", "call", "fold") and not card:
            raise BadNotation(f"{text[:20]!r} is no action")
        return text

    def parse_view(self, text: str) -> PurseView:
        parts = text.split("|")
        if len(parts) != 5 or parts[4] not in ("-", "y", "n"):
            raise BadNotation(f"{text[:20]!r} is no view")
        one, two = map(float, parts[2].split(","))
        cards = tuple(map(int, filter(None, parts[3].split(","))))
        bet = None if parts[4] == "-" else parts[4] == "y"
        return PurseView(None if parts[0] == "-" else int(parts[0]), int(parts[1]), (one, two), cards, bet)


def redeal_cards(game: AnyGame, state: Purse, seat: Seat | None, rng: Random) -> Purse:
    """Another card in the other hand."""
    return state._replace(
        cards=tuple(card if chair == seat else rng.randint(1, 100) for chair, card in enumerate(state.cards))
    )
