"""The rules one by one. "Paper" is its section 1.1; "facts" are the resolutions on docs/blufpoker.md."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mendax.core import IllegalAction, MendaxError, Turn
from mendax.core.game import NOT_LOST, game_text
from mendax.games.blufpoker.rules import (
    BELIEVE,
    CALL,
    STOP,
    Bid,
    Blufpoker,
    Covered,
    Die,
    Ended,
    Handed,
    Keep,
    Phase,
    PublicTurn,
    Punished,
    RollDie,
    Rolled,
    RolledOpenly,
    Rolling,
    RoundEnd,
    Spoke,
    Start,
    Started,
    State,
)

THREE = Blufpoker()
FREE = Blufpoker(opening="free")
PASSING = Blufpoker(pass_on=True)


def play(*texts: str, game: Blufpoker = THREE, state: State | None = None) -> State:
    """The state after some moves; several stand in one text with commas between them."""
    state = game.start() if state is None else state
    for text in ", ".join(texts).split(", "):
        state = game.apply(state, game.parse_action(text))
    return state


def legal(state: State, game: Blufpoker = THREE) -> list[str]:
    return [str(action) for action in game.actions(state)]


def refused(state: State, text: str, reason: str, game: Blufpoker = THREE) -> None:
    if not isinstance(game.turn(state), Turn):
        assert text not in legal(state, game)
    with pytest.raises(IllegalAction, match=reason):
        game.apply(state, game.parse_action(text))


OPENING = "start 0, die 5, die 2, die 3"
BELIEVED = f"{OPENING}, bid 532, believe"


class TestFirstTurn:
    def test_paper_the_starter_rolls_all_three_dice_and_tells_the_truth(self) -> None:
        state = play("start 0, die 5, die 2")
        assert THREE.turn(state) is Turn.CHANCE
        state = play("die 3", state=state)
        assert (THREE.turn(state), state.phase, state.hidden, state.open) == (0, Phase.BID, (5, 3, 2), ())
        assert legal(state) == ["bid 532"]
        refused(state, "bid 533", "the first bid of a round is the roll itself, bid 532")

    def test_a_free_opening_is_any_bid(self) -> None:
        state = play(OPENING, game=FREE)
        assert len(FREE.actions(state)) == 56
        assert FREE.apply(state, Bid((1, 1, 1))).turns == (PublicTurn(0, (), (1, 1, 1)),)

    def test_the_first_starter_is_random(self) -> None:
        assert THREE.chances(THREE.start()) == tuple((Start(seat), 1 / 3) for seat in range(3))
        assert THREE.opener is None
        with pytest.raises(IllegalAction, match="who of 3 starts"):
            THREE.apply(THREE.start(), Start(3))


class TestRolling:
    def test_facts_the_believer_sees_the_dice_and_rolls_at_least_one(self) -> None:
        state = play(BELIEVED)
        assert state.rolling == Rolling((5, 3, 2))
        assert legal(state) == ["roll 2", "roll 3", "roll 5"]
        refused(state, "stop", "at least one die")
        refused(state, "roll 4", "the dice that can be rolled are 5 3 2")
        refused(state, "bid 541", "rolls dice or stops")

    def test_each_die_at_most_once(self) -> None:
        state = play(BELIEVED, "roll 2, die 5")
        assert legal(state) == ["roll 3", "roll 5", "stop"]
        state = play("roll 5, die 3", state=state)
        assert (state.rolling, legal(state)) == (Rolling((3,), (2, 5), (5, 3)), ["roll 3", "stop"])

    def test_paper_dice_not_rolled_are_shown(self) -> None:
        state = play(BELIEVED, "roll 2, die 6, stop")
        assert (state.open, state.hidden, state.phase, THREE.turn(state)) == ((5, 3), (6,), Phase.BID, 1)

    def test_the_third_die_ends_the_rolling(self) -> None:
        state = play(BELIEVED, "roll 2, die 6, roll 3, die 1, roll 5, die 2")
        assert (state.open, state.hidden, state.phase) == ((), (6, 2, 1), Phase.BID)

    def test_passing_on_leaves_everything_as_it_was(self) -> None:
        state = play(BELIEVED, "roll 2, die 6, stop, bid 653, believe", game=PASSING)
        assert legal(state, PASSING) == ["roll 3", "roll 5", "roll 6", "stop"]
        state = play("stop", game=PASSING, state=state)
        assert (state.open, state.hidden, legal(state, PASSING)[0]) == ((5, 3), (6,), "bid 654")
        end = play("bid 654, call", game=PASSING, state=state).end
        assert end == RoundEnd(2, 0, True, (6, 5, 4), (6, 5, 3), 2)


class TestBids:
    def test_paper_a_bid_is_higher_than_the_last(self) -> None:
        state = play(BELIEVED, "roll 2, die 6, stop")
        assert legal(state)[:3] == ["bid 533", "bid 541", "bid 542"]
        assert legal(state)[-6:] == ["bid 111", "bid 222", "bid 333", "bid 444", "bid 555", "bid 666"]
        refused(state, "bid 532", "must be higher than bid 532")
        with pytest.raises(IllegalAction, match="the highest first"):
            THREE.apply(state, Bid((3, 5, 6)))

    def test_a_bid_may_be_lower_than_the_cup_unless_underbids_is_off(self) -> None:
        strict = Blufpoker(underbids=False)
        assert play(BELIEVED, "roll 2, die 6, stop, bid 541").turns[-1].bid == (5, 4, 1)
        state = play(BELIEVED, "roll 2, die 6, stop", game=strict)
        assert legal(state, strict)[0] == "bid 653"
        refused(state, "bid 652", "at least what the cup holds, bid 653", strict)
        low = play(BELIEVED, "roll 5, die 1, stop", game=strict)
        assert legal(low, strict)[0] == "bid 533"

    def test_321_on_top(self) -> None:
        top = Blufpoker(top321=True)
        state = play("start 0, die 6, die 6, die 6, bid 666", game=top)
        assert top.order.rolls[-1] == (3, 2, 1)
        state = play("start 0, die 1, die 2, die 3, bid 321", game=top)
        assert play("call", game=top, state=state).end == RoundEnd(0, 1, True, (3, 2, 1), (3, 2, 1), 1)
        state = play("believe, die 6, die 6, die 6", game=top, state=state)
        assert top.turn(state) == 1, "666 is not enough"
        state = play("keep none, die 3, die 2, die 1", game=top, state=state)
        assert state.end == RoundEnd(0, 1, False, (3, 2, 1), (3, 2, 1), None)


class TestCall:
    @pytest.mark.parametrize(("die", "loser"), [(6, 2), (4, 2), (3, 1)])
    def test_facts_a_bid_is_true_if_the_cup_holds_at_least_it(self, die: int, loser: int) -> None:
        state = play(BELIEVED, f"roll 2, die {die}, stop, bid 543, call")
        assert state.end is not None
        assert (state.end.loser, state.end.called) == (loser, True)
        assert state.points == tuple(int(seat == loser) for seat in range(3))

    def test_facts_the_loser_starts_the_next_round(self) -> None:
        state = play(BELIEVED, "roll 2, die 6, stop, bid 543, call")
        assert (state.player, state.turns, state.rounds, THREE.turn(state)) == (2, (), 1, Turn.CHANCE)
        assert THREE.subgame(state)
        assert not THREE.subgame(play("die 1", state=state))

    def test_answers_only(self) -> None:
        refused(play(OPENING, "bid 532"), "stop", "believes or calls")


class TestPokerPhase:
    START = "start 0, die 4, die 4, die 4, bid 444, believe"

    def test_paper_a_believed_poker_is_three_open_rolls(self) -> None:
        state = play(self.START)
        assert (state.phase, THREE.turn(state), state.player) == (Phase.POKER, Turn.CHANCE, 1)
        state = play("die 2, die 5, die 5", state=state)
        assert legal(state) == ["keep none", "keep 5", "keep 2", "keep 55", "keep 52"]
        refused(state, "keep 6", "of 5 5 2 at most two")
        with pytest.raises(IllegalAction, match="at most two"):
            THREE.apply(state, Keep((5, 5, 2)))
        state = play("keep 55, die 1, keep 55, die 2", state=state)
        assert state.end == RoundEnd(0, 1, False, (4, 4, 4), (5, 5, 2), 1)
        assert (state.points, state.player) == ((0, 1, 0), 1)

    def test_paper_a_higher_poker_punishes_the_bidder(self) -> None:
        state = play(self.START, "die 5, die 5, die 5")
        assert state.end is not None
        assert (state.end.loser, state.points, state.player) == (0, (1, 0, 0), 0)

    def test_paper_an_equal_poker_punishes_nobody_and_facts_the_believer_starts(self) -> None:
        state = play(self.START, "die 4, die 4, die 1, keep 44, die 4")
        assert state.end is not None
        assert (state.end.loser, state.points, state.player, state.rounds) == (None, (0, 0, 0), 1, 1)

    def test_a_lower_poker_is_no_success(self) -> None:
        state = play(self.START, "die 3, die 3, die 3")
        assert THREE.turn(state) == 1
        assert legal(state) == ["keep none", "keep 3", "keep 33"]

    def test_nothing_is_above_666(self) -> None:
        state = play("start 0, die 6, die 6, die 6, bid 666, believe, die 6, die 6, die 6")
        assert state.points == (0, 0, 0)


class TestMatch:
    def test_paper_the_first_with_five_points_loses(self) -> None:
        state = THREE.start()._replace(points=(4, 0, 4))
        state = play(BELIEVED, "roll 2, die 6, stop, bid 543, call", state=state)
        assert THREE.turn(state) is Turn.OVER
        assert THREE.payoffs(state) == (0.5, 0.5, -1.0)
        assert THREE.scores(THREE.payoffs(state)) == (1.0, 1.0, 0.0)
        assert THREE.counted == NOT_LOST
        assert THREE.standing(state) == (4.0, 0.0, 5.0)
        assert THREE.ending(state) == "true bid called"
        with pytest.raises(IllegalAction, match="the game is over"):
            THREE.apply(state, Die(1))

    def test_a_single_round_may_be_a_draw(self) -> None:
        single = Blufpoker(players=2, single_round=True)
        state = play("start 0, die 4, die 4, die 4, bid 444, believe, die 4, die 4, die 4", game=single)
        assert (single.turn(state), single.payoffs(state)) == (Turn.OVER, (0.0, 0.0))
        state = play("start 0, die 4, die 4, die 4, bid 444, call", game=single)
        assert (single.turn(state), single.payoffs(state)) == (Turn.OVER, (1.0, -1.0))

    def test_parameters(self) -> None:
        for wrong in ({"players": 1}, {"players": 9}, {"points": 0}, {"opening": "loud"}):
            with pytest.raises(MendaxError):
                Blufpoker(**wrong)
        assert game_text(Blufpoker(players=2, top321=True)) == "blufpoker:players=2,top321=true"

    def test_default_actions(self) -> None:
        """A call; the lowest die once; the truth, or the lowest bid; what the paper keeps."""

        def default(state: State) -> str:
            seat = THREE.turn(state)
            assert isinstance(seat, int)
            return str(THREE.default_action(THREE.view(state, seat), THREE.actions(state)))

        assert default(play(OPENING)) == "bid 532"
        assert default(play(OPENING, "bid 532")) == "call"
        assert default(play(BELIEVED)) == "roll 2"
        assert default(play(BELIEVED, "roll 2, die 6")) == "stop"
        assert default(play(BELIEVED, "roll 2, die 6, stop")) == "bid 653"
        assert default(play(BELIEVED, "roll 2, die 1, stop")) == "bid 533"
        assert default(play(TestPokerPhase.START, "die 2, die 5, die 5")) == "keep 55"

    def test_dice_are_fair(self) -> None:
        rng, state = Random(1), play("start 0")
        drawn = Counter(THREE.draw(state, rng) for _ in range(6_000))
        assert len(drawn) == 6
        assert all(900 < number < 1_100 for number in drawn.values())


class TestViews:
    def test_only_the_roller_and_the_believer_see_the_cup(self) -> None:
        state = play(BELIEVED, "roll 2, die 6, stop, bid 653")
        told = [THREE.view(state, seat) for seat in (0, 1, 2, None)]
        assert [view.own for view in told] == [
            (Rolling((), (), (5, 2, 3)),),
            (Rolling((5, 3), (2,), (6,)),),
            (),
            (),
        ]
        assert [view.cup for view in told] == [(), (6, 5, 3), (), ()]
        assert all(view.turns == (PublicTurn(0, (), (5, 3, 2)), PublicTurn(1, (5, 3), (6, 5, 3))) for view in told)

    def test_nobody_sees_how_many_dice_were_rolled_before_the_turn_ends(self) -> None:
        moves = ["roll 2", "die 6", "roll 3", "die 6"]
        states = [play(BELIEVED, *moves[:number]) for number in range(1, 5)]
        for seat in (0, 2, None):
            assert len({THREE.view(state, seat) for state in states}) == 1
        assert len({THREE.view(state, 1) for state in states}) == 4

    def test_events(self) -> None:
        def events(before: str, action: str, seat: int | None) -> tuple[object, ...]:
            state, move = play(before), THREE.parse_action(action)
            return THREE.events(state, move, THREE.apply(state, move), seat)

        assert THREE.events(THREE.start(), Start(1), play("start 1"), 0) == (Started(1),)
        assert events("start 0, die 5, die 2", "die 3", 0) == (Rolled(0, 3), Covered(0, ()))
        assert events("start 0, die 5, die 2", "die 3", 1) == (Covered(0, ()),)
        assert events("start 0, die 5", "die 2", None) == ()
        assert events(OPENING, "bid 532", 2) == (Spoke(0, Bid((5, 3, 2)), True),)
        assert "always true here" in str(Spoke(0, Bid((5, 3, 2)), True))
        rolled = f"{BELIEVED}, roll 2, die 6, stop"
        assert events(rolled, "bid 653", 2) == (Spoke(1, Bid((6, 5, 3))),)
        bid = f"{OPENING}, bid 532"
        assert events(bid, "believe", 1) == (Spoke(1, BELIEVE), Handed(1, (5, 3, 2)))
        assert events(bid, "believe", 2) == (Spoke(1, BELIEVE),)
        end = RoundEnd(0, 1, True, (5, 3, 2), (5, 3, 2), 1)
        assert events(bid, "call", None) == (Spoke(1, CALL), Ended(end), Punished(1, 1), Started(1))
        rolls = f"{TestPokerPhase.START}, die 2, die 5"
        assert events(rolls, "die 5", 2) == (RolledOpenly(1, (), (2, 5, 5), 1),)
        assert events(f"{BELIEVED}, roll 2, die 6", "stop", 2) == (Covered(1, (5, 3)),)
        assert RollDie(2) in THREE.actions(play(BELIEVED))
        assert STOP not in THREE.actions(play(BELIEVED))
