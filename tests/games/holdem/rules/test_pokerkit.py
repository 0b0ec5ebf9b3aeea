"""Our rules against PokerKit's, hand by hand on random play: actors, legal actions, bets, pots and payoffs."""

from __future__ import annotations

from random import Random

import pytest

from mendax.core.game import Turn
from mendax.games.holdem.rules import CALL, CHECK, FOLD, Act, Holdem, Stage
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


@pytest.mark.parametrize("players", [3, 5, 6])
def test_odd_chips_go_where_pokerkit_puts_them(players: int) -> None:
    """A board that plays for everyone, and a pot that does not divide: one small blind folded."""
    game = Holdem(players, players)
    board = [44, 40, 36, 32, 31]  # KQJT of clubs and a nine: a straight that nobody's low cards beat
    low = [card for card in range(20) if card % 4]
    rng = Random(0)
    state = game.start()
    for _ in range(players):
        hand = state.hands
        theirs = PokerKitHand(game, game.button(hand))
        rng.shuffle(low)
        for card in low[: 2 * players]:
            state = game.apply(state, game.parse_action(_text(card)))
        theirs.deal_holes(game, state)
        small = theirs.button + 1
        cards = iter(board)
        while state.hands == hand:
            turn = game.turn(state)
            if turn is Turn.CHANCE:
                new = [next(cards) for _ in range(3 if state.betting.stage is Stage.FLOP else 1)]
                for card in new:
                    state = game.apply(state, game.parse_action(_text(card)))
                theirs.deal_board(tuple(new))
                continue
            leaves = turn == small % players and state.betting.stage is Stage.PREFLOP
            act = FOLD if leaves else CALL if CALL in game.actions(state) else CHECK
            state = game.apply(state, act)
            theirs.act(act)
        assert state.last is not None
        assert theirs.gains == state.last.gains
        first = (theirs.button + 2) % players
        odd = (2 * (players - 1) + 1) % (players - 1)
        assert state.last.gains[first] == odd
        assert [gain for seat, gain in enumerate(state.last.gains) if seat not in (first, small % players)] == [0] * (
            players - 2
        )


def _text(card: int) -> str:
    return "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]
