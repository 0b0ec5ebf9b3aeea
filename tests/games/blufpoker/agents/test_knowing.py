"""`knowing`: its model, its thresholds and its steps as sections 2.2 and 2.3 of the paper give them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random

import pytest

from mendax.conformance import check_agent
from mendax.core import MendaxError
from mendax.core.agent import Explanation, MixedAgent
from mendax.core.catalogue import build_agent
from mendax.core.streams import Stream
from mendax.games.blufpoker.agents.knowing import AUTHORS, CupKnowledge, Knowing, Readings, knowing, read_readings
from mendax.games.blufpoker.agents.knowing.model import OTHERS, ROLLER, bidding, first_roll, rolling
from mendax.games.blufpoker.agents.knowing.readings import DEFAULT
from mendax.games.blufpoker.agents.knowing.steps import after_first_die, call_probability, roll_mix, threshold
from mendax.games.blufpoker.rules import CALL, STOP, Action, Blufpoker, Dice, RollDie, State, bid_order
from mendax.games.blufpoker.rules.odds import chance_at_least
from mendax.games.blufpoker.rules.rolls import ROLLS, roll_text
from mendax.games.one_die.rules import OneDie
from mendax.logic import Model, S5Model
from tests.games.blufpoker.rules.test_game import play

THREE = Blufpoker()
FREE = Blufpoker(opening="free")
ORDER = bid_order()
RANKS = ORDER.ranks
OPEN_66 = "start 0, die 6, die 6, die 1, bid 661, believe, roll 1"
OPEN_64 = "start 0, die 6, die 4, die 1, bid 641, believe, roll 1"


def agent(state: State, game: Blufpoker = THREE, readings: str = "") -> Knowing:
    seat = game.turn(state)
    assert isinstance(seat, int)
    built = build_agent(game, f"knowing:{readings}" if readings else "knowing")(game, seat, Random(0))
    assert isinstance(built, Knowing)
    return built


def mix(state: State, game: Blufpoker = THREE, readings: str = "") -> dict[str, float]:
    """The agent's mix in a state, by the texts of the actions."""
    seat = game.turn(state)
    assert isinstance(seat, int)
    found: Mapping[Action, float] = agent(state, game, readings).mix(game.view(state, seat), game.actions(state))
    return {str(action): share for action, share in found.items()}


def explain(state: State, game: Blufpoker = THREE, seed: int = 0) -> tuple[Action, Explanation[Action]]:
    seat = game.turn(state)
    assert isinstance(seat, int)
    decision = Knowing(game, Random(seed)).act(game.view(state, seat), game.actions(state), explain=True)
    assert decision.explanation is not None
    return decision.action, decision.explanation


class TestModel:
    def test_paper_56_worlds_and_only_the_roller_tells_them_apart(self) -> None:
        model = first_roll()
        assert model.worlds == tuple(roll_text(roll) for roll in ROLLS)
        assert model.considers_possible(ROLLER, "532") == ("532",)
        assert model.considers_possible(OTHERS, "532") == model.worlds

    @pytest.mark.parametrize("number", [0, 1, 2])
    def test_open_dice_strike_out_worlds(self, number: int) -> None:
        knowledge = CupKnowledge()
        for dice in combinations_with_replacement(range(6, 0, -1), number):
            left = knowledge.worlds(dice)
            assert len(left) == {0: 56, 1: 21, 2: 6}[number]
            assert all(all(roll.count(face) >= dice.count(face) for face in dice) for roll in left)
            assert sum(left.values()) == pytest.approx(1)

    def test_paper_joint_distribution(self) -> None:
        """Section 2.3.1: 1/6; 1/36 and 2/36; 1/216, 3/216 and 6/216."""
        knowledge = CupKnowledge()

        def parts(dice: Dice) -> Counter[Fraction]:
            return Counter(Fraction(chance).limit_denominator(216) for chance in knowledge.worlds(dice).values())

        assert parts((5, 2)) == {Fraction(1, 6): 6}
        assert parts((5,)) == {Fraction(1, 36): 6, Fraction(2, 36): 15}
        assert parts(()) == {Fraction(1, 216): 6, Fraction(3, 216): 30, Fraction(6, 216): 20}
        assert knowledge.worlds((5,))[5, 4, 1] == pytest.approx(2 / 36)

    def test_rolling_is_an_event_that_only_the_roller_sees(self) -> None:
        after = first_roll().update(rolling((5, 3)))
        assert after.valid("d532 -> (K{roller} d532 & ~K{others} d532)")
        assert after.valid("K{others} ~d666"), "5 and 3 lie open"
        assert after.valid("C{roller, others} (d531 | d532 | d533 | d543 | d553 | d653)")
        assert len(after.worlds) == 36
        assert after.contract().num_worlds == 6

    def test_rolling_all_dice_is_a_first_roll_again(self) -> None:
        again = first_roll().update(rolling(())).contract()
        assert sorted(again.facts(world) for world in again.worlds) == sorted(
            (f"d{roll_text(roll)}",) for roll in ROLLS
        )

    def test_a_bid_is_no_truthful_announcement(self) -> None:
        """The bidder knows whether it is true; the others consider all worlds possible that they did before."""
        knowledge = CupKnowledge()
        bid = RANKS[6, 5, 4]
        after = knowledge.after_bid((6, 5), bid, ORDER)
        left = {after.facts(world) for world in after.considers_possible(OTHERS, after.worlds[0])}
        assert left == {(f"d{roll_text(roll)}",) for roll in knowledge.worlds((6, 5))}
        assert after.valid("Kw{roller} (d654 | d655 | d665)")
        assert not after.where("K{others} (d654 | d655 | d665)")
        assert bidding(bid, ORDER).names == ("true", "bluff")

    @pytest.mark.parametrize("top321", [False, True])
    def test_chances_agree_with_counting(self, top321: bool) -> None:
        """The worlds of the model against dice counted one by one."""
        knowledge, order = CupKnowledge(), bid_order(top321)
        for dice in [(), (6,), (1,), (6, 6), (6, 5), (3, 3), (2, 1)]:
            for bid in range(0, 56, 3):
                counted = chance_at_least(dice, bid, top321)
                assert knowledge.chance_true(dice, bid, order) == pytest.approx(counted, abs=1e-12)


class OtherWorlds(CupKnowledge):
    """A model in which everybody has seen that the cup holds no 664, 665 or 666."""

    def after_rolling(self, open_dice: Dice) -> Model:
        return super().after_rolling(open_dice).announce("~(d664 | d665 | d666)")


class TestModelDecides:
    STATE = play(f"{OPEN_66}, die 2, stop, bid 664")

    def mix(self, player: Knowing, state: State) -> Mapping[Action, float]:
        seat = THREE.turn(state)
        assert isinstance(seat, int)
        return player.mix(THREE.view(state, seat), THREE.actions(state))

    @pytest.mark.parametrize(
        "moves", [f"{OPEN_66}, die 2, stop, bid 664", f"{OPEN_64}, die 1, stop"], ids=["answer", "bluff"]
    )
    def test_without_the_model_it_cannot_decide(self, moves: str, monkeypatch: pytest.MonkeyPatch) -> None:
        state = play(moves)
        assert self.mix(Knowing(THREE, Random(0), knowledge=CupKnowledge()), state)
        taken = CupKnowledge()
        monkeypatch.setattr(taken, "start", None)
        with pytest.raises(AttributeError, match="update"):
            self.mix(Knowing(THREE, Random(0), knowledge=taken), state)

    def test_other_worlds_are_other_decisions(self) -> None:
        known = self.mix(Knowing(THREE, Random(0)), self.STATE)
        assert known[CALL] == pytest.approx(call_probability(1 / 2, 2))
        other = Knowing(THREE, Random(0), knowledge=OtherWorlds())
        assert self.mix(other, self.STATE) == {CALL: 1.0}
        lower = play(f"{OPEN_66}, die 2, stop, bid 663")
        assert self.mix(other, lower)[CALL] == pytest.approx(call_probability(1 / 3, 2))

    def test_other_worlds_are_other_bluffs(self) -> None:
        state = play("start 0, die 6, die 5, die 1, bid 651, believe, roll 1, die 1, stop")
        assert {str(bid) for bid in self.mix(Knowing(THREE, Random(0)), state)} == {"bid 652", "bid 653", "bid 654"}

        class Few(CupKnowledge):
            def after_rolling(self, open_dice: Dice) -> Model:
                return super().after_rolling(open_dice).announce("d651 | d653 | d665")

        found = self.mix(Knowing(THREE, Random(0), knowledge=Few()), state)
        assert {str(bid): share for bid, share in found.items()} == {"bid 653": 0.5, "bid 665": 0.5}

    def test_a_first_roll_of_two_worlds(self) -> None:
        """The model itself is a parameter: from a start without 66x no rolling leaves two 6s open."""
        start = S5Model.of({"611": ["d611"], "622": ["d622"]}, {ROLLER: [], OTHERS: ["611 622"]}, first_roll().atoms)
        knowledge = CupKnowledge(start)
        assert len(knowledge.worlds((6, 1))) == 6
        with pytest.raises(MendaxError, match="no event of rolling can happen"):
            knowledge.worlds((6, 6))


class TestCalling:
    def test_thresholds_by_the_normal_distribution(self) -> None:
        """Half of the thresholds are above their mean, a sixth above one deviation more."""
        for num_open, factor in ((2, 1.0), (1, 0.75), (0, 0.5)):
            assert call_probability(factor / 4, num_open) == pytest.approx(0.5)
            assert call_probability(factor * 4 / 12, num_open) == pytest.approx(0.158655, abs=1e-6)

    def test_facts_a_call_is_certain_only_without_a_chance(self) -> None:
        """Without the resolution the clamp at zero would believe one impossible bid of 741."""
        assert call_probability(0.0, 2) == 1
        assert call_probability(1e-9, 2) == pytest.approx(0.99865, abs=1e-5)
        state = play("start 0, die 6, die 5, die 4, bid 654, believe, roll 4, die 1, stop, bid 666")
        assert mix(state) == {"call": 1.0}
        # 655 is no possible world with 64 open, but 664 and 665 are more than it.
        state = play(f"{OPEN_64}, die 6, stop, bid 655")
        assert mix(state)["call"] == pytest.approx(call_probability(1 / 6, 2))
        assert mix(state, readings="listed-only") == {"call": 1.0}
        # With 65 open all six worlds are above 644, which is none of them.
        low = play("start 0, die 6, die 5, die 1, bid 641, believe, roll 1, die 2, stop, bid 644", game=FREE)
        assert mix(low, FREE)["call"] < 1e-9
        assert mix(low, FREE, "listed-only") == {"call": 1.0}

    def test_drawn_thresholds_are_what_the_mix_says(self) -> None:
        """`act` draws a threshold; it is above the chance as often as the mix calls."""
        rng = Stream(5)
        marks = [rng.random() for _ in range(4_000)]
        for num_open, chance in ((2, 1 / 6), (1, 5 / 36), (0, 1 / 10)):
            share = call_probability(chance, num_open)
            assert all((threshold(mark, num_open) > chance) == (mark < share) for mark in marks)
        drawn = [threshold(mark, 2) for mark in marks]
        assert sum(drawn) / len(drawn) == pytest.approx(1 / 4, abs=0.006)
        assert min(drawn) >= 0
        assert threshold(0.0, 2) < 1
        assert threshold(1 - 2**-53, 2) == 0

    def test_act_calls_as_often_as_the_mix(self) -> None:
        state = play(f"{OPEN_64}, die 6, stop, bid 655")
        player, view, actions = agent(state), THREE.view(state, 2), THREE.actions(state)
        calls = sum(player.act(view, actions).action is CALL for _ in range(4_000))
        assert calls / 4_000 == pytest.approx(player.mix(view, actions)[CALL], abs=0.025)

    def test_openings(self) -> None:
        """By the text a first bid is judged as any other; another reading believes what the rules make true."""
        state = play("start 0, die 6, die 6, die 5, bid 665")
        assert mix(state)["call"] == pytest.approx(call_probability(9 / 216, 0))
        assert mix(state, readings="believe-opening") == {"believe": 1.0}
        free = play("start 0, die 6, die 6, die 5, bid 665", game=FREE)
        assert mix(free, FREE, "believe-opening")["call"] > 0.9


class TestRolling:
    def test_step_1_the_lowest_die_first_and_stop_above_the_bid(self) -> None:
        assert mix(play("start 0, die 6, die 4, die 1, bid 641, believe")) == {"roll 1": 1}
        assert mix(play(f"{OPEN_64}, die 2")) == {"stop": 1}

    def test_step_2_a_pair_bluffs_one_time_in_six(self) -> None:
        state = play("start 0, die 4, die 4, die 2, bid 442, believe, roll 2, die 1")
        assert mix(state) == pytest.approx({"stop": 1 / 6, "roll 4": 5 / 6})
        assert mix(play("stop", state=state)) == pytest.approx({"bid 444": 1}), "why else would it have stopped"

    def test_step_3_rolls_for_a_6(self) -> None:
        state = play("start 0, die 5, die 4, die 2, bid 542, believe, roll 2, die 1")
        assert mix(state) == {"roll 4": 1}
        assert mix(play("roll 4, die 3", state=state)) == {"roll 5": 1}
        assert mix(play("roll 4, die 6", state=state)) == {"stop": 0.5, "roll 5": 0.5}
        above = play("roll 4, die 5", state=state)  # 551 is above 542, without a 6
        assert mix(above) == {"roll 5": 1}
        assert mix(above, readings="above-coin") == {"stop": 0.5, "roll 5": 0.5}
        assert mix(above, readings="above-stop") == {"stop": 1}

    @pytest.mark.parametrize(("face", "share"), [(1, 5 / 6), (2, 4 / 6), (4, 2 / 6), (5, 1 / 6)])
    def test_step_4_rolls_by_the_number_of_higher_faces(self, face: int, share: float) -> None:
        found = roll_mix((6, face), (1,), (6, 5, 5), False, DEFAULT)
        assert found == pytest.approx({STOP: 1 - share, RollDie(face): share})
        assert roll_mix((6,), (1, 1), (6, 5, 5), False, DEFAULT) == {STOP: 1}
        assert roll_mix((4,), (1, 1), (6, 5, 5), False, Readings(roll_on=True))[RollDie(4)] == pytest.approx(2 / 6)

    def test_step_5_two_6s_bluff_666(self) -> None:
        state = play(f"{OPEN_66}, die 1")
        assert mix(state) == {"stop": 1}
        assert mix(play("stop", state=state)) == {"bid 666": 1}


class TestBidding:
    def test_step_1_the_truth(self) -> None:
        assert mix(play(f"{OPEN_64}, die 5, stop")) == {"bid 654": 1}
        assert mix(play("start 0, die 2, die 1, die 1", game=FREE), FREE) == {"bid 211": 1}

    def test_step_2_what_was_decided_in_passing_by_bayes(self) -> None:
        """A pair of 3s against one 6: 1/6 stop to bluff 333, 5/6 times 1/2 stop to bluff what looks possible."""
        state = play("start 0, die 6, die 3, die 1, bid 631, believe, roll 6, die 3, stop, bid 632, believe")
        stopped = play("roll 1, die 2, stop", state=state)
        pair, other = 1 / 6, 5 / 6 * 1 / 2
        found = mix(stopped)
        assert found["bid 333"] == pytest.approx(pair / (pair + other) + other / (pair + other) / 2)
        assert found["bid 633"] == pytest.approx(other / (pair + other) / 2)

    def test_step_5_with_another_pair_open(self) -> None:
        """The pair's poker one time in six, else 666, although 44 lies open; the other reading bluffs what can be."""
        assert after_first_die((4, 4), (6, 6, 1), DEFAULT) == pytest.approx((1 / 6, 5 / 6, 0, 0))
        assert after_first_die((4, 4), (6, 6, 1), AUTHORS) == pytest.approx((1 / 6, 0, 5 / 6, 0))
        assert after_first_die((6, 4), (6, 6, 1), AUTHORS) == pytest.approx((0, 1, 0, 0))

    def test_paper_step_3_example(self) -> None:
        """After 662, with 6 open: 663, 664 or 665."""
        state = play("start 0, die 6, die 6, die 2, bid 662, believe, roll 2, die 1, roll 6, die 1, stop")
        found = mix(state)
        assert found == pytest.approx({"bid 663": 1 / 3, "bid 664": 1 / 3, "bid 665": 1 / 3})

    def test_bluffs_that_the_open_dice_allow(self) -> None:
        state = play(f"{OPEN_64}, die 1, stop")
        assert mix(state) == pytest.approx({"bid 642": 1 / 3, "bid 643": 1 / 3, "bid 644": 1 / 3})
        far = play("start 0, die 6, die 4, die 4, bid 644, believe, roll 4, die 1, stop")
        assert mix(far) == pytest.approx({"bid 654": 1 / 2, "bid 664": 1 / 2})
        assert mix(far, readings="count-all") == {"bid 651": 1}

    def test_without_a_possible_bluff_the_next_bid(self) -> None:
        state = play("start 0, die 6, die 2, die 1, bid 641", game=FREE)
        state = play("believe, roll 6, die 1, stop", state=state, game=FREE)
        assert mix(state, FREE) == {"bid 642": 1}

    def test_the_poker_phase(self) -> None:
        state = play("start 0, die 4, die 4, die 4, bid 444, believe, die 5, die 5, die 6")
        assert mix(state) == {"keep 55": 1}


class TestExplanations:
    def test_answers_name_the_drawn_threshold(self) -> None:
        state = play(f"{OPEN_64}, die 6, stop, bid 655")
        action, told = explain(state, seed=1)
        assert action is CALL
        assert told.sentence == "I called: 6 worlds left, chance of at least 655 was 0.17, my threshold 0.34."
        assert [belief.about for belief in told.beliefs][:2] == ["the cup holds 664", "the cup holds 654"]
        assert sum(option.probability or 0 for option in told.options) == pytest.approx(1)
        sentences = {explain(state, seed=seed)[1].sentence for seed in range(60)}
        believed = [text for text in sentences if text.startswith("I believed")]
        assert believed
        for text in believed:
            assert float(text.rpartition("threshold ")[2].rstrip(".")) <= 0.17

    def test_a_close_decision_has_more_digits(self) -> None:
        state = play(f"{OPEN_64}, die 6, stop, bid 655")
        texts = [explain(state, seed=seed)[1].sentence for seed in range(200)]
        assert any("0.16667" in text for text in texts)

    def test_the_mix_has_its_own_sentence(self) -> None:
        state = play(f"{OPEN_64}, die 6, stop, bid 655")
        player, view, actions = agent(state), THREE.view(state, 2), THREE.actions(state)
        told = player.explanation(view, actions, player.mix(view, actions))
        assert told.sentence == "6 worlds left, chance of at least 655 is 0.17, and I call that 84.1 % of the time."

    def test_certain_answers(self) -> None:
        impossible = play("start 0, die 6, die 5, die 4, bid 654, believe, roll 4, die 1, stop, bid 666")
        assert explain(impossible)[1].sentence == "I called: none of the 6 worlds left has at least 666."
        state = play(f"{OPEN_64}, die 6, stop, bid 655")
        told = agent(state, readings="listed-only").act(THREE.view(state, 2), THREE.actions(state), explain=True)
        assert told.explanation is not None
        assert told.explanation.sentence == "I called: 655 is not among the 6 worlds left."
        opening = play("start 0, die 6, die 6, die 5, bid 665")
        told = agent(opening, readings="believe-opening").act(THREE.view(opening, 1), (), explain=True)
        assert told.explanation is not None
        assert told.explanation.sentence.startswith("I believed: the first bid of a round is true by the rules")

    def test_rolls_and_bids(self) -> None:
        first = play("start 0, die 6, die 4, die 1, bid 641, believe")
        assert explain(first)[1].sentence == "The cup holds 641, 641 was bid, and I roll the lowest die first."
        told = explain(play("roll 1, die 1", state=first))[1].sentence
        assert told == "After 1 of the dice the cup holds 641, which is not above 641: I stop here with 66.7 %."
        _, bluff = explain(play("roll 1, die 1, stop", state=first))
        assert bluff.sentence == (
            "The cup holds 641, which is not above 641; with 64 open I bluff: 642 with 33.3 %, 643 with 33.3 %, "
            "644 with 33.3 %."
        )
        assert bluff.beliefs[0].about == "the others think that the cup holds 664"
        assert explain(play("roll 1, die 3, stop", state=first))[1].sentence.endswith("above 641, and I say so.")
        assert (
            explain(play("start 0, die 6, die 4, die 1"))[1].sentence == "The cup holds 641, and my first bid is true."
        )

    def test_at_most_ten_worlds(self) -> None:
        _, told = explain(play("start 0, die 6, die 4, die 1, bid 641"))
        assert len(told.beliefs) == 10
        assert told.beliefs[0].probability == pytest.approx(6 / 216)


class TestSpelling:
    def test_readings(self) -> None:
        assert read_readings("authors") == AUTHORS
        assert str(AUTHORS) == "listed-only+above-coin+poker-if-open"
        assert read_readings(str(AUTHORS)) == AUTHORS
        assert knowing("blufpoker", "").readings == Readings()

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("clever", "knowing has no reading 'clever'; there is: authors, listed-only, believe-opening, "),
            ("above-coin+above-stop", "above-coin or above-stop, not both"),
        ],
    )
    def test_unknown_readings(self, text: str, complaint: str) -> None:
        with pytest.raises(MendaxError) as caught:
            build_agent("blufpoker", f"knowing:{text}")
        assert complaint in str(caught.value)

    def test_another_game(self) -> None:
        with pytest.raises(MendaxError, match="knowing does not play one-die"):
            knowing("one-die", "")(OneDie(), 0, Random(0))


@pytest.mark.parametrize(
    "game",
    [
        THREE,
        FREE,
        Blufpoker(players=2, top321=True, opening="free"),
        Blufpoker(players=2, pass_on=True, underbids=False),
        Blufpoker(players=8, points=1),
        Blufpoker(single_round=True),
    ],
    ids=str,
)
def test_knowing_is_an_agent(game: Blufpoker) -> None:
    check_agent(game, knowing("blufpoker", ""), matches=3)


@pytest.mark.parametrize("readings", ["authors", "believe-opening+above-stop+roll-on+count-all"])
def test_readings_are_agents(readings: str) -> None:
    check_agent(THREE, knowing("blufpoker", readings), matches=3)


def test_knowing_states_its_mix() -> None:
    assert isinstance(agent(play("start 0, die 6, die 4, die 1")), MixedAgent)
