"""The rules one by one. "Paper" is its section The Dice Game; "official" the published rules of the same game."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from mendax.core import IllegalAction, MendaxError, Turn
from mendax.core.catalogue import build_game
from mendax.core.game import game_text
from mendax.games.liars_dice.rules import (
    CHALLENGE_BID,
    CHALLENGE_FIRST_PASS,
    CHALLENGE_PASS,
    CHALLENGES,
    EXACT,
    PASS,
    Action,
    Bid,
    Changed,
    LiarsDice,
    Lifted,
    Open,
    Opened,
    Roll,
    Rolled,
    Ruled,
    Said,
    Spoke,
    State,
)
from mendax.games.liars_dice.rules.bids import ladder, pushes
from mendax.games.liars_dice.rules.options import Order

THREE = LiarsDice(players=3)
OFFICIAL = LiarsDice(players=3, rules="official")
DEAL = (Open(0), Roll((1, 2, 4, 4, 6)), Roll((3, 3, 3, 3, 3)), Roll((1, 4, 5, 5, 6)))
"""Four 4s with the wild ones, two 2s more, five 3s."""


def play(*actions: Action, game: LiarsDice = THREE, state: State | None = None) -> State:
    state = game.start() if state is None else state
    for action in actions:
        state = game.apply(state, action)
    return state


def table(game: LiarsDice, *dice: int, **changes: Any) -> State:
    """A round about to be opened, with so many dice left."""
    return game.start()._replace(dice=dice, **changes)


def refused(state: State, action: Action, reason: str, game: LiarsDice = THREE) -> None:
    assert action not in game.actions(state)
    with pytest.raises(IllegalAction, match=reason):
        game.apply(state, action)


class TestBids:
    def test_paper_after_six_4s(self) -> None:
        """Legal bids after six 4s include six 5s, six 6s, seven 2s, seven 3s, and three 1s."""
        state = play(*DEAL, Bid(6, 4))
        bids = [action for action in THREE.actions(state) if isinstance(action, Bid) and not action.push]
        assert bids[:6] == [Bid(6, 5), Bid(6, 6), Bid(3, 1), Bid(7, 2), Bid(7, 3), Bid(7, 4)]
        refused(state, Bid(6, 4), "must be higher than 6x4")
        refused(state, Bid(6, 3), "must be higher than 6x4")
        refused(state, Bid(2, 1), "must be higher than 6x4")

    def test_paper_three_1s_stand_between_six_6s_and_seven_2s(self) -> None:
        state = play(*DEAL, Bid(6, 6), Bid(3, 1))
        refused(state, Bid(6, 6), "must be higher than 3x1")
        assert Bid(7, 2) in THREE.actions(state)
        assert Bid(4, 1) in THREE.actions(state)

    @pytest.mark.parametrize("count", range(1, 21))
    def test_official_arithmetic_of_1s(self, count: int) -> None:
        """To 1s: at least half, rounded up. From 1s: twice and one more."""
        steps = ladder(50, 6, 1, Order.DOUBLE)
        for face in range(2, 7):
            above = [bid.count for bid in steps.bids[steps.rank(Bid(count, face)) + 1 :] if bid.face == 1]
            assert min(above) == (count + 1) // 2
            beyond = [bid.count for bid in steps.bids[steps.rank(Bid(count, 1)) + 1 :] if bid.face == face]
            assert min(beyond) == 2 * count + 1

    def test_official_ladder_begins(self) -> None:
        texts = " ".join(map(str, ladder(20, 6, 1, Order.DOUBLE).bids[:13]))
        assert texts == "1x2 1x3 1x4 1x5 1x6 2x2 2x3 2x4 2x5 2x6 1x1 3x2 3x3"

    def test_natural_order_is_number_then_face(self) -> None:
        """OpenSpiel's default: 1-1 ... 1-6, 2-1 ... 2-6, with the highest face wild and no place of its own."""
        bids = ladder(2, 6, 6, Order.NATURAL).bids
        assert [(bid.count, bid.face) for bid in bids] == [(c, f) for c in (1, 2) for f in range(1, 7)]

    def test_no_bid_beyond_the_dice_in_play(self) -> None:
        refused(play(*DEAL), Bid(16, 2), "15 dice are in play")
        refused(play(*DEAL), Bid(1, 7), "faces from 1 to 6")
        last = play(*DEAL, Bid(15, 1))
        assert THREE.actions(last) == (CHALLENGE_BID, EXACT, PASS)


class TestChallenge:
    @pytest.mark.parametrize(("count", "right"), [(3, False), (5, False), (6, True)])
    def test_paper_at_least_as_many_and_the_challenger_loses(self, count: int, right: bool) -> None:
        """Three 4s and two wild 1s lie on the table."""
        state = play(*DEAL, Bid(count, 4), CHALLENGE_BID)
        assert state.showdown is not None
        assert (state.showdown.found, state.showdown.right) == (5, right)
        assert state.dice == ((4, 5, 5) if right else (5, 4, 5))
        assert state.rounds == THREE.round(state) == 1

    def test_a_bid_of_1s_counts_only_1s(self) -> None:
        state = play(*DEAL, Bid(2, 1), CHALLENGE_BID)
        assert state.showdown is not None
        assert state.showdown.found == 2
        assert state.dice == (5, 4, 5)

    def test_a_round_begins_with_a_bid(self) -> None:
        for answer in (*CHALLENGES, EXACT, PASS):
            refused(play(*DEAL), answer, "begins with a bid")

    def test_paper_who_loses_all_dice_is_out_and_the_last_wins(self) -> None:
        state = play(Open(1), Roll((2,)), Roll((3,)), Bid(2, 5), CHALLENGE_BID, state=table(THREE, 1, 1, 0))
        assert state.dice == (1, 0, 0)
        assert THREE.turn(state) is Turn.OVER
        assert THREE.payoffs(state) == (2.0, -1.0, -1.0)
        assert THREE.wins(THREE.payoffs(state)) == (1.0, 0.0, 0.0)
        assert THREE.ending(state) == "false bid caught"
        with pytest.raises(IllegalAction, match="the game is over"):
            THREE.apply(state, Open(0))

    def test_the_turn_passes_over_those_who_are_out(self) -> None:
        state = play(Open(2), Roll((2, 2)), Roll((3,)), state=table(THREE, 2, 0, 1))
        assert THREE.turn(state) == 2
        assert THREE.turn(play(Bid(1, 3), state=state)) == 0
        assert THREE.turn(play(Bid(1, 3), Bid(1, 4), state=state)) == 2


class TestPush:
    def test_paper_a_push_shows_dice_to_all_and_rolls_the_rest_again(self) -> None:
        state = play(*DEAL, Bid(3, 4, (1, 4, 4)))
        assert THREE.turn(state) is Turn.CHANCE
        with pytest.raises(IllegalAction, match="seat 0 rolls 2 dice"):
            THREE.apply(state, Roll((1, 2, 3)))
        state = play(Roll((5, 5)), state=state)
        assert (state.cups[0], state.shown[0], THREE.turn(state)) == ((5, 5), (1, 4, 4), 1)
        for seat in (0, 1, 2, None):
            view = THREE.view(state, seat)
            assert view.shown == ((1, 4, 4), (), ())
            assert view.hidden == (2, 5, 5)
            assert view.cup == ((5, 5) if seat == 0 else () if seat is None else state.cups[seat])

    def test_what_is_rolled_again_only_the_pusher_remembers(self) -> None:
        state = play(*DEAL, Bid(3, 4, (1, 4, 4)), Roll((5, 5)))
        assert THREE.view(state, 0).said == (Said(0, Bid(3, 4, (1, 4, 4)), (2, 6)),)
        assert THREE.view(state, 1).said == THREE.view(state, None).said == (Said(0, Bid(3, 4, (1, 4, 4))),)

    def test_official_at_least_one_die_stays_hidden(self) -> None:
        refused(play(*DEAL), Bid(3, 4, (1, 2, 4, 4, 6)), "at least one die stays")
        one = play(Open(0), Roll((4,)), Roll((2, 3)), state=table(THREE, 1, 2, 0))
        refused(one, Bid(1, 4, (4,)), "at least one die stays")

    def test_only_hidden_dice_can_be_pushed(self) -> None:
        refused(play(*DEAL), Bid(3, 4, (5,)), "not all under the cup")
        refused(play(*DEAL), Bid(3, 4, (1, 1)), "not all under the cup")
        again = play(*DEAL, Bid(1, 2, (6,)), Roll((2, 2, 2, 2)), Bid(1, 3), Bid(1, 4))
        refused(again, Bid(3, 2, (6,)), "not all under the cup")

    def test_shown_dice_stay_for_the_round_and_count(self) -> None:
        state = play(*DEAL, Bid(1, 2, (6,)), Roll((2, 2, 2, 2)), Bid(1, 3), Bid(1, 4), Bid(3, 6, (2, 2)), Roll((6, 6)))
        assert (state.cups[0], state.shown[0]) == ((6, 6), (2, 2, 6))
        end = play(CHALLENGE_BID, state=state)
        assert end.showdown is not None
        assert end.showdown.found == 5, "three of seat 0, one shown; one and the wild die of seat 2"
        assert play(Open(1), state=end).shown == ((), (), ())

    def test_pushes_are_sets_of_faces(self) -> None:
        assert len(pushes((1, 2, 3, 4, 5))) == 30
        assert pushes((4, 4, 4)) == ((4,), (4, 4))
        assert pushes((4,)) == ()


class TestPass:
    def test_paper_a_pass_leaves_the_bid_and_gives_the_turn_on(self) -> None:
        state = play(*DEAL, Bid(3, 4), PASS)
        assert THREE.turn(state) == 2
        assert THREE.view(state, 2).bid == Bid(3, 4)
        refused(state, Bid(3, 4), "must be higher than 3x4")

    def test_paper_a_true_pass_costs_the_challenger(self) -> None:
        """Seat 1 holds five 3s."""
        state = play(*DEAL, Bid(3, 4), PASS, CHALLENGE_PASS)
        assert state.dice == (5, 5, 4)
        assert THREE.ending(state) == "true pass challenged"

    def test_paper_a_false_pass_costs_the_passer(self) -> None:
        state = play(*DEAL, Bid(3, 4), Bid(3, 5), PASS, CHALLENGE_PASS)
        assert state.dice == (5, 5, 4)
        assert state.showdown is not None
        assert (state.showdown.target, state.showdown.right, state.showdown.found) == (2, True, 4)

    def test_official_1s_are_not_wild_in_a_pass(self) -> None:
        deal = (Open(0), Roll((2, 2)), Roll((1, 5)))
        state = play(*deal, Bid(1, 2), PASS, CHALLENGE_PASS, state=table(THREE, 2, 2, 0))
        assert state.dice == (2, 1, 0)

    def test_official_shown_dice_belong_to_a_pass(self) -> None:
        deal = (Open(0), Roll((2, 3, 4)), Roll((5, 5, 6)))
        pushed = (*deal, Bid(1, 2), Bid(1, 5, (5,)), Roll((5, 5)), Bid(1, 6), PASS)
        state = play(*pushed, CHALLENGE_PASS, state=table(THREE, 3, 3, 0))
        assert state.dice == (2, 3, 0), "one 5 shown and two under the cup: the pass was true"

    def test_paper_a_pass_needs_more_than_one_die(self) -> None:
        state = play(Open(0), Roll((2, 2)), Roll((5,)), Bid(1, 2), state=table(THREE, 2, 1, 0))
        refused(state, PASS, "two or more dice")

    def test_paper_once_with_a_given_roll(self) -> None:
        state = play(*DEAL, Bid(2, 3), PASS, Bid(3, 4), Bid(3, 5))
        refused(state, PASS, "only once with the same roll")

    def test_official_a_reroll_gives_the_pass_back(self) -> None:
        state = play(*DEAL, Bid(2, 3), PASS, Bid(3, 4), Bid(3, 5))
        state = play(Bid(3, 6, (3,)), Roll((1, 1, 2, 2)), Bid(4, 2), Bid(4, 3), state=state)
        assert PASS in THREE.actions(state)
        refused(play(PASS, Bid(4, 4), Bid(4, 5), state=state), PASS, "only once with the same roll")

    def test_a_pass_may_follow_a_pass(self) -> None:
        assert PASS in THREE.actions(play(*DEAL, Bid(2, 3), PASS))


class TestThroughAPass:
    def test_paper_the_bid_before_a_pass_can_be_challenged(self) -> None:
        state = play(*DEAL, Bid(9, 4), PASS)
        assert {CHALLENGE_BID, CHALLENGE_PASS} <= set(THREE.actions(state))
        refused(state, CHALLENGE_FIRST_PASS, "no first pass within reach")
        end = play(CHALLENGE_BID, state=state)
        assert end.dice == (4, 5, 5)

    def test_official_after_two_passes_the_bid_is_out_of_reach(self) -> None:
        state = play(*DEAL, Bid(9, 4), PASS, PASS, game=THREE)
        refused(state, CHALLENGE_BID, "no bid within reach")
        four = LiarsDice(players=4)
        state = play(*DEAL, Roll((2, 2, 2, 2, 2)), Bid(9, 4), PASS, PASS, game=four)
        assert set(four.actions(state)) >= {CHALLENGE_PASS, CHALLENGE_FIRST_PASS, EXACT}
        refused(state, CHALLENGE_BID, "no bid within reach", four)
        assert play(CHALLENGE_FIRST_PASS, state=state, game=four).dice == (5, 5, 5, 4), "five 3s: it was true"
        assert play(CHALLENGE_PASS, state=state, game=four).dice == (5, 5, 4, 5)

    def test_nobody_challenges_their_own_word(self) -> None:
        two = (Open(0), Roll((2, 2)), Roll((5, 6)))
        own_bid = play(*two, Bid(2, 2), PASS, state=table(THREE, 2, 2, 0))
        refused(own_bid, CHALLENGE_BID, "their own word")
        own_pass = play(PASS, state=own_bid)
        refused(own_pass, CHALLENGE_FIRST_PASS, "their own word")
        assert CHALLENGE_PASS in THREE.actions(own_pass)

    def test_a_bid_after_a_pass_covers_it(self) -> None:
        state = play(*DEAL, Bid(2, 3), PASS, Bid(3, 4))
        assert CHALLENGE_BID in THREE.actions(state)
        refused(state, CHALLENGE_PASS, "no pass within reach")


class TestExact:
    def test_paper_right_wins_a_die_back(self) -> None:
        """Seat 1's three 2s and the wild 1 are four."""
        deal = (Open(0), Roll((3, 5)), Roll((1, 2, 2, 2)))
        state = play(*deal, Bid(4, 2), EXACT, state=table(THREE, 2, 4, 0))
        assert state.dice == (2, 5, 0)
        assert state.exacts == (True, False, True)
        assert THREE.ending(state) == "exact right"

    def test_official_never_above_what_one_began_with(self) -> None:
        state = play(*DEAL, Bid(5, 4), EXACT)
        assert state.dice == (5, 5, 5)
        assert THREE.turn(state) is Turn.CHANCE

    @pytest.mark.parametrize("count", [4, 6])
    def test_paper_wrong_costs_a_die(self, count: int) -> None:
        state = play(*DEAL, Bid(count, 4), EXACT)
        assert state.dice == (5, 4, 5)
        assert THREE.ending(state) == "exact wrong"

    def test_paper_once_a_game(self) -> None:
        state = play(*DEAL, Bid(4, 4), EXACT)
        state = play(Open(0), Roll((1, 2, 4, 4, 6)), Roll((3, 3, 3, 3)), Roll((1, 4, 5, 5, 6)), Bid(1, 2), state=state)
        refused(state, EXACT, "once a game")

    def test_official_not_on_ones_own_bid_and_through_any_passes(self) -> None:
        two = (Open(0), Roll((2, 2)), Roll((5, 6)))
        state = play(*two, Bid(2, 2), PASS, state=table(THREE, 2, 2, 0))
        refused(state, EXACT, "their own bid")
        assert EXACT in THREE.actions(play(PASS, state=state)), "two passes later the bid still stands"


class TestOpening:
    def test_paper_at_random_each_round(self) -> None:
        state = play(*DEAL, Bid(9, 4), CHALLENGE_BID)
        assert dict(THREE.chances(state)) == {Open(0): 1 / 3, Open(1): 1 / 3, Open(2): 1 / 3}
        assert dict(THREE.chances(table(THREE, 3, 0, 2))) == {Open(0): 1 / 2, Open(2): 1 / 2}

    def test_official_the_loser_of_the_die(self) -> None:
        state = play(*DEAL, Bid(9, 4), Bid(10, 4), CHALLENGE_BID, game=OFFICIAL)
        assert dict(OFFICIAL.chances(state)) == {Open(1): 1.0}
        with pytest.raises(IllegalAction, match="cannot open"):
            OFFICIAL.apply(state, Open(0))

    def test_official_the_next_one_left_when_the_loser_is_out(self) -> None:
        deal = (Open(0), Roll((2, 3)), Roll((4,)), Roll((5, 5)))
        state = play(*deal, Bid(1, 2), Bid(5, 4), CHALLENGE_BID, game=OFFICIAL, state=table(OFFICIAL, 2, 1, 2))
        assert state.dice == (2, 0, 2)
        assert dict(OFFICIAL.chances(state)) == {Open(2): 1.0}

    def test_official_whoever_said_exact_and_was_right(self) -> None:
        state = play(*DEAL, Bid(5, 4), EXACT, game=OFFICIAL)
        assert dict(OFFICIAL.chances(state)) == {Open(1): 1.0}

    def test_the_first_round(self) -> None:
        assert len(OFFICIAL.chances(OFFICIAL.start())) == 3
        first = LiarsDice(players=3, opens="first")
        assert dict(first.chances(first.start())) == {Open(0): 1.0}


class TestSpecialRound:
    def after_a_loss(self, *dice: int, game: LiarsDice = OFFICIAL, **changes: Any) -> State:
        """Seat 0 loses a die; the next round is opened and rolled, all dice 1s."""
        state = table(game, *dice, **changes)
        deal = [Roll((1,) * number) for number in dice if number]
        others = [Roll((1,) * (number - (seat == 0))) for seat, number in enumerate(dice) if number - (seat == 0)]
        state = play(Open(0), *deal, Bid(sum(dice), 2), Bid(sum(dice) // 2 + 1, 1), game=game, state=state)
        turn = game.turn(state)
        # All dice are 1s, so every bid is true and whoever challenges loses.
        while turn != 0:
            state = play(Bid(_bid(state).count + 1, 1), game=game, state=state)
            turn = game.turn(state)
        return play(CHALLENGE_BID, Open(0), *others, game=game, state=state)

    def test_official_first_down_to_one_die(self) -> None:
        state = self.after_a_loss(2, 3, 4)
        assert state.special
        assert state.had_special == (True, False, False)
        assert OFFICIAL.view(state, 1).wild == 0

    def test_official_1s_are_not_wild_and_the_lowest(self) -> None:
        state = self.after_a_loss(2, 3, 4)
        assert OFFICIAL.actions(state)[:2] == (Bid(1, 1), Bid(1, 2))
        end = play(Bid(1, 2), CHALLENGE_BID, game=OFFICIAL, state=state)
        assert end.showdown is not None
        assert (end.showdown.found, end.showdown.loser) == (0, 0)

    def test_official_only_one_die_players_change_the_face(self) -> None:
        state = play(Bid(1, 3), game=OFFICIAL, state=self.after_a_loss(2, 3, 4))
        refused(state, Bid(1, 4), "only a seat with one die may change the face", OFFICIAL)
        assert {a.face for a in OFFICIAL.actions(state) if isinstance(a, Bid)} == {3}
        state = play(Bid(2, 3), Bid(3, 3), game=OFFICIAL, state=state)
        assert OFFICIAL.turn(state) == 0
        assert Bid(3, 5) in OFFICIAL.actions(state), "seat 0 has one die"

    def test_official_once_for_each_player(self) -> None:
        assert not self.after_a_loss(2, 3, 4, had_special=(True, False, False)).special

    def test_official_not_with_two_left(self) -> None:
        assert not self.after_a_loss(2, 3, 0).special

    def test_the_paper_has_none(self) -> None:
        assert not self.after_a_loss(2, 3, 4, game=THREE).special

    def test_a_round_later_it_is_over(self) -> None:
        state = play(Bid(1, 2), CHALLENGE_BID, game=OFFICIAL, state=self.after_a_loss(2, 3, 4))
        assert not play(Open(1), game=OFFICIAL, state=state).special


def _bid(state: State) -> Bid:
    return next(said.action for said in reversed(state.said) if isinstance(said.action, Bid))


class TestSingleRound:
    GAME = LiarsDice(players=3, single_round=True)

    def test_the_loser_pays_the_others(self) -> None:
        state = play(*DEAL, Bid(9, 4), CHALLENGE_BID, game=self.GAME)
        assert self.GAME.turn(state) is Turn.OVER
        assert self.GAME.payoffs(state) == (-1.0, 0.5, 0.5)

    def test_a_right_exact_is_paid_by_the_others(self) -> None:
        state = play(*DEAL, Bid(5, 4), EXACT, game=self.GAME)
        assert self.GAME.payoffs(state) == (-0.5, 1.0, -0.5)

    def test_plain_rules_have_no_push_pass_or_exact(self) -> None:
        plain = LiarsDice(players=3, rules="plain")
        state = play(*DEAL, Bid(3, 4), game=plain)
        refused(state, PASS, "no pass", plain)
        refused(state, EXACT, "no exact", plain)
        refused(state, Bid(4, 3, (3,)), "no push", plain)


class TestEvents:
    def test_a_roll_is_told_to_its_roller_alone(self) -> None:
        opened = play(Open(0))
        rolled = play(DEAL[1], state=opened)
        assert THREE.events(opened, DEAL[1], rolled, 0) == (Rolled(0, 5, (1, 2, 4, 4, 6)),)
        assert THREE.events(opened, DEAL[1], rolled, 1) == THREE.events(opened, DEAL[1], rolled, None) == ()
        assert THREE.events(THREE.start(), Open(0), opened, 2) == (Opened(0, False),)

    def test_a_challenge_shows_all_cups(self) -> None:
        before = play(*DEAL, Bid(6, 4, (4, 4)), Roll((1, 2, 6)))
        after = play(CHALLENGE_BID, state=before)
        assert after.showdown is not None
        for seat in (0, 1, 2, None):
            assert THREE.events(before, CHALLENGE_BID, after, seat) == (
                Spoke(1, CHALLENGE_BID),
                Lifted(0, (1, 2, 4, 4, 6)),
                Lifted(1, (3, 3, 3, 3, 3)),
                Lifted(2, (1, 4, 5, 5, 6)),
                Ruled(after.showdown, Bid(6, 4, (4, 4))),
                Changed(0, -1, 4),
            )

    def test_in_words(self) -> None:
        before = play(*DEAL, Bid(6, 4, (4, 4)), Roll((1, 2, 6)))
        after = play(CHALLENGE_BID, state=before)
        assert list(map(str, THREE.events(before, CHALLENGE_BID, after, None))) == [
            "seat 1 challenges the bid",
            "seat 0 shows 1 2 4 4 6",
            "seat 1 shows 3 3 3 3 3",
            "seat 2 shows 1 4 5 5 6",
            "the bid was 6x4 and there are 5: too few",
            "seat 0 loses a die: 4 left",
        ]


def test_a_seat_knows_its_view() -> None:
    view = THREE.view(play(*DEAL, Bid(3, 4, (4, 4)), Roll((2, 5, 6)), PASS), 2)
    assert (view.turn, view.bid, view.total, view.unknown) == (2, Bid(3, 4, (4, 4)), 15, 8)
    assert [view.known(face) for face in range(1, 7)] == [1, 1, 1, 4, 3, 2]
    assert view.last == Said(1, PASS)


def test_draws_are_fair() -> None:
    """Dice drawn one after the other fall as often as the list of chances says: 20,000 cups, chi-square."""
    state, rng = play(Open(0)), Random(3)
    drawn = Counter(THREE.draw(state, rng) for _ in range(20_000))
    chances = THREE.chances(state)
    assert len(chances) == 252
    square = sum((drawn[roll] - 20_000 * chance) ** 2 / (20_000 * chance) for roll, chance in chances)
    assert square < 251 + 5 * (2 * 251) ** 0.5


@pytest.mark.parametrize(
    "bad",
    [
        {"players": 1},
        {"players": 11},
        {"dice": 0},
        {"dice": 7},
        {"faces": 1},
        {"faces": 10},
        {"rules": "house"},
        {"wild": "7"},
        {"wild": "0"},
        {"order": "none"},
        {"opens": "seat 0"},
        {"push": "maybe"},
        {"special": "yes"},
    ],
)
def test_impossible_parameters_say_so(bad: dict[str, Any]) -> None:
    with pytest.raises(MendaxError, match="liars-dice"):
        LiarsDice(**bad)


def test_equal_rules_are_equal_games() -> None:
    assert LiarsDice(push=True, wild="1") == LiarsDice()
    assert build_game("liars-dice:rules=official,players=3,push=false") == LiarsDice(3, rules="official", push=False)
    assert LiarsDice(rules="open-spiel", faces=4).options.wild == 4


@pytest.mark.parametrize("option", ["special", "push", "passes", "exact"])
@pytest.mark.parametrize(("old", "new"), [("on", "true"), ("off", "false")])
@pytest.mark.parametrize("rules", ["paper", "official", "plain"])
def test_booleans_are_true_and_false_and_read_in_the_old_spelling_too(
    option: str, old: str, new: str, rules: str
) -> None:
    before, now = (build_game(f"liars-dice:rules={rules},{option}={value}") for value in (old, new))
    assert isinstance(now, LiarsDice)
    assert getattr(now.options, option) is (new == "true")
    assert before == now
    assert hash(before) == hash(now)
    assert getattr(now, option) in (None, new == "true"), "a bool, whatever it was read from"
    assert f"{option}={old}" not in game_text(now)
    assert build_game(game_text(now)) == now
    assert build_game(f"liars-dice:rules={rules},{option}=") == LiarsDice(rules=rules), "empty: as the preset says"
