"""The study's trainings: every name stands for what it says, and what one begins with fits it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.core.errors import MendaxError
from mendax.games.yahtzee.learning.features import Features
from mendax.games.yahtzee.learning.task import YahtzeeTask
from mendax.games.yahtzee.learning.training import RESULT
from mendax.games.yahtzee.study import trainings as study
from mendax.games.yahtzee.study.trainings import BASE, FULL, QUICK, Size, folder, train_all, trainings
from mendax.learn.network import Network
from mendax.learn.policy_gradients import count_updates
from mendax.learn.rollout import play, review
from mendax.learn.settings import NetworkSettings, ThingCode, TrunkKind, as_json

SMALL = NetworkSettings(layers=1, width=8, head_width=8, attention_heads=2)


def shapes(network: NetworkSettings, task: YahtzeeTask) -> list[tuple[int, ...]]:
    made = jax.eval_shape(lambda: Network(np.random.default_rng(0), task, network))
    return [leaf.shape for leaf in jax.tree.leaves(made)]


def differences(one: object, other: object, name: str = "") -> set[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        return {found for key in one for found in differences(one[key], other[key], f"{name}.{key}".strip("."))}
    return set() if one == other else {name}


class TestTheList:
    names = trainings(FULL)

    def test_an_ablation_changes_one_thing(self) -> None:
        base = as_json(self.names[BASE].plan)
        wanted = {
            "dice-counts": {"network.things"},
            "no-potential": {"task.features.potential"},
            "bernoulli": {"network.subsets", "task.distinct_keeps"},
            "layers-1": {"network.layers"},
            "attention": {"network.trunk", "network.width"},
            "no-norm": {"network.norm"},
            "trace-0": {"learning.trace"},
            "entropy-low": {"learning.entropy"},
            "curriculum": {"learning.curriculum"},
            "transfer": set[str](),
        }
        for name, changed in wanted.items():
            assert differences(base, as_json(self.names[name].plan)) == changed, name

    def test_budgets(self) -> None:
        games = {
            name: self.names[name].plan.games for name in ("a2c", "a2c-paper", "reinforce", "ppo", "single-turn", BASE)
        }
        assert games == {
            "a2c": 1_000_000,
            "a2c-paper": 1_000_000,
            "reinforce": 1_000_000,
            "ppo": 250_000,
            "single-turn": 6_500_000,
            BASE: 250_000,
        }

    @pytest.mark.parametrize("size", [FULL, QUICK], ids=["full", "quick"])
    def test_everything_can_be_run(self, size: Size) -> None:
        """Each has games enough for an update, comes after what it needs, and fits what it begins with."""
        seen = set[str]()
        for name, training in trainings(size).items():
            assert count_updates(training.plan.games, training.plan.learning) > 0
            assert {training.start, training.same_as} <= {"", *seen}, name
            seen.add(name)
            if training.start:
                first = trainings(size)[training.start].plan
                assert shapes(first.network, first.task) == shapes(training.plan.network, training.plan.task)

    def test_an_unknown_name(self, tmp_path: Path) -> None:
        with pytest.raises(MendaxError, match="training"):
            train_all(tmp_path, QUICK, ["layers-9"])

    def test_what_it_needs_must_be_there(self, tmp_path: Path) -> None:
        with pytest.raises(MendaxError, match="scratch is base, which has not been run yet"):
            train_all(tmp_path, QUICK, ["scratch"])
        with pytest.raises(MendaxError, match="transfer begins with turn-full, which has not been run yet"):
            train_all(tmp_path, QUICK, ["transfer"])


@pytest.mark.parametrize("things", ["onehot", "counts", "combined", "embedding", "positions"])
def test_every_representation_plays(things: ThingCode) -> None:
    """Games end, and every legal score is between a bad and a perfect one."""
    network = replace(SMALL, things=things)
    task = YahtzeeTask(Features(potential=False))
    made, keys = Network(np.random.default_rng(1), task, network), jax.random.split(jax.random.key(0))
    played, outcome = play(made, task, keys[0], 3, keys[1])
    assert played.actions.shape == (13, 3, 3)
    assert ((outcome["score"] > 5) & (outcome["score"] < 500)).all()


@pytest.mark.parametrize("trunk", ["dense", "attention"])
def test_actions_are_judged_by_the_thinned_network_that_took_them(trunk: TrunkKind) -> None:
    """A policy all but sure of itself: it took what it would take again, and another thinning would not."""
    task = YahtzeeTask()
    network = Network(np.random.default_rng(1), task, replace(SMALL, trunk=trunk, dropout=0.5))
    sure = eqx.tree_at(
        lambda made: [head.out.weight for head in made.heads],
        network,
        replace_fn=lambda weight: weight * 1e6,
    )
    keys = jax.random.split(jax.random.key(3))
    played, _ = play(sure, task, keys[0], 4, keys[1])
    again = review(sure, task, played).log_probs
    assert float(again.min()) > -2
    whole = review(sure, task, played._replace(kept=())).log_probs
    assert float(whole.min()) < -20


def test_attention_does_not_see_the_order_of_dice() -> None:
    """Shuffled dice: the same scoring policy and value, and keeps that follow the dice."""
    task = YahtzeeTask()
    network = Network(np.random.default_rng(1), task, replace(SMALL, trunk="attention"))
    state = task.start(task.chances(jax.random.key(1), 6)[0])
    seen = task.observe(state)
    order = jnp.array([3, 1, 4, 0, 2])
    one, other = network.encode(seen), network.encode(seen._replace(things=seen.things[:, order]))
    assert np.asarray(network.value(one)) == pytest.approx(np.asarray(network.value(other)), abs=1e-5)
    assert np.asarray(network.logits(one, 1)) == pytest.approx(np.asarray(network.logits(other, 1)), abs=1e-5)
    masks = np.arange(32)
    moved = sum(((masks >> int(place)) & 1) << at for at, place in enumerate(order))
    assert np.asarray(network.logits(one, 0)) == pytest.approx(np.asarray(network.logits(other, 0))[:, moved], abs=1e-5)


def test_the_curriculum_plays_last_turns() -> None:
    """Games of three turns begin with ten filled boxes and end with a full card."""
    task = YahtzeeTask().cut(3)
    chances = task.chances(jax.random.key(2), 50)
    filled = np.asarray(task.start(chances[0]).filled)
    assert {int(mask).bit_count() for mask in filled} == {10}
    assert len(set(filled.tolist())) > 20
    with pytest.raises(MendaxError, match="1 to 13 turns"):
        YahtzeeTask(turns=14)


@pytest.mark.slow  # compiling takes long
def test_transfer_and_aliases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A training begins with another's network, and one with two names is run once."""
    size = Size(130, 130, 1, 20, 20, width=8)
    names = [BASE, "scratch", "turn-full", "transfer"]
    train_all(tmp_path, size, names)
    results = {name: json.loads((folder(tmp_path, name, 0) / RESULT).read_text()) for name in names}
    assert results["scratch"] == results[BASE]
    assert results["transfer"]["plan"]["start"]
    monkeypatch.setattr(study, "run", lambda *given: pytest.fail("it is there already"))
    train_all(tmp_path, size, names)
