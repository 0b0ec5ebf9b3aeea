"""Tiny trainings from end to end: stopped and continued, measured, exploited."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.cli.app import run
from mendax.core.errors import MendaxError, Stopped
from mendax.games.liars_dice.kernel.habits import LIKENESS, ROUNDS
from mendax.games.liars_dice.kernel.many_tables import Table
from mendax.games.liars_dice.kernel.numbering import FIRST_BID, num_actions, num_bids
from mendax.games.liars_dice.learning.champion.features import num_features, num_present, num_with_habits
from mendax.games.liars_dice.learning.champion.kept_networks import layers_of, network_of, player_of
from mendax.games.liars_dice.learning.champion.matches import play_matches
from mendax.games.liars_dice.learning.champion.networks import IMPOSSIBLE, Layers, widened
from mendax.games.liars_dice.learning.champion.observing import PAST, PAST_RIVAL
from mendax.games.liars_dice.learning.champion.player_file import Player, load_player
from mendax.games.liars_dice.learning.champion.rollout import fixed_kinds
from mendax.games.liars_dice.learning.champion.training import ChampionTraining, train_champion, train_exploiter
from mendax.games.liars_dice.learning.champion.update import update
from mendax.learn.loop import Watching
from tests.games.liars_dice.learning.champion.test_update import tiny

pytestmark = pytest.mark.slow


def test_a_stopped_training_continues_as_if_it_had_not_been(tmp_path: Path) -> None:
    plan = tiny(opponents__agents=0.25, opponents__every=2)
    whole, result = train_champion(plan, tmp_path / "whole", Watching(games=40), matches=40)
    seen = 0

    def stop() -> bool:
        nonlocal seen
        seen += 1
        return seen > 3

    with pytest.raises(Stopped, match="stopped after 3 of 10 updates; the same command continues it"):
        train_champion(plan, tmp_path / "parts", Watching(games=40, stopped=stop))
    again, _ = train_champion(plan, tmp_path / "parts", Watching(games=40), matches=40)
    assert again.digest == whole.digest == load_player(tmp_path / "whole").digest
    assert result.updates == 10
    assert result.decisions == 3840
    assert 0 < result.own_decisions < 3840
    assert set(result.win_rates) == {"pmh", "emh"}
    other, _ = train_champion(tiny(opponents__agents=0.25, opponents__every=2, seed=4), None, Watching(games=40))
    assert other.digest != whole.digest


def test_an_exploiter_beats_a_player_that_knows_nothing(tmp_path: Path) -> None:
    plan = tiny(learning__tables=64, learning__steps=16, networks__actor=[64], networks__critic=[64])
    nobody = player_of(ChampionTraining(plan).begin().networks.actor, 2)
    assert jax.tree.leaves(network_of(nobody))[0].shape == nobody.layers[0][0].shape
    found = train_exploiter(plan, nobody, 120_000, 7, tmp_path, Watching(games=200), matches=400)
    assert found.plan.frozen == nobody.digest
    assert found.own_decisions == pytest.approx(found.decisions / 2, rel=0.2)
    assert found.win_rates["drawn"] > 0.9
    assert found.win_rates["greedy"] > 0.8
    assert found.curve[-1].decisions == found.decisions
    assert found.curve[-1].won > 0.9 > found.curve[0].won


def test_an_exploiter_that_was_stopped_tells_its_whole_curve(tmp_path: Path) -> None:
    plan = tiny(learning__steps=8)
    seen = list[float]()
    stopping = Watching(
        games=40, looks=4, on_row=lambda row, progress: seen.append(progress), stopped=lambda: seen != []
    )
    with pytest.raises(Stopped):
        train_exploiter(plan, "pmh", plan.decisions, 7, tmp_path, stopping, matches=40)
    watching = Watching(games=40, looks=4)
    continued = train_exploiter(plan, "pmh", plan.decisions, 7, tmp_path, watching, matches=40)
    whole = train_exploiter(plan, "pmh", plan.decisions, 7, None, watching, matches=40)
    assert len(seen) == 1 < len(whole.curve)
    assert continued.curve == whole.curve
    assert continued.to_json()["curve"][-1] == {"decisions": whole.decisions, "win_rate": whole.curve[-1].won}
    assert continued.curve_matches == 40


def test_a_player_of_an_earlier_time_learns_to_see_more() -> None:
    plan = tiny(opponents__past=0.25, opponents__rivals=0.25, opponents__rival_updates=3)
    old = num_with_habits(2)
    (weight, bias), *others = player_of(ChampionTraining(plan).begin().networks.actor, 2).layers
    start = Player(2, ((weight[:old], bias), *others))
    assert not start.sees_likeness
    player, result = train_champion(plan, None, Watching(games=40), matches=40, start=start)
    assert result.updates == 10
    assert player.sees_likeness
    assert np.abs(player.layers[0][0][old:]).max() > 0
    for target in (start, player):
        found = train_exploiter(plan, target, plan.decisions, 7, None, Watching(games=40), matches=40)
        assert found.plan.frozen == target.digest


def test_exploiters_are_met_for_the_whole_training(tmp_path: Path) -> None:
    """Also one that sees less; the places beside it change hands."""
    plan = tiny(
        opponents__pool=4,
        opponents__past=0.5,
        opponents__rivals=0.25,
        opponents__rival_updates=3,
        opponents__every=2,
    )
    assert replace(plan, exploiters=("it",)).places == (2, 1, 1)
    whole = player_of(ChampionTraining(replace(plan, seed=9)).begin().networks.actor, 2)
    (weight, bias), *others = whole.layers
    less = Player(2, ((weight[: num_present(2)], bias), *others))
    for given in (whole, less):
        out = tmp_path / given.digest
        _, result = train_champion(plan, out, Watching(games=40), matches=40, exploiters=[given])
        assert result.plan.exploiters == (given.digest,)
        assert set(fixed_kinds(result.plan)[4:12, 1].tolist()) >= {PAST, PAST_RIVAL}
        trained = ChampionTraining(result.plan, exploiters=(widened(layers_of(given.layers), num_features(2)),))
        first, last = trained.begin().pool, trained.load(out).pool
        for before, after in zip(jax.tree.leaves(first), jax.tree.leaves(last), strict=True):
            assert np.array_equal(before[3], after[3])
            if before.ndim > 2:
                assert all(not np.array_equal(before[place], after[place]) for place in range(3))


def test_exploiters_must_fit() -> None:
    plan = tiny()
    other = player_of(ChampionTraining(tiny(networks__actor=[8])).begin().networks.actor, 2)
    own = player_of(ChampionTraining(plan).begin().networks.actor, 2)
    with pytest.raises(MendaxError, match="which do not fit"):
        train_champion(plan, exploiters=[other])
    with pytest.raises(MendaxError, match="places among past selves"):
        train_champion(plan, exploiters=[own, own])
    with pytest.raises(MendaxError, match="sees more"):
        train_champion(tiny(networks__memory=False), exploiters=[own])


@pytest.mark.parametrize(("memory", "likeness"), [(True, True), (True, False), (False, True)])
def test_words_are_judged_where_somebody_sees_it(memory: bool, likeness: bool) -> None:
    plan = tiny(networks__memory=memory, networks__likeness=likeness)
    player = ChampionTraining(plan).player(ChampionTraining(plan).begin())
    assert (player.has_memory, player.sees_likeness) == (memory, memory and likeness)
    state, _ = jax.jit(lambda state: update(plan, state))(ChampionTraining(plan).begin())
    habits = np.asarray(state.seated.table.habits)
    assert habits.dtype == np.int16
    assert bool(habits[..., LIKENESS].any()) == (memory and likeness)


def remembers(weights: Layers, table: Table, legal: jax.Array) -> jax.Array:
    """Bids low and challenges then; bids as high as it can after a round in which no word was judged."""
    forgot = (table.habits[:, :, ROUNDS].max(1) > 0) & (table.habits[:, :, LIKENESS].min((1, 2)) == 0)
    places = jnp.arange(legal.shape[1])
    high = jnp.where(places < FIRST_BID + num_bids(2), places, -1)
    return jnp.where(legal, 50.0 * jnp.where(forgot[:, None], high, -places), IMPOSSIBLE)


def anything(weights: Layers, table: Table, legal: jax.Array) -> jax.Array:
    return jnp.where(legal, 0.0, IMPOSSIBLE)


def test_matches_on_the_device_have_a_memory() -> None:
    shares = []
    for inputs in (num_features(2), num_with_habits(2)):
        network = Layers(np.random.default_rng(1), (inputs, 1, num_actions(2)), 0.0)
        shares.append(play_matches(remembers, network, anything, network, 2, 200, 1))
    assert shares[0] > 0.75
    assert shares[1] < 0.4


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changes = ("learning.tables=16", "learning.steps=8", "networks.actor=[16]", "networks.critic=[16]")
    sets = [part for change in (*changes, "opponents.pool=2") for part in ("--set", change)]
    out = str(tmp_path / "player")
    train = ("train", "liars-dice", "--preset", "champion-small", "--players", "3", "--out", out, "--json", *sets)
    assert run([*train, "--set", "decisions=1280"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["preset"], told["players"], told["decisions"]) == ("champion-small", 3, 1280)
    exploit = ("exploit", "liars-dice", f"champion:{out}", "--learn", "--players", "3", "--preset", "champion-small")
    assert run([*exploit, *sets, "--decisions", "1280", "--matches", "60"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "after 1,280 decisions" in said
    assert "33.3 % is fair" in said
    assert "Won on the way, 1,000 matches each" in said
    assert run(["match", "liars-dice:players=3", f"champion:{out}", "random", "random", "--games", "3"]) == 0
