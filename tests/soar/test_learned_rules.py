"""Learned rules as an object: all digits, update counts, files, merging, and rule files for any Soar."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from mendax.soar import Chunking, Policy, RuleFile, Selection, Settings, SoarAgent, SoarError, exact_values
from mendax.soar.exact_values import newest_chunks, rule_values
from mendax.soar.learned_rules import LearnedRule, LearnedRules, Origin, write_value
from mendax.soar.learning_agent import LearningAgent
from tests.soar.rule_sets import BID, DELIBERATE, REWARD, table

LEARNING = Settings(
    selection=Selection.EPSILON_GREEDY,
    epsilon=0.0,
    chunking=Chunking.ALWAYS,
    learning=True,
    policy=Policy.SARSA,
    learning_rate=0.3,
    discount_rate=0.9,
)
ORIGIN = Origin("game:players=2", "learner", {"learning_rate": 0.3}, ("other",), (1,), 12)
THIRD = -1 / 3


def agent(settings: Settings = LEARNING) -> LearningAgent:
    return LearningAgent(SoarAgent("learner", [BID, DELIBERATE, REWARD], settings=settings, rng=Random(1)))


def play(learning: LearningAgent, turns: int, unknown: int = 5) -> None:
    for turn in range(turns):
        learning.agent.show(table(turn, unknown=unknown, reward=THIRD))
        learning.agent.run()
        learning.note_chunks()


@pytest.fixture
def learned() -> LearnedRules:
    learning = agent()
    play(learning, 12)
    return learning.learned(ORIGIN)


def test_values_have_all_digits() -> None:
    """The first update of the rule for face 1: SARSA by hand, to the last bit."""
    learning = agent()
    play(learning, 2)
    values = rule_values(learning.agent)
    assert values.exact
    first, later = 1 - (2 / 3) ** 5, 0.0
    (rule,) = [found for found in values.by_name.values() if found.num_updates]
    # The kernel keeps reward and what comes after apart, and adds them.
    reward = 0.3 * THIRD
    later = first + 0.3 * (0.9 * first - first)
    assert rule.value == pytest.approx(reward + later, abs=1e-15)
    assert rule.value != round(rule.value, 6)


def test_without_the_kernel_s_memory_there_are_six_digits(
    monkeypatch: pytest.MonkeyPatch, learned: LearnedRules
) -> None:
    learning = agent()
    play(learning, 12)
    exact = rule_values(learning.agent).by_name
    layout = exact_values._LAYOUT
    for target, value in (
        ("_MEMORY", "/nowhere"),
        ("_LAYOUT", replace(layout, reward=96)),
        ("_LAYOUT", replace(layout, next=layout.name)),
        ("_LAYOUT", replace(layout, first_rules=0)),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(exact_values, target, value)
            rounded = rule_values(learning.agent)
            names = list(exact)
            assert newest_chunks(learning.agent, names).keys() == set(names)
        assert not rounded.exact
        assert {name: found.num_updates for name, found in rounded.by_name.items()} == {
            name: found.num_updates for name, found in exact.items()
        }
        for name, found in rounded.by_name.items():
            assert found.value == round(exact[name].value, 6)


def test_a_rule_knows_where_it_began(learned: LearnedRules) -> None:
    for rule in learned.rules:
        assert rule.value is not None
        assert rule.initial is not None
        assert bool(rule.moved) == bool(rule.num_updates)
    chances = sorted(rule.initial or 0.0 for rule in learned.rules)
    assert chances[-1] == pytest.approx(1 - (2 / 3) ** 5, abs=1e-15)
    assert sum(rule.num_updates for rule in learned.rules) == learned.num_updates == 11


@pytest.mark.parametrize("name", ["rules.json", "rules.json.gz"])
def test_what_is_saved_is_what_is_loaded(tmp_path: Path, learned: LearnedRules, name: str) -> None:
    learned.save(tmp_path / name)
    assert LearnedRules.load(tmp_path / name) == learned
    before = (tmp_path / name).read_bytes()
    LearnedRules.load(tmp_path / name).save(tmp_path / name)
    assert (tmp_path / name).read_bytes() == before


def test_another_kernel_goes_on_where_this_one_was(learned: LearnedRules) -> None:
    """Values to the last bit and counts; and what comes next is the same."""
    one, two = agent(), agent()
    for each in (one, two):
        each.install(learned)
        assert each.learned(ORIGIN) == learned
        play(each, 5)
    assert one.learned() == two.learned()
    assert one.learned() != replace(learned, origin=Origin())
    assert one.agent.counts().chunks == len(learned.rules)
    assert [rule.initial for rule in one.learned().rules] == [rule.initial for rule in learned.rules]


def test_new_chunks_do_not_take_the_names_of_old_ones(learned: LearnedRules) -> None:
    more = agent()
    more.install(learned)
    play(more, 6, unknown=4)
    names = [rule.name for rule in more.learned().rules]
    assert len(names) == len(set(names)) == 2 * len(learned.rules)


@pytest.mark.parametrize("value", [0.1, -1 / 3, 1e-5, -2.5e-17, 1.0, 0.0, 1e-300])
def test_any_value_comes_back(value: float) -> None:
    text = "sp {rl*one\n   (state <s> ^operator <o> +)\n   (<o> ^face 1)\n-->\n   (<s> ^operator <o> = 0.5)\n}"
    learning = LearningAgent(SoarAgent("learner", [BID]))
    learning.install(LearnedRules((LearnedRule("rl*one", write_value(text, value), value, 3, 0.5),)))
    found = rule_values(learning.agent).by_name["rl*one"]
    assert struct.pack("d", found.value) == struct.pack("d", value)
    assert found.num_updates == 3
    (rule,) = learning.learned().rules
    assert (rule.value, rule.initial) == (value, 0.5)


def test_soar_itself_loads_the_exported_file(tmp_path: Path, learned: LearnedRules) -> None:
    path = tmp_path / "learned.soar"
    path.write_text(learned.to_soar())
    for meta in ("on", "off"):
        with SoarAgent("other", [BID]) as other:
            other.execute(f"rl --set meta {meta}")
            assert f"{len(learned.rules)} production" in other.execute(f"source {path}")
            found = rule_values(other).by_name
            assert {name: value.value for name, value in found.items()} == {
                rule.name: rule.value for rule in learned.rules
            }
            counted = sum(value.num_updates for value in found.values())
            assert counted == (learned.num_updates if meta == "on" else 0)
    with SoarAgent("reader", [BID, RuleFile.of_path(path)]) as reader:
        assert reader.counts().chunks == len(learned.rules)


def test_merging_weighs_by_updates(learned: LearnedRules) -> None:
    """Chunks of another run have other names and are found by what they test."""
    first = agent()
    play(first, 3, unknown=2)  # so that names are taken
    play(first, 20)
    other = first.learned(replace(ORIGIN, seeds=(2,), games=20))
    merged = learned.merge([other])
    assert merged.origin.seeds == (1, 2)
    assert merged.origin.games == 32
    assert len(merged.rules) == len(other.rules) == 2 * len(learned.rules)
    assert merged.num_updates == learned.num_updates + other.num_updates
    by_start = {rule.initial: rule for rule in other.rules}
    for rule in learned.rules:
        twin = by_start[rule.initial]
        (found,) = [each for each in merged.rules if each.initial == rule.initial]
        total = rule.num_updates + twin.num_updates
        assert found.num_updates == total
        assert rule.value is not None
        assert twin.value is not None
        expected = (rule.value * rule.num_updates + twin.value * twin.num_updates) / total if total else rule.value
        assert found.value == pytest.approx(expected, abs=1e-15)
    with pytest.raises(SoarError, match="rules of another agent cannot be merged"):
        learned.merge([replace(other, origin=replace(ORIGIN, agent="else"))])


def test_values_can_be_put_back_to_where_they_began(learned: LearnedRules) -> None:
    used = max(learned.rules, key=lambda rule: rule.num_updates)
    back = learned.put_back(lambda rule: rule.name == used.name)
    for before, after in zip(learned.rules, back.rules, strict=True):
        if before.name == used.name:
            assert (after.value, after.num_updates, after.moved) == (before.initial, 0, 0.0)
            assert repr(before.initial) in after.text
        else:
            assert after == before


def test_chunks_without_a_value_are_kept(tmp_path: Path) -> None:
    tests = "    (state <s> ^operator <o> +)\n    (<o> ^face 2)\n"
    best = f"sp {{chunk*best\n    :chunk\n{tests}    -->\n    (<s> ^operator <o> >)\n}}"
    rules = LearnedRules((LearnedRule("chunk*best", best),))
    rules.save(tmp_path / "rules")
    assert LearnedRules.load(tmp_path / "rules") == rules
    learning = LearningAgent(SoarAgent("learner", [BID]))
    learning.install(rules)
    (found,) = learning.learned().rules
    assert (found.name, found.value, found.num_updates) == ("chunk*best", None, 0)
    assert rules.merge([rules]).rules == rules.rules


def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, learned: LearnedRules) -> None:
    path = tmp_path / "rules"
    with pytest.raises(SoarError, match="cannot be read"):
        LearnedRules.load(path)
    learned.save(path)
    whole = path.read_text()
    for damaged in ("", "nonsense", whole[: len(whole) // 2], whole.replace('"version": 1', '"version": 9'), "{}"):
        path.write_text(damaged)
        with pytest.raises(SoarError, match="does not hold learned Soar rules"):
            LearnedRules.load(path)
    learning = agent()
    broken = LearnedRules((LearnedRule("rl*broken", "sp {rl*broken (state <s>"),))
    with pytest.raises(SoarError, match=r"does not take 1 of 1 learned rules|failed"):
        learning.install(broken)
