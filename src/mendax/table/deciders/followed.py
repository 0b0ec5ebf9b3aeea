"""A match as a worker follows it: its moves as they were stored, and the state after them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from mendax.core.errors import IllegalAction
from mendax.core.game import AnyGame, Seat
from mendax.table.deciders.question import PlayedMove


class LostMoves(Exception):
    """Moves are missing: the match is known only up to `have` of them."""

    def __init__(self, have: int) -> None:
        super().__init__(have)
        self.have = have


class FollowedMatch:
    """The moves of a match and its state. Texts are kept, not actions: a thousand long matches stay small."""

    __slots__ = ("_ahead", "defaults", "game", "moves", "state")

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.state: Any = game.start()
        self.moves: list[PlayedMove] = []
        self.defaults: Counter[Seat] = Counter()
        """By seat: how often the default action was played for it."""
        self._ahead: tuple[Any, Any] | None = None
        """The action that was decided last and the state after it: most likely the next move."""

    def unseen(self, start: int, moves: Sequence[PlayedMove]) -> Sequence[PlayedMove] | None:
        """The moves that are new, of those from number `start` on; `None` if these are of another match.

        Raises `LostMoves` where earlier ones are missing.
        """
        have = len(self.moves)
        if have < start:
            raise LostMoves(have)
        known = have - start
        if known > len(moves) or self.moves[start:] != list(moves[:known]):
            return None
        return moves[known:]

    def play(self, move: PlayedMove) -> Any:
        """Make a move; returns the action. Raises a `MendaxError` if it is not one of this match."""
        seat, text, default = move
        ahead, self._ahead = self._ahead, None
        if ahead is not None and str(ahead[0]) == text:
            action, self.state = ahead
        else:
            action = self.game.parse_action(text)
            self.state = self.game.apply(self.state, action)
        self.moves.append((seat, sys.intern(text), default))
        if default and seat is not None:
            self.defaults[seat] += 1
        return action

    def legal(self, action: Any) -> Any:
        """The action as the rules know it; raises `IllegalAction`.

        An action that only equals a legal one is taken for that one, as in the arena.
        """
        try:
            after = self.game.apply(self.state, action)
        except IllegalAction:
            same = [own for own in self.game.actions(self.state) if own == action]
            if not same:
                raise
            action = same[0]
            after = self.game.apply(self.state, action)
        self._ahead = action, after
        return action
