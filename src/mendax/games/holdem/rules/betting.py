"""The betting of a hand: who acts when, what is legal, and when a stage is closed. It knows no cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from mendax.core.game import Seat
from mendax.games.holdem.rules.types import (
    BET,
    BET_SIZES,
    BIG_BLIND,
    CALL,
    CHECK,
    FOLD,
    RAISE,
    SMALL_BLIND,
    Act,
    Betting,
    Said,
    Stage,
)

_CHECK: Final = (CHECK,)
_CHECK_BET: Final = (CHECK, BET)
_CHECK_RAISE: Final = (CHECK, RAISE)
_FOLD_CALL: Final = (FOLD, CALL)
_FOLD_CALL_RAISE: Final = (FOLD, CALL, RAISE)
STAGES: Final = tuple(Stage)


def blind_seats(players: int, button: Seat) -> tuple[Seat, Seat]:
    """Who posts the small and the big blind: the seats left of the button; with two players the button is the small.

    >>> blind_seats(6, 5), blind_seats(2, 1)
    ((0, 1), (1, 0))
    """
    small = button if players == 2 else (button + 1) % players
    return small, (small + 1) % players


@lru_cache(maxsize=256)
def open_betting(players: int, button: Seat) -> Betting:
    """A new hand: the blinds are posted and no card is dealt yet."""
    small, big = blind_seats(players, button)
    posted = tuple(SMALL_BLIND if seat == small else BIG_BLIND if seat == big else 0 for seat in range(players))
    return Betting(Stage.PREFLOP, None, posted, posted, (False,) * players, 0, players, ((),))


@lru_cache(maxsize=16)
def closed_betting(players: int) -> Betting:
    """What stands in a match whose hands are all played."""
    nothing = (0,) * players
    return Betting(Stage.OVER, None, nothing, nothing, (False,) * players, 0, 0, ((),))


def begin_stage(betting: Betting, button: Seat) -> Betting:
    """The cards of a stage are dealt: the first player acts."""
    stage, _, bets, paid, folded, raises, waiting, said = betting
    players = len(bets)
    before = blind_seats(players, button)[1] if stage is Stage.PREFLOP else button
    return Betting(stage, _next_active(folded, before), bets, paid, folded, raises, waiting, said)


def next_stage(betting: Betting) -> Betting:
    """A closed stage is followed by the next, whose cards are dealt first."""
    stage, _, bets, paid, folded, _, _, said = betting
    return Betting(STAGES[stage + 1], None, (0,) * len(bets), paid, folded, 0, folded.count(False), (*said, ()))


def legal_acts(betting: Betting, cap: int) -> tuple[Act, ...]:
    """What the player to act may do.

    `cap` raises are allowed in a stage, over the big blind before the flop and over the first bet after it.
    """
    bets, turn, stage, raises = betting.bets, betting.turn, betting.stage, betting.raises
    assert turn is not None
    if max(bets) > bets[turn]:
        return _FOLD_CALL_RAISE if raises < cap + (stage > 0) else _FOLD_CALL
    if stage > 0:
        return _CHECK_BET
    return _CHECK_RAISE if raises < cap else _CHECK


def add_act(betting: Betting, act: Act) -> Betting:
    """The betting after a legal act; nobody is to act when the stage or the hand is closed by it."""
    stage, turn, bets, paid, folded, raises, waiting, said = betting
    assert turn is not None
    said = (*said[:-1], (*said[-1], Said(turn, act)))
    waiting -= 1
    if act is FOLD:
        folded = (*folded[:turn], True, *folded[turn + 1 :])
        if folded.count(False) == 1:
            waiting = 0
    elif act is not CHECK:
        level = max(bets)
        if act is not CALL:
            level += BET_SIZES[stage]
            raises += 1
            waiting = folded.count(False) - 1
        paid = (*paid[:turn], paid[turn] + level - bets[turn], *paid[turn + 1 :])
        bets = (*bets[:turn], level, *bets[turn + 1 :])
    following = _next_active(folded, turn) if waiting else None
    return Betting(stage, following, bets, paid, folded, raises, waiting, said)


def _next_active(folded: tuple[bool, ...], seat: Seat) -> Seat:
    """The next seat to the left that has not folded."""
    players = len(folded)
    seat = (seat + 1) % players
    while folded[seat]:
        seat = (seat + 1) % players
    return seat
