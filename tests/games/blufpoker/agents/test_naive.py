"""The naive players: each part of their strategy as section 2.1.1 of the paper gives it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from mendax.conformance import check_agent
from mendax.core import MendaxError
from mendax.core.agent import MixedAgent
from mendax.core.catalogue import build_agent
from mendax.games.blufpoker.agents.naive import MAX_OVERBID, Naive, naive
from mendax.games.blufpoker.agents.strategies import ALL_STRATEGIES, DEFAULT, Strategy, read_strategy
from mendax.games.blufpoker.rules import Action, Blufpoker, State
from mendax.games.one_die.rules import OneDie
from tests.games.blufpoker.rules.test_game import play

THREE = Blufpoker()
FREE = Blufpoker(opening="free")
TOP = Blufpoker(top321=True)
BELIEVED = "start 0, die 6, die 3, die 3, bid 633, believe"


def agent(text: str, game: Blufpoker = THREE) -> Naive:
    built = build_agent(game, f"naive:{text}")(game, 0, Random(0))
    assert isinstance(built, Naive)
    return built


def mix(text: str, state: State, game: Blufpoker = THREE) -> dict[str, float]:
    """The mix of a naive player in a state, by the texts of the actions."""
    seat = game.turn(state)
    assert isinstance(seat, int)
    found: Mapping[Action, float] = agent(text, game).mix(game.view(state, seat), game.actions(state))
    return {str(action): share for action, share in found.items()}


class TestRolling:
    def test_one_is_any_die(self) -> None:
        state = play(BELIEVED)
        assert mix("one/truthful/call", state) == pytest.approx({"roll 3": 2 / 3, "roll 6": 1 / 3})
        assert mix("one/truthful/call", play("roll 6, die 1", state=state)) == {"stop": 1}

    def test_n_lowest_has_one_to_three_dice_equally_often(self) -> None:
        first, text = play(BELIEVED), "n-lowest/truthful/call"
        second = play("roll 3, die 6", state=first)
        third = play("roll 3, die 6", state=second)
        assert mix(text, first) == {"roll 3": 1}
        assert mix(text, second) == pytest.approx({"stop": 1 / 3, "roll 3": 2 / 3})
        assert mix(text, third) == pytest.approx({"stop": 1 / 2, "roll 6": 1 / 2})

    def test_lowest(self) -> None:
        assert mix("lowest/truthful/call", play(BELIEVED)) == {"roll 3": 1}
        assert mix("lowest/truthful/call", play(BELIEVED, "roll 3, die 1")) == {"stop": 1}

    def test_greedy_rolls_every_die_below_6(self) -> None:
        text = "greedy/truthful/call"
        assert mix(text, play(BELIEVED)) == {"roll 3": 1}
        assert mix(text, play(BELIEVED, "roll 3, die 1")) == {"roll 3": 1}
        assert mix(text, play(BELIEVED, "roll 3, die 1, roll 3, die 1")) == {"stop": 1}

    def test_greedy_with_three_6s_rolls_one(self) -> None:
        free = "start 0, die 6, die 6, die 6, bid 665, believe"
        assert mix("greedy/truthful/call", play(free, game=FREE), FREE) == {"roll 6": 1}
        assert mix("greedy/truthful/call", play(free, "roll 6, die 2", game=FREE), FREE) == {"stop": 1}

    def test_the_numbers_of_dice_that_are_really_rolled(self) -> None:
        """Drawn turn by turn: the stopping probabilities make n uniform."""
        player, rng = agent("n-lowest/truthful/call"), Random(5)
        player.rng = rng
        rolled = Counter[int]()
        for _ in range(3_000):
            state = play(BELIEVED)
            while state.phase.value == "roll":
                if isinstance(THREE.turn(state), int):
                    action = player.act(THREE.view(state, 1), THREE.actions(state)).action
                else:
                    action = THREE.draw(state, rng)
                state = THREE.apply(state, action)
            rolled[len(state.rolling.picked)] += 1
        assert all(900 < rolled[number] < 1_100 for number in (1, 2, 3))


class TestBidding:
    def test_truthful_bids_the_cup_if_it_can(self) -> None:
        assert mix("one/truthful/call", play(BELIEVED, "roll 3, die 5, stop")) == {"bid 653": 1}

    @pytest.mark.parametrize("way", ["truthful", "overbid"])
    def test_a_bluff_is_one_to_three_steps_above_the_last_bid(self, way: str) -> None:
        found = mix(f"one/{way}/call", play(BELIEVED, "roll 6, die 1, stop"))
        assert found == pytest.approx({"bid 641": 1 / 3, "bid 642": 1 / 3, "bid 643": 1 / 3})
        assert len(found) == MAX_OVERBID

    def test_overbid_does_not_look_at_the_cup(self) -> None:
        found = mix("one/overbid/call", play(BELIEVED, "roll 3, die 6, stop"))
        assert found == pytest.approx({"bid 641": 1 / 3, "bid 642": 1 / 3, "bid 643": 1 / 3})

    def test_an_overbid_is_cut_at_the_top(self) -> None:
        """Above 321, where that is on top, nothing can be bid: so a step over it is 321 itself."""
        state = play("start 0, die 6, die 6, die 5, bid 665, believe, roll 6, die 1, stop")
        assert mix("one/overbid/call", state) == pytest.approx(dict.fromkeys(["bid 111", "bid 222", "bid 333"], 1 / 3))
        deep = Naive(THREE, Strategy("one", "overbid", 0.0), Random(0))
        near = THREE.view(state, 1)
        near = near._replace(turns=(near.turns[0]._replace(bid=(5, 5, 5)),))
        assert deep.mix(near, THREE.order.from_rank[55]) == pytest.approx({THREE.order.bids[55]: 1.0})

    def test_without_underbids_a_bid_is_at_least_the_cup(self) -> None:
        strict = Blufpoker(underbids=False)
        state = play(BELIEVED, "roll 3, die 6, stop", game=strict)
        assert mix("one/overbid/call", state, strict) == pytest.approx({"bid 663": 1.0})

    def test_openings(self) -> None:
        """The truth; where the opening is free, an overbidder opens with what three other dice would show."""
        opening = "start 0, die 6, die 3, die 3"
        assert mix("one/overbid/call", play(opening)) == {"bid 633": 1}
        assert mix("one/truthful/call", play(opening, game=FREE), FREE) == {"bid 633": 1}
        found = mix("one/overbid/call", play(opening, game=FREE), FREE)
        assert len(found) == 56
        assert [found[f"bid {text}"] for text in ("666", "665", "654")] == pytest.approx([1 / 216, 3 / 216, 6 / 216])
        # Three equal dice make a single true bid, which is the highest one: no choice to be mistaken for one.
        six = play("start 0, die 6, die 6, die 6", game=FREE)
        assert mix("one/truthful/call", six, FREE) == {"bid 666": 1}


class TestAnswers:
    def test_believe_call_and_probabilities(self) -> None:
        state = play("start 0, die 6, die 3, die 3, bid 633")
        assert mix("one/truthful/believe", state) == {"believe": 1}
        assert mix("one/truthful/call", state) == {"call": 1}
        assert mix("one/truthful/believe=0.8", state) == pytest.approx({"believe": 0.8, "call": 0.2})

    def test_call_top_is_the_authors_random_caller(self) -> None:
        text = "one/truthful/believe=0.8+call-top"
        assert mix(text, play("start 0, die 6, die 6, die 6, bid 666")) == {"call": 1}
        assert mix(text, play("start 0, die 5, die 5, die 5, bid 555")) == pytest.approx({"believe": 0.8, "call": 0.2})
        assert mix(text, play("start 0, die 3, die 2, die 1, bid 321", game=TOP), TOP) == {"call": 1}
        assert len(mix(text, play("start 0, die 6, die 6, die 6, bid 666", game=TOP), TOP)) == 2

    @pytest.mark.parametrize(
        ("rolls", "kept"),
        [("die 5, die 5, die 6", "keep 55"), ("die 3, die 3, die 4", "keep 4"), ("die 3, die 3, die 3", "keep none")],
    )
    def test_paper_which_dice_are_kept(self, rolls: str, kept: str) -> None:
        state = play("start 0, die 4, die 4, die 4, bid 444, believe", rolls)
        assert mix("one/truthful/believe", state) == {kept: 1}

    def test_321_is_kept_die_by_die(self) -> None:
        state = play("start 0, die 3, die 2, die 1, bid 321, believe, die 1, die 1, die 3", game=TOP)
        assert mix("one/truthful/believe", state, TOP) == {"keep 31": 1}


class TestSpelling:
    def test_there_are_24(self) -> None:
        assert len(set(map(str, ALL_STRATEGIES))) == 24
        assert all(read_strategy(str(strategy)) == strategy for strategy in ALL_STRATEGIES)
        assert naive("blufpoker", "").strategy == DEFAULT

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("greedy", "is written naive:ROLL/BID/CALL, such as naive:greedy/truthful/believe=0.8"),
            ("two/truthful/call", "no way to roll 'two'; there is: one, n-lowest, lowest, greedy"),
            ("one/lie/call", "no way to bid 'lie'; there is: truthful, overbid"),
            ("one/overbid/doubt", "no way to answer 'doubt'; there is: believe, call, believe=P"),
            ("one/overbid/believe=1.1", "with P from 0 to 1"),
            ("one/overbid/believe=nan", "with P from 0 to 1"),
            ("one/overbid/call+call-top", "with P from 0 to 1"),
        ],
    )
    def test_unknown_parts(self, text: str, complaint: str) -> None:
        with pytest.raises(MendaxError) as caught:
            build_agent("blufpoker", f"naive:{text}")
        assert complaint in str(caught.value)

    def test_another_game(self) -> None:
        with pytest.raises(MendaxError, match="naive does not play one-die"):
            naive("one-die", "")(OneDie(), 0, Random(0))


@pytest.mark.parametrize("strategy", ALL_STRATEGIES[::5], ids=str)
def test_naive_is_an_agent(strategy: Strategy) -> None:
    check_agent(THREE, naive("blufpoker", str(strategy)), matches=3)


@pytest.mark.parametrize("game", [FREE, TOP, Blufpoker(players=2, pass_on=True, underbids=False)], ids=str)
def test_naive_plays_every_option(game: Blufpoker) -> None:
    check_agent(game, naive("blufpoker", "greedy/overbid/believe=0.8+call-top"), matches=3)


def test_explanations_have_their_numbers() -> None:
    def sentence(text: str, state: State) -> str:
        seat = THREE.turn(state)
        assert isinstance(seat, int)
        decision = agent(text).act(THREE.view(state, seat), THREE.actions(state), explain=True)
        assert decision.explanation is not None
        return decision.explanation.sentence

    answer = play("start 0, die 6, die 3, die 3, bid 633")
    assert sentence("one/truthful/believe=0.8", answer) == "I believe 80 % of bids, and 633 was bid."
    top = play("start 0, die 6, die 6, die 6, bid 666")
    assert sentence("one/truthful/believe=0.8+call-top", top) == "I always call the highest bid, 666."
    told = sentence("n-lowest/truthful/call", play(BELIEVED, "roll 3, die 6"))
    assert told == "The cup holds 663 with 1 of the dice rolled; my way to roll is n-lowest: it stops here with 33.3 %."
    told = sentence("one/overbid/call", play(BELIEVED, "roll 6, die 1, stop"))
    assert told == "The cup holds 331; I bid 641 or 642 or 643, up to 3 steps above 633."
    told = sentence("one/truthful/call", play(BELIEVED, "roll 3, die 6, stop"))
    assert told == "The cup holds 663, which is above 633, and I say so."
    poker = play("start 0, die 4, die 4, die 4, bid 444, believe, die 5, die 5, die 6")
    assert sentence("one/truthful/believe", poker) == "Against 444 I keep 55 of 655, after 1 of 3 rolls."


def test_naive_states_its_mix() -> None:
    assert isinstance(agent("one/truthful/call"), MixedAgent)
