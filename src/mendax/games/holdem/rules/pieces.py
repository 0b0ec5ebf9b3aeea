"""The cards of Hold'em: two for each seat, seen by that seat and at a showdown by all, and five that all see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from mendax.core.pieces import CARD, Drawn, Lay, Show, Step
from mendax.games.holdem.rules.cards import NUM_CARDS, TEXTS
from mendax.games.holdem.rules.game import Holdem
from mendax.games.holdem.rules.types import DEALS, Action, Deal, State


@final
@dataclass(frozen=True, slots=True)
class HoldemPieces:
    """A deck of 52 cards for every hand, dealt one by one."""

    game: Holdem

    @property
    def deck(self) -> tuple[str, ...]:
        return TEXTS

    @property
    def most(self) -> int:
        return NUM_CARDS

    @property
    def moves_public(self) -> bool:
        return True

    def drawn(self, state: State) -> Drawn:
        return Drawn((CARD,))

    def outcome(self, state: State, results: tuple[int, ...]) -> Action:
        return DEALS[results[0]]

    def steps(self, before: State, action: Action, after: State) -> tuple[Step, ...]:
        if isinstance(action, Deal):
            players, number = self.game.players, len(before.cards)
            if number >= 2 * players:
                return (Lay("board"), Show("board"))
            seat = (number + before.hands) % players  # the first card goes to the left of the button
            return (Lay(f"hand {seat}"), Show(f"hand {seat}", (seat,)))
        if after.hands == before.hands or after.last is None:
            return ()
        return tuple(Show(f"hand {seat}") for seat, cards in enumerate(after.last.shown) if cards)
