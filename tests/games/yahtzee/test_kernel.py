"""The two kernels against the rules: every step with the same dice, every way to score, and the joker rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.core import IllegalAction, MendaxError, Turn
from mendax.games.yahtzee.kernel import jax_kernel, joker
from mendax.games.yahtzee.kernel import numba_kernel as kernel
from mendax.games.yahtzee.kernel.dice_sets import FACE
from mendax.games.yahtzee.kernel.numba_joker import score_roll
from mendax.games.yahtzee.kernel.tables import (
    ALL_BOXES,
    NUM_ACTIONS,
    NUM_KEEPS,
    ROLL_FACE,
    ROW_POINTS,
    RULE_NUMBER,
    THROWS,
    action_of,
)
from mendax.games.yahtzee.rules import Box, Card, Keep, Roll, Rules, State, Yahtzee
from mendax.games.yahtzee.rules.scoring import BOXES, EXTRA, OPEN, ROLLS, box_points, enter, legal_boxes

Faces = npt.NDArray[Any]
NUM_GAMES = 8
jax_step, jax_legal, jax_points = jax.jit(jax_kernel.step), jax.jit(jax_kernel.legal), jax.jit(jax_kernel.box_points)
jax_restart, jax_pick = jax.jit(jax_kernel.restart), jax.jit(jax_kernel.pick)
jax_throw = jax.jit(jax_kernel.throw, static_argnums=1)
jax_start = jax.jit(jax_kernel.start, static_argnames=("rules", "single_turn"))


def throws(rng: np.random.Generator) -> Faces:
    """Dice for every game; half of them Yahtzees, for it is jokers on which rules differ."""
    faces = rng.integers(1, 7, size=(NUM_GAMES, 5))
    return np.where(rng.random((NUM_GAMES, 1)) < 0.5, faces[:, :1], faces)


def choose(rng: np.random.Generator, games: kernel.Games) -> npt.NDArray[np.int64]:
    """Any legal action; but most Yahtzees are held on to, or they would hardly ever be scored."""
    legal = kernel.legal(games)
    actions = np.array([rng.choice(np.flatnonzero(row)) for row in legal])
    held = (ROLL_FACE[games.roll] > 0) & legal[:, 31] & (rng.random(len(games)) < 0.8)
    return np.where(held, 31, actions)


def roll(game: Yahtzee, state: State, faces: Faces) -> State:
    """The dice in the air fall; die i of those on the table before becomes face i."""
    return game.apply(state, Roll(tuple(sorted(map(int, faces)))))


def play(game: Yahtzee, state: State, number: int, faces: Faces) -> State:
    """A decision by its number through the readable rules, and the dice it sends into the air."""
    action = action_of(number, state.dice)
    after = game.apply(state, action)
    if game.turn(after) is not Turn.CHANCE:
        return after
    if isinstance(action, Keep):
        faces = np.array([face for i, face in enumerate(faces) if not number >> i & 1])
    return roll(game, after, faces)


def legal_numbers(game: Yahtzee, state: State) -> list[bool]:
    if game.turn(state) is Turn.OVER:
        return [False] * NUM_ACTIONS
    actions = set(game.actions(state))
    legal = [action_of(number, state.dice) in actions for number in range(NUM_ACTIONS)]
    assert {action_of(number, state.dice) for number in range(NUM_ACTIONS) if legal[number]} == actions
    return legal


def points_now(game: Yahtzee, state: State) -> list[int]:
    card = state.cards[0]
    if game.turn(state) is Turn.OVER:
        return [0] * 13
    usable = legal_boxes(card, state.dice, game.joker)
    return [box_points(card, state.dice, box, game.joker) if box in usable else 0 for box in BOXES]


@pytest.mark.parametrize("rules", Rules)
def test_the_joker_rules_on_every_set_of_filled_boxes(rules: Rules) -> None:
    """The compiled joker rules are those of `rules/scoring.py`: usable boxes and points."""
    number, filled = RULE_NUMBER[rules], np.arange(ALL_BOXES + 1)
    for roll in (*np.flatnonzero(FACE).tolist(), 17, 100):  # the Yahtzees; these rules treat all other rolls alike
        dice, face = ROLLS[roll], int(FACE[roll])
        usable = joker.usable_boxes(filled, face, number)
        rows = joker.points_row(roll, filled, face, number)
        assert joker.usable_boxes(jnp.asarray(filled), jnp.asarray(face), number).tolist() == usable.tolist()
        assert joker.points_row(roll, jnp.asarray(filled), jnp.asarray(face), number).tolist() == rows.tolist()
        for mask in filled.tolist():
            card = Card(tuple(0 if mask >> box & 1 else OPEN for box in BOXES))
            boxes = legal_boxes(card, dice, rules)
            assert usable[mask] == sum(1 << box for box in boxes)
            assert all(ROW_POINTS[rows[mask], box] == box_points(card, dice, box, rules) for box in boxes)


@pytest.mark.parametrize("rules", Rules)
def test_a_roll_scores_by_the_rules(rules: Rules) -> None:
    """`score_roll`, which all solvers use, against entering the dice on a card: every roll, every box."""
    number = RULE_NUMBER[rules]
    for card, roll in positions():
        filled, armed = sum(1 << box for box in BOXES if card.points[box] != OPEN), int(card.armed)
        legal = legal_boxes(card, ROLLS[roll], rules)
        for box in card.open:
            points, extra = score_roll(filled, armed, int(box), roll, number)
            if box in legal:
                after = enter(card, ROLLS[roll], box, rules)
                assert (points, extra) == (after.points[box], EXTRA * (after.extras - card.extras))
            else:
                assert points == -1


class Both(NamedTuple):
    """The same games in the two kernels."""

    games: kernel.Games
    state: jax_kernel.State

    def agrees_with(self, game: Yahtzee, states: list[State]) -> None:
        cards = [state.cards[0] for state in states]
        expected = {
            "filled": [sum(1 << box for box in BOXES if card.points[box] != OPEN) for card in cards],
            "upper": [card.upper for card in cards],
            "armed": [card.armed for card in cards],
            "score": [card.total for card in cards],
            "rolls": [state.rolls for state in states],
            "done": [game.turn(state) is Turn.OVER for state in states],
        }
        for found in (self.games, self.state):
            assert {name: getattr(found, name).tolist() for name in expected} == expected
            for state, number in zip(states, found.roll.tolist(), strict=True):
                assert not state.dice or ROLLS[number] == state.dice
        legal = [legal_numbers(game, state) for state in states]
        assert kernel.legal(self.games).tolist() == legal
        assert jax_legal(self.state).tolist() == legal
        points = [points_now(game, state) for state in states]
        assert kernel.box_points(self.games).tolist() == points
        assert jax_points(self.state).tolist() == points


def playthrough(rules: Rules, single_turn: bool, seed: int) -> Iterator[tuple[Both, list[State]]]:
    """Games in lockstep with random legal actions, compared at every step."""
    game, rng = Yahtzee(rules=rules.value, single_turn=single_turn), np.random.default_rng(seed)
    faces = throws(rng)
    both = Both(
        kernel.start(faces, rules, single_turn=single_turn),
        jax_start(jnp.asarray(faces), rules=rules, single_turn=single_turn),
    )
    states = [roll(game, game.start(), row) for row in faces]
    both.agrees_with(game, states)
    while not both.games.done.any():
        actions = choose(rng, both.games)
        faces = throws(rng)
        before = [state.cards[0].total for state in states]
        states = [play(game, *each) for each in zip(states, actions.tolist(), faces, strict=True)]
        gained = [state.cards[0].total - total for state, total in zip(states, before, strict=True)]
        assert kernel.step(both.games, actions, faces).tolist() == gained
        after, points = jax_step(both.state, jnp.asarray(actions), jnp.asarray(faces))
        both = Both(both.games, after)
        assert points.tolist() == gained
        both.agrees_with(game, states)
        yield both, states


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(Rules), st.booleans(), st.integers(0, 2**32))
def test_kernels_play_by_the_rules(rules: Rules, single_turn: bool, seed: int) -> None:
    steps = 0
    for both, _ in playthrough(rules, single_turn, seed):
        steps += 1
        jax_kernel.check(both.state)
    assert steps == (3 if single_turn else 39)
    assert both.games.done.all()


def test_the_playthroughs_meet_jokers() -> None:
    """The test above is only worth something if further Yahtzees happen in it, paid and unpaid."""
    extras = unpaid = 0
    for seed in range(4):
        *_, (_, states) = playthrough(Rules.FORCED, False, seed)
        extras += sum(state.cards[0].extras for state in states)
        unpaid += sum(state.cards[0].points[Box.YAHTZEE] == 0 for state in states)
    assert extras > 20
    assert unpaid > 5


@cache
def positions() -> list[tuple[Card, int]]:
    """Every roll on every card that can matter to it: the matching and the Yahtzee box, and the lower ones.

    The sixes are filled with 30 and the fives with 25 on some cards, to bring the upper bonus within reach.
    """
    found = []
    for number, dice in enumerate(ROLLS):
        for matching, yahtzee, lower, near in product((OPEN, 0), (OPEN, 50, 0), (OPEN, 0), (False, True)):
            points = [OPEN] * 6 + [lower] * 5 + [yahtzee, lower]
            if near:
                points[4:6] = 25, 30
            points[dice[0] - 1] = matching
            found.append((Card(tuple(points)), number))
    return found


@cache
def numbers(field: str) -> npt.NDArray[np.int32]:
    cards, rolls = zip(*positions(), strict=True)
    columns = {
        "filled": [sum(1 << box for box in BOXES if card.points[box] != OPEN) for card in cards],
        "upper": [card.upper for card in cards],
        "armed": [card.armed for card in cards],
        "score": [card.total for card in cards],
        "roll": rolls,
    }
    return np.array(columns[field], np.int32)


def exhaustive(rules: Rules) -> Both:
    columns = [numbers(field) for field in ("filled", "upper", "armed", "score", "roll")]
    num = len(columns[0])
    filled, upper, armed, score, number = columns
    games = kernel.Games(
        rules,
        single_turn=False,
        filled=filled.astype(np.int16),
        upper=upper.astype(np.int16),
        armed=armed.astype(np.bool_),
        score=score.astype(np.int16),
        roll=number.astype(np.uint8),
        rolls=np.full(num, 3, np.int8),
        done=np.zeros(num, np.bool_),
    )
    fixed = (np.full(num, 3), np.zeros(num), np.full(num, jax_kernel.NONE), np.full(num, RULE_NUMBER[rules]))
    state = jax_kernel.State(*(jnp.asarray(column, jnp.int32) for column in (*columns, *fixed)))
    return Both(games, state._replace(armed=state.armed > 0, done=state.done > 0))


@pytest.mark.parametrize("rules", Rules)
def test_every_roll_in_every_box(rules: Rules) -> None:
    places = positions()
    legal, points = kernel.legal(exhaustive(rules).games), kernel.box_points(exhaustive(rules).games)
    assert jax_legal(exhaustive(rules).state).tolist() == legal.tolist()
    assert jax_points(exhaustive(rules).state).tolist() == points.tolist()
    for (card, number), may, worth in zip(places, legal.tolist(), points.tolist(), strict=True):
        dice = ROLLS[number]
        usable = legal_boxes(card, dice, rules)
        assert [box for box in BOXES if may[NUM_KEEPS + box]] == list(usable)
        assert not any(may[:NUM_KEEPS])
        assert worth == [box_points(card, dice, box, rules) if box in usable else 0 for box in BOXES]


@pytest.mark.parametrize("rules", Rules)
def test_every_legal_score_from_every_position(rules: Rules) -> None:
    """Each position is scored in each of its boxes by all three: points, extra points, and what is armed."""
    places = positions()
    legal = kernel.legal(exhaustive(rules).games)
    for box in BOXES:
        before = exhaustive(rules)
        may = legal[:, NUM_KEEPS + box]
        actions = np.where(may, NUM_KEEPS + box, np.argmax(legal, axis=1))  # the others score where they can
        faces = np.broadcast_to(np.array([1, 2, 3, 4, 6]), (len(places), 5))
        playing = legal.any(axis=1)
        assert playing.all()
        gained = kernel.step(before.games, actions, faces)
        after, points = jax_step(before.state, jnp.asarray(actions), jnp.asarray(faces))
        jax_kernel.check(after)
        for index in np.flatnonzero(may):
            card, number = places[index]
            entered = enter(card, ROLLS[number], box, rules)
            expected = (entered.total - card.total, entered.armed, entered.upper, OPEN not in entered.points)
            games = before.games
            found = (gained[index], games.armed[index], games.upper[index], games.done[index])
            assert found == expected, (rules, card, ROLLS[number], box)
        assert points.tolist() == gained.tolist()
        for field in ("filled", "upper", "armed", "score", "roll", "rolls", "done"):
            assert getattr(after, field).tolist() == getattr(before.games, field).tolist()


@pytest.mark.parametrize("rules", Rules)
def test_a_share_picks_its_legal_action(rules: Rules) -> None:
    """Over all positions, and over all shares of the actions that are legal there."""
    both = exhaustive(rules)
    legal = kernel.legal(both.games)
    num = legal.sum(axis=1)
    for place in range(num.max()):
        shares = (np.minimum(place, num - 1) + 0.5) / num
        expected = [int(np.flatnonzero(row)[min(place, row.sum() - 1)]) for row in legal]
        assert kernel.pick(both.games, shares).tolist() == expected
        assert jax_pick(both.state, jnp.asarray(shares, jnp.float32)).tolist() == expected
    first = kernel.start(np.full((NUM_GAMES, 5), 3))
    ends = np.array([0.0, *np.linspace(0.01, 0.9, NUM_GAMES - 2), 1 - 2**-24])
    expected = (ends * 32).astype(int).tolist()
    assert kernel.pick(first, ends).tolist() == expected
    assert jax_pick(jax_start(jnp.full((NUM_GAMES, 5), 3)), jnp.asarray(ends, jnp.float32)).tolist() == expected


@pytest.mark.parametrize(
    ("number", "before", "reason"),
    [
        (32, 0, r"game 1, action 32 \(score 1s\): a box is scored after the third roll"),
        (45, 0, "game 1, action 45: actions are the numbers from 0 to 44"),
        (45, 2, "game 1, action 45: actions are the numbers from 0 to 44"),
        (-1, 0, "game 1, action -1: actions are the numbers from 0 to 44"),
        (31, 2, r"game 1, action 31 \(keep 3 3 3 3 3\): the three rolls are made"),
        (43, 5, r"game 1, action 43 \(score yz\): that box is filled"),
        (44, 5, r"game 1, action 44 \(score ch\): a further Yahtzee must go where the joker rule says"),
    ],
)
def test_an_illegal_action_is_refused_and_nothing_moves(number: int, before: int, reason: str) -> None:
    """Five dice show threes; the Yahtzee box is filled first, so that the third turn's end is a joker."""
    faces = np.full((NUM_GAMES, 5), 3)
    games, state = kernel.start(faces), jax_start(jnp.asarray(faces))
    for action in (31, 31, 43, 31, 31)[:before]:
        kernel.step(games, np.full(NUM_GAMES, action), faces)
        state, _ = jax_step(state, jnp.full(NUM_GAMES, action), jnp.asarray(faces))
    here = [array.copy() for array in kernel._arrays(games)]
    good = int(np.argmax(kernel.legal(games)[0]))
    actions = np.full(NUM_GAMES, good)
    actions[1] = number
    with pytest.raises(IllegalAction, match=reason):
        kernel.step(games, actions, faces)
    assert all((old == new).all() for old, new in zip(here, kernel._arrays(games), strict=True))
    after, points = jax_step(state, jnp.asarray(actions), jnp.asarray(faces))
    unmoved = [field for field in state._fields if field != "refused"]
    assert all(getattr(after, field)[1] == getattr(state, field)[1] for field in unmoved)
    assert points[1] == 0
    with pytest.raises(IllegalAction, match=f"game 1 refused action {number}"):
        jax_kernel.check(after)
    assert (jax_restart(after).refused == after.refused).all(), "a restart forgives nothing"
    again, _ = jax_step(after, jnp.full(NUM_GAMES, 99), jnp.asarray(faces))
    assert again.refused.tolist() == [number if game == 1 else 99 for game in range(NUM_GAMES)], "the first is kept"


def test_a_game_that_is_over_takes_no_action() -> None:
    faces = np.full((NUM_GAMES, 5), 6)
    games, state = kernel.start(faces, single_turn=True), jax_start(jnp.asarray(faces), single_turn=True)
    for action in (31, 31, 44):
        kernel.step(games, np.full(NUM_GAMES, action), faces)
        state, _ = jax_step(state, jnp.full(NUM_GAMES, action), jnp.asarray(faces))
    assert games.done.all()
    with pytest.raises(IllegalAction, match="game 0, action 0: the game is over"):
        kernel.step(games, np.zeros(NUM_GAMES, int), faces)
    refusing, _ = jax_step(state, jnp.full(NUM_GAMES, 0), jnp.asarray(faces))
    assert refusing.refused.tolist() == [0] * NUM_GAMES
    kernel.restart(games)
    assert kernel.legal(games).sum() == 32 * NUM_GAMES
    assert jax_legal(jax_restart(state)).sum() == 32 * NUM_GAMES


def test_bad_input_is_said_in_a_line() -> None:
    faces = np.full((2, 5), 3)
    games = kernel.start(faces)
    with pytest.raises(MendaxError, match="there are no yahtzee rules 'french'"):
        kernel.start(faces, "french")
    with pytest.raises(MendaxError, match="game 1: no dice fall 3 3 7 3 3"):
        kernel.step(games, np.zeros(2, int), np.array([[3] * 5, [3, 3, 7, 3, 3]]))
    with pytest.raises(MendaxError, match="faces are 5 whole numbers for each of 2 games"):
        kernel.step(games, np.zeros(2, int), faces[:1])
    with pytest.raises(IllegalAction, match="actions are whole numbers, one for each of 2 games"):
        kernel.step(games, np.zeros(2), faces)
    with pytest.raises(MendaxError, match="shares are numbers from 0 to just under 1, one for each of 2 games"):
        kernel.pick(games, np.array([0.5, 1.0]))
    with pytest.raises(IllegalAction, match="actions are whole numbers, not float32"):
        jax_kernel.step(jax_start(jnp.asarray(faces)), jnp.zeros(2), jnp.asarray(faces))


def test_a_score_by_hand() -> None:
    """A turn of sixes, then a joker under Hasbro's rules: the words and numbers of the rule book."""
    games = kernel.start(np.full((1, 5), 6))
    sixes = np.full((1, 5), 6)
    made = []
    for box in ("yz", "6s", "ls"):
        for action in (31, 31, NUM_KEEPS + [str(box) for box in BOXES].index(box)):
            points = kernel.step(games, np.array([action]), sixes)
        made.append(int(points[0]))
    assert made == [50, 130, 140]


def test_throws_are_fair() -> None:
    """Numbers below 7,776 are the throws one to one, and drawn ones show every face equally often."""
    assert len({tuple(row) for row in THROWS.tolist()}) == len(THROWS) == 6**5
    faces = np.asarray(jax_throw(jax.random.key(3), (60_000,)))
    counts = np.stack([(faces == face).sum(axis=0) for face in range(1, 7)])
    assert counts.sum() == faces.size
    assert abs(counts - 10_000).max() < 4 * np.sqrt(60_000 * 5 / 36)


def test_jax_kernel_works_on_single_games_under_vmap_and_scan() -> None:
    """One compiled program: 39 decisions of the policy that keeps all and fills the boxes in order."""

    def game(key: jax.Array) -> jax.Array:
        first, rest = jax.random.split(key)

        def decide(state: jax_kernel.State, key: jax.Array) -> tuple[jax_kernel.State, jax.Array]:
            action = jnp.argmax(jax_kernel.legal(state)[::-1])
            return jax_kernel.step(state, NUM_ACTIONS - 1 - action, jax_kernel.throw(key))

        last, points = jax.lax.scan(decide, jax_kernel.start(jax_kernel.throw(first)), jax.random.split(rest, 39))
        return jnp.stack([last.score, points.sum(), last.done.astype(jnp.int32), last.refused])

    found = np.asarray(jax.jit(jax.vmap(game))(jax.random.split(jax.random.key(1), 64)))
    assert (found[:, 0] == found[:, 1]).all()
    assert (found[:, 2] == 1).all()
    assert (found[:, 3] == jax_kernel.NONE).all()
    assert 30 < found[:, 0].mean() < 80
