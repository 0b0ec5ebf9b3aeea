"""The rules, one test for each; sections are of the thesis."""

from __future__ import annotations

import pytest

from mendax.core.errors import IllegalAction, MendaxError
from mendax.core.game import Count, Turn
from mendax.games.holdem.rules import (
    BET,
    CALL,
    CHECK,
    FOLD,
    RAISE,
    Action,
    Deal,
    DealtCards,
    HandBegan,
    Holdem,
    Shown,
    Stage,
    State,
    Won,
    parse_cards,
)
from tests.games.holdem.table import play

TWO = "Ah Kd Ac Ks"
"""Seat 0 gets AhAc and seat 1, the button, KdKs."""
THREE = "Ah Kd Qs Ac Ks Qd"


def texts(game: Holdem, state: State) -> str:
    return " ".join(map(str, game.actions(state)))


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"players": 1}, "2 to 10 players, not 1"),
        ({"players": 11}, "2 to 10 players, not 11"),
        ({"hands": 0}, "1 to 1,000,000 hands, not 0"),
        ({"raises": -1}, "0 to 99 raises"),
    ],
)
def test_parameters(parameters: dict[str, int], complaint: str) -> None:
    with pytest.raises(MendaxError, match=complaint):
        Holdem(**parameters)


def test_what_is_counted() -> None:
    counted = Holdem().counted
    assert (counted.kind, counted.unit, counted.by_hand) == (Count.MONEY, "small bets", True)


class TestPositions:
    def test_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop(self) -> None:
        game = Holdem(players=2)
        state = play(game, TWO)
        assert game.button(0) == 1
        assert (state.betting.bets, game.turn(state), game.opener) == ((2, 1), 1, 1)

    @pytest.mark.parametrize("acts", ["call check", "raise call", "call raise call"])
    def test_heads_up_the_button_acts_last_after_the_flop(self, acts: str) -> None:
        """Whoever closed the betting before: RLCard starts the wrong player here."""
        game = Holdem(players=2)
        state = play(game, TWO, acts, "2c 3c 4c")
        assert game.turn(state) == 0
        for card in ("5c", "6c"):
            for act in (CHECK, CHECK):
                state = game.apply(state, act)
            state = game.apply(state, game.parse_action(card))
            assert game.turn(state) == 0

    def test_with_more_players_the_seat_after_the_big_blind_begins(self) -> None:
        game = Holdem(players=4)
        state = play(game, "2c 3c 4c 5c 2d 3d 4d 5d")
        assert (state.betting.bets, game.turn(state), game.opener) == ((1, 2, 0, 0), 2, 2)
        state = play(game, "2c 3c 4c 5c 2d 3d 4d 5d call call fold check 6h 7h 8h")
        assert game.turn(state) == 1, "the small blind has folded: the first player left of the button who is in"

    def test_three_players(self) -> None:
        state = play(Holdem(players=3), THREE)
        assert (state.turn, state.betting.bets) == (2, (1, 2, 0))

    def test_the_button_moves_one_seat_a_hand(self) -> None:
        game = Holdem(players=3, hands=4)
        state, buttons, blinds = game.start(), list[int](), list[tuple[int, ...]]()
        while game.turn(state) is not Turn.OVER:
            buttons.append(game.view(state, 0).button)
            blinds.append(state.betting.bets)
            for card in THREE.split():
                state = game.apply(state, game.parse_action(card))
            state = game.apply(game.apply(state, FOLD), FOLD)
        assert buttons == [2, 0, 1, 2]
        assert blinds == [(1, 2, 0), (0, 1, 2), (2, 0, 1), (1, 2, 0)]
        assert state.money == (-1, 1, 0), "the small blind folds to the big blind each time"

    def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_button(self) -> None:
        game = Holdem(players=3, hands=2)
        state = play(game, THREE, "fold fold", "2c 3c 4c 2d 3d")
        assert [game.view(state, seat).cards for seat in range(3)] == [(8,), (0, 1), (4, 5)]


class TestBetting:
    def test_small_bets_then_big_bets(self) -> None:
        game = Holdem(players=2)
        state = play(game, TWO, "raise call 2c 7d 9h bet raise call Js bet raise call 3s bet raise call")
        assert state.money == (4 + 4 + 8 + 8, -24)

    def test_what_may_be_done(self) -> None:
        game = Holdem(players=2)
        assert texts(game, play(game, TWO)) == "fold call raise"
        assert texts(game, play(game, TWO, "call")) == "check raise", "the big blind has not bet yet"
        assert texts(game, play(game, TWO, "call check 2c 3c 4c")) == "check bet"
        assert texts(game, play(game, TWO, "call check 2c 3c 4c bet")) == "fold call raise"

    def test_a_bet_and_three_raises(self) -> None:
        """Section 1.2.2: a maximum of three raises. Before the flop the big blind is the bet."""
        game = Holdem(players=2)
        state = play(game, TWO, "raise raise")
        assert RAISE in game.actions(state)
        state = game.apply(state, RAISE)
        assert (state.betting.raises, max(state.betting.bets), texts(game, state)) == (3, 8, "fold call")
        state = play(game, TWO, "call check 2c 3c 4c bet raise raise raise")
        assert (max(state.betting.bets), texts(game, state)) == (8, "fold call")

    def test_other_caps(self) -> None:
        game = Holdem(players=2, raises=0)
        assert texts(game, play(game, TWO)) == "fold call"
        assert texts(game, play(game, TWO, "call")) == "check"
        assert texts(game, play(game, TWO, "call check 2c 3c 4c bet")) == "fold call"
        game = Holdem(players=2, raises=4)
        assert texts(game, play(game, TWO, "raise raise raise")) == "fold call raise"

    def test_the_big_blind_may_raise_when_all_have_called(self) -> None:
        game = Holdem(players=3)
        state = play(game, THREE, "call call")
        assert (game.turn(state), texts(game, state)) == (1, "check raise")
        state = game.apply(state, RAISE)
        assert (game.turn(state), state.betting.waiting) == (2, 2)

    @pytest.mark.parametrize(
        ("acts", "stage"),
        [
            ("raise call fold", Stage.FLOP),
            ("call raise call fold", Stage.FLOP),
            ("call call check 2c 3c 4c bet call fold", Stage.TURN),
            ("call call check 2c 3c 4c check bet fold fold", Stage.PREFLOP),
        ],
    )
    def test_a_fold_that_closes_the_round_closes_it(self, acts: str, stage: Stage) -> None:
        """RLCard lets players act again here."""
        state = play(Holdem(players=3, hands=2), THREE, acts)
        assert (state.turn, state.betting.stage) == (Turn.CHANCE, stage)

    def test_a_raise_opens_the_betting_for_all_others_again(self) -> None:
        game = Holdem(players=3)
        state = play(game, THREE, "call call raise call raise")
        assert game.turn(state) == 1
        state = game.apply(state, CALL)
        assert game.turn(state) == 2
        state = game.apply(state, FOLD)
        assert (game.turn(state), state.betting.stage) == (Turn.CHANCE, Stage.FLOP)

    @pytest.mark.parametrize(
        ("moves", "action", "complaint"),
        [
            (TWO, CHECK, "check: seat 1 may fold or call or raise"),
            (TWO, BET, "bet: seat 1 may fold or call or raise"),
            (TWO + " call", FOLD, "fold: seat 0 may check or raise"),
            (TWO, Deal(0), "2c: seat 1 may fold"),
            (TWO + " call check", CALL, "call: a card is to be dealt"),
            ("Ah", Deal(50), "Ah: this card is dealt already"),
            ("Ah", Deal(52), "card 52: a card is to be dealt"),
            ("Ah", Deal(-1), "card -1: a card is to be dealt"),
            (TWO, Deal(52), "card 52: seat 1 may fold"),
            (TWO + " fold", CALL, "call: the match is over"),
        ],
    )
    def test_what_may_not_be_done(self, moves: str, action: Action, complaint: str) -> None:
        game = Holdem(players=2)
        with pytest.raises(IllegalAction, match=complaint):
            game.apply(play(game, moves), action)


class TestShowdown:
    BOARD = "2c 7d 9h check check Js check check 3s check check"

    def test_the_best_hand_wins_and_all_who_are_left_show(self) -> None:
        game = Holdem(players=2)
        state = play(game, TWO, "call check", self.BOARD)
        assert state.last is not None
        assert (state.money, game.payoffs(state), game.ending(state)) == ((2, -2), (1.0, -1.0), "showdown")
        assert state.last.shown == (parse_cards("AhAc"), parse_cards("KdKs"))
        for seat in (0, 1, None):
            view = game.view(state, seat)
            assert view.last == state.last
            assert view.cards == ()

    def test_equal_hands_share(self) -> None:
        game = Holdem(players=2)
        state = play(game, "Ah Ad 3c 4d call check 5c 6c 7c check check 8c check check 9c check check")
        assert (state.money, game.payoffs(state)) == ((0, 0), (0.0, 0.0))

    def test_a_winner_whom_nobody_calls_shows_nothing(self) -> None:
        game = Holdem(players=3, hands=2)
        state = play(game, THREE, "call call check 2c 7d 9h bet fold fold")
        assert state.last is not None
        assert state.last.shown == ((), (), ())
        assert state.last.gains == (4, -2, -2)
        for seat in (0, 1, 2, None):
            text = str(game.view(state, seat))
            assert not [card for card in THREE.split() if card in text]

    def test_folded_cards_are_in_no_view(self) -> None:
        game = Holdem(players=3)
        state = play(game, THREE, "fold call check", self.BOARD)
        assert state.last is not None
        assert state.last.shown == (parse_cards("AhAc"), parse_cards("KdKs"), ())
        for seat in (0, 1, 2, None):
            text = str(game.view(state, seat))
            assert "AhAc" in text
            assert "Qs" not in text
            assert "Qd" not in text

    def test_events_of_a_showdown(self) -> None:
        game = Holdem(players=3)
        board = self.BOARD.rsplit(" ", 1)[0]
        before = play(game, THREE, "fold call check", board)
        after = game.apply(before, CHECK)
        told = game.events(before, CHECK, after, 2)
        assert [str(event) for event in told] == [
            "seat 1 checks",
            "seat 0 shows Ah Ac: a pair of aces",
            "seat 1 shows Kd Ks: a pair of kings",
            "seat 0 wins 4 chips (+2)",
        ]
        assert told == game.events(before, CHECK, after, None)
        assert [type(event) for event in told[1:]] == [Shown, Shown, Won]


def test_events_of_a_deal() -> None:
    game = Holdem(players=2)
    heard: dict[int | None, list[str]] = {0: [], 1: [], None: []}
    state = game.start()
    for word in (*TWO.split(), "call", "check", "2c", "7d", "9h", "check", "bet", "raise", "fold"):
        action = game.parse_action(word)
        after = game.apply(state, action)
        for seat, texts in heard.items():
            texts += map(str, game.events(state, action, after, seat))
        state = after
    opening = "hand 1: button seat 1, small blind seat 1, big blind seat 0"
    public = [
        "seat 1 calls 1",
        "seat 0 checks",
        "the flop: 2c 7d 9h",
        "seat 0 checks",
        "seat 1 bets 2",
        "seat 0 raises to 4",
        "seat 1 folds",
        "seat 0 wins 10 chips (+4)",
    ]
    assert heard[None] == [opening, *public]
    assert heard[0] == [opening, "seat 0 gets Ah Ac", *public]
    assert heard[1] == [opening, "seat 1 gets Kd Ks", *public]
    assert str(HandBegan(1, 1, 1, 0)) == opening
    assert str(DealtCards(0, parse_cards("AhAc"))) == "seat 0 gets Ah Ac"


class TestMoney:
    def test_money_is_carried_and_may_be_negative(self) -> None:
        game = Holdem(players=2, hands=3)
        state = game.start()
        standings = []
        while game.turn(state) is not Turn.OVER:
            for card in TWO.split():
                state = game.apply(state, game.parse_action(card))
            state = game.apply(state, FOLD)
            standings.append(game.standing(state))
        assert standings == [(0.5, -0.5), (0.0, 0.0), (0.5, -0.5)]
        assert game.round(state) == 3
        assert game.payoffs(state) == (0.5, -0.5)
        assert game.ending(state) == "end"

    def test_a_seat_that_is_given_up_pays_a_small_bet_a_hand(self) -> None:
        game = Holdem(players=3, hands=10)
        assert game.forfeit(game.start(), 0) == (-10.0, 5.0, 5.0)
        state = play(game, THREE, "raise raise raise call call 2c 3c 4c bet")
        assert state.betting.paid == (8 + 2, 8, 8)
        assert game.forfeit(state, 0) == (-5.0 - 9.0, 7.0, 7.0)
        assert game.forfeit(state, 1) == (6.5, -4.0 - 9.0, 6.5)
        state = play(game, THREE, "fold fold")
        assert game.forfeit(state, 1) == (-0.5 + 4.5, 0.5 - 9.0, 4.5)

    def test_the_default_is_check_or_fold(self) -> None:
        game = Holdem(players=2)
        state = play(game, TWO)
        assert game.default_action(game.view(state, 1), game.actions(state)) is FOLD
        state = play(game, TWO, "call")
        assert game.default_action(game.view(state, 0), game.actions(state)) is CHECK


def test_views_tell_prices() -> None:
    game = Holdem(players=3)
    view = game.view(play(game, THREE, "raise call"), 1)
    assert (view.pot, view.to_call, view.bet_size, view.active, view.players) == (10, 2, 2, (0, 1, 2), 3)
    view = game.view(play(game, THREE, "raise call call 2c 3c 4c check check check 5c"), 0)
    assert (view.pot, view.to_call, view.bet_size, view.stage) == (12, 0, 4, Stage.TURN)
