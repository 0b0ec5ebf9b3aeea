"""Many tables in NumPy against the rules: the same dice, every step, every legal action, every result."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mendax.core.game import Turn
from mendax.games.liars_dice.kernel import numpy_tables as many
from mendax.games.liars_dice.kernel.numbering import ANSWERS, CHALLENGE_FIRST_PASS, PASS, number_of
from mendax.games.liars_dice.kernel.numpy_tables import Array, Scores, Tables
from mendax.games.liars_dice.learning.champion.features import features, seen_of_view
from mendax.games.liars_dice.learning.champion.positions import table_of
from mendax.games.liars_dice.learning.champion.self_play import seen_at
from mendax.games.liars_dice.rules import Action, Answer, Bid, LiarsDice, Open, Roll, State
from mendax.games.liars_dice.rules.types import Dice
from tests.games.liars_dice.test_many_tables import pick


def dice_of(counts: Array) -> Dice:
    return tuple(face for face, number in enumerate(counts.tolist(), 1) for _ in range(number))


def opened(game: LiarsDice, state: State, tables: Tables, at: int) -> State:
    state = game.apply(state, Open(int(tables.turn[at])))
    for seat in range(game.players):
        if state.dice[seat]:
            state = game.apply(state, Roll(dice_of(tables.cups[at, seat])))
    return state


def numbered(game: LiarsDice, state: State, seat: int) -> dict[int, Action]:
    found: dict[int, Action] = {}
    for action in game.actions(state):
        assert isinstance(action, Bid | Answer)
        number = number_of(action, state.cups[seat], game.players)
        found |= {} if number is None else {number: action}
    return found


def compare(game: LiarsDice, state: State, tables: Tables, at: int) -> None:
    """The table is the state, and its speaker sees what its view says."""
    assert tuple(tables.dice[at].tolist()) == state.dice
    assert tuple(tables.exacts[at].tolist()) == state.exacts
    assert tuple(map(dice_of, tables.cups[at])) == state.cups
    assert tuple(map(dice_of, tables.shown[at])) == state.shown
    seat = game.turn(state)
    assert seat == int(tables.turn[at])
    assert isinstance(seat, int)
    view = game.view(state, seat)
    one = tables.at(np.array([at]))
    seen = features(np, seen_at(one), game.players)[0]
    assert np.array_equal(seen, features(np, seen_of_view(view), game.players))
    for name, found, wanted in zip(Tables._fields, table_of(view, game.players), one, strict=True):
        hidden = name == "cups"
        assert np.array_equal(found.sum(-1), wanted.sum(-1)) if hidden else np.array_equal(found, wanted), name


@pytest.mark.parametrize(
    "game", [LiarsDice(players=3), LiarsDice(players=2, dice=3, opens="loser"), LiarsDice(players=4, push=False)]
)
def test_every_step_is_the_rules_step(game: LiarsDice) -> None:
    rng, chance, number = Random(game.players), np.random.default_rng(game.players), 8
    start = Scores(
        np.full((number, game.players), game.dice), np.ones((number, game.players), bool), np.zeros(number, np.int64)
    )
    tables = many.next_round(chance, game, start)
    states = [opened(game, game.start(), tables, at) for at in range(number)]
    kinds = set()
    for _ in range(70):
        masks, chosen = many.legal(tables, game), []
        for at, state in enumerate(states):
            compare(game, state, tables, at)
            actions = numbered(game, state, int(tables.turn[at]))
            assert set(np.flatnonzero(masks[at])) == set(actions)
            code = pick(actions, rng)
            chosen.append((code, actions[code]))
        codes = np.array([code for code, _ in chosen])
        ended = codes < PASS
        spoken = many.speak(tables, np.where(ended, PASS, codes), chance)
        ends = many.settle(tables.at(ended), codes[ended], game.dice)
        over = (ends.dice > 0).sum(1) == 1
        new = Scores(np.where(over[:, None], game.dice, ends.dice), ends.exacts | over[:, None], ends.opener)
        rounds = many.next_round(chance, game, new) if ended.any() else tables.at(ended)
        after = Tables(*(part.copy() for part in spoken))
        for part, fresh in zip(after, rounds, strict=True):
            part[ended] = fresh
        for at, (_, action) in enumerate(chosen):
            kinds.add(action if isinstance(action, Answer) else bool(getattr(action, "push", ())))
            speaker, state = int(tables.turn[at]), game.apply(states[at], action)
            assert bool(ended[at]) == (state.showdown is not None)
            if ended[at]:
                row = int(ended[:at].sum())
                assert tuple(ends.dice[row].tolist()) == state.dice
                assert tuple(ends.exacts[row].tolist()) == state.exacts
                assert bool(over[row]) == (game.turn(state) is Turn.OVER)
                assert over[row] or int(after.turn[at]) in game.openers(state)
                state = opened(game, game.start() if over[row] else state, after, at)
            elif isinstance(action, Bid) and action.push:
                state = game.apply(state, Roll(dice_of(after.cups[at, speaker])))
            states[at] = state
        tables = after
    # With two players the seat before the last is one's own: there is no first pass to challenge.
    missing = {ANSWERS[CHALLENGE_FIRST_PASS]} if game.players == 2 else set()
    assert kinds == {True, False, *ANSWERS} - missing - (set() if game.options.push else {True})
