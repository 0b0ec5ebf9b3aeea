"""The baseline's rules: how many there are, that each tests what it says, and that making them late changes nothing."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mendax.core.match import play_match
from mendax.games.liars_dice.agents.honest import honest
from mendax.games.liars_dice.agents.learner import PRESETS, DiceLearner, DiceLearnerFactory, RuleSupply
from mendax.games.liars_dice.learning.baseline import all_rules
from mendax.games.liars_dice.learning.settings import learning_settings
from mendax.games.liars_dice.rules import LiarsDice, View
from mendax.soar.rule_text import read_rule

SMALL = LiarsDice(players=2, dice=2)


def test_the_published_templates_but_for_those_without_a_bid() -> None:
    """153,130 rules expand from the published templates (paper: 153,132), 1,100 of them for an answer without a bid."""
    names = [name for name, _ in all_rules()]
    assert len(names) == len(set(names)) == 153_130 - 1_100
    kinds = Counter(name.split("*")[1] for name in names)
    assert kinds["challenge-bid"] + kinds["exact"] == 50_000 + 1_000
    assert kinds["bid"] == 25_000 + 500 + 3 * 25_000 + 500
    assert kinds["pass"] + kinds["challenge-pass"] + kinds["challenge-first-pass"] == 30


def test_a_rule_tests_the_action_the_relevant_dice_and_the_unknown() -> None:
    texts = dict(all_rules(counts=[5], known=[0, 1], unknown=[4]))
    rule = read_rule(texts["baseline*bid*5x2*known-1*wild-0*unknown-4"])
    tests = {
        (*rule.paths()[condition.object], condition.attribute): condition.constant
        for condition in rule.conditions
        if condition.constant is not None
    }
    assert tests == {
        ("operator", "name"): "bid",
        ("operator", "push"): "no",
        ("operator", "rung", "count"): 5,
        ("operator", "rung", "face"): 2,
        ("operator", "rung", "tally", "known"): 1,
        ("operator", "rung", "tally", "jokers"): 0,
        ("operator", "rung", "tally", "unknown"): 4,
    }
    assert rule.value == 0.0


class Everything(RuleSupply):
    """All rules of a small game at once, instead of those that a position needs."""

    def load_all(self, game: LiarsDice) -> None:
        dice = game.players * game.dice
        ranges = {"counts": range(1, dice + 1), "known": range(dice + 1), "unknown": range(1, game.dice + 1)}
        made = {}
        for name, text in all_rules(game.faces, game.options.wild, **ranges):
            if not name.split("*")[1].endswith("pass"):  # those are there from the beginning
                self.learning.agent.execute(text)
                made[name] = 0.0
        self.learning.expect_written(made)

    def provide(self, view: View) -> None:
        pass


@pytest.mark.slow
def test_all_rules_at_once_or_as_they_are_needed() -> None:
    """The same games, the same values to the last bit."""
    learners = [DiceLearner(PRESETS["b-0"], SMALL, learning_settings()) for _ in range(2)]
    player = learners[1]._player
    supply = Everything(player.learning, SMALL)
    supply.load_all(SMALL)
    player.supply = supply
    payoffs = [
        [
            play_match(SMALL, [learner.agent(SMALL, 0, Random(at)), honest(SMALL, 1, Random(at))], Random(at)).payoffs
            for at in range(60)
        ]
        for learner in learners
    ]
    assert payoffs[0] == payoffs[1]
    assert learners[0].digest() == learners[1].digest()
    late, early = (learner._player.agent.counts().rules for learner in learners)
    assert late < early / 2
    for learner in learners:
        learner.close()


def test_a_turn_is_an_update_and_needs_no_subgoal() -> None:
    learner = DiceLearnerFactory("b-0")(SMALL, Random(0))
    for at in range(10):
        seat = at % 2
        agents = [honest(SMALL, other, Random(at)) for other in range(2)]
        play_match(SMALL, [learner.agent(SMALL, 0, Random(at)), agents[1]], Random(seat), strict=True)
    found = learner.measures()
    assert found["turns"] == found["updates"] > 10
    assert found["deliberated"] == 0
    assert learner.learned().exact
    assert learner.learned().origin.games == 10
    learner.close()
