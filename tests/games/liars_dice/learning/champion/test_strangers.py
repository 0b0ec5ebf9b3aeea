"""A player that forgets strangers: what it remembers counts only where it recognises all others."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.core.errors import MendaxError
from mendax.games.liars_dice.kernel.habits import AS_EMH, AS_PMH, EIGHTHS, NUM_COUNTS, NUM_HABITS, WORDS, Counts
from mendax.games.liars_dice.kernel.many_tables import legal
from mendax.games.liars_dice.learning.champion import update as ppo
from mendax.games.liars_dice.learning.champion.features import num_features
from mendax.games.liars_dice.learning.champion.kept_networks import network_of, player_of
from mendax.games.liars_dice.learning.champion.matches import by_forgetful_network, by_network, network_policy
from mendax.games.liars_dice.learning.champion.networks import begin
from mendax.games.liars_dice.learning.champion.observing import LEARNER, PAST, PAST_RIVAL, RIVAL, observe
from mendax.games.liars_dice.learning.champion.plan import exploiter_plan
from mendax.games.liars_dice.learning.champion.player_file import Player, load_player, save_player
from mendax.games.liars_dice.learning.champion.rollout import begin_tables, observe_tables, play
from mendax.games.liars_dice.learning.champion.training import ChampionTraining, exploiter_of
from mendax.games.liars_dice.learning.champion.update import credit
from tests.games.liars_dice.learning.champion.positions import stack, table_of
from tests.games.liars_dice.learning.champion.test_features import positions, some_habits
from tests.games.liars_dice.learning.champion.test_update import tiny

SEATS = 3


def habits_of(*nats: float) -> Counts:
    """By seat: ten words that PMH says with so many nats less than certainty, and EMH never."""
    habits = some_habits(SEATS)
    assert habits.shape == (SEATS, NUM_COUNTS)
    habits[:, WORDS], habits[:, AS_EMH] = 10, -60 * EIGHTHS
    habits[:, AS_PMH] = [-round(one * EIGHTHS) for one in nats]
    return habits


LIKE_PMH, UNLIKE = 3.0, 30.0


def forgetful() -> Player:
    networks = begin(np.random.default_rng(5), SEATS, (48, 32), (8,), (8,), True, num_features(SEATS))
    actor = jax.tree.map(lambda part: 20 * part, networks.actor)  # a policy with opinions
    return player_of(actor, SEATS, None, forgets_strangers=True)


def test_habits_count_where_all_others_are_recognised() -> None:
    """Whoever speaks, the other two count: one who speaks like nobody is enough to forget everybody."""
    player, (game, states) = forgetful(), positions(SEATS, 60)
    both = [state for state in states if min(state.dice) > 0]
    assert len(both) > 20
    for state in both:
        seat = game.turn(state)
        assert isinstance(seat, int)
        view = game.view(state, seat)
        nothing = player.logits(view)
        for known in range(SEATS):
            nats = [LIKE_PMH if other in (known, (known + 1) % SEATS) else UNLIKE for other in range(SEATS)]
            found = player.logits(view, habits_of(*nats))
            recognised = all(nats[other] == LIKE_PMH for other in range(SEATS) if other != seat)
            assert np.array_equal(found, nothing) is not recognised


def test_who_is_out_need_not_be_recognised() -> None:
    player, (game, states) = forgetful(), positions(SEATS, 400)
    alone = [state for state in states if sum(dice > 0 for dice in state.dice) == 2]
    assert alone
    for state in alone[:10]:
        seat = game.turn(state)
        assert isinstance(seat, int)
        view = game.view(state, seat)
        nats = [UNLIKE if dice == 0 else LIKE_PMH for dice in state.dice]
        assert not np.array_equal(player.logits(view, habits_of(*nats)), player.logits(view))


def test_numpy_forgets_as_jax_does(tmp_path: Path) -> None:
    save_player(tmp_path / "player.npz", forgetful())
    player = load_player(tmp_path / "player.npz")
    assert player.forgets_strangers
    assert player.digest == forgetful().digest != Player(SEATS, player.layers).digest
    game, states = positions(SEATS, 60)
    network = network_of(player)
    for habits in (habits_of(LIKE_PMH, LIKE_PMH, LIKE_PMH), habits_of(LIKE_PMH, UNLIKE, UNLIKE)):
        tables = stack([table_of(state, habits) for state in states])
        masks = jax.vmap(legal)(tables)
        found = np.exp(np.asarray(jax.jit(by_forgetful_network)(network, tables, masks)))
        for state, row, mask in zip(states, found, np.asarray(masks), strict=True):
            seat = game.turn(state)
            assert isinstance(seat, int)
            numbers = np.flatnonzero(mask)
            mix = player.mix(game.view(state, seat), numbers.tolist(), habits)
            assert mix == pytest.approx(row[numbers], abs=1e-3)


def test_a_training_and_its_exploiters_forget_alike() -> None:
    plan = tiny(networks__forgets_strangers=True)
    training = ChampionTraining(plan)
    player = training.player(training.begin())
    assert player.forgets_strangers
    for target, forgets in ((player, True), (Player(2, player.layers), False)):
        found = exploiter_of(plan, target, 3840, 1).plan
        assert found.frozen_forgets is forgets
        assert not found.networks.forgets_strangers, "an exploiter sees everything"
    assert network_policy(True) is by_forgetful_network
    assert network_policy(False) is by_network
    table = stack([table_of(state) for state in positions(2, 3)[1]])
    forgotten = jax.vmap(partial(observe, forgets_strangers=jnp.bool_(True)))(table)
    assert np.array_equal(forgotten, jax.vmap(observe)(table)), "nobody has spoken yet"


def test_everybody_sees_with_their_own_eyes() -> None:
    """Who forgets sees no habits of a stranger; rivals and exploiters see them, past ones too."""
    plan = tiny(networks__forgets_strangers=True, opponents__rivals=0.25, opponents__agents=0.25)
    exploiter = exploiter_plan(plan, 3840, 1, "somebody", forgets_strangers=True)
    habits = habits_of(*(UNLIKE,) * 3)[:2]
    tables = stack([table_of(state, habits) for state in positions(2, 4)[1]] * 2)
    tables = tables._replace(turn=jnp.zeros_like(tables.turn))
    kinds = jnp.repeat(jnp.array([LEARNER, PAST, PAST_RIVAL, RIVAL]), 2)[:, None] * jnp.ones((1, 2), jnp.int32)
    whole = np.asarray(jax.vmap(observe)(tables))
    for one, sees in ((plan, [False, False, True, True]), (exploiter, [True, False, True, True])):
        seen = np.asarray(observe_tables(one, tables, kinds))
        assert [bool((rows == wanted).all()) for rows, wanted in zip(seen, whole, strict=True)] == np.repeat(
            sees, 2
        ).tolist()


def test_the_last_value_of_a_rollout_is_of_what_the_critic_learned_from() -> None:
    """Habits of strangers change nothing where they are forgotten, not even after the last step."""
    plan = tiny(networks__forgets_strangers=True)
    state = ppo.begin(plan)
    seated, played = jax.jit(partial(play, plan))(
        state.networks, state.pool, begin_tables(plan, jax.random.key(1)), jax.random.key(2)
    )
    odd = seated.table.habits.at[..., :NUM_HABITS].set(9).at[..., WORDS].set(9).at[..., AS_PMH : AS_EMH + 1].set(-999)
    found = [
        credit(plan, state.networks, played, seated._replace(table=seated.table._replace(habits=habits))).gained
        for habits in (odd, jnp.zeros_like(odd))
    ]
    assert np.array_equal(np.asarray(found[0]), np.asarray(found[1]))


def test_nobody_is_recognised_without_a_memory() -> None:
    with pytest.raises(MendaxError, match="nobody is recognised"):
        tiny(networks__forgets_strangers=True, networks__likeness=False)
