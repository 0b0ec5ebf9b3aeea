"""Soar agents that learn: they are learners, die without harm, and play and explain what they learned."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import cast

import pytest

from mendax.arena.learning import run_learners
from mendax.arena.learning_log import LearningLog
from mendax.arena.learning_results import Learning
from mendax.conformance import check_agent, check_learner
from mendax.core import AnyGame, MendaxError, Seat
from mendax.core.catalogue import build_agent
from mendax.core.match import play_match
from mendax.games.liars_dice.agents.honest import honest
from mendax.games.liars_dice.agents.learned import LearnedFactory, forget_players, learned
from mendax.games.liars_dice.agents.learner import PRESETS, DiceLearner, DiceLearnerFactory, RuleAgent
from mendax.games.liars_dice.agents.twins.learned import LearnedTwinAgent
from mendax.games.liars_dice.learning.settings import SCALED_UNIT, learning_settings
from mendax.games.liars_dice.rules import LiarsDice, View
from mendax.soar.learned_rules import LearnedRules
from mendax.soar.rule_text import read_rule
from tests.command_line import assert_refused, call, call_json
from tests.games.liars_dice.agents.soar_positions import imagine

SMALL = LiarsDice(players=2, dice=2)
BLOCK, BLOCKS = 12, 2


def test_the_nine_agents_of_the_paper() -> None:
    assert list(PRESETS) == ["b-0", "p-0", "pm-0", "ph-0", "pmh-0", "p-#", "pm-#", "ph-#", "pmh-#"]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in ("b-0", "p-0", "pmh-#") else pytest.mark.slow, id=name)
        for name in PRESETS
    ],
)
def test_each_is_a_learner(name: str) -> None:
    """Among other things: saved and loaded it goes on as if nothing had happened, and a test teaches it nothing."""
    check_learner(SMALL, DiceLearnerFactory(name), [honest], matches=6)


@pytest.mark.parametrize("name", PRESETS)
def test_every_turn_updates_a_rule_once(name: str) -> None:
    """The reward of every action arrives, the last of a game too, and that of an action that was deliberated."""
    learner = DiceLearnerFactory(name)(SMALL, Random(0))
    for at in range(4):
        agents = [learner.agent(SMALL, 0, Random(at)), honest(SMALL, 1, Random(at))]
        play_match(SMALL, agents, Random(at), strict=True)
    found = learner.measures()
    learner.close()
    assert found["updates"] == found["turns"] > 4


def summed(learned: LearnedRules) -> dict[str, tuple[float | None, float | None, int]]:
    """Value, first value and updates by what a rule tests: names of chunks have the time in them."""
    found = {read_rule(rule.text).signature(): (rule.value, rule.initial, rule.num_updates) for rule in learned.rules}
    assert len(found) == len(learned.rules)
    return found


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in ("p-0", "pmh-#") else pytest.mark.slow) for name in PRESETS]
)
def test_the_unit_of_the_kernel_changes_nothing(name: str) -> None:
    """A large unit spreads the kernel's numbers: the same moves, the same values to the last bit."""
    found = []
    for unit in (1, SCALED_UNIT):
        learner = DiceLearner(PRESETS[name], SMALL, replace(learning_settings(chunking=name != "b-0"), unit=unit))
        moves = []
        for at in range(20):
            agents = [learner.agent(SMALL, 0, Random(at)), honest(SMALL, 1, Random(at))]
            moves.append(play_match(SMALL, agents, Random(at), strict=True, keep_moves=True).moves)
        rules = learner.learned()
        learner.close()
        assert rules.exact
        again = DiceLearner(PRESETS[name], SMALL, learner.settings)
        again.take(replace(rules, origin=again.origin))
        play_match(SMALL, [again.agent(SMALL, 0, Random(99)), honest(SMALL, 1, Random(99))], Random(99), strict=True)
        later = again.learned()
        again.close()
        found.append((moves, summed(rules), summed(later)))
    assert found[0] == found[1]
    assert len({value for value, _, _ in found[0][1].values()}) > 10


def test_fewer_turns_enter_the_subgoal_as_chunks_are_learned() -> None:
    learner = DiceLearnerFactory("p-0")(SMALL, Random(0))
    shares = []
    for block in range(3):
        before = learner.measures()
        for at in range(20 * block, 20 * block + 20):
            play_match(
                SMALL, [learner.agent(SMALL, 0, Random(at)), honest(SMALL, 1, Random(at))], Random(at), strict=True
            )
        after = learner.measures()
        shares.append((after["deliberated"] - before["deliberated"]) / (after["turns"] - before["turns"]))
    learner.close()
    assert shares[0] > shares[1] > shares[2]


def test_the_value_of_a_chunk_begins_with_what_was_computed_or_with_zero() -> None:
    starts = {}
    for name in ("p-#", "p-0"):
        learner = DiceLearnerFactory(name)(SMALL, Random(0))
        for at in range(4):
            play_match(
                SMALL, [learner.agent(SMALL, 0, Random(at)), honest(SMALL, 1, Random(at))], Random(at), strict=True
            )
        learned_rules = learner.learned()
        learner.close()
        assert learned_rules.exact
        starts[name] = {rule.initial for rule in learned_rules.rules}
        assert {rule.initial == rule.value for rule in learned_rules.rules if not rule.num_updates} == {True}
    assert starts["p-0"] == {0.0}
    assert -1.0 in starts["p-#"]
    assert any(start not in (-1.0, 0.0, 1.0) for start in starts["p-#"] if start is not None)


class Mortal(DiceLearner):
    """Its process is killed when it begins a game, once for a folder of marks."""

    marks: Path
    last: int

    def agent(self, game: AnyGame, seat: Seat, rng: Random, *, learn: bool = True) -> RuleAgent | LearnedTwinAgent:
        found = super().agent(game, seat, rng, learn=learn)
        mark = self.marks / "died"
        if learn and self.origin.games == self.last and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return found


@dataclass(frozen=True)
class Dying:
    """Builds such a learner."""

    preset: str
    marks: Path
    last: int

    def __call__(self, game: AnyGame, rng: Random) -> DiceLearner:
        learner = DiceLearnerFactory(self.preset)(game, rng)
        learner.__class__, mortal = Mortal, cast(Mortal, learner)
        mortal.marks, mortal.last = self.marks, self.last
        return mortal


def run(out: Path, make: Callable[[AnyGame, Random], DiceLearner]) -> Learning:
    """A small run: tests and blocks in turn."""
    return run_learners(
        SMALL,
        ("learner", make),
        [("honest", honest)],
        matches=BLOCKS * BLOCK,
        block=BLOCK,
        test=BLOCK,
        seeds=[3],
        out=out,
    )


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> Learning:
    return run(tmp_path_factory.mktemp("training"), DiceLearnerFactory("b-0"))


@pytest.mark.parametrize("name", ["b-0", "p-#", pytest.param("pm-0", marks=pytest.mark.slow), "pmh-#"])
def test_a_killed_run_comes_to_the_same_curve(name: str, tmp_path: Path) -> None:
    """kill -9 in the middle of the second block of learning."""
    whole = run(tmp_path / "whole", DiceLearnerFactory(name))
    again = run(tmp_path / "killed", Dying(name, tmp_path, last=BLOCK + BLOCK // 2))
    assert (tmp_path / "died").exists()
    assert again.curves[0].digest == whole.curves[0].digest
    assert again.curves[0].blocks == whole.curves[0].blocks


def test_blocks_and_tests_in_turn(training: Learning) -> None:
    blocks = training.curves[0].blocks
    assert [block.test for block in blocks] == [True, False, True, False, True]
    assert [block.measures["updates"] > 0 for block in blocks] == [False, True, True, True, True]
    assert blocks[1].measures["rules"] == blocks[2].measures["rules"], "a test teaches nothing"
    assert blocks[3].measures["updates"] == blocks[1].measures["turns"] + blocks[3].measures["turns"]
    memory = training.curves[0].memory
    assert memory is not None
    origin = LearnedRules.load(memory).origin
    assert (origin.games, origin.seeds, origin.opponents) == (BLOCKS * BLOCK, (3,), ("honest",))
    assert origin.settings["policy"] == "sarsa"


def test_what_is_learned_can_be_merged_and_played(tmp_path: Path, training: Learning) -> None:
    path = training.curves[0].memory
    assert path is not None
    one, two = LearnedRules.load(path), LearnedRules.load(path)
    merged = one.merge([two])
    assert [rule.value for rule in merged.rules] == pytest.approx([rule.value for rule in one.rules])
    assert merged.num_updates == 2 * one.num_updates
    merged.save(tmp_path / "merged.json.gz")
    check_agent(SMALL, learned("liars-dice", str(tmp_path / "merged.json.gz")), matches=4)


def test_several_seats_share_a_file(training: Learning) -> None:
    path = training.curves[0].memory
    assert path is not None
    factory, table = LearnedFactory(path), LiarsDice(players=3, dice=2)
    agents = [factory(table, seat, Random(seat)) for seat in range(3)]
    assert len({id(agent.agent) for agent in agents}) == 3
    assert play_match(table, agents, Random(1), strict=True).num_moves > 5


def test_players_that_are_forgotten_are_loaded_again(training: Learning) -> None:
    """The kernel agents are closed, and a new one chooses the same."""
    path = training.curves[0].memory
    assert path is not None
    factory, view = (
        LearnedFactory(path),
        SMALL.parse_view("seat=0 turn=0 round=0 opener=0 dice=2,2 hidden=2,2 cup=35 shown=-,- exacts=0,1 wild=1"),
    )
    players, chosen = [], []
    for _ in range(2):
        agent = factory(SMALL, 0, Random(4))
        players.append(agent.player)
        chosen.append(agent.act(view, SMALL.actions(imagine(view))).action)
        del agent
        forget_players()
    assert players[0] is not players[1]
    assert chosen[0] == chosen[1]
    with pytest.raises(MendaxError):
        players[0].agent.execute("stats")


def test_an_explanation_names_the_rule_and_how_far_it_moved(training: Learning) -> None:
    path = training.curves[0].memory
    assert path is not None
    rules = {rule.name: rule for rule in LearnedRules.load(path).rules}
    agent = LearnedFactory(path)(SMALL, 0, Random(4))
    moved = 0
    state, rng = SMALL.start(), Random(2)
    while moved < 2:
        turn = SMALL.turn(state)
        if not isinstance(turn, int):
            state = SMALL.start() if turn is turn.OVER else SMALL.apply(state, SMALL.draw(state, rng))
            continue
        actions = SMALL.actions(state)
        if turn == 1:
            state = SMALL.apply(state, actions[rng.randrange(len(actions))])
            continue
        view = SMALL.view(state, 0)
        assert isinstance(view, View)
        decision = agent.act(view, actions, explain=True)
        found = decision.explanation
        assert found is not None
        for option in found.options:
            name = option.note.partition(",")[0]
            rule = rules.get(name)
            if rule is None:
                assert option.note.endswith("never updated")
                assert option.value == 0.0
            else:
                assert option.value == pytest.approx(rule.value, abs=1e-6)
                assert f"moved {rule.moved:+.4f} in {rule.num_updates} updates" in option.note
                if option.action == decision.action:
                    moved += 1
                    assert name in found.sentence
                    assert f"{rule.value:+.4f}" in found.sentence
        state = SMALL.apply(state, decision.action)


def test_a_reward_that_is_lost_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match ignores what an agent does wrong after its end; the learner does not."""
    learner = DiceLearnerFactory("b-0")(SMALL, Random(0))
    agents = [learner.agent(SMALL, 0, Random(0)), honest(SMALL, 1, Random(0))]
    with monkeypatch.context() as patch:
        patch.setattr("mendax.soar.episodes._DECISIONS", 1)
        play_match(SMALL, agents, Random(0))
    with pytest.raises(MendaxError, match=r"the last reward of a game was lost: .*does not finish its episode"):
        learner.learned()
    with pytest.raises(MendaxError, match="the last reward of a game was lost"):
        learner.agent(SMALL, 0, Random(1))
    learner.close()


def test_a_learner_sits_at_one_seat(training: Learning) -> None:
    learner = DiceLearnerFactory("b-0")(SMALL, Random(0))
    learner.agent(SMALL, 0, Random(0))
    with pytest.raises(MendaxError, match="b-0 learns at one seat of a table"):
        learner.agent(SMALL, 1, Random(0))
    with pytest.raises(MendaxError, match="this learner plays liars-dice:players=2,dice=2, not"):
        learner.agent(LiarsDice(players=2), 1, Random(0))
    learner.close()


def test_a_learner_refuses_the_rules_of_another(training: Learning) -> None:
    path = training.curves[0].memory
    assert path is not None
    learner = DiceLearnerFactory("p-#")(SMALL, Random(0))
    with pytest.raises(MendaxError, match="these rules were learned by b-0, not by p-#"):
        learner.load(path)
    learner.close()
    learner = DiceLearnerFactory("b-0", "q-learning")(SMALL, Random(0))
    with pytest.raises(MendaxError, match="learned with other settings, or the agent's own rules have changed"):
        learner.load(path)
    learner.close()


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (LiarsDice(players=2, wild="none"), "b-0 plays where one face is wild in every round"),
        (LiarsDice(players=3, special=True), "b-0 plays where one face is wild in every round"),
        (LiarsDice(players=2, faces=5), "only on dice of an even number of faces"),
    ],
)
def test_games_that_b_0_does_not_play(game: LiarsDice, message: str) -> None:
    with pytest.raises(MendaxError, match=message):
        DiceLearnerFactory("b-0")(game, Random(0))


def test_train_then_rules_then_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, soar = tmp_path / "run", tmp_path / "rules.soar"
    train = ["train", "liars-dice:dice=2", "--blocks", "1", "--games-per-block", "6", "--against", "honest"]
    train += ["--out", str(out), "--seed", "5"]
    found = call_json(capsys, *train)
    assert found["opponents"] == ["honest"]
    assert [block.get("test", False) for block in found["curves"][0]["blocks"]] == [True, False, True]
    memory = LearningLog(out / "seed-5").memory(1)
    _, said, _ = call(capsys, *train)
    assert "won with learning off" in said
    assert f"learned:{memory}" in said.replace("\n", "")
    rules = call_json(capsys, "rules", str(memory), "--soar", str(soar))
    assert (rules["agent"], rules["games"]) == ("b-0", 6)
    assert rules["most_used"][0]["updates"] >= rules["most_used"][-1]["updates"] > 0
    assert abs(rules["most_changed"][0]["moved"]) >= abs(rules["most_changed"][-1]["moved"]) > 0
    assert soar.read_text().count("sp {") == rules["rules"]
    _, words, _ = call(capsys, "rules", str(memory), "--top", "1")
    assert rules["most_used"][0]["words"] in words
    code, _, err = call(capsys, "match", "liars-dice:players=2,dice=2", f"learned:{memory}", "honest", "--games", "4")
    assert code == 0, err


def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, out = tmp_path / "text", ["--out", str(tmp_path)]
    text.write_text("nonsense")
    for arguments, said in (
        (["rules", str(text)], "does not hold learned Soar rules"),
        (["rules", str(tmp_path / "none")], "cannot be read"),
        (["rules", "learned:nobody"], "or one of: tuned-p"),
        (["rules", "honest:"], "is neither a file nor an agent that has one"),
        (["train", "liars-dice", "--preset", "x", *out], "there is no learning agent 'x'"),
        (["train", "liars-dice", "--policy", "x", *out], "there is no policy 'x'"),
        (["train", "liars-dice:wild=none", *out], "one face is wild in every round"),
        (["train", "liars-dice", "--native", "--against", "honest", *out], "there is no twin of 'honest'"),
        (["match", "liars-dice", "learned:none", "honest"], "learned:FILE plays by a file of `mendax train`"),
    ):
        assert_refused(capsys, arguments, said)


def test_a_player_of_the_package_is_named(tmp_path: Path, training: Learning, monkeypatch: pytest.MonkeyPatch) -> None:
    path = training.curves[0].memory
    assert path is not None
    LearnedRules.load(path).save(tmp_path / "best.json.gz")
    (tmp_path / "__init__.py").touch()
    monkeypatch.setattr("mendax.games.liars_dice.agents.learned.files", lambda package: tmp_path)
    assert learned("liars-dice", "best") == LearnedFactory(tmp_path / "best.json.gz")
    with pytest.raises(MendaxError, match="or one of: best"):
        learned("liars-dice", "worst")


def test_the_package_has_a_learned_player() -> None:
    """It plays by its own rules, of the agent as it is now, and names the rule of what it does."""
    game = LiarsDice(players=2)
    agent = build_agent("liars-dice", "learned:tuned-p")(game, 0, Random(1))
    view = game.parse_view("seat=0 turn=0 round=0 opener=0 dice=5,5 hidden=5,5 cup=13356 shown=-,- exacts=0,1 wild=1")
    explanation = agent.act(view, game.actions(imagine(view)), explain=True).explanation
    assert explanation is not None
    assert re.search(r"\(bid .*\) says [-+]\d\.\d{4}, .* after \d+ updates", explanation.sentence)
    play_match(game, [agent, honest(game, 1, Random(2))], Random(3), strict=True)
    del agent
    forget_players()


def test_the_packages_player_is_read_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    found = call_json(capsys, "rules", "learned:tuned-p", "--top", "1")
    assert (found["agent"], found["games"]) == ("p-#", 10_000)
    assert found["most_used"][0]["words"].startswith("bid one 1")


def test_the_agent_is_in_the_catalogue(training: Learning) -> None:
    path = training.curves[0].memory
    assert build_agent("liars-dice", f"learned:{path}")(SMALL, 0, Random(0)) is not None
