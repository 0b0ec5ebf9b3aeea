"""What a step of the champion's training does: who sits where, what decisions are credited with, what is kept."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.core.errors import MendaxError
from mendax.games.liars_dice.learning.agent_constants import NAMES
from mendax.games.liars_dice.learning.champion import league
from mendax.games.liars_dice.learning.champion import networks as nets
from mendax.games.liars_dice.learning.champion.features import num_with_habits
from mendax.games.liars_dice.learning.champion.observing import (
    FIRST_AGENT,
    LEARNER,
    PAST,
    PAST_RIVAL,
    RIVAL,
    observe_score,
)
from mendax.games.liars_dice.learning.champion.plan import ChampionPlan, exploiter_plan, make_plan
from mendax.games.liars_dice.learning.champion.rollout import Played, begin_tables, draw_kinds, fixed_kinds, play
from mendax.games.liars_dice.learning.champion.update import (
    Credited,
    _random_parts,
    _score_loss,
    begin,
    credit,
    learned_from,
    update,
)

TINY: dict[str, object] = {
    "networks.actor": [16],
    "networks.critic": [16],
    "networks.score": [8],
    "learning.tables": 16,
    "learning.steps": 24,
    "learning.parts": 2,
    "opponents.pool": 2,
    "opponents.past": 0.5,
    "opponents.agents": 0.0,
    "decisions": 3840,
}


def tiny(players: int = 2, **changes: object) -> ChampionPlan:
    named = {name.replace("__", "."): value for name, value in changes.items()}
    return make_plan("champion-small", players, 3, TINY | named)


@lru_cache
def one_rollout() -> tuple[ChampionPlan, nets.Networks, Played, Any, Credited]:
    """A few steps by random networks, and what they are credited with."""
    plan = tiny()

    @jax.jit
    def run(key: jax.Array) -> tuple[nets.Networks, Played, Any, Credited]:
        state = begin(plan)
        seated, played = play(plan, state.networks, state.pool, begin_tables(plan, key), key)
        table = seated.table
        left = jax.vmap(observe_score)(table.dice, table.exacts, seated.kinds), table.dice
        return state.networks, played, left, credit(plan, state.networks, played, seated)

    networks, played, left, credited = run(jax.random.key(5))
    return plan, networks, played, left, credited


def test_the_tables_are_in_blocks() -> None:
    plan = tiny(3, opponents__agents=0.25)
    kinds = fixed_kinds(plan)
    assert (plan.num_past, plan.num_agents) == (8, 4)
    assert np.all(kinds[:4] == LEARNER)
    assert np.all((kinds[4:] == LEARNER).sum(axis=1) == 1), "one learner among the others"
    assert set(kinds[4:12].ravel()) == {LEARNER, PAST}
    draw = jax.jit(draw_kinds, static_argnums=0)
    drawn = np.asarray(draw(plan, jax.random.key(1)))
    assert np.all((drawn == kinds) | (kinds == FIRST_AGENT))
    assert np.all(drawn < FIRST_AGENT + len(NAMES))
    few = tiny(3, opponents__agents=0.25, opponents__names=["pmh"])
    others = np.asarray(draw(few, jax.random.key(1)))[12:]
    assert set(others.ravel()) == {LEARNER, FIRST_AGENT + NAMES.index("pmh")}


def test_a_rival_has_tables_and_parts_of_its_own() -> None:
    plan = tiny(2, opponents__past=0.25, opponents__agents=0.25, opponents__rivals=0.25)
    assert plan.blocks == (4, 4, 4, 4)
    kinds = fixed_kinds(plan)
    assert [set(kinds[at : at + 4].ravel()) for at in range(0, 16, 4)] == [
        {LEARNER},
        {LEARNER, PAST, PAST_RIVAL},
        {LEARNER, RIVAL},
        {LEARNER, FIRST_AGENT},
    ]
    parts = np.asarray(_random_parts(plan, jax.random.key(4)))
    assert sorted(parts.ravel()) == list(range(16))
    assert np.all(parts // 4 == np.repeat(np.arange(4), 2)), "every part has its share of every block"


def leaves(tree: Any) -> list[Any]:
    return [np.asarray(leaf) for leaf in jax.tree.leaves(tree)]


def test_a_rival_joins_the_past_and_the_next_one_begins() -> None:
    plan = tiny(2, opponents__past=0.25, opponents__rivals=0.25, opponents__rival_updates=10, opponents__every=4)
    state = jax.tree.map(np.asarray, jax.jit(partial(begin, plan))())
    networks = jax.tree.map(lambda weights: weights + 1, state.networks)
    moments = jax.tree.map(lambda moment: moment + 1, state.memory)
    aged, renewed = (jax.jit(partial(function, plan)) for function in (league.aged, league.renewed))
    for updates, places in ((1, []), (4, [0]), (10, [1]), (20, [0, 1])):  # the first place is for past selves
        pool = aged(state.pool, networks, jnp.int32(updates), jax.random.key(1))
        changed = [
            np.any(new != old, axis=tuple(range(1, new.ndim)))
            for new, old in zip(leaves(pool), leaves(state.pool), strict=True)
        ]
        assert np.flatnonzero(np.all(changed, axis=0)).tolist() == places
        assert np.flatnonzero(np.any(changed, axis=0)).tolist() == places
    same, kept = renewed(networks, moments, jnp.int32(9), jax.random.key(2))
    assert all(
        np.array_equal(new, old) for new, old in zip(leaves((same, kept)), leaves((networks, moments)), strict=True)
    )
    anew, forgot = renewed(networks, moments, jnp.int32(10), jax.random.key(2))
    assert not any(np.any(leaf) for leaf in leaves(anew.rival) if leaf.ndim == 1), "it knows nothing"
    assert not any(np.any(leaf) for leaf in leaves((forgot[1].mu.rival, forgot[1].nu.rival)))
    assert all(np.array_equal(new, old) for new, old in zip(leaves(anew[:3]), leaves(networks[:3]), strict=True))
    assert all(np.all(leaf) for leaf in leaves(forgot[1].nu.actor))


@pytest.mark.slow
def test_a_rival_learns_to_win() -> None:
    """Against a champion that stands still it wins more and more."""
    changes = {"opponents.past": 0.0, "opponents.agents": 0.0, "opponents.rivals": 0.5, "learning.critic_first": 1000}
    plan = make_plan("champion-small", 2, 3, {**changes, "decisions": 400_000})
    step = jax.jit(lambda state: update(plan, state))
    state, won = begin(plan), []
    for _ in range(plan.num_updates):
        state, metrics = step(state)
        won.append(float(metrics["rival_won"]))
    assert all(
        np.array_equal(new, old)
        for new, old in zip(leaves(state.networks.actor), leaves(begin(plan).networks.actor), strict=True)
    )
    assert np.mean(won[:3]) < 0.6
    assert np.mean(won[-40:]) > 0.9


def test_decisions_are_credited_to_the_end_of_the_round() -> None:
    """Generalised advantage estimation again, in plain Python, table by table."""
    plan, networks, played, _, credited = one_rollout()
    trace = plan.learning.trace
    score = np.exp(nets.log_score_chances(networks.score, played.next_score, played.next_dice > 0))
    gained, ended, turn = np.asarray(credited.gained), np.asarray(played.ended), np.asarray(played.turn)
    # The critic's chances, from the targets: a target is a value and its advantage.
    targets, checked = np.asarray(credited.targets), 0
    for table in range(plan.learning.tables):
        for step in range(plan.learning.steps - 1):
            if not ended[step, table]:
                continue
            seat = turn[step, table]
            # The last decision of a round: value and advantage are what the round led to.
            assert targets[step, table, 0] == pytest.approx(score[step, table, seat], abs=1e-5)
            if step and not ended[step - 1, table] and turn[step - 1, table] != seat:
                before = turn[step - 1, table]
                value_then = score[step, table, before] + 0.0
                last_gain = -gained[step, table]  # two seats: what one gains the other loses
                value = targets[step - 1, table, 0] - gained[step - 1, table]
                wanted = (value_then - last_gain) - value + trace * last_gain
                assert gained[step - 1, table] == pytest.approx(wanted, abs=1e-5)
                checked += 1
    assert checked > 20


def test_nobody_is_credited_with_a_random_word() -> None:
    """Who spoke before is credited with the win chance there, as if the random word had not been said."""
    plan, networks, played, _, plain = one_rollout()
    seated = begin_tables(plan, jax.random.key(5))  # which only the last steps look at
    found = jax.jit(lambda random: credit(plan, networks, played._replace(random=random), seated))
    # A target is a value and its advantage: where all words are random, the value alone.
    values = np.asarray(found(jnp.ones_like(played.random)).targets)
    drawn = (np.arange(played.random.size).reshape(played.random.shape) % 3 == 0) & ~np.asarray(played.ended)
    credited = found(jnp.asarray(drawn))
    gained, turn, ended = np.asarray(credited.gained), np.asarray(played.turn), np.asarray(played.ended)
    assert not gained[drawn].any()
    np.testing.assert_allclose(np.asarray(credited.targets)[drawn], values[drawn], atol=1e-6)
    checked = 0
    for step, table in np.argwhere(drawn[1:] & ~ended[:-1] & ~drawn[:-1]):
        seat_then = values[step + 1, table][int(turn[step + 1, table] != turn[step, table])]
        assert gained[step, table] == pytest.approx(seat_then - values[step, table, 0], abs=1e-5)
        checked += 1
    assert checked > 20
    after = np.argwhere(drawn[:-2] & ended[1:-1])
    assert len(after)
    for step, table in after:  # who answers is credited as ever
        assert gained[step + 1, table] == pytest.approx(np.asarray(plain.gained)[step + 1, table], abs=1e-5)


def test_a_score_is_worth_what_the_next_ones_are() -> None:
    plan, networks, played, (last, last_dice), credited = one_rollout()
    keep = plan.learning.score_trace
    following = np.exp(nets.log_score_chances(networks.score, played.next_score, played.next_dice > 0))
    worth = np.exp(nets.log_score_chances(networks.score, last, last_dice > 0))
    ended, over = np.asarray(played.ended), np.asarray(played.over)
    found = np.asarray(credited.score_targets)
    for table in range(plan.learning.tables):
        then = worth[table]
        for step in reversed(range(plan.learning.steps)):
            if ended[step, table]:
                here = following[step, table]
                then = here if over[step, table] else (1 - keep) * here + keep * then
                assert found[step, table] == pytest.approx(then, abs=1e-5)
                assert not over[step, table] or sorted(then) == [0.0, 1.0]
    assert over.any()


def test_networks_with_a_memory_see_how_the_others_speak() -> None:
    plan, _, played, _, _ = one_rollout()
    likeness = np.asarray(played.seen, np.float32)[..., num_with_habits(plan.players) :]
    words, *logs = np.moveaxis(likeness.reshape(*likeness.shape[:2], plan.players, -1), -1, 0)
    assert not words[0].any()
    assert words.max() > 0.1
    assert all(-1 <= one.min() < -0.1 and one.max() <= 0 for one in logs)
    assert not any(one[words == 0].any() for one in logs)


def test_settings_that_do_not_fit() -> None:
    with pytest.raises(MendaxError, match="cannot be split into 3 equal parts"):
        tiny(learning__parts=3)
    with pytest.raises(MendaxError, match="more than 1 together"):
        tiny(opponents__agents=0.6)
    with pytest.raises(MendaxError, match=r"nobody is recognised without networks.memory and networks.likeness"):
        tiny(opponents__only_recognised=True, networks__likeness=False)
    with pytest.raises(MendaxError, match="there is no twin of 'x'"):
        tiny(opponents__names=["x"])
    with pytest.raises(MendaxError, match="players should be less than or equal to 6"):
        tiny(7)
    with pytest.raises(MendaxError, match="more decisions than 10 are needed"):
        _ = tiny(decisions=10).num_updates


def test_half_precision_changes_a_policy_little() -> None:
    """Sixteen bits have three digits: what a network of trained size says with them is nearly what it says with all."""
    rng = np.random.default_rng(8)
    actor = nets.Layers(rng, (261, 512, 512, 512, 127), 3.0)
    seen, legal = rng.random((64, 261), np.float32).astype(np.float16), rng.random((64, 127)) < 0.5
    whole, half = (
        np.asarray(jax.jit(nets.log_policy, static_argnums=3)(actor, seen, legal, to)) for to in (False, True)
    )
    assert whole[legal].std() > 0.5, "a policy with preferences"
    assert 0 < np.abs(np.exp(half) - np.exp(whole))[legal].max() < 0.02
    assert np.all(np.exp(half)[~legal] == 0)


def test_gradients_in_half_precision_point_the_same_way() -> None:
    """The products that are written for speed have the gradients of the plain ones, but for rounding."""
    rng = np.random.default_rng(9)
    actor = nets.Layers(rng, (261, 96, 80, 127), 1.0)
    seen = jnp.asarray(rng.random((64, 261), np.float32).astype(np.float16))
    legal = jnp.asarray(rng.random((64, 127)) < 0.5)
    wanted = np.where(legal, rng.random((64, 127), np.float32), 0.0)

    def score(actor: nets.Layers, half: bool) -> jax.Array:
        return jnp.sum(jnp.where(legal, nets.log_policy(actor, seen, legal, half), 0.0) * wanted)

    plain, fast = (jax.tree.leaves(jax.jit(jax.grad(partial(score, half=half)))(actor)) for half in (False, True))
    assert len(plain) == 6
    for one, other in zip(plain, fast, strict=True):
        assert one.shape == other.shape
        assert np.linalg.norm(one - other) < 0.02 * np.linalg.norm(one)


@pytest.mark.parametrize("players", [2, 3])
def test_an_exploiter_learns_from_its_own_decisions(players: int) -> None:
    """Others' decisions are left out before the networks see them, and none of its own."""
    plan = exploiter_plan(tiny(players, learning__tables=64), 3072, 3, "somebody")
    state = begin(plan)
    run = jax.jit(lambda key: play(plan, state.networks, state.pool, begin_tables(plan, key), key))
    _, played = run(jax.random.key(2))
    gained = jnp.arange(played.taught.size).reshape(played.taught.shape)
    (mine, numbers, nothing), taught = learned_from(plan, (played, gained, None), played.taught)
    assert nothing is None
    assert mine.seen.shape[0] == taught.size < played.taught.size
    own = np.flatnonzero(played.taught)
    assert 0.2 < own.size / played.taught.size < 0.6
    np.testing.assert_array_equal(np.asarray(numbers)[np.asarray(taught)], own)
    np.testing.assert_array_equal(np.asarray(mine.action)[np.asarray(taught)], np.asarray(played.action).ravel()[own])


def test_more_own_decisions_than_there_is_room_for() -> None:
    """Then the last ones are left out, and none counts twice."""
    plan = exploiter_plan(tiny(), 3072, 3, "somebody")
    _, _, played, _, _ = one_rollout()
    numbers = jnp.arange(played.taught.size).reshape(played.taught.shape)
    everything = jnp.ones_like(played.taught)
    (_, numbers, _), taught = learned_from(plan, (played, numbers, None), everything)
    assert bool(taught.all())
    np.testing.assert_array_equal(numbers, np.arange(everything.size * 5 // 8))


def test_scores_are_learned_at_the_ends_of_rounds() -> None:
    """As if all decisions were looked at, and those that end no round then left out."""
    _, networks, played, _, credited = one_rollout()
    rows = (played, credited.score_targets)
    by_table: tuple[Played, jax.Array] = jax.tree.map(lambda row: row.swapaxes(0, 1), rows)
    found = jax.jit(_score_loss)(networks.score, *by_table)
    log_chances = np.asarray(nets.log_score_chances(networks.score, played.score, played.dice > 0))
    terms = np.where(np.asarray(played.dice) > 0, np.asarray(credited.score_targets) * log_chances, 0.0).sum(-1)
    ended = np.asarray(played.ended)
    assert ended.sum() > 20
    assert float(found) == pytest.approx(-terms[ended].mean(), rel=1e-5)


def test_there_is_room_for_every_end_of_a_round() -> None:
    """Also where every other decision ends one."""
    _, networks, played, _, credited = one_rollout()
    rows, targets = jax.tree.map(lambda rows: rows.swapaxes(0, 1)[:, :7], (played, credited.score_targets))
    often = jnp.broadcast_to(jnp.arange(7) % 2 == 0, rows.ended.shape)
    found = _score_loss(networks.score, rows._replace(ended=often), targets)
    each = [
        float(_score_loss(networks.score, rows._replace(ended=often & (jnp.arange(7) == step)), targets))
        for step in (0, 2, 4, 6)
    ]
    assert float(found) == pytest.approx(np.mean(each), rel=1e-5)


def test_the_gradient_of_a_layer_by_what_came_out() -> None:
    x = jnp.array([-2.0, -0.5, 0.5, 3.0])
    slopes = jax.grad(lambda x: jnp.sum(jnp.arange(1.0, 5.0) * nets._relu(x)))(x)
    np.testing.assert_array_equal(slopes, [0.0, 0.0, 3.0, 4.0])
    assert jax.vmap(nets._relu)(x).tolist() == [0.0, 0.0, 0.5, 3.0]
