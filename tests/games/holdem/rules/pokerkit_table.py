"""A hand of PokerKit's fixed-limit Hold'em, to hold our rules against."""

from __future__ import annotations

from dataclasses import replace

import pokerkit
from pokerkit import Automation

from mendax.core.game import Seat
from mendax.games.holdem.rules import BET, CALL, CHECK, FOLD, RAISE, Act, Holdem, State, cards_text

STACK = 10_000
"""Nobody comes near it: the game is played with unlimited money."""
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class PokerKitHand:
    """One hand at PokerKit's table, whose player 0 is the first seat at the left of our button."""

    def __init__(self, game: Holdem, button: Seat) -> None:
        self.players, self.button = game.players, button
        rules = pokerkit.FixedLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 2, 4)
        # Our cap is on raises: before the flop the blind is the bet, later the first bet counts in PokerKit's cap.
        rules.streets = tuple(
            replace(street, max_completion_betting_or_raising_count=game.raises + (number > 0))
            for number, street in enumerate(rules.streets)
        )
        self.state = rules((STACK,) * game.players, game.players)

    def place(self, seat: Seat) -> int:
        """PokerKit's number of a seat."""
        return (seat - self.button - 1) % self.players

    def by_seat(self, values: list[int]) -> tuple[int, ...]:
        """PokerKit's numbers in the order of our seats."""
        return tuple(values[self.place(seat)] for seat in range(self.players))

    @property
    def turn(self) -> Seat | None:
        """Who is to act."""
        actor = self.state.actor_index
        return None if actor is None else (actor + self.button + 1) % self.players

    @property
    def acts(self) -> tuple[Act, ...]:
        """What PokerKit allows, in our words and order."""
        state = self.state
        to_call = state.checking_or_calling_amount
        acts = [FOLD] if to_call else []
        assert state.can_fold() or not to_call
        assert state.can_check_or_call()
        acts.append(CALL if to_call else CHECK)
        if state.can_complete_bet_or_raise_to():
            acts.append(RAISE if max(state.bets) else BET)
        return tuple(acts)

    @property
    def pot(self) -> int:
        """All chips in the middle, this stage included."""
        return self.state.total_pot_amount

    @property
    def gains(self) -> tuple[int, ...]:
        """Chips won and lost, by our seats."""
        return self.by_seat([stack - STACK for stack in self.state.stacks])

    def deal_holes(self, game: Holdem, state: State) -> None:
        """Give everybody the cards that they have at our table."""
        for place in range(self.players):
            seat = (place + self.button + 1) % self.players
            self.state.deal_hole(cards_text(game.hole_cards(state, seat)))

    def deal_board(self, cards: tuple[int, ...]) -> None:
        """Lay open the cards of a stage; the card that PokerKit burns stays unknown."""
        self.state.burn_card("??")
        self.state.deal_board(cards_text(cards))

    def act(self, act: Act) -> None:
        """Do what was done at our table."""
        if act is FOLD:
            self.state.fold()
        elif act in (CHECK, CALL):
            self.state.check_or_call()
        else:
            self.state.complete_bet_or_raise_to()
