"""Writes hands in PHH, a TOML file for each."""

from __future__ import annotations

import json
from typing import Final

from mendax.core.game import Seat
from mendax.games.holdem.phh.hand import PhhHand
from mendax.games.holdem.rules import BET, CALL, CHECK, FOLD, RAISE, SMALL_BET, cards_text
from mendax.games.holdem.rules.betting import add_act, begin_stage, next_stage, open_betting
from mendax.games.holdem.rules.types import BIG_BLIND, BOARD_SIZES, SMALL_BLIND

STACK: Final = 10_000
"""PHH needs stacks and our money has no end: everybody begins with more than a hand can cost."""


def phh_text(hand: PhhHand) -> str:
    """The hand as a PHH file."""
    players = hand.players
    blinds = [SMALL_BLIND, BIG_BLIND, *[0] * (players - 2)]
    lines = [
        'variant = "FT"',
        f"antes = {[0] * players}",
        f"blinds_or_straddles = {blinds}",
        f"small_bet = {SMALL_BET}",
        f"big_bet = {2 * SMALL_BET}",
        f"starting_stacks = {[STACK] * players}",
        "actions = [",
        *(f'  "{action}",' for action in _actions(hand)),
        "]",
    ]
    if hand.number is not None:
        lines.append(f"hand = {hand.number}")
    if hand.seats is not None:
        lines += [f"seats = {list(hand.seats)}", f"seat_count = {players}"]
    lines.append(f"players = [{', '.join(map(_quoted, hand.names))}]")
    if hand.gains is not None:
        lines.append(f"finishing_stacks = {[STACK + gain for gain in hand.gains]}")
    return "\n".join(lines) + "\n"


def _actions(hand: PhhHand) -> list[str]:
    actions = [f"d dh p{place + 1} {cards_text(cards) or '????'}" for place, cards in enumerate(hand.cards)]
    button = hand.players - 1
    betting = open_betting(hand.players, button)
    for stage, acts in enumerate(hand.said):
        if stage:
            betting = next_stage(betting)
            actions.append(f"d db {cards_text(hand.board[BOARD_SIZES[stage - 1] : BOARD_SIZES[stage]])}")
        betting = begin_stage(betting, button)
        for place, act in acts:
            betting = add_act(betting, act)
            if act in (BET, RAISE):
                actions.append(f"p{place + 1} cbr {max(betting.bets)}")
            else:
                actions.append(f"p{place + 1} {_WORDS[act]}")
    if hand.closed and betting.folded.count(False) > 1:
        left = [place for place, folded in enumerate(betting.folded) if not folded]
        first = _shows_first(hand)
        left.sort(key=lambda place: (place - first) % hand.players)
        actions += [f"p{place + 1} sm {cards_text(hand.cards[place]) or '-'}" for place in left]
    return actions


_WORDS: Final = {FOLD: "f", CHECK: "cc", CALL: "cc"}


def _shows_first(hand: PhhHand) -> Seat:
    """Whoever bet or raised last on the river shows first, else the first at the left of the button."""
    bold = [place for place, act in hand.said[-1] if act in (BET, RAISE)]
    return bold[-1] if bold else 0


def _quoted(text: str) -> str:
    """A TOML string; what JSON leaves as it is and TOML does not allow is escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
