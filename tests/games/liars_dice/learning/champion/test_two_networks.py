"""A player of two networks: one for strangers, one that plays where all others are recognised."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.cli.app import run
from mendax.conformance import check_agent
from mendax.core.errors import MendaxError
from mendax.games.liars_dice.agents.champion import ChampionFactory
from mendax.games.liars_dice.kernel.many_tables import legal
from mendax.games.liars_dice.kernel.numpy_tables import Tables
from mendax.games.liars_dice.learning.champion.features import num_features, num_present, num_with_habits
from mendax.games.liars_dice.learning.champion.kept_networks import layers_of, network_of, player_of
from mendax.games.liars_dice.learning.champion.league import begin_pool
from mendax.games.liars_dice.learning.champion.matches import by_forgetful_network
from mendax.games.liars_dice.learning.champion.networks import (
    TwoNetworks,
    begin,
    log_policy,
    sees_likeness,
)
from mendax.games.liars_dice.learning.champion.observing import observe
from mendax.games.liars_dice.learning.champion.player_file import (
    FAMILIAR,
    Layers,
    Player,
    joined,
    load_player,
    save_player,
)
from mendax.games.liars_dice.learning.champion.positions import table_of as numpy_table_of
from mendax.games.liars_dice.learning.champion.recognition import LEAST_WORDS, recognised
from mendax.games.liars_dice.learning.champion.self_play import policy
from mendax.games.liars_dice.learning.champion.training import (
    ChampionTraining,
    exploiter_of,
    train_champion,
    train_exploiter,
)
from mendax.games.liars_dice.rules import LiarsDice
from mendax.learn.loop import Watching
from tests.games.liars_dice.learning.champion.positions import stack, table_of
from tests.games.liars_dice.learning.champion.test_features import positions
from tests.games.liars_dice.learning.champion.test_strangers import LIKE_PMH, SEATS, UNLIKE, habits_of
from tests.games.liars_dice.learning.champion.test_taught import plan_of, rollout_of, table_with
from tests.games.liars_dice.learning.champion.test_update import tiny


def one_network(inputs: int, hidden: tuple[int, ...], seed: int, players: int = SEATS) -> Player:
    actor = begin(np.random.default_rng(seed), players, hidden, (8,), (8,), True, inputs).actor
    return player_of(jax.tree.map(lambda part: 20 * part, actor), players)  # a policy with opinions


def two_networks(players: int = SEATS) -> Player:
    strangers = one_network(num_present(players), (48, 32), 5, players)
    return joined(strangers, one_network(num_features(players), (40,), 6, players))


def test_what_is_seen_tells_whether_all_others_are_recognised() -> None:
    """In matches with agents of the paper, at every decision of a learner that forgets strangers."""
    plan = plan_of(**{"networks.forgets_strangers": True})
    _, played = rollout_of(plan)
    others = plan.learning.tables - plan.num_agents
    seen, mine, taught = (np.asarray(part)[:, others:] for part in (played.seen, played.mine, played.taught))
    known = (seen[..., num_present(2) :] != 0).any(-1)
    assert (known[mine] == taught[mine]).all()
    assert 0 < known[mine].sum() < mine.sum()


def test_the_fewest_words_that_tell_are_seen() -> None:
    for words in (LEAST_WORDS - 1, LEAST_WORDS):
        table = table_with(words, 0.0, 0.0)
        seen = jax.jit(observe)(table, jnp.bool_(True))
        assert seen.dtype == jnp.float16
        for dtype in (jnp.float16, jnp.bfloat16):
            found = bool((seen.astype(dtype)[num_present(2) :] != 0).any())
            assert found is bool(recognised(table)) is (words == LEAST_WORDS)


@pytest.mark.parametrize("familiar_sees", [num_present, num_with_habits, num_features])
def test_numpy_plays_as_jax_does(tmp_path: Path, familiar_sees: object) -> None:
    """Each network plays its own rows as it does alone, one at a time and many at once."""
    assert callable(familiar_sees)
    strangers = one_network(num_present(SEATS), (48, 32), 5)
    familiar = one_network(familiar_sees(SEATS), (40,), 6)
    save_player(tmp_path / "player.npz", joined(strangers, familiar))
    player = load_player(tmp_path / "player.npz")
    game, states = positions(SEATS, 90)
    habits = habits_of(LIKE_PMH, LIKE_PMH, UNLIKE)
    tables = stack([table_of(state, habits) for state in states])
    masks, known = jax.vmap(legal)(tables), np.asarray(jax.vmap(recognised)(tables))
    assert 10 < known.sum() < 80
    networks = [network_of(one) for one in (player, familiar, strangers)]
    assert [isinstance(one, TwoNetworks) for one in networks] == [True, False, False]
    assert sees_likeness(networks[0], SEATS)
    both, alone, plain = (np.exp(np.asarray(jax.jit(by_forgetful_network)(one, tables, masks))) for one in networks)
    assert both == pytest.approx(np.where(known[:, None], alone, plain), abs=1e-6)
    assert np.median(np.abs(alone - plain).max(1)) > 0.1

    views = [game.view(state, state_turn) for state in states if isinstance(state_turn := game.turn(state), int)]
    rows = zip(*(numpy_table_of(view, SEATS, habits) for view in views), strict=True)
    many = policy(player, Tables(*map(np.concatenate, rows)), game)
    assert many == pytest.approx(both, abs=1e-3)
    for view, row, mask in zip(views, both, np.asarray(masks), strict=True):
        numbers = np.flatnonzero(mask)
        assert player.mix(view, numbers.tolist(), habits) == pytest.approx(row[numbers], abs=1e-3)


def test_a_pool_of_two_networks_plays_in_half_precision() -> None:
    plan, network = tiny(opponents__pool=2), network_of(two_networks())
    assert isinstance(network, TwoNetworks)
    states = positions(SEATS, 40)[1]
    tables = stack([table_of(state, habits_of(LIKE_PMH, LIKE_PMH, UNLIKE)) for state in states])
    seen, masks = jax.vmap(partial(observe, forgets_strangers=jnp.bool_(True)))(tables), jax.vmap(legal)(tables)
    known = np.asarray(jax.vmap(recognised)(tables))
    found = []
    for single in (network, network.familiar, network.strangers):
        pool = begin_pool(plan, single, ())
        assert {leaf.dtype for leaf in jax.tree.leaves(pool)} == {np.dtype(np.float16)}
        blocks = [rows.reshape(2, 20, -1) for rows in (seen, masks)]
        found.append(np.asarray(jax.vmap(partial(log_policy, half=True))(pool, *blocks)).reshape(40, -1))
    assert np.array_equal(found[0], np.where(known[:, None], found[1], found[2]))
    assert 0 < known.sum() < 40


def test_a_file_of_two_networks_is_read_as_it_was_written(tmp_path: Path) -> None:
    written, path = two_networks(), tmp_path / "player.npz"
    save_player(path, written)
    read = load_player(path)
    assert read.digest == written.digest
    one = replace(read, familiar=())
    assert len({read.digest, one.digest, Player(SEATS, read.familiar).digest}) == 3
    for before, after in zip(written.layers + written.familiar, read.layers + read.familiar, strict=True):
        assert all(np.array_equal(*parts) for parts in zip(before, after, strict=True))
    assert (read.inputs, read.has_memory, read.sees_likeness, read.forgets) == (num_features(SEATS), True, True, True)
    assert (one.inputs, one.has_memory, one.sees_likeness, one.forgets) == (num_present(SEATS), False, False, False)
    save_player(path, one)
    with np.load(path) as arrays:
        assert not any(name.startswith(FAMILIAR) for name in arrays.files)


def test_files_that_are_no_player_of_two_networks(tmp_path: Path) -> None:
    good, path = two_networks(), tmp_path / "player.npz"
    (weight, bias), *others = good.familiar
    fewer: Layers = ((weight[:-1], bias), *others)
    damaged: Layers = ((weight * np.nan, bias), *others)
    for bad, said in (
        (replace(good, familiar=fewer), "do not fit together"),
        (replace(good, familiar=good.familiar[:1]), "do not fit together"),
        (replace(good, layers=good.familiar), "do not fit together"),
        (replace(good, familiar=damaged), "not finite"),
    ):
        save_player(path, bad)
        with pytest.raises(MendaxError, match=said):
            load_player(path)


def test_only_players_that_fit_are_joined() -> None:
    good = two_networks()
    strangers, familiar = replace(good, familiar=()), Player(SEATS, good.familiar)
    assert joined(strangers, familiar).digest == good.digest
    with pytest.raises(MendaxError, match="a player for 2 players cannot stand in for one for 3 players"):
        joined(strangers, one_network(num_features(2), (8,), 1, 2))
    with pytest.raises(MendaxError, match="with a memory cannot"):
        joined(familiar, familiar)
    with pytest.raises(MendaxError, match="two networks already"):
        joined(good, familiar)
    assert joined(strangers, good).digest == good.digest, "of two networks the one for the familiar is taken"


def test_trainings_that_two_networks_do_not_fit() -> None:
    plan, good = tiny(networks__memory=False), two_networks(2)
    familiar = Player(2, good.familiar)
    with pytest.raises(MendaxError, match=r"see networks\.memory"):
        train_champion(tiny(), familiar=familiar)
    with pytest.raises(MendaxError, match="a player for 3 players cannot"):
        train_champion(plan, familiar=Player(3, two_networks().familiar))
    with pytest.raises(MendaxError, match="only one with one network fits"):
        train_champion(plan, exploiters=[good])


def test_an_agent_of_two_networks_judges_words(tmp_path: Path) -> None:
    game, path = LiarsDice(players=3, dice=2), tmp_path / "player.npz"
    save_player(path, two_networks())
    check_agent(game, ChampionFactory(path), matches=1)
    assert ChampionFactory(path)(game, 0, Random(1)).memory.judge is not None


def test_an_exploiter_sees_everything_and_its_target_forgets() -> None:
    training = exploiter_of(tiny(), two_networks(2), 3840, 1)
    assert isinstance(training.target, TwoNetworks)
    assert training.plan.frozen_forgets
    assert not training.plan.networks.forgets_strangers


@pytest.mark.slow
def test_two_networks_are_exploited(tmp_path: Path) -> None:
    player, plan = two_networks(2), tiny(networks__half=True)
    found = train_exploiter(plan, player, plan.decisions, 7, tmp_path, Watching(games=40), matches=40)
    assert found.plan.frozen == player.digest
    assert found.updates == 10
    assert not load_player(tmp_path).familiar
    again = exploiter_of(plan, player, plan.decisions, 7)
    first, last = again.begin().pool, again.load(tmp_path).pool
    assert isinstance(last, TwoNetworks)
    assert all(map(np.array_equal, jax.tree.leaves(first), jax.tree.leaves(last)))


@pytest.mark.slow
def test_a_player_is_trained_to_be_one_of_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the command; and a training that begins with both begins with the one that plays strangers."""
    given, out, plan = tmp_path / "familiar.npz", tmp_path / "out", tiny(networks__memory=False)
    familiar = one_network(num_features(2), (40,), 6, 2)
    save_player(given, familiar)
    sets = ["learning.tables=16", "learning.steps=8", "learning.parts=2", "decisions=1280", "opponents.pool=2"]
    widths = ["networks.actor=[16]", "networks.critic=[16]", "networks.score=[8]"]
    command = [
        "train",
        "liars-dice",
        "--preset",
        "champion-small",
        "--out",
        str(out),
        "--familiar",
        str(given),
        "--json",
    ]
    command += [part for one in (*sets, *widths) for part in ("--set", one)]
    assert run(command) == 2
    assert "networks.memory" in capsys.readouterr().err
    assert run([*command, "--set", "networks.memory=false"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["plan"]["familiar"] == familiar.digest
    player = load_player(out)
    assert Player(2, player.familiar).digest == familiar.digest
    assert not replace(player, familiar=()).has_memory
    assert player.score

    assert jax.tree.leaves(layers_of(player.layers))[0].shape[0] == num_present(2)
    started = ChampionTraining(plan, start=layers_of(player.layers), familiar=familiar)
    own = replace(started.player(started.begin()), score=())
    assert own.digest == player.digest
    next_one, result = train_champion(plan, None, Watching(games=40), matches=0, start=player)
    assert result.plan.start == player.digest
    assert not next_one.familiar
    assert run(["train", "liars-dice", "--out", str(out), "--familiar", str(given)]) == 2
    assert "--familiar" in capsys.readouterr().err
