"""One hand as PHH has it: players by their place from the left of the button, not by seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mendax.core.errors import BadRecord, MendaxError
from mendax.core.match import Move
from mendax.core.record import Record
from mendax.games.holdem.rules import Cards, Deal, History, Holdem, Said
from mendax.games.holdem.rules.types import BOARD_SIZES, DEALS

DEFAULT_RAISES = Holdem().raises


@dataclass(frozen=True, slots=True)
class PhhHand:
    """A hand of fixed-limit Hold'em; place 0 is the first at the left of the button, the last place has it."""

    names: tuple[str, ...]
    cards: tuple[Cards, ...]
    """By place: both cards, or nothing where they are not known."""
    board: Cards
    said: History
    """What was done, by stage; seats are places here."""
    closed: bool
    """Whether the betting came to its end."""
    gains: tuple[int, ...] | None = None
    """By place: chips won and lost, two to a small bet, where the file tells it."""
    number: int | None = None
    """Which hand of its session it is, from 1."""
    seats: tuple[int, ...] | None = None
    """By place: the number of the seat at the table, from 1."""
    obstacle: str = ""
    """Why our rules cannot play it though all of it is known; empty when they can."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def missing(self) -> str:
        """What keeps the hand from being replayed; empty when nothing does."""
        if self.obstacle:
            return self.obstacle
        if not self.closed:
            return "the betting is not finished"
        unknown = [f"p{place + 1}" for place, cards in enumerate(self.cards) if not cards]
        return f"the cards of {', '.join(unknown)} are not known" if unknown else ""

    @property
    def raises(self) -> int:
        """The least cap on raises that allows this hand, and not less than the default."""
        counts = [
            sum(act.value in ("bet", "raise") for _, act in acts) - (number > 0)
            for number, acts in enumerate(self.said)
        ]
        return max(DEFAULT_RAISES, *counts)

    def moves(self) -> tuple[Move, ...]:
        """The moves of a match of this one hand, cards included."""
        if self.missing:
            raise MendaxError(f"this hand cannot be replayed: {self.missing}")
        moves = [Move(None, DEALS[cards[number]]) for number in (0, 1) for cards in self.cards]
        for stage, acts in enumerate(self.said):
            dealt = self.board[BOARD_SIZES[stage - 1] : BOARD_SIZES[stage]] if stage else ()
            moves += [Move(None, DEALS[card]) for card in dealt]
            moves += [Move(place, act) for place, act in acts]
        return tuple(moves)

    def record(self) -> Record:
        """A record of a match of this one hand, played through our rules."""
        game, moves = Holdem(self.players, 1, self.raises), self.moves()
        state = game.start()
        try:
            for move in moves:
                state = game.apply(state, move.action)
            payoffs = game.payoffs(state)
        except MendaxError as error:
            raise BadRecord(f"this hand does not replay: {error}") from None
        record = Record(game, self.names, moves, payoffs, game.ending(state))
        record.replay()
        if self.gains is not None and state.money != self.gains:
            raise BadRecord(f"the file says that {self.gains} chips were won, the rules say {state.money}")
        return record


def hands_of_record(record: Record) -> Iterator[PhhHand]:
    """Every finished hand of a record, replayed."""
    game = record.game
    if not isinstance(game, Holdem):
        raise BadRecord(f"this is a record of {game.name}, not of holdem")
    for before, move, after in record.states():
        if after.hands == before.hands or isinstance(move.action, Deal):
            continue
        end = after.last
        order = [(end.button + 1 + place) % game.players for place in range(game.players)]
        place_of = {seat: place for place, seat in enumerate(order)}
        yield PhhHand(
            tuple(record.agents[seat] for seat in order),
            tuple(game.hole_cards(before, seat) for seat in order),
            end.board,
            tuple(tuple(Said(place_of[said.seat], said.act) for said in acts) for acts in end.said),
            True,
            tuple(end.gains[seat] for seat in order),
            after.hands,
            tuple(seat + 1 for seat in order),
        )
