"""What the paper's Soar agents propose and how they value it: the paper's examples, the model, the heuristics."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from mendax.core import MendaxError
from mendax.core.agent import Explanation, Option
from mendax.core.catalogue import build_agent
from mendax.core.game import game_text
from mendax.games.liars_dice.rules import (
    CHALLENGE_BID,
    CHALLENGE_PASS,
    EXACT,
    PASS,
    Action,
    Bid,
    LiarsDice,
    View,
)
from mendax.games.liars_dice.rules.bids import height, ladder
from mendax.games.liars_dice.rules.odds import at_least, exactly, matching_faces
from mendax.games.liars_dice.rules.options import Order
from tests.games.liars_dice.agents.soar_positions import (
    FOUR,
    VARIANTS,
    notes,
    numbers,
    sit,
    table,
    think,
    wander,
)


class TestCandidates:
    def test_six_fours(self) -> None:
        """The paper: after six 4s the agent proposes six 5s, six 6s, three 1s, seven 2s, 3s and 4s."""
        explanation = think("p", FOUR, table("5,5,5,5", "22356", "3:6x4"))
        plain = [str(action) for action in numbers(explanation) if isinstance(action, Bid) and not action.push]
        assert sorted(plain) == sorted(["6x5", "6x6", "3x1", "7x2", "7x3", "7x4"])
        pushed = [str(action) for action in numbers(explanation) if isinstance(action, Bid) and action.push]
        assert sorted(pushed) == sorted(["7x2 push 2 2", "7x3 push 3", "6x5 push 5", "6x6 push 6"])
        assert {CHALLENGE_BID, PASS} <= numbers(explanation).keys()

    def test_exact_only_to_win_back_a_die(self) -> None:
        """The paper: if the exact bid succeeds, the player gets back a lost die."""
        assert EXACT not in numbers(think("p", FOUR, table("5,5,5,5", "22356", "3:6x4")))
        assert EXACT in numbers(think("p", FOUR, table("4,5,5,5", "2235", "3:6x4")))

    def test_the_safe_bid_is_the_base_of_an_opening(self) -> None:
        """With fifteen dice in play four 5s are safe, so bids begin above four of the lowest face."""
        explanation = think("e", FOUR, table("5,4,3,3", "22356"))
        plain = [str(action) for action in numbers(explanation) if isinstance(action, Bid) and not action.push]
        assert sorted(plain) == sorted(["4x3", "4x4", "4x5", "4x6", "2x1", "5x2"])

    def test_nothing_is_pushed_with_an_opening(self) -> None:
        explanation = think("p", FOUR, table("5,4,3,3", "22356"))
        assert not [action for action in numbers(explanation) if isinstance(action, Bid) and action.push]

    def test_a_bid_below_the_safe_one_is_passed_over(self) -> None:
        explanation = think("e", FOUR, table("5,4,3,3", "22356", "3:1x2"))
        assert Bid(4, 3) in numbers(explanation)
        assert Bid(1, 3) not in numbers(explanation)

    def test_not_all_dice_are_pushed(self) -> None:
        explanation = think("p", FOUR, table("2,5,5,5", "14", "3:5x3"))
        assert not [
            action for action in numbers(explanation) if isinstance(action, Bid) and action.push and action.face == 4
        ]
        assert Bid(5, 5, (1,)) in numbers(explanation)


@pytest.mark.parametrize("game", VARIANTS, ids=game_text)
def test_candidates_are_the_ladder_above_the_base(game: LiarsDice) -> None:
    """Computed again from the game's own ladder: above the base bid, up to one full number higher."""
    rng = Random(5)
    seen = 0
    for state, seat in islice(wander(game, rng, 40), 0, 160, 8):
        view, actions = game.view(state, seat), game.actions(state)
        total = view.total
        rungs = ladder(total, game.faces, view.wild, game.options.order)
        lowest = rungs.bids[0].face
        faces = [bid.face for bid in rungs.bids if bid.count == 1]
        highest = max(face for face in faces if face != view.wild or game.options.order is Order.NATURAL)
        safe = Bid(total * (2 if view.wild else 1) // game.faces - 1, lowest)
        base = view.bid
        if safe.count > 0 and (base is None or rungs.rank(safe) > rungs.rank(base)):
            base = safe
        if base is None:
            base = Bid(0, highest)
        low, top = (height(base.count + more, base.face, game.faces, view.wild, game.options.order) for more in (0, 1))
        wanted = [
            b for b in rungs.bids if low < height(b.count, b.face, game.faces, view.wild, game.options.order) <= top
        ]
        explanation = sit("e", game, seat, Random(1)).act(view, actions, explain=True).explanation
        assert explanation is not None
        found = numbers(explanation).keys()
        assert {a for a in found if isinstance(a, Bid) and not a.push} == set(wanted) & set(actions), view
        answers = {a for a in actions if not isinstance(a, Bid)} - ({EXACT} if view.dice[seat] == game.dice else set())
        assert {a for a in found if not isinstance(a, Bid)} == answers, view
        for bid in wanted:
            push = tuple(die for die in view.cup if die in (bid.face, view.wild))
            pushed = Bid(bid.count, bid.face, push)
            wise = view.bid is not None and pushed in actions
            assert not push or (pushed in found) == wise, (view, pushed)
        seen += 1
    assert seen == 20


class TestExpectedNumber:
    """The paper's example: six 4s, one 1 and one 4 known."""

    def test_nine_unknown_dice_make_it_risky(self) -> None:
        explanation = think("e", FOUR, table("5,3,3,3", "12345", "3:6x3"))
        assert numbers(explanation)[Bid(6, 4)] == pytest.approx(2 + 9 / 3 - 6)
        assert notes(explanation)[Bid(6, 4)] == "risky"

    def test_fifteen_make_it_safe(self) -> None:
        explanation = think("e", FOUR, table("5,5,5,5", "12345", "3:6x3"))
        assert numbers(explanation)[Bid(6, 4)] == pytest.approx(2 + 15 / 3 - 6)
        assert notes(explanation)[Bid(6, 4)] == "safe"

    def test_six_known_make_it_certain(self) -> None:
        view = table("5,5,5,5", "12444", "1:5x4+14;2:6x2;3:6x3", shown="-,14,-,-", hidden="5,3,5,5")
        found = notes(think("e", FOUR, view))
        assert found[Bid(6, 4)] == "certain"
        assert found[Bid(6, 4, (1, 4, 4, 4))] == "safe", "a push gives dice away that a certain bid does not need"

    def test_only_the_best_class_is_played(self) -> None:
        explanation = think("e", FOUR, table("5,5,5,5", "12345", "3:6x3"))
        assert {option.note for option in explanation.options if option.probability} == {"safe"}
        shares = [option.probability for option in explanation.options if option.probability]
        assert shares == pytest.approx([1 / len(shares)] * len(shares))

    def test_ones_are_a_sixth(self) -> None:
        explanation = think("e", FOUR, table("5,5,5,5", "12345", "3:6x3"))
        assert numbers(explanation)[Bid(3, 1)] == pytest.approx(1 + 15 / 6 - 3)

    def test_a_push_adds_what_it_rolls_again(self) -> None:
        explanation = think("e", FOUR, table("5,5,5,5", "12345", "3:6x3"))
        assert numbers(explanation)[Bid(6, 4, (1, 4))] == pytest.approx(2 + (15 + 3) / 3 - 6)

    @pytest.mark.parametrize(
        ("bid", "note"),
        [("13x5", "certain"), ("6x5", "safe"), ("5x5", "risky"), ("4x5", "very risky"), ("1x5", "lost")],
    )
    def test_a_challenge_is_better_the_higher_the_bid(self, bid: str, note: str) -> None:
        """Eleven hidden dice, one 5 known: 1 + 11/3 are expected, and 12 are possible."""
        explanation = think("e", FOUR, table("5,4,4,3", "23456", f"3:{bid}"))
        assert notes(explanation)[CHALLENGE_BID] == note


class TestProbability:
    def test_all_numbers(self) -> None:
        rng = Random(3)
        game = LiarsDice(players=3, dice=4)
        seen = 0
        for state, seat in islice(wander(game, rng, 40), 0, 300, 7):
            view, actions = game.view(state, seat), game.actions(state)
            explanation = sit("p", game, seat, Random(1)).act(view, actions, explain=True).explanation
            assert explanation is not None
            for option in explanation.options:
                wanted = chance(view, option)
                if wanted is not None and len(explanation.options) > 1:
                    assert option.value == pytest.approx(2 * wanted - 1, abs=2e-6), (view, option)
                    seen += 1
        assert seen > 300

    def test_by_boltzmann(self) -> None:
        """Chances go by exp(value / 0.16)."""
        explanation = think("p", FOUR, table("5,5,5,5", "22356", "3:6x4"))
        best = max(explanation.options, key=lambda option: option.value or -1)
        other = next(option for option in explanation.options if option.action == Bid(6, 5, (5,)))
        assert best.probability is not None
        assert other.probability is not None
        assert best.value is not None
        assert other.value is not None
        ratio = 2.718281828 ** ((other.value - best.value) / 0.16)
        assert other.probability / best.probability == pytest.approx(ratio, rel=2e-2)

    def test_at_another_temperature(self) -> None:
        """The warmer, the more even: at 10 hardly anything is preferred to anything."""
        explanation = think("p:10", FOUR, table("5,5,5,5", "22356", "3:6x4"))
        shares = [option.probability or 0 for option in explanation.options]
        assert max(shares) < 1.3 * min(shares)
        for bad in ("warm", "0", "-1", "inf"):
            with pytest.raises(MendaxError, match=f"p:{bad}: a temperature is a number above 0"):
                build_agent("liars-dice", f"p:{bad}")

    def test_a_pass_that_cannot_be_true_is_challenged(self) -> None:
        view = table("3,5,5,5", "235", "1:4x3;2:5x4+24;3:6x4;0:6x5;1:6x6;2:pass;3:7x2;0:7x3;1:7x4;2:pass;3:pass")
        shown = view.replace("shown=-,-,-,-", "shown=-,-,24,-").replace("hidden=3,5,5,5", "hidden=3,5,3,5")
        assert numbers(think("p", FOUR, shown)).get(CHALLENGE_PASS) == pytest.approx(0.9)


def chance(view: View, option: Option[Action]) -> float | None:
    """The chance of success, from the odds that the plain Python agents use; nothing where the paper is silent."""
    action, bid = option.action, view.bid
    if isinstance(action, Bid):
        thrown = len(view.cup) - len(action.push) if action.push else 0
        face = action.face
        return at_least(action.count - view.known(face), view.unknown + thrown, matching_faces(face, view.wild), 6)
    if action is PASS:
        own = [*view.cup, *view.shown[view.seat or 0]]
        return 1.0 if len(set(own)) == 1 else 0.4 if len(own) == 2 else 0.08
    assert bid is not None
    odds = (bid.count - view.known(bid.face), view.unknown, matching_faces(bid.face, view.wild), 6)
    return 1 - at_least(*odds) if action is CHALLENGE_BID else exactly(*odds) if action is EXACT else None


def beliefs(explanation: Explanation[Action]) -> dict[str, float]:
    return {belief.about: belief.probability for belief in explanation.beliefs}


class TestModel:
    TWO = LiarsDice(players=2)

    @pytest.mark.parametrize("name", ["pm", "em"])
    def test_the_papers_example(self, name: str) -> None:
        """Four dice, a bid of four 2s, one 2 shown by the agent and three dice under its cup: two 2s are assumed."""
        view = (
            "seat=0 turn=0 round=0 opener=1 dice=4,4 hidden=3,4 cup=356 shown=2,- exacts=0,1 wild=1 "
            "said=1:1x3;0:2x2+2~456;1:4x2"
        )
        held = beliefs(think(name, self.TWO, view))
        assert held["seat 1 holds 1 for 4x2, or more"] == pytest.approx(at_least(1, 4, 2, 6), abs=1e-6)
        assert held["seat 1 holds 2 of 4 for 4x2: taken for true"] == 1
        assert "seat 1 holds 3 for 4x2, or more" not in held

    def test_dice_rule_two(self) -> None:
        """Figure 3: the other player has one die and has bid two 1s, so it is taken for a 1. Five 2s, pushing a 1
        and two 2s, then need one more from two dice: 5/9, or 1/9 on the scale. The paper's 0.12 was tuned a little.
        """
        view = "seat=0 turn=0 round=0 opener=1 dice=5,1 hidden=5,1 cup=12235 shown=-,- exacts=0,1 wild=1 said=1:2x1"
        explanation = think("pm", self.TWO, view)
        assert beliefs(explanation)["seat 1 holds 1 of 1 for 2x1: taken for true"] == 1
        assert numbers(explanation)[Bid(5, 2, (1, 2, 2))] == pytest.approx(1 / 9, abs=1e-6)

    def test_what_is_believed_changes_all_faces(self) -> None:
        """Two of the bidder's dice are 2s, the other two neither 2s nor 1s."""
        view = (
            "seat=0 turn=0 round=0 opener=1 dice=4,4 hidden=3,4 cup=356 shown=2,- exacts=0,1 wild=1 "
            "said=1:1x3;0:2x2+2~456;1:4x2"
        )
        found = numbers(think("em", self.TWO, view))
        assert found[CHALLENGE_BID] == pytest.approx(1 + 2 + 0 / 3 - 4)
        assert found[Bid(4, 5)] == pytest.approx(1 + 2 / 3 - 4)
        assert found[Bid(2, 1)] == pytest.approx(0 + 0 / 6 - 2)

    def test_ones_that_are_believed_help_every_face(self) -> None:
        view = "seat=0 turn=0 round=0 opener=1 dice=5,5 hidden=5,5 cup=12235 shown=-,- exacts=0,1 wild=1 said=1:2x1"
        explanation = think("em", self.TWO, view)
        (held,) = [about for about in beliefs(explanation) if about.endswith("taken for true")]
        assert held == "seat 1 holds 1 of 5 for 2x1: taken for true"
        assert numbers(explanation)[Bid(5, 2)] == pytest.approx(2 + 1 + 1 + 4 / 3 - 5)
        assert numbers(explanation)[CHALLENGE_BID] == pytest.approx(1 + 1 - 2)

    def test_of_a_likely_bluff_as_much_is_believed_as_is_not_unlikely(self) -> None:
        """Five 2s seemed likely with five of five dice; four or more are too unlikely already."""
        view = "seat=0 turn=0 round=0 opener=1 dice=2,5 hidden=2,5 cup=35 shown=-,- exacts=0,1 wild=1 said=1:5x2"
        held = beliefs(think("pm", self.TWO, view))
        assert held["seat 1 holds 4 for 5x2, or more"] == pytest.approx(at_least(4, 5, 2, 6), abs=1e-6)
        assert held["seat 1 holds 3 of 5 for 5x2: taken for true"] == 1
        assert "seat 1 holds 5 for 5x2, or more" not in held

    def test_a_reroll_teaches_nothing(self) -> None:
        view = "seat=0 turn=0 round=0 opener=1 dice=5,5 hidden=5,3 cup=22356 shown=-,14 exacts=0,1 wild=1 said=1:4x4+14"
        assert not [about for about in beliefs(think("pm", self.TWO, view)) if "holds" in about]

    def test_what_is_certain_needs_no_model(self) -> None:
        view = "seat=0 turn=0 round=0 opener=1 dice=5,5 hidden=5,5 cup=12244 shown=-,- exacts=0,1 wild=1 said=1:3x3"
        explanation = think("em", self.TWO, view)
        assert notes(explanation)[Bid(3, 4)] == "certain"
        assert not [about for about in beliefs(explanation) if "holds" in about]


def played(explanation: Explanation[Action]) -> set[Action]:
    return {option.action for option in explanation.options if option.probability}


class TestHeuristics:
    def test_no_push_where_the_same_bid_is_as_good(self) -> None:
        view = table("5,5,5,5", "13445", "3:5x6")
        plain, wise = think("e", FOUR, view), think("eh", FOUR, view)
        assert notes(plain)[Bid(6, 4)] == notes(plain)[Bid(6, 4, (1, 4, 4))] == "safe"
        assert Bid(6, 4, (1, 4, 4)) in played(plain)
        assert Bid(6, 4, (1, 4, 4)) not in played(wise)
        assert notes(wise)[Bid(6, 4, (1, 4, 4))] == "safe, held back"

    def test_a_pass_is_saved(self) -> None:
        view = table("3,5,5,5", "444", "3:5x6")
        assert played(think("e", FOUR, view)) == {PASS}
        assert PASS not in played(think("eh", FOUR, view))
        late = table("3,2,2,2", "444", "3:6x6")
        assert PASS in played(think("eh", FOUR, late))

    def test_rather_a_bid_than_a_challenge(self) -> None:
        """One 5 and a third of six dice are expected, one less than was bid: a challenge is as risky as some bids."""
        game, view = LiarsDice(push=False), table("5,2,2,2", "23456", "3:4x5")
        plain, wise = think("e", game, view), think("eh", game, view)
        assert played(plain) == {CHALLENGE_BID, Bid(4, 6), Bid(2, 1)}
        assert played(wise) == {Bid(4, 6), Bid(2, 1)}

    @pytest.mark.parametrize("name", ["eh", "ph"])
    def test_faces_that_others_spoke_for(self, name: str) -> None:
        """The next player bid 3s, and the last bid is of 5s: of equally good bids those are made."""
        view = table("5,5,5,5", "33346", "1:4x3;2:4x4;3:5x5")
        faces = {action.face for action in played(think(name, FOUR, view)) if isinstance(action, Bid)}
        before = {action.face for action in played(think(name[0], FOUR, view)) if isinstance(action, Bid)}
        assert faces <= {3, 5}
        assert before - faces

    def test_they_only_choose_among_the_best(self) -> None:
        """An agent with heuristics never does what the same agent without them would not."""
        rng = Random(9)
        seen = 0
        for state, seat in islice(wander(FOUR, rng, 20), 0, 200, 9):
            view, actions = FOUR.view(state, seat), FOUR.actions(state)
            plain, wise = (
                sit(name, FOUR, seat, Random(1)).act(view, actions, explain=True).explanation for name in ("e", "eh")
            )
            assert plain is not None
            assert wise is not None
            if not any(option.action is PASS and option.probability for option in plain.options):
                assert played(wise) <= played(plain), view
            seen += 1
        assert seen > 20
