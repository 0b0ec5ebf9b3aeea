"""Where a match's chance comes from: 256 secret bits, committed a round at a time where the game says how."""

from __future__ import annotations

import hmac
from typing import Any

from mendax.core.game import Seat
from mendax.table.fair import FairChance, UnprovenChance, table_chance
from mendax.table.server.story import RoundChance, Story


def agent_seed(secret: bytes, seat: Seat) -> bytes:
    """An agent's own seed in a match; one way, so that it does not lead to the dice."""
    return hmac.digest(secret, b"agent %d" % seat, "sha256")[:16]


def adviser_seed(secret: bytes, seat: Seat) -> bytes:
    """The seed of the adviser of a seat in a match."""
    return hmac.digest(secret, b"adviser %d" % seat, "sha256")[:16]


class _Drawing(FairChance):
    """Draws and proves nothing: whoever is connected has a channel, which proves."""

    def _show(self, *args: object) -> None:
        pass


class Dealer:
    """Draws the chance of one match."""

    __slots__ = ("_chance",)

    def __init__(self, chance: FairChance | UnprovenChance) -> None:
        self._chance = chance

    def pending(self, state: Any) -> int | None:
        """The round that must be committed and mixed before play goes on."""
        return self._chance.pending(state) if isinstance(self._chance, FairChance) else None

    def begin(self, number: int) -> RoundChance:
        """The commitment of a round."""
        assert isinstance(self._chance, FairChance)
        commitment = self._chance.begin_round(number)
        return RoundChance(commitment.root, commitment.size)

    def mix(self, number: int, mixes: dict[Seat, str]) -> None:
        """Close the mix of a round that was begun; it can be drawn now."""
        assert isinstance(self._chance, FairChance)
        self._chance.mix(number, mixes)

    def draw(self, state: Any) -> Any:
        """The next chance outcome."""
        return self._chance.draw(state)

    def follow(self, before: Any, action: Any, after: Any) -> None:
        """A move is made."""
        self._chance.after(before, action, after)


def resume(story: Story) -> tuple[Dealer, Any]:
    """The dealer and the state of a match as it is stored."""
    game, mixes = story.header.game, story.mixes
    chance = table_chance(game, story.header.secret)
    if isinstance(chance, FairChance):
        chance = _Drawing(game, story.header.secret, chance.pieces)
    state = game.start()
    this_round: list[tuple[Any, Any, Any]] = []
    for _, text, _ in story.moves:
        action = game.parse_action(text)
        after = game.apply(state, action)
        this_round.append((state, action, after))
        if game.round(after) != game.round(state):
            this_round.clear()  # the chance of a round does not depend on earlier ones
        state = after
    chance.moves = len(story.moves) - len(this_round)
    for before, action, after in this_round:
        if isinstance(chance, FairChance):
            chance.catch_up(before, mixes)
        chance.after(before, action, after)
    if isinstance(chance, FairChance):
        chance.catch_up(state, mixes)
    return Dealer(chance), state
