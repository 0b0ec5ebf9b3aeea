"""The game on many tables at once against the rules: the same dice, every step, every legal action, every result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.core.game import Turn
from mendax.games.liars_dice.kernel import many_tables as many
from mendax.games.liars_dice.kernel.habits import LEAST_SUM, LIKENESS, NUM_COUNTS, NUM_HABITS, WORDS, Memory
from mendax.games.liars_dice.kernel.numbering import (
    ANSWERS,
    CHALLENGE_FIRST_PASS,
    FIRST_BID,
    MOST_DICE,
    PASS,
    num_bids,
    number_of,
)
from mendax.games.liars_dice.learning.champion.likeness import RoundJudge, likeness
from mendax.games.liars_dice.rules import Action, Answer, Bid, LiarsDice, Open, Roll, State
from mendax.games.liars_dice.rules.types import Dice, Opened
from tests.quick_compiler import quick_compiler as quick_compiler


@lru_cache
def programs(tables: int, players: int) -> tuple[Any, Any, Any]:
    def begin(key: jax.Array) -> many.Table:
        return jax.vmap(many.start)(many.draw_chance(key, tables, players, 0.5))

    def step(table: many.Table, action: jax.Array, key: jax.Array) -> tuple[many.Table, many.After]:
        likes = likeness(jnp, table, jax.vmap(many.legal)(table), action)
        return jax.vmap(many.step)(table, action, many.draw_chance(key, tables, players, 0.5), likes)

    return jax.jit(begin), jax.jit(jax.vmap(many.legal)), jax.jit(step)


def dice_of(counts: Any) -> Dice:
    return tuple(face for face, number in enumerate(counts, 1) for _ in range(number))


def opened(game: LiarsDice, state: State, table: many.Table, at: int) -> State:
    """The rules' state with the round opened and the cups rolled as they are at a table."""
    state = game.apply(state, Open(int(table.turn[at])))
    for seat in range(game.players):
        if state.dice[seat]:
            state = game.apply(state, Roll(dice_of(table.cups[at, seat])))
    return state


def new_match(game: LiarsDice, table: many.Table, at: int) -> State:
    dice = tuple(map(int, table.dice[at]))
    state = game.start()._replace(dice=dice, exacts=tuple(map(bool, table.exacts[at])))
    return opened(game, state, table, at)


def compare(game: LiarsDice, state: State, table: many.Table, at: int) -> None:
    assert tuple(map(int, table.dice[at])) == state.dice
    assert tuple(map(bool, table.exacts[at])) == state.exacts
    assert tuple(map(dice_of, table.cups[at])) == state.cups
    assert tuple(map(dice_of, table.shown[at])) == state.shown
    assert game.turn(state) == int(table.turn[at])


def memory_of(game: LiarsDice, table: many.Table, at: int) -> Memory:
    """An empty memory for the match that begins at a table."""
    return Memory(game.players, RoundJudge(game, game.players), tuple(map(bool, table.exacts[at])))


def compare_habits(found: Any, memory: Memory) -> None:
    """The same counts; a log-chance may lie between two eighths, and NumPy and JAX differ in the last digits."""
    first = [*range(NUM_HABITS), WORDS]
    assert found[:, first].tolist() == memory.habits[:, first].tolist()
    assert np.all(np.abs(found - memory.habits).max(1) <= memory.habits[:, WORDS])


def pick(actions: dict[int, Action], rng: Random) -> int:
    """Answers, low bids and pushes more often than chance would have them, so that rounds are long and rules meet."""
    numbers = sorted(actions)
    answers = [number for number in numbers if number < FIRST_BID]
    for rare in (PASS, CHALLENGE_FIRST_PASS):
        if rare in answers and rng.random() < 0.3:
            return rare
    if answers and rng.random() < 0.3:
        return rng.choice(answers)
    bids = [number for number in numbers if number >= FIRST_BID]
    pushed = [number for number in bids if getattr(actions[number], "push", ())]
    if pushed and rng.random() < 0.3:
        return rng.choice(pushed[:5])
    return rng.choice(bids[:4] if rng.random() < 0.8 else bids) if bids else rng.choice(numbers)


def play(players: int, tables: int, steps: int, seed: int) -> Iterator[tuple[Action, bool]]:
    """Play random actions on kernel and rules together; yields each action and whether it ended a match."""
    game, rng = LiarsDice(players=players), Random(seed)
    begin, legal, step = programs(tables, players)
    key = jax.random.key(seed)
    table = jax.tree.map(np.asarray, begin(key))
    states = [new_match(game, table, at) for at in range(tables)]
    memories = [memory_of(game, table, at) for at in range(tables)]
    for at_step in range(steps):
        masks, chosen = np.asarray(legal(table)), []
        for at, state in enumerate(states):
            compare(game, state, table, at)
            compare_habits(table.habits[at], memories[at])
            seat = int(table.turn[at])
            actions: dict[int, Action] = {}
            for action in game.actions(state):
                assert isinstance(action, Bid | Answer)
                number = number_of(action, state.cups[seat], players)
                actions |= {} if number is None else {number: action}
            assert set(np.flatnonzero(masks[at])) == set(actions)
            chosen.append((code := pick(actions, rng), actions[code]))
        codes = np.array([code for code, _ in chosen])
        table, after = jax.tree.map(np.asarray, step(table, codes, jax.random.fold_in(key, at_step)))
        for at, (_, action) in enumerate(chosen):
            speaker = game.turn(states[at])
            assert isinstance(speaker, int)
            state = game.apply(states[at], action)
            for event in game.events(states[at], action, state, None):
                memories[at].hear(event)
            assert bool(after.ended[at]) == (state.showdown is not None)
            assert bool(after.over[at]) == (game.turn(state) is Turn.OVER)
            if after.ended[at]:
                assert tuple(map(int, after.dice[at])) == state.dice
                assert tuple(map(bool, after.exacts[at])) == state.exacts
                memories[at].hear(Opened(int(table.turn[at]), special=False))
                memories[at] = memory_of(game, table, at) if after.over[at] else memories[at]
                state = new_match(game, table, at) if after.over[at] else opened(game, state, table, at)
            elif isinstance(action, Bid) and action.push:
                state = game.apply(state, Roll(dice_of(table.cups[at, speaker])))
            states[at] = state
            yield action, bool(after.over[at])


def check(players: int, tables: int, steps: int) -> None:
    seen = list(play(players, tables, steps, players))
    kinds = {action if isinstance(action, Answer) else bool(getattr(action, "push", ())) for action, _ in seen}
    # With two players the seat before the last is one's own: there is no first pass to challenge.
    assert kinds == {True, False, *ANSWERS} - ({ANSWERS[CHALLENGE_FIRST_PASS]} if players == 2 else set())
    assert any(over for _, over in seen)


@pytest.mark.parametrize("players", [2, 4])
def test_every_step_is_the_rules_step(players: int) -> None:
    check(players, 12, 60)


def test_sums_of_log_chances_fit_in_16_bits() -> None:
    begin, _, step = programs(12, 2)
    table = jax.tree.map(np.asarray, begin(jax.random.key(1)))
    low = np.zeros((12, 2, NUM_COUNTS), np.int32)
    low[:, :, LIKENESS] = LEAST_SUM + 1
    highest = FIRST_BID + num_bids(2) - 1  # no agent of the paper opens with it
    said, _ = step(table._replace(habits=low), np.full(12, highest), jax.random.key(2))
    after, ends = jax.tree.map(np.asarray, step(said, np.zeros(12, np.int32), jax.random.key(3)))
    assert ends.ended.all()
    bidder = table.turn[~ends.over]
    assert len(bidder) > 5
    assert np.all(after.habits[~ends.over][np.arange(len(bidder)), bidder][:, LIKENESS] == LEAST_SUM)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_thousands_of_steps_are_the_rules_steps(players: int) -> None:
    check(players, 20, 400)


def test_matches_begin_with_all_dice_unless_told() -> None:
    draw = jax.jit(many.draw_chance, static_argnums=(1, 2))  # compiled once, for all shares and dice
    chance = draw(jax.random.key(1), 500, 3, 0.0)
    assert np.all(np.asarray(chance.dice) == MOST_DICE)
    assert np.all(np.asarray(chance.exacts))
    random = np.asarray(draw(jax.random.key(1), 500, 3, 1.0).dice)
    assert np.all((random > 0).sum(axis=1) >= 2)
    assert {0, 1, 2, 3, 4, 5} == set(random.ravel().tolist())
    assert np.all(np.asarray(draw(jax.random.key(1), 500, 3, 0.0, 2).dice) == 2)
    few = draw(jax.random.key(1), 500, 3, 1.0, 2)
    assert {0, 1, 2} == set(np.asarray(few.dice).ravel().tolist())
    assert {False, True} == set(np.asarray(few.exacts).ravel().tolist())
