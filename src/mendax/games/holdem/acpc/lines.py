"""The lines of the ACPC protocol 2.0.0 (October 2010), written and read.

A position is counted from the left of the button: 0 is the small blind or, with two players, the big blind. A check and
a call are both `c`, a bet and a raise both `r`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mendax.core.errors import BadNotation
from mendax.games.holdem.rules import BET, CALL, CHECK, FOLD, RAISE, Action, Cards, History, cards_text, parse_cards
from mendax.games.holdem.rules.types import BOARD_SIZES

VERSION: Final = "VERSION:2.0.0"
"""What a player says first."""
COMMENTS: Final = ("#", ";")
"""Lines that begin so may be ignored."""
LETTERS: Final = {FOLD: "f", CHECK: "c", CALL: "c", BET: "r", RAISE: "r"}
MEANINGS: Final = {"f": (FOLD,), "c": (CHECK, CALL), "r": (BET, RAISE)}
MOST_PLAYERS: Final = 10
_STATE: Final = re.compile(r"MATCHSTATE:(\d{1,9}):(\d{1,9}):([fcr/]*):([2-9TJQKAcdhs|/]*)", re.ASCII)
_VERSION: Final = re.compile(r"VERSION:(\d{1,9})\.(\d{1,9})\.(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class MatchState:
    """What the dealer tells a player after every event."""

    position: int
    hand: int
    """Which hand it is; unique in a match."""
    betting: str
    """`rrc/r`: the actions of all players, stages apart."""
    hole: tuple[Cards, ...]
    """By position: both cards, or nothing where the player does not know them."""
    board: Cards

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hole)

    def __str__(self) -> str:
        """The line, without its end.

        >>> str(parse_state("MATCHSTATE:0:0:rrc/:TdAs|/2c8c3h"))
        'MATCHSTATE:0:0:rrc/:TdAs|/2c8c3h'
        """
        hole = "|".join(map(cards_text, self.hole))
        stages = [self.board[BOARD_SIZES[stage - 1] : BOARD_SIZES[stage]] for stage in range(1, len(BOARD_SIZES))]
        board = "".join(f"/{cards_text(cards)}" for cards in stages if cards)
        return f"MATCHSTATE:{self.position}:{self.hand}:{self.betting}:{hole}{board}"


def betting_text(said: History) -> str:
    """`rrc/r`: what was done in a hand, by stage."""
    return "/".join("".join(LETTERS[act] for _, act in stage) for stage in said)


def action_of(letter: str, actions: Sequence[Action]) -> Action | None:
    """The legal action that a letter means; `None` if there is none."""
    return next((action for action in actions if action in MEANINGS[letter]), None)


def parse_state(text: str) -> MatchState:
    """A line of the dealer; raises `BadNotation` if it cannot be one. The rules check the betting later."""
    found = _STATE.fullmatch(text)
    if found is None:
        raise BadNotation(f"{text[:80]!r} is not a line MATCHSTATE:position:hand:betting:cards")
    position, hand, betting, cards = found.groups()
    holes, *boards = cards.split("/")
    hole = tuple(map(parse_cards, holes.split("|")))
    if not 2 <= len(hole) <= MOST_PLAYERS:
        raise BadNotation(f"{text[:80]!r}: cards of 2 to {MOST_PLAYERS} players, apart by bars, not of {len(hole)}")
    if any(len(own) not in (0, 2) for own in hole):
        raise BadNotation(f"{text[:80]!r}: a player has two cards")
    if int(position) >= len(hole) or not hole[int(position)]:
        raise BadNotation(f"{text[:80]!r}: position {position} has no cards")
    if len(boards) != betting.count("/") or len(boards) >= len(BOARD_SIZES):
        raise BadNotation(f"{text[:80]!r}: the board does not have as many parts as the betting")
    board = parse_cards("".join(boards))
    sizes = [BOARD_SIZES[stage] - BOARD_SIZES[stage - 1] for stage in range(1, len(boards) + 1)]
    if [len(part) // 2 for part in boards] != sizes:
        raise BadNotation(f"{text[:80]!r}: the flop has three cards, turn and river one each")
    dealt = [card for group in (*hole, board) for card in group]
    if len(set(dealt)) != len(dealt):
        raise BadNotation(f"{text[:80]!r}: a card is there twice")
    return MatchState(int(position), int(hand), betting, hole, board)


def parse_response(text: str) -> tuple[MatchState, str]:
    """A line of a player: the state that it answers, and `f`, `c` or `r`."""
    state, _, letter = text.rpartition(":")
    if letter not in MEANINGS or not state:
        raise BadNotation(f"{text[:80]!r} is not a state that ends with an action, :f, :c or :r")
    return parse_state(state), letter


def check_version(text: str) -> None:
    """Raise `BadNotation` unless a player speaks version 2 of the protocol."""
    found = _VERSION.fullmatch(text)
    if found is None:
        raise BadNotation(f"{text[:80]!r} is not {VERSION}")
    if found[1] != "2":
        raise BadNotation(f"{text[:80]}: only version 2 of the protocol is spoken here")
