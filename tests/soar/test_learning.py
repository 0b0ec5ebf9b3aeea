"""Preferences, impasses, chunks and reward: what the kernel does, as agents rely on it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import product
from math import comb
from pathlib import Path
from random import Random

import pytest

from mendax.soar import (
    Chunking,
    Indifference,
    Policy,
    RuleError,
    RuleFile,
    Selection,
    Settings,
    SoarAgent,
    SoarError,
)
from tests.soar.rule_sets import BID, DELIBERATE, REWARD, table

GREEDY = Settings(selection=Selection.EPSILON_GREEDY, epsilon=0.0)
LEARNING = Settings(
    selection=Selection.EPSILON_GREEDY,
    epsilon=0.0,
    chunking=Chunking.ALWAYS,
    learning=True,
    policy=Policy.Q_LEARNING,
    learning_rate=0.5,
    discount_rate=0.0,
)


def binomial(dice: int, sides: int, count: int, predicate: str) -> float:
    """The chance that so many of the dice show one given face of so many."""

    def exactly(hits: int) -> float:
        return float(comb(dice, hits) * (sides - 1) ** (dice - hits) / sides**dice)

    holds: Callable[[int, int], bool] = getattr(operator, predicate)
    return sum(exactly(hits) for hits in range(dice + 1) if holds(hits, count))


class TestDiceProbability:
    RULE = RuleFile.of_text(
        """
        sp {compute
           (state <s> ^superstate nil ^io.input-link.question <question>)
           (<question> ^number <number> ^dice <dice> ^sides <sides> ^count <count> ^predicate <predicate>)
        -->
           (<s> ^answer <answer>)
           (<answer> ^number <number> ^value (compute-dice-probability <dice> <sides> <count> <predicate>))
        }
        """
    )

    def test_it_is_the_binomial(self) -> None:
        questions = list(product(range(11), (3, 6), range(11), ("eq", "ne", "lt", "gt", "le", "ge")))
        with SoarAgent("calculator", [self.RULE]) as agent:
            for predicate in ("eq", "ne", "lt", "gt", "le", "ge"):
                part = {number: q for number, q in enumerate(questions) if q[3] == predicate}
                tree = {
                    number: {"number": number, "dice": dice, "sides": sides, "count": count, "predicate": name}
                    for number, (dice, sides, count, name) in part.items()
                }
                agent.show({"question": tree})
                agent.decide()
                answers = agent.look("S1", 2)["answer"]
                found = {answer["number"][0]: answer["value"][0] for answer in answers if isinstance(answer, dict)}
                for number, question in part.items():
                    exact = binomial(*question)
                    if exact < 1e-5:  # the kernel rounds less than a hundred-thousandth to zero
                        exact = 0.0
                    assert found[number] == pytest.approx(exact, abs=6e-7), question

    def test_thirteen_dice_of_the_paper(self) -> None:
        """At least five of thirteen, ones wild: the kind of question the paper asks of its calculator."""
        assert binomial(13, 3, 5, "ge") == pytest.approx(0.447961, abs=1e-6)

    def test_a_wrong_predicate_is_not_silent(self) -> None:
        with SoarAgent("calculator", [self.RULE]) as agent:
            agent.show({"question": {"number": 1, "dice": 5, "sides": 6, "count": 2, "predicate": "at-least"}})
            with pytest.raises(SoarError, match=r"invalid string .at-least. passed as 'pred'"):
                agent.decide()


class TestPreferences:
    """Which of four faces is bid, by the preferences alone."""

    def bids(self, rules: str, turns: int = 40) -> set[int]:
        with SoarAgent("chooser", [BID, RuleFile.of_text(rules)], rng=Random(1)) as agent:
            found = set()
            for turn in range(turns):
                agent.show(table(turn))
                found.add(agent.run(limit=5).command.whole("face"))
        return found

    EACH = "(state <s> ^operator <o> +) (<o> ^face <f>)"
    PAIR = "(state <s> ^operator <o> + ^operator {<p> <> <o>} +) (<o> ^face <f>) (<p> ^face <g>)"
    ANY = f"sp {{any {EACH} --> (<s> ^operator <o> =)}}"

    def test_indifferent(self) -> None:
        assert self.bids(self.ANY) == {1, 2, 3, 4}

    def test_binary_indifferent(self) -> None:
        assert self.bids(f"sp {{pairs {self.PAIR} --> (<s> ^operator <o> = <p>)}}") == {1, 2, 3, 4}

    def test_better_makes_classes(self) -> None:
        """Safe before risky, and any of the safe ones."""
        better = (
            "sp {better (state <s> ^operator <o> + ^operator <p> +) (<o> ^face <= 2) (<p> ^face > 2)"
            " --> (<s> ^operator <o> > <p>)}"
        )
        assert self.bids(self.ANY + better) == {1, 2}

    def test_worse_is_better_from_the_other_side(self) -> None:
        worse = (
            "sp {worse (state <s> ^operator <o> + ^operator <p> +) (<o> ^face <= 2) (<p> ^face > 2)"
            " --> (<s> ^operator <o> < <p>)}"
        )
        assert self.bids(self.ANY + worse) == {3, 4}

    def test_best_and_worst(self) -> None:
        best = "sp {best (state <s> ^operator <o> +) (<o> ^face 3) --> (<s> ^operator <o> >)}"
        worst = "sp {worst (state <s> ^operator <o> +) (<o> ^face 4) --> (<s> ^operator <o> <)}"
        assert self.bids(self.ANY + best) == {3}
        assert self.bids(self.ANY + worst) == {1, 2, 3}
        assert self.bids(self.ANY + best + worst) == {3}

    def test_reject_and_prohibit(self) -> None:
        reject = "sp {reject (state <s> ^operator <o> +) (<o> ^face 1) --> (<s> ^operator <o> -)}"
        prohibit = "sp {prohibit (state <s> ^operator <o> +) (<o> ^face 2) --> (<s> ^operator <o> ~)}"
        assert self.bids(self.ANY + reject + prohibit) == {3, 4}

    def test_numbers_decide_only_within_the_best_class(self) -> None:
        numeric = f"sp {{numeric {self.EACH} --> (<s> ^operator <o> = <f>)}}"
        better = (
            "sp {better (state <s> ^operator <o> + ^operator <p> +) (<o> ^face <= 2) (<p> ^face > 2)"
            " --> (<s> ^operator <o> > <p>)}"
        )
        with SoarAgent("chooser", [BID, RuleFile.of_text(numeric + better)], settings=GREEDY) as agent:
            agent.show(table(1))
            assert agent.run().command.whole("face") == 2

    @pytest.mark.parametrize(("mode", "face"), [(Indifference.SUM, 2), (Indifference.AVERAGE, 3)])
    def test_several_numbers_add_up_or_are_averaged(self, mode: Indifference, face: int) -> None:
        rules = RuleFile.of_text(
            f"sp {{first {self.EACH} --> (<s> ^operator <o> = <f>)}}"
            "sp {second (state <s> ^operator <o> +) (<o> ^face 2) --> (<s> ^operator <o> = 3.5)}"
        )
        settings = Settings(selection=Selection.EPSILON_GREEDY, epsilon=0.0, indifference=mode)
        with SoarAgent("chooser", [BID, rules], settings=settings) as agent:
            agent.show(table(1, faces=3))
            reply = agent.run(explain=True)
        assert reply.command.whole("face") == face
        (choice,) = reply.choices
        values = {c.attributes["face"][0]: c.value for c in choice.candidates}
        assert values == {1: 1.0, 2: 5.5 if mode is Indifference.SUM else 2.75, 3: 3.0}


class TestDeliberation:
    def test_a_tie_is_resolved_by_values_computed_in_a_subgoal(self) -> None:
        with SoarAgent("thinker", [BID, DELIBERATE], settings=GREEDY) as agent:
            agent.show(table(1, unknown=5))
            reply = agent.run(explain=True)
            assert agent.num_decisions == 6, "the tie, four evaluations and the bid"
        assert reply.command.whole("face") == 1
        assert reply.choices[-1].chosen.value == pytest.approx(binomial(5, 3, 1, "ge"), abs=1e-6)

    def test_chunks_make_deliberation_unnecessary(self) -> None:
        settings = Settings(selection=Selection.EPSILON_GREEDY, epsilon=0.0, chunking=Chunking.ALWAYS)
        with SoarAgent("thinker", [BID, DELIBERATE], settings=settings) as agent:
            agent.show(table(1, unknown=5))
            agent.run()
            learned = agent.rules.learned()
            assert agent.counts().chunks == len(learned) == 4
            assert sorted(rule.value or 0 for rule in learned) == [
                pytest.approx(binomial(5, 3, need, "ge"), abs=1e-6) for need in (4, 3, 2, 1)
            ]
            assert all("^unknown 5" in rule.text for rule in learned), "a chunk holds for the numbers it was made of"
            before = agent.num_decisions
            agent.show(table(2, unknown=5))
            assert agent.run().command.whole("face") == 1
            assert agent.num_decisions == before + 1
            agent.show(table(3, unknown=4))
            agent.run()
            assert agent.num_decisions == before + 7, "other numbers need deliberation again"

    def test_reward_changes_the_value_of_a_chunk(self) -> None:
        with SoarAgent("learner", [BID, DELIBERATE, REWARD], settings=LEARNING) as agent:
            agent.show(table(1, unknown=5))
            assert agent.run().command.whole("face") == 1
            agent.show(table(2, unknown=5, reward=-1.0))
            value = binomial(5, 3, 1, "ge")
            for turn, face in ((3, 1), (4, 2)):  # the reward of a bid arrives with the decision after it
                assert agent.run().command.whole("face") == face
                value += 0.5 * (-1 - value)
                (rule,) = [each for each in agent.rules.learned() if "^face 1" in each.text]
                assert rule.value == pytest.approx(value, abs=2e-6)
                assert rule.num_updates == turn - 2
                agent.show(table(turn, unknown=5, reward=-1.0))

    def test_what_is_learned_survives_a_reset_and_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "learned.soar"
        with SoarAgent("learner", [BID, DELIBERATE, REWARD], settings=LEARNING) as agent:
            for turn in range(12):
                agent.show(table(turn, unknown=5, reward=-1.0))
                agent.run()
            agent.reset()
            learned = {rule.name: rule.value for rule in agent.rules.learned()}
            assert agent.rules.save_learned(path) == len(learned) == 4
            written = agent.rules.names() - learned.keys()
            agent.rules.forget_learned()
            assert agent.rules.names() == written
            assert agent.rules.learned() == ()
        with SoarAgent("heir", [BID, DELIBERATE, REWARD, RuleFile.of_path(path)], settings=GREEDY) as heir:
            assert {rule.name: rule.value for rule in heir.rules.learned()} == learned
            assert heir.counts().chunks == 4
            heir.show(table(1, unknown=5))
            assert heir.run(limit=1).command.name == "bid", "without deliberation"
            with pytest.raises(RuleError, match="is there already"):
                heir.rules.load(RuleFile.of_path(path))
            heir.rules.load(RuleFile.of_path(path), replace=True)

    def test_rules_with_values_learn_and_can_be_put_back(self, tmp_path: Path) -> None:
        rules = RuleFile.of_text(
            """
            sp {rl*one (state <s> ^operator <o> +) (<o> ^face 1) --> (<s> ^operator <o> = 0.5)}
            sp {rl*two (state <s> ^operator <o> +) (<o> ^face 2) --> (<s> ^operator <o> = 0.0)}
            """
        )
        with SoarAgent("learner", [BID, rules, REWARD], settings=LEARNING) as agent:
            for turn in range(2):
                agent.show(table(turn, faces=2, reward=1.0))
                agent.run()
            assert {rule.name: rule.value for rule in agent.rules.learned()} == {"rl*one": 0.75, "rl*two": 0.0}
            agent.rules.save_learned(tmp_path / "values.soar")
            agent.rules.forget_learned()
            assert {rule.name: rule.value for rule in agent.rules.learned()} == {"rl*one": 0.5, "rl*two": 0.0}
            agent.rules.load(RuleFile.of_path(tmp_path / "values.soar"), replace=True)
            assert {rule.name: rule.value for rule in agent.rules.learned()} == {"rl*one": 0.75, "rl*two": 0.0}
            agent.configure(GREEDY)  # no more learning
            for turn in range(2, 4):
                agent.show(table(turn, faces=2, reward=1.0))
                agent.run()
            assert {rule.name: rule.value for rule in agent.rules.learned()} == {"rl*one": 0.75, "rl*two": 0.0}
