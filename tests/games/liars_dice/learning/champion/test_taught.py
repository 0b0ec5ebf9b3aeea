"""Which decisions teach: not those with agents that are not recognised, and not random words."""

from __future__ import annotations

from functools import lru_cache, partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.games.liars_dice.kernel import many_tables as many
from mendax.games.liars_dice.kernel.habits import AS_EMH, AS_PMH, EIGHTHS, LEAST_LOG, WORDS
from mendax.games.liars_dice.kernel.many_tables import Table
from mendax.games.liars_dice.kernel.numbering import FIRST_BID, PASS, num_bids
from mendax.games.liars_dice.learning.champion import rollout, update
from mendax.games.liars_dice.learning.champion.observing import LEARNER
from mendax.games.liars_dice.learning.champion.plan import ChampionPlan, exploiter_plan, make_plan
from mendax.games.liars_dice.learning.champion.recognition import LEAST_WORDS, recognised
from mendax.games.liars_dice.learning.champion.rollout import Played, Seated

SMALL = {
    "learning.tables": 64,
    "learning.steps": 24,
    "learning.parts": 4,
    "networks.actor": (16,),
    "networks.critic": (16,),
    "networks.score": (8,),
    "opponents.past": 0.25,
    "opponents.pool": 2,
    "opponents.agents": 0.5,
    "opponents.names": ("pmh", "emh"),
    "opponents.only_recognised": True,
}


def plan_of(**changes: object) -> ChampionPlan:
    return make_plan("champion-small", changes={**SMALL, **changes})


def table_with(words: int, as_pmh: float, as_emh: float, players: int = 2) -> Table:
    """Seat 0 is to speak; seat 1 has said so many words, as likely for the two agents as given, in nats."""
    table = jax.tree.map(lambda rows: rows[0], jax.vmap(many.start)(many.draw_chance(jax.random.key(1), 1, players)))
    row = (
        jnp.zeros_like(table.habits[1])
        .at[jnp.array([WORDS, AS_PMH, AS_EMH])]
        .set(jnp.array([words, round(as_pmh * EIGHTHS), round(as_emh * EIGHTHS)]))
    )
    found: Table = table._replace(turn=jnp.int32(0), habits=table.habits.at[1].set(row))
    return found


@pytest.mark.parametrize(
    ("words", "as_pmh", "as_emh", "wanted"),
    [
        (LEAST_WORDS - 1, 0.0, 0.0, False),  # too few to tell
        (LEAST_WORDS, 0.0, -18.0, True),
        (LEAST_WORDS, -18.0, 0.0, True),
        (6, -1.8, -12.0, True),
        (6, float(LEAST_LOG), float(LEAST_LOG), False),  # a word that neither ever says
    ],
)
def test_a_seat_is_recognised_by_words_of_either_agent(words: int, as_pmh: float, as_emh: float, wanted: bool) -> None:
    assert bool(recognised(table_with(words, as_pmh, as_emh))) is wanted


def test_all_others_with_dice_must_be_recognised() -> None:
    table = table_with(6, 0.0, -9.0, players=3)
    assert not bool(recognised(table))
    assert bool(recognised(table._replace(dice=table.dice.at[2].set(0))))


@lru_cache
def rollout_of(plan: ChampionPlan) -> tuple[Seated, Played]:
    """The tables at first, and what a random network plays there."""
    state = update.begin(plan)
    seated = rollout.begin_tables(plan, jax.random.key(2))
    return seated, jax.jit(partial(rollout.play, plan))(state.networks, state.pool, seated, jax.random.key(3))[1]


def test_at_tables_with_agents_only_recognised_ones_teach() -> None:
    """The decisions that teach are those of the learner, less those at tables with agents not recognised yet."""
    plan = plan_of()
    _, played = rollout_of(plan)
    mine, taught = np.asarray(played.mine), np.asarray(played.taught)
    others = plan.learning.tables - plan.num_agents
    assert (taught[:, :others] == mine[:, :others]).all()
    assert not (taught & ~mine).any()
    assert 0 < taught[:, others:].sum() < mine[:, others:].sum()
    assert not taught[:3, others:].any(), "nobody is recognised in the first words of a match"


def test_otherwise_every_own_decision_teaches() -> None:
    seated, played = rollout_of(plan_of(**{"opponents.only_recognised": False, "learning.steps": 4}))
    assert (np.asarray(played.taught) == np.asarray(played.mine)).all()
    speaker = np.take_along_axis(np.asarray(seated.kinds), np.asarray(seated.table.turn)[:, None], 1)[:, 0]
    assert (np.asarray(played.mine)[0] == (speaker == LEARNER)).all()


def test_words_may_be_random_and_nobody_learns_to_say_these() -> None:
    plan = plan_of(**{"opponents.agents": 0.25, "opponents.past": 0.25, "learning.random_words": 0.5})
    _, played = rollout_of(plan)
    free = sum(plan.blocks[:2])
    drawn, taught, mine = (np.asarray(rows) for rows in (played.random, played.taught, played.mine))
    assert 0.4 < drawn[:, :free].mean() < 0.6
    assert not drawn[:, free:].any(), "agents of the paper meet what the learner says"
    assert (taught[:, :free] == (mine & ~drawn)[:, :free]).all()
    assert (taught[:, free:] <= mine[:, free:]).all()
    words = np.asarray(played.action)[drawn]
    assert (words >= PASS).all(), "no random word ends a round"
    assert 0 < (words == PASS).mean() < 0.25
    answered = drawn[:-1] & taught[1:] & ~np.asarray(played.ended)[:-1]
    assert answered.any(), "the answers are learned"


def test_any_bid_may_be_a_random_word_and_low_ones_are_more_often() -> None:
    tables = jax.vmap(many.start)(many.draw_chance(jax.random.key(1), 20_000, 2))
    legal = jax.vmap(many.legal)(tables)
    word, possible = rollout.random_words(legal, jax.random.key(2))
    first = (np.asarray(word) - FIRST_BID) % num_bids(2)
    assert np.asarray(possible).all()
    counts = np.bincount(first, minlength=num_bids(2))
    assert counts.min() > 0
    thirds = counts.reshape(3, -1).sum(axis=1)
    assert thirds[0] > 2 * thirds[1] > 4 * thirds[2]


def test_a_pass_where_no_bid_is_left_and_nothing_where_that_is_not_legal() -> None:
    legal = jnp.zeros((3, FIRST_BID + 2 * num_bids(2)), jnp.bool_).at[0, PASS].set(True).at[2, FIRST_BID + 7].set(True)
    word, possible = rollout.random_words(legal.at[:, 0].set(True), jax.random.key(5))
    assert np.asarray(possible).tolist() == [True, False, True]
    assert word[0] == PASS


def test_an_exploiter_meets_no_random_words() -> None:
    plan = exploiter_plan(plan_of(**{"learning.random_words": 1.0}), 10**6, 1, "frozen")
    assert not np.asarray(rollout.draw_random(plan, jax.random.key(1))).any()
