"""Our rules against PokerKit's, hand by hand on random play: actors, legal actions, bets, pots and payoffs."""

from __future__ import annotations

from random import Random

import pytest

from mendax.core.game import Turn
from mendax.games.holdem.rules import CHECK, DEALS, FOLD, Act, Deal, Holdem, Stage
from mendax.games.holdem.rules.betting import open_betting
from mendax.games.holdem.rules.types import BOARD_SIZES
from tests.games.holdem.rules.pokerkit_table import PokerKitHand


def choose(acts: tuple[Act, ...], rng: Random, patience: float) -> Act:
    """A random act; the patient fold less often, so that more hands come to a showdown of many."""
    if acts[0] is FOLD and rng.random() < patience:
        acts = acts[1:]
    return rng.choice(acts)


def play_both(game: Holdem, rng: Random, patience: float) -> list[int]:
    """A session at both tables; returns how many came to each showdown."""
    state, showdowns = game.start(), list[int]()
    while game.turn(state) is not Turn.OVER:
        hand, button = state.hands, game.button(state.hands)
        theirs, dealt = PokerKitHand(game, button), Stage.PREFLOP
        while state.hands == hand:
            turn = game.turn(state)
            if turn is Turn.CHANCE:
                state = game.apply(state, game.draw(state, rng))
                if isinstance(game.turn(state), int):
                    stage = state.betting.stage
                    if stage is Stage.PREFLOP:
                        theirs.deal_holes(game, state)
                    else:
                        theirs.deal_board(state.cards[2 * game.players + BOARD_SIZES[dealt] :])
                    dealt = stage
                continue
            assert theirs.turn == turn
            legal = game.actions(state)
            assert theirs.acts == tuple(legal)
            assert theirs.by_seat(theirs.state.bets) == state.betting.bets
            assert theirs.pot == sum(state.betting.paid)
            act = choose(theirs.acts, rng, patience)
            state = game.apply(state, act)
            theirs.act(act)
        assert not theirs.state.status, "PokerKit's hand goes on"
        assert state.last is not None
        assert theirs.gains == state.last.gains
        showdowns.append(sum(map(bool, state.last.shown)))
    return showdowns


@pytest.mark.parametrize("players", range(2, 11))
def test_every_table_plays_as_pokerkits_does(players: int) -> None:
    rng = Random(players)
    for raises in (3, 1, 0, 4):
        showdowns = play_both(Holdem(players, 8, raises), rng, 0.85)
        assert any(showdowns)
    play_both(Holdem(players, 8), rng, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 11))
def test_many_hands_play_as_pokerkits_do(players: int) -> None:
    rng = Random(100 + players)
    for patience in (0.0, 0.7, 1.0):
        play_both(Holdem(players, 300), rng, patience)


SHARED_BOARD = ("Kc", "Qc", "Jc", "Td", "9d")
"""A straight that plays for everybody who holds low cards."""


@pytest.mark.parametrize(
    ("players", "acts", "odd"),
    [
        (3, "call fold check", 1),
        (4, "call call fold check", 1),
        (4, "raise call call fold", 2),
        (5, "fold raise call call fold", 2),
    ],
)
@pytest.mark.parametrize("hand", [0, 1, 2])
def test_odd_chips_go_where_pokerkit_puts_them(players: int, acts: str, odd: int, hand: int) -> None:
    """All that are left share a pot that does not divide: the first of them left of the button gets the odd chips."""
    game = Holdem(players, 3)
    state = game.start()._replace(hands=hand, betting=open_betting(players, game.button(hand)))
    theirs = PokerKitHand(game, game.button(hand))
    for card in rising_low_cards(2 * players):
        state = game.apply(state, card)
    theirs.deal_holes(game, state)
    script, board = acts.split(), list(map(game.parse_action, SHARED_BOARD))
    while state.hands == hand:
        turn = game.turn(state)
        if turn is Turn.CHANCE:
            number = 3 if state.betting.stage is Stage.FLOP else 1
            for new in board[:number]:
                state = game.apply(state, new)
            theirs.deal_board(state.cards[-number:])
            board = board[number:]
            continue
        act = game.parse_action(script.pop(0)) if script else CHECK
        assert isinstance(act, Act)
        state = game.apply(state, act)
        theirs.act(act)
    assert state.last is not None
    assert theirs.gains == state.last.gains
    left = [seat for seat, cards in enumerate(state.last.shown) if cards]
    first = min(left, key=theirs.place)
    gains = state.last.gains
    assert {gains[seat] for seat in left if seat != first} == {gains[first] - odd}


def rising_low_cards(number: int) -> list[Deal]:
    """Cards from the two up, no clubs."""
    return [deal for deal in DEALS if deal.card % 4][:number]
