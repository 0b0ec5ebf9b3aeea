"""Positions of the endgame for two players: the dice and exacts of both, seen from whoever opens the round."""

from __future__ import annotations

from typing import Final, NamedTuple

from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.rules.options import Opens

MOST_DICE: Final = 2
"""Of each player, in a position of the endgame."""

MOST_FACES: Final = 6


class Position(NamedTuple):
    """A round before the roll. Seat 0 opens it: the same position with the seats exchanged is this one too."""

    dice: tuple[int, int]
    exacts: tuple[bool, bool] = (False, False)
    """Who may still say exact."""

    @property
    def name(self) -> str:
        """`2-1 10`: the dice of the opener and of the other, and in the same order who may still say exact."""
        return f"{self.dice[0]}-{self.dice[1]} {self.exacts[0]:d}{self.exacts[1]:d}"

    def turned(self) -> Position:
        """The same dice and exacts with the other player as the opener."""
        return Position((self.dice[1], self.dice[0]), (self.exacts[1], self.exacts[0]))


class After(NamedTuple):
    """What the end of a round leads to."""

    dice: tuple[int, int]
    exacts: tuple[bool, bool]
    loser: Seat | None
    """Who lost a die; `None` after a right exact."""
    speaker: Seat
    """Who challenged or said exact."""


def endgame_fault(game: LiarsDice) -> str:
    """Why a game has no endgame that can be solved; empty when it has."""
    if game.players != 2:
        return f"the endgame is for two players, and {game.players} play here"
    if game.faces > MOST_FACES:
        return f"the endgame is for dice of at most {MOST_FACES} faces, not {game.faces}"
    if game.single_round:
        return "the endgame is of a whole match, not of a single round"
    if game.dice > MOST_DICE and game.options.opens is not Opens.RANDOM and game.options.exact:
        return "with more than two dice the endgame is closed only where chance says who opens (opens=random)"
    return ""


def positions_of(game: LiarsDice) -> tuple[Position, ...]:
    """Every position of the endgame, each after all that it leads to.

    An exact that is said is gone, and without one a die is lost: so no position comes back.
    """
    if fault := endgame_fault(game):
        raise MendaxError(fault)
    flags = (False, True) if game.options.exact else (False,)
    numbers = range(1, min(game.dice, MOST_DICE) + 1)
    found = [
        Position((one, other), (first, second))
        for one in numbers
        for other in numbers
        for first in flags
        for second in flags
        if _is_closed(Position((one, other), (first, second)), game.dice)
    ]
    # Of those that are as far from the end, the ones that a match with more dice has too come first.
    return tuple(
        sorted(found, key=lambda one: (sum(one.exacts), sum(one.dice), not _is_closed(one, MOST_DICE + 1), one))
    )


def _is_closed(position: Position, dice: int) -> bool:
    """Whether nobody can come to more than two dice in a match that begins with so many."""
    return all(min(number + flag, dice) <= MOST_DICE for number, flag in zip(*position, strict=True))


def after_challenge(position: Position, speaker: Seat, *, right: bool) -> After:
    """The end of a round by a challenge."""
    loser = 1 - speaker if right else speaker
    return After(_changed(position.dice, loser, -1), position.exacts, loser, speaker)


def after_exact(game: LiarsDice, position: Position, speaker: Seat, *, right: bool) -> After:
    """The end of a round by an exact."""
    exacts = (position.exacts[0] and speaker != 0, position.exacts[1] and speaker != 1)
    if not right:
        return After(_changed(position.dice, speaker, -1), exacts, speaker, speaker)
    gained = position.dice if position.dice[speaker] == game.dice else _changed(position.dice, speaker, 1)
    return After(gained, exacts, None, speaker)


def _changed(dice: tuple[int, int], seat: Seat, change: int) -> tuple[int, int]:
    return (dice[0] + change, dice[1]) if seat == 0 else (dice[0], dice[1] + change)


def openings(game: LiarsDice, after: After) -> tuple[tuple[float, Position, Seat], ...]:
    """The positions that may follow, with their probabilities and the seat that opens; none when the match is over."""
    if 0 in after.dice:
        return ()
    here = Position(after.dice, after.exacts)
    if game.options.opens is Opens.RANDOM:
        return (0.5, here, 0), (0.5, here.turned(), 1)
    seat = after.speaker if after.loser is None else after.loser
    return ((1.0, here if seat == 0 else here.turned(), seat),)


def is_even(game: LiarsDice, after: After) -> bool:
    """Whether what follows is worth zero by symmetry: equal dice, equal exacts, and chance says who opens."""
    equal = after.dice[0] == after.dice[1] and after.exacts[0] == after.exacts[1]
    return game.options.opens is Opens.RANDOM and equal
