"""The kernel against the rules: the same dice, every step, every legal action; and the random games on it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.core import Turn
from mendax.core.game import game_text
from mendax.core.streams import MASK, STEP, key_of, scramble
from mendax.games.liars_dice.kernel import step as k
from mendax.games.liars_dice.kernel.playouts import TASK, random_game, random_games
from mendax.games.liars_dice.kernel.tables import FIRST_PUSH, NUM_PUSHES, SETS, Numbers, set_numbers, tables, unpack
from mendax.games.liars_dice.rules import Action, Answer, Bid, LiarsDice, Open, Roll, State
from mendax.games.liars_dice.rules.turns import standing_bid, who_rolls

TABLES = [
    LiarsDice(),
    LiarsDice(players=2),
    LiarsDice(players=3, dice=2, rules="official"),
    LiarsDice(players=5, dice=3, rules="official", opens="random"),
    LiarsDice(players=10, dice=1, special=True),
    LiarsDice(players=3, dice=6, faces=9, wild="none", order="natural"),
    LiarsDice(players=3, dice=3, faces=4, wild="highest", order="natural", opens="first"),
    LiarsDice(rules="plain"),
    LiarsDice(players=2, dice=1, rules="open-spiel", single_round=True),
    LiarsDice(players=3, dice=2, single_round=True),
]


def apply(game: LiarsDice, row: Numbers, before: State, action: Action) -> None:
    """The kernel's step for an action of the rules."""
    params, lists = tables(game)
    if isinstance(action, Open):
        k.open_round(row, params, lists, action.seat)
    elif isinstance(action, Roll):
        roller = who_rolls(before)
        assert roller is not None
        k.roll(row, params, lists, roller, set_numbers(game.dice, game.faces)[action.dice])
    else:
        code, push = k.code_of(game, row, action)
        assert k.is_legal(row, params, lists, code, push)
        assert k.action_of(game, row, code, push) == action
        k.speak(row, params, lists, code, push)


def bits(flags: tuple[bool, ...]) -> int:
    return sum(flag << seat for seat, flag in enumerate(flags))


def compare(game: LiarsDice, row: Numbers, state: State, *, actions: bool = True) -> None:
    """Compare everything that both represent."""
    turn = game.turn(state)
    phase = k.OVER if turn is Turn.OVER else k.SPEAKING
    if turn is Turn.CHANCE:
        phase = k.OPENING if who_rolls(state) is None else k.ROLLING
    assert row[k.PHASE] == phase
    assert tuple(row[k.DICE : k.DICE + game.players]) == state.dice
    assert (row[k.TOTAL], row[k.LEFT]) == (sum(state.dice), sum(map(bool, state.dice)))
    assert row[k.IN_PLAY] == bits(tuple(map(bool, state.dice)))
    assert (row[k.EXACTS], row[k.ROUNDS]) == (bits(state.exacts), state.rounds)
    assert (row[k.HAD_SPECIAL], bool(row[k.SPECIAL])) == (bits(state.had_special), state.special)
    if state.showdown is not None:
        assert bool(row[k.RIGHT]) == state.showdown.right
        assert row[k.LOSER] == (k.NOBODY if state.showdown.loser is None else state.showdown.loser)
        if turn is Turn.CHANCE and game.options.opens.value != "random":
            assert [Open(int(row[k.NEXT_OPENER]))] == [action for action, _ in game.chances(state)]
    elif state.opener is not None:
        sets = set_numbers(game.dice, game.faces)
        assert [int(cup) for cup in row[k.CUPS : k.CUPS + game.players]] == [sets[cup] for cup in state.cups]
        shown = row[k.SHOWN : k.SHOWN + game.players]
        assert tuple(unpack(int(packed)) for packed in shown) == state.shown
    if phase == k.SPEAKING:
        assert row[k.TURN] == turn
        assert (row[k.BID] == 0) == (standing_bid(state) is None)
        if actions:
            found = [k.action_of(game, row, *codes) for codes in k.legal_actions(game, row)]
            assert len(found) == len(set(found))
            assert set(found) == set(game.actions(state))


def some_action(game: LiarsDice, state: State, rng: Random) -> Action:
    """Answers and low bids more often than chance would have them, so that rounds are long and rules meet."""
    actions = list(game.actions(state))
    answers = [action for action in actions if isinstance(action, Answer)]
    if answers and rng.random() < 0.5:
        return rng.choice(answers)
    bids = [action for action in actions if isinstance(action, Bid)]
    return rng.choice(bids[:6] if rng.random() < 0.5 else bids) if bids else rng.choice(actions)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TABLES), st.integers(0, 10**9))
def test_every_step_is_the_rules_step(game: LiarsDice, seed: int) -> None:
    rng, state, row = Random(seed), game.start(), k.start(game)
    steps = 0
    while True:
        compare(game, row, state, actions=steps % 5 == 0)
        turn = game.turn(state)
        if turn is Turn.OVER:
            break
        action = game.draw(state, rng) if turn is Turn.CHANCE else some_action(game, state, rng)
        apply(game, row, state, action)
        state = game.apply(state, action)
        steps += 1


@pytest.mark.parametrize(
    "game",
    [
        LiarsDice(players=2, dice=1, faces=2, single_round=True),
        LiarsDice(players=2, dice=1, faces=3, rules="plain", opens="first"),
        LiarsDice(players=3, dice=1, faces=2, rules="open-spiel", single_round=True),
        pytest.param(
            LiarsDice(players=2, dice=2, faces=2, rules="plain", push=True, opens="first", single_round=True),
            marks=pytest.mark.slow,
        ),
        LiarsDice(players=2, dice=1, faces=3, single_round=True),
    ],
    ids=game_text,
)
def test_the_whole_tree(game: LiarsDice) -> None:
    """Tiny tables, from the first state to every end."""
    stack: list[tuple[State, Numbers]] = [(game.start(), k.start(game))]
    seen = 0
    while stack:
        state, row = stack.pop()
        seen += 1
        compare(game, row, state, actions=seen % 7 == 0)
        turn = game.turn(state)
        if turn is Turn.OVER:
            continue
        moves = [outcome for outcome, _ in game.chances(state)] if turn is Turn.CHANCE else game.actions(state)
        for move in moves:
            after = row.copy()
            apply(game, after, state, move)
            stack.append((game.apply(state, move), after))
    assert seen > 100


@pytest.mark.parametrize("game", TABLES[:5], ids=game_text)
def test_illegal_codes_are_refused(game: LiarsDice) -> None:
    """`is_legal` refuses every code and push that the rules do not list."""
    params, lists = tables(game)
    rng, state, row = Random(5), game.start(), k.start(game)
    sets = len(set_numbers(game.dice, game.faces))
    refused = 0
    while (turn := game.turn(state)) is not Turn.OVER:
        if isinstance(turn, int):
            legal = set(k.legal_actions(game, row))
            for _ in range(50):
                codes = rng.randrange(k.FIRST_BID + int(row[k.TOTAL]) * game.faces + 3), rng.randrange(sets)
                assert k.is_legal(row, params, lists, *codes) == (codes in legal)
                refused += codes not in legal
        action = game.draw(state, rng) if turn is Turn.CHANCE else some_action(game, state, rng)
        apply(game, row, state, action)
        state = game.apply(state, action)
    assert refused


class Draws:
    """The stream of the compiled games, one 64-bit number after the other."""

    def __init__(self, key: int) -> None:
        self.bits = key

    def next(self) -> int:
        self.bits = (self.bits + STEP) & MASK
        return scramble(self.bits)

    @staticmethod
    def below(half: int, number: int) -> int:
        return half * number >> 32


def replay(game: LiarsDice, key: int) -> tuple[State, int, int]:
    """A compiled random game again, step by step on kernel and rules: the end, the stream and the actions.

    One number below that of the legal actions names each of them: so all are equally likely.
    """
    params, lists = tables(game)
    draws, state, row = Draws(key), game.start(), k.start(game)
    low, num_actions = (1 << 32) - 1, 0

    def act(action: Action) -> None:
        nonlocal state
        apply(game, row, state, action)
        state = game.apply(state, action)

    def fall(number: int, half: int) -> Roll:
        spot, dice = draws.below(half, game.faces**number), list[int]()
        for _ in range(number):
            spot, die = divmod(spot, game.faces)
            dice.append(die + 1)
        return Roll(tuple(sorted(dice)))

    while game.turn(state) is not Turn.OVER:
        openers = game.chances(state)
        act(openers[draws.below(draws.next() >> 32, len(openers))][0])
        for number in state.dice:
            half = draws.next() >> 32
            if number:
                act(fall(number, half))
        while isinstance(game.turn(state), int):
            found = draws.next()
            actions = game.actions(state)
            answers = [action for action in actions if isinstance(action, Answer)]
            # The kernel names the challenge of the last bid or pass first, then the one through a pass.
            answers.sort(key=lambda answer: (answer is not _of_the_last_action(state), _ORDER.index(answer.value)))
            bids = [action for action in actions if isinstance(action, Bid) and not action.push]
            first, pushes = params[SETS + 4 * row[k.CUPS + row[k.TURN]] + FIRST_PUSH :][: NUM_PUSHES - FIRST_PUSH + 1]
            assert len(actions) == len(answers) + len(bids) * pushes
            pick = draws.below(found >> 32, len(actions))
            num_actions += 1
            if pick < len(answers):
                act(answers[pick])
                continue
            number, which = divmod(pick - len(answers), int(pushes))
            bid, push = bids[number], int(lists[first + which])
            act(k.action_of(game, row, k.code_of(game, row, bid)[0], push))
            if push:
                act(fall(int(row[k.TO_ROLL]), found & low))
    compare(game, row, state)
    return state, draws.bits, num_actions


_ORDER = ["challenge pass", "challenge bid", "challenge first pass", "exact", "pass"]


def _of_the_last_action(state: State) -> Answer:
    last = state.said[-1].action if state.said else None
    return Answer.CHALLENGE_BID if isinstance(last, Bid) else Answer.CHALLENGE_PASS


@pytest.mark.parametrize("game", TABLES, ids=game_text)
def test_a_compiled_game_is_the_rules_game(game: LiarsDice) -> None:
    params, lists = tables(game)
    for number in range(6):
        key, row = key_of(7, number), k.start(game)
        stream, num_actions = random_game(row, params, lists, np.uint64(key))
        state, bits_then, actions_then = replay(game, key)
        assert tuple(row[k.DICE : k.DICE + game.players]) == state.dice
        assert (row[k.ROUNDS], num_actions, int(stream)) == (state.rounds, actions_then, bits_then)


def test_the_same_seed_on_any_number_of_processors() -> None:
    game, number = LiarsDice(players=3), TASK + 1000
    one = random_games(game, number, seed=3, workers=1)
    assert one == random_games(game, number, seed=3, workers=3)
    assert one != random_games(game, number, seed=4, workers=3)
    assert sum(one.wins) == number


def test_random_seats_win_equally_often() -> None:
    number = 40_000
    wins = random_games(LiarsDice(), number, seed=2).wins
    assert all(abs(won - number / 4) < 5 * (number * 3 / 16) ** 0.5 for won in wins)
