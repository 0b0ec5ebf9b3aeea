"""Native twins of learned players choose with the chances that the kernel gives with the same rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from mendax.conformance import check_agent, check_learner
from mendax.core import MendaxError
from mendax.core.game import Turn
from mendax.core.match import play_match
from mendax.games.liars_dice.agents.honest import honest
from mendax.games.liars_dice.agents.learned import LearnedTwinFactory
from mendax.games.liars_dice.agents.learner import PRESETS, DiceLearnerFactory, Player, RuleAgent, find_preset
from mendax.games.liars_dice.agents.soar.explanation import read_explanation
from mendax.games.liars_dice.agents.training import Training
from mendax.games.liars_dice.agents.twins.agent import TwinFactory
from mendax.games.liars_dice.agents.twins.learned import LearnedTwin, LearnedTwinAgent
from mendax.games.liars_dice.agents.twins.rule_index import LearnedIndex
from mendax.games.liars_dice.learning import settings
from mendax.games.liars_dice.learning.settings import LEARNING
from mendax.games.liars_dice.rules import Action, LiarsDice, View
from mendax.soar import LearnedRule, LearnedRules, RuleError
from mendax.soar.rule_shapes import RuleShapes
from mendax.soar.rule_text import read_rule
from tests.command_line import assert_refused, call_json
from tests.games.liars_dice.agents.soar_positions import wander
from tests.soar.test_rule_shapes import filled_in

TWO = LiarsDice(players=2)
SMALL = LiarsDice(players=2, dice=2)
FEW = 15
"""Games of learning, for a memory that knows some of what comes up."""


@cache
def trained(name: str, games: int) -> LearnedRules:
    """What a preset has learned in some games against the twin of PMH."""
    learner, opponent = DiceLearnerFactory(name)(TWO, Random(0)), TwinFactory("pmh")
    for at in range(games):
        seats = [learner.agent(TWO, 0, Random(at)), opponent(TWO, 1, Random(at))]
        play_match(TWO, seats, Random(at), strict=True)
    learned = learner.learned()
    learner.close()
    return learned


def twin_of(learned: LearnedRules, game: LiarsDice = TWO, seed: int = 1) -> LearnedTwinAgent:
    return LearnedTwinAgent(LearnedTwin(learned.origin.agent, learned, LEARNING.temperature), game, Random(seed))


def positions(learned: LearnedRules, number: int, seed: int) -> Iterator[tuple[View, Sequence[Action]]]:
    """Half from games of the twin itself against that of PMH, half from games of cautious and of reckless players."""
    rng, agents = Random(seed), (twin_of(learned, seed=seed), TwinFactory("pmh")(TWO, 1, Random(seed)))
    state, seen = TWO.start(), 0
    while seen < 4 * (number // 2):
        turn = TWO.turn(state)
        if not isinstance(turn, int):
            state = TWO.start() if turn is Turn.OVER else TWO.apply(state, TWO.draw(state, rng))
            continue
        view, actions = TWO.view(state, turn), TWO.actions(state)
        if turn == 0:
            seen += 1
            if seen % 4 == 0:
                yield view, actions
        state = TWO.apply(state, agents[turn].act(view, actions).action)
    for other, seat in islice(wander(TWO, rng, number), 0, 3 * (number - number // 2), 3):
        yield TWO.view(other, seat), TWO.actions(other)


def agree(learned: LearnedRules, number: int, seed: int) -> tuple[int, int]:
    """Compare every chance with the kernel's, and whether it took a subgoal; returns positions, and those with one."""
    preset = find_preset(learned.origin.agent)
    player = Player(preset, TWO, settings.testing(settings.learning_settings(chunking=preset.chunks)))
    player.install(learned)
    kernel, twin, seen = RuleAgent(player, TWO, Random(1)), twin_of(learned), 0
    for view, actions in positions(learned, number, seed):
        before = player.deliberated
        _, reply = kernel.decide(view, actions, {}, explain=True)
        # The chances as the kernel prints them, six digits; an explanation divides them by their sum.
        options, candidates = read_explanation(reply, view).options, reply.choices[-1].candidates
        found = {option.action: one.probability for option, one in zip(options, candidates, strict=True)}
        wanted = twin.mix(view, actions)
        for action in found.keys() | wanted.keys():
            assert found.get(action, 0) == pytest.approx(wanted.get(action, 0), abs=1e-6), (view, action)
        subgoal = any(choice.chosen.name == "create-preferences" for choice in reply.choices)
        assert (twin.deliberated, player.deliberated - before) == (subgoal, subgoal), view
        seen += 1
    player.close()
    return seen, player.deliberated


@pytest.mark.parametrize("name", ["b-0", "p-#", "pmh-#"])
def test_a_twin_agrees_with_the_kernel(name: str) -> None:
    """A small memory: chunks value all actions of some positions, some actions or none of others."""
    seen, deliberated = agree(trained(name, FEW), 40, seed=2)
    assert seen == 40
    assert 0 < deliberated < 40 or name == "b-0"


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_a_twin_agrees_with_the_kernel_after_many_games(name: str) -> None:
    seen, deliberated = agree(trained(name, 300), 2000, seed=3)
    assert seen == 2000
    assert 200 < deliberated < 1800 or name == "b-0"


def test_a_part_of_the_rules_is_enough() -> None:
    """Every second rule: some actions have a value and no class, and the other way round."""
    learned = trained("pmh-#", FEW)
    agree(replace(learned, rules=learned.rules[::2]), 20, seed=4)


def test_what_several_rules_say_is_added_up() -> None:
    learned = trained("p-#", FEW)
    agree(replace(learned, rules=(*learned.rules, rule("(<o> ^push no)", value=0.25))), 20, seed=5)


def test_every_rule_is_read_as_it_would_be_alone() -> None:
    shapes = RuleShapes()
    for each in trained("pmh-#", FEW).rules[::5]:
        assert filled_in(shapes.read(each.text)) == read_rule(each.text).conditions


def rule(tests: str, made: str = "<s> ^operator <o> = 0.5", value: float | None = 0.5) -> LearnedRule:
    text = f"sp {{a-rule\n   (state <s> ^operator <o> +)\n   {tests}\n-->\n   ({made})\n}}"
    return LearnedRule("a-rule", text.replace("= 0.5", f"= {value}"), value)


@pytest.mark.parametrize(
    "tests",
    [
        "(<o> ^order 3)",
        "(<o> ^name << bid pass >>)",
        "(<o> ^push <> yes)",
        "(<o> ^rung <r>)\n   (<r> ^count <n> ^face <n>)",
        "(<o> ^push no -^pushed 2)",
        "(<s> ^table <t>)\n   -(<t> ^bid)",
        "(<s> ^table <t>)\n   (<t> ^only-face 2)",
        "(<s> ^table <t>)\n   (<t> ^dice <d>)\n   (<d> ^cup 2)",
        "(<s> ^table <t>)\n   (<t> ^turn <n>)\n   (<n> ^tally <y>)\n   (<y> ^known 2)",
        "(<s> ^operator <x> +)\n   (<x> ^push no)",
        "(<s> ^superstate nil)",
        "(<o> ^thrown <n>)",
        "(<o> ^rung <r>)",
        "(<s> ^table <t>)\n   (<t> ^bid <b>)",
        "(<s> ^table <t>)\n   (<t> ^bid <b>)\n   (<o> ^rung <b>)\n   (<b> ^count 2)",
    ],
)
def test_what_a_twin_does_not_know_is_refused(tests: str) -> None:
    with pytest.raises(RuleError, match="a-rule"):
        LearnedIndex([rule(tests)])


@pytest.mark.parametrize("made", ["<s> ^operator <o> > <x>", "<o> ^held-back yes", "<s> ^note 3"])
def test_what_a_twin_cannot_say_is_refused(made: str) -> None:
    with pytest.raises(RuleError, match="does not know what the rule a-rule makes"):
        LearnedIndex([rule("(<o> ^push no)", made, None)])


def test_a_rule_needs_a_value() -> None:
    with pytest.raises(RuleError, match="the rule a-rule has no value"):
        LearnedIndex([replace(rule("(<o> ^push no)"), value=None)])


def test_a_file_is_played_natively(tmp_path: Path) -> None:
    path = tmp_path / "memory"
    trained("pmh-#", FEW).save(path)
    check_agent(SMALL, LearnedTwinFactory(path), matches=4)
    check_agent(LiarsDice(players=4, dice=3), LearnedTwinFactory(path), matches=2)
    with pytest.raises(MendaxError, match=r"the twin of pmh-# plays with six faces"):
        LearnedTwinFactory(path)(LiarsDice(players=2, faces=8), 0, Random(1))
    with pytest.raises(MendaxError, match="cannot be read"):
        LearnedTwinFactory(tmp_path / "none")(SMALL, 0, Random(1))


def test_the_baseline_has_rules_for_five_dice() -> None:
    with pytest.raises(MendaxError, match="the twin of b-0 plays with at most 5 dice"):
        Training("b-0", game=LiarsDice(players=2, dice=6), native_tests=True).check()


@pytest.mark.parametrize("name", ["b-0", "p-0"])
def test_a_learner_with_native_tests_is_a_learner(name: str) -> None:
    check_learner(SMALL, DiceLearnerFactory(name, native_tests=True), [honest], matches=6)


def test_native_tests_change_nothing_of_what_is_learned(tmp_path: Path) -> None:
    """Who plays the tests is written down, and a run of the other kind is another run."""
    native = Training("p-#", blocks=1, games=12, native=True, game=SMALL, native_tests=True)
    kernel = replace(native, native_tests=False)
    found, wanted = (each.run(tmp_path / name, [3]) for each, name in ((native, "native"), (kernel, "kernel")))
    assert found.curves[0].digest == wanted.curves[0].digest
    for mine, theirs in zip(found.curves[0].blocks, wanted.curves[0].blocks, strict=True):
        assert mine == theirs or mine.test
        assert mine.measures["rules"] == theirs.measures["rules"]
        assert mine.forfeits == 0
    first, *_, last = found.curves[0].tests
    assert first.measures["deliberated"] == first.measures["turns"] > 12
    assert 0 < last.measures["deliberated"] < last.measures["turns"]
    about = {name: json.loads((tmp_path / name / "learning.json").read_text()) for name in ("native", "kernel")}
    assert about["native"] == {**about["kernel"], "tests_played_by": "twin of p-#"}
    assert found.to_json()["tests_played_by"] == "twin of p-#"
    assert "tests_played_by" not in wanted.to_json()
    for other, folder in ((kernel, "native"), (native, "kernel")):
        with pytest.raises(MendaxError, match="holds another run"):
            other.run(tmp_path / folder, [3])


def test_training_with_native_tests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    train = ["train", "liars-dice:dice=2", "--blocks", "1", "--games-per-block", "4", "--native", "--native-tests"]
    found = call_json(capsys, *train, "--out", str(tmp_path / "run"))
    assert found["tests_played_by"] == "twin of b-0"
    refused = [*train, "--out", str(tmp_path / "other")]
    refused[1] = "liars-dice:faces=8"
    assert_refused(capsys, refused, "six faces")
