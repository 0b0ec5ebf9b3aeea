"""Parses the text of actions and positions of Hold'em. `docs/holdem.md` has the format."""

from __future__ import annotations

from typing import Final

from mendax.core.errors import BadNotation
from mendax.core.game import Seat
from mendax.games.holdem.rules.betting import (
    add_act,
    begin_stage,
    closed_betting,
    legal_acts,
    next_stage,
    open_betting,
)
from mendax.games.holdem.rules.cards import Cards, parse_card, parse_cards
from mendax.games.holdem.rules.types import (
    BOARD_SIZES,
    DEALS,
    LETTERS,
    Act,
    Action,
    Betting,
    HandEnd,
    Stage,
    View,
)

_ACTS: Final = {act.value: act for act in Act}
_BY_LETTER: Final = {letter: act for act, letter in LETTERS.items()}
_STAGES: Final = {stage.word: stage for stage in Stage}
_NEEDED: Final = ("seat", "hand", "button", "stage", "turn", "money", "cards", "board", "said")
_KEYS: Final = (*_NEEDED, "last")
MAX_MONEY: Final = 10**10


def parse_action(text: str) -> Action:
    """An action, or the card that chance deals, from its text.

    >>> parse_action("raise"), str(parse_action("Ad"))
    (RAISE, 'Ad')
    """
    word = text.strip().lower()
    if word in _ACTS:
        return _ACTS[word]
    try:
        return DEALS[parse_card(word)]
    except BadNotation:
        raise BadNotation(
            f"{text[:40]!r} is not an action; write fold, check, call, bet or raise, or a card such as Ad"
        ) from None


def parse_view(text: str, players: int, hands: int, cap: int) -> View:
    """A view from its text: `str(view)` and back. What was said is played through the rules again."""
    parts = dict[str, str]()
    for word in text.split():
        key, sign, value = word.partition("=")
        if key not in _KEYS or not sign or key in parts:
            raise BadNotation(f"{word[:40]!r} is no part of a position, or stands there twice")
        parts[key] = value
    missing = [key for key in _NEEDED if key not in parts]
    if missing:
        raise BadNotation(f"a position needs {missing[0]}=")
    seat = _maybe_seat(parts["seat"], players)
    hand = _number(parts["hand"], hands)
    button = _seat(parts["button"], players)
    if button != (players - 1 + hand) % players:
        raise BadNotation(f"in hand={hand} the button is at seat {(players - 1 + hand) % players}, not {button}")
    betting = _read_betting(parts, players, button, cap)
    if (betting.stage is Stage.OVER) != (hand == hands):
        raise BadNotation(f"stage=over stands where all {hands} hands are finished, and only there")
    cards, board = _cards(parts["cards"]), _cards(parts["board"])
    _check_cards(seat, betting, cards, board)
    money = _chips(parts["money"], players)
    last = _read_end(parts["last"], players, cap) if "last" in parts else None
    if (last is None) != (hand == 0):
        raise BadNotation("last= stands where a hand is finished, and only there")
    return View(seat, hand, button, betting, cards, board, money, last)


def _read_betting(parts: dict[str, str], players: int, button: Seat, cap: int) -> Betting:
    """The betting of the hand that is being played."""
    if parts["stage"] not in _STAGES:
        raise BadNotation(f"stage is {', '.join(_STAGES)}, not {parts['stage'][:20]!r}")
    stage, turn = _STAGES[parts["stage"]], _maybe_seat(parts["turn"], players)
    if stage is Stage.OVER:
        if turn is not None or parts["said"] != "-":
            raise BadNotation("stage=over needs turn=- and said=-")
        return closed_betting(players)
    betting = play_said(parts["said"], players, button, cap)
    if betting.stage is not stage:
        raise BadNotation(f"said= has {betting.stage + 1} stages, which is not stage={stage.word}")
    if turn is None:
        if betting.said[-1]:
            raise BadNotation("turn=- stands while cards are dealt: nothing is said in that stage yet")
        return betting._replace(turn=None)
    if betting.turn != turn:
        raise BadNotation(f"after said= it is not the turn of seat {turn}")
    return betting


def play_said(text: str, players: int, button: Seat, cap: int) -> Betting:
    """The betting after `rfc/kb`, played through the rules; raises `BadNotation` where they do not allow it."""
    betting = open_betting(players, button)
    groups = text.split("/")
    if len(groups) > len(BOARD_SIZES):
        raise BadNotation(f"{text[:60]!r}: a hand has {len(BOARD_SIZES)} stages")
    for number, group in enumerate(groups):
        if number:
            if betting.turn is not None or betting.folded.count(False) == 1:
                raise BadNotation(f"{text[:60]!r}: the next stage begins before the last is closed, or after the end")
            betting = next_stage(betting)
        betting = begin_stage(betting, button)
        for letter in "" if group == "-" else group:
            act = _BY_LETTER.get(letter)
            if betting.turn is None or act not in legal_acts(betting, cap):
                raise BadNotation(f"{text[:60]!r}: {letter!r} is not allowed there")
            betting = add_act(betting, act)
        if not group:
            raise BadNotation(f"{text[:60]!r}: a stage without actions is written -")
    return betting


def _check_cards(seat: Seat | None, betting: Betting, cards: Cards, board: Cards) -> None:
    """As many cards as the stage has, each once."""
    if set(cards) & set(board):
        raise BadNotation("a card in cards= is in board= too")
    stage, dealing = betting.stage, betting.turn is None
    if stage is Stage.OVER:
        most = least = own = 0
    else:
        most = BOARD_SIZES[stage]
        least = BOARD_SIZES[stage - 1] if dealing and stage else most
        most -= dealing and stage > 0
        own = 2
    if not least <= len(board) <= most:
        raise BadNotation(f"board= has {len(board)} cards, which is not possible there")
    partly = dealing and stage is Stage.PREFLOP
    if seat is None and cards:
        raise BadNotation("a spectator sees no cards=")
    if seat is not None and (len(cards) > own or (len(cards) < own and not partly)):
        raise BadNotation(f"cards= has {len(cards)} cards, which is not possible there")


def _read_end(text: str, players: int, cap: int) -> HandEnd:
    fields = text.split("|")
    if len(fields) != 5:
        raise BadNotation(f"{text[:60]!r} is not the end of a hand: button|board|said|shown|gains")
    button = _seat(fields[0], players)
    board = _cards(fields[1])
    betting = play_said(fields[2], players, button, cap)
    if betting.turn is not None:
        raise BadNotation(f"{text[:60]!r}: the hand is not closed")
    if len(board) != BOARD_SIZES[betting.stage]:
        raise BadNotation(
            f"{text[:60]!r}: the board has {BOARD_SIZES[betting.stage]} cards at the {betting.stage.word}"
        )
    shown: list[Cards] = [()] * players
    for part in fields[3].split(";") if fields[3] != "-" else ():
        seat, _, own = part.partition(":")
        shown[_seat(seat, players)] = _cards(own)
    showdown = betting.folded.count(False) > 1
    if [bool(own) for own in shown] != [showdown and not out for out in betting.folded]:
        raise BadNotation(f"{text[:60]!r}: whoever comes to the showdown shows, and nobody else")
    if any(len(own) not in (0, 2) for own in shown):
        raise BadNotation(f"{text[:60]!r}: a seat shows two cards")
    return HandEnd(button, board, betting.said, tuple(shown), _chips(fields[4], players))


def _cards(text: str) -> Cards:
    return () if text == "-" else parse_cards(text)


def _chips(text: str, players: int) -> tuple[int, ...]:
    chips = tuple(_whole(part) for part in text.split(","))
    if len(chips) != players or sum(chips) != 0:
        raise BadNotation(f"{text[:60]!r}: chips of {players} seats, which add up to 0")
    return chips


def _whole(text: str) -> int:
    return -_number(text[1:], MAX_MONEY) if text.startswith("-") else _number(text, MAX_MONEY)


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 12 and str(int(text)) == text and int(text) <= most):
        raise BadNotation(f"{text[:20]!r} is not a whole number of at most {most}")
    return int(text)


def _seat(text: str, players: int) -> Seat:
    return _number(text, players - 1)


def _maybe_seat(text: str, players: int) -> Seat | None:
    return None if text == "-" else _seat(text, players)
