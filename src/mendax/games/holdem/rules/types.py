"""The types of Hold'em: stages, actions, the betting of a hand, states and views."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Final, NamedTuple, TypeAlias

from mendax.core.game import Seat, Turn
from mendax.games.holdem.rules.cards import NUM_CARDS, Card, Cards, card_text, cards_text

SMALL_BET: Final = 2
"""Chips of a bet before and on the flop; twice as many on turn and river. The unit of payoffs."""
SMALL_BLIND: Final = 1
BIG_BLIND: Final = 2


class Stage(IntEnum):
    """Where a hand is."""

    PREFLOP = 0
    FLOP = 1
    TURN = 2
    RIVER = 3
    OVER = 4
    """All hands of the match were played."""

    @property
    def word(self) -> str:
        """`preflop`, `flop`, `turn`, `river` or `over`."""
        return self.name.lower()


BET_SIZES: Final = (SMALL_BET, SMALL_BET, 2 * SMALL_BET, 2 * SMALL_BET)
"""By stage: what a bet and a raise add."""
BOARD_SIZES: Final = (0, 3, 4, 5)
"""By stage: how many cards lie open in the middle."""


class Act(Enum):
    """What a player does."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return self.name


FOLD: Final = Act.FOLD
CHECK: Final = Act.CHECK
CALL: Final = Act.CALL
BET: Final = Act.BET
RAISE: Final = Act.RAISE
LETTERS: Final = {FOLD: "f", CHECK: "k", CALL: "c", BET: "b", RAISE: "r"}
"""How what was said is written in a view."""


class Deal(NamedTuple):
    """The chance outcome: one card is dealt."""

    card: Card

    def __str__(self) -> str:
        return card_text(self.card) if self.card in range(NUM_CARDS) else f"card {self.card!r}"


DEALS: Final = tuple(Deal(card) for card in range(NUM_CARDS))
Action: TypeAlias = Act | Deal


class Said(NamedTuple):
    """What a seat did."""

    seat: Seat
    act: Act


History: TypeAlias = tuple[tuple[Said, ...], ...]
"""By stage, as far as the hand came: what was done, in order."""


class Betting(NamedTuple):
    """The public side of a hand: who has put in what, who is still in, and all that was done."""

    stage: Stage
    turn: Seat | None
    """Who is to act; `None` while cards are dealt."""
    bets: tuple[int, ...]
    """Chips put in by each seat in this stage."""
    paid: tuple[int, ...]
    """Chips put in by each seat in this hand, this stage included."""
    folded: tuple[bool, ...]
    raises: int
    """Bets and raises in this stage; the big blind is none."""
    waiting: int
    """How many must still act before the stage is closed."""
    said: History


class HandEnd(NamedTuple):
    """How a hand ended, as everybody saw it."""

    button: Seat
    board: Cards
    said: History
    shown: tuple[Cards, ...]
    """By seat: its cards if it came to the showdown, else nothing."""
    gains: tuple[int, ...]
    """Chips won and lost by each seat."""


class State(NamedTuple):
    """Everything. When a hand has ended, its cards are gone from here too."""

    turn: Seat | Turn
    betting: Betting
    cards: Cards
    """The cards dealt in this hand, in that order: each seat's first card, each seat's second card, the board."""
    money: tuple[int, ...]
    """Chips won and lost by each seat in the finished hands."""
    hands: int
    """How many are finished."""
    last: HandEnd | None
    """How the last finished hand ended."""


class View(NamedTuple):
    """What one seat may know: its own cards and what everybody sees. Seat `None` is a spectator."""

    seat: Seat | None
    hands: int
    """How many are finished."""
    button: Seat
    """Who has the button in this hand."""
    betting: Betting
    cards: Cards
    """One's own cards."""
    board: Cards
    money: tuple[int, ...]
    """Chips won and lost by each seat in the finished hands."""
    last: HandEnd | None
    """How the last finished hand ended."""

    @property
    def stage(self) -> Stage:
        """Where the hand is."""
        return self.betting.stage

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.money)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that have not folded."""
        return tuple(seat for seat, out in enumerate(self.betting.folded) if not out)

    @property
    def pot(self) -> int:
        """All chips put in, in this stage too."""
        return sum(self.betting.paid)

    @property
    def to_call(self) -> int:
        """What the seat to act must add to stay in; 0 when it may check, or when nobody is to act."""
        betting = self.betting
        return 0 if betting.turn is None else max(betting.bets) - betting.bets[betting.turn]

    @property
    def bet_size(self) -> int:
        """What a bet or a raise adds in this stage."""
        return BET_SIZES[min(self.betting.stage, Stage.RIVER)]

    def __str__(self) -> str:
        """The position in text; `docs/holdem.md` has the format."""
        betting = self.betting
        parts = [
            f"seat={_seat_text(self.seat)}",
            f"hand={self.hands}",
            f"button={self.button}",
            f"stage={betting.stage.word}",
            f"turn={_seat_text(betting.turn)}",
            f"money={','.join(map(str, self.money))}",
            f"cards={cards_text(self.cards) or '-'}",
            f"board={cards_text(self.board) or '-'}",
            f"said={said_text(betting.said)}",
        ]
        return " ".join([*parts, f"last={end_text(self.last)}"] if self.last is not None else parts)


def _seat_text(seat: Seat | None) -> str:
    return "-" if seat is None else str(seat)


def said_text(said: History) -> str:
    """`rfc/kbc/-`: a letter for each action, stages apart; whose they are follows from the button."""
    return "/".join("".join(LETTERS[act] for _, act in stage) or "-" for stage in said)


def end_text(end: HandEnd) -> str:
    """`5|AdKc2h3s9c|rfc/kk/kk/kk|0:AcAs;2:KhKs|6,-4,-2`: button, board, actions, cards shown by seat, gains."""
    shown = ";".join(f"{seat}:{cards_text(cards)}" for seat, cards in enumerate(end.shown) if cards)
    gains = ",".join(map(str, end.gains))
    return f"{end.button}|{cards_text(end.board) or '-'}|{said_text(end.said)}|{shown or '-'}|{gains}"
