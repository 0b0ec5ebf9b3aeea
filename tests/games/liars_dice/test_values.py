"""The plain game beside OpenSpiel's, and its exact values from the literature of solved games."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pyspiel
import pytest

from mendax.core import Turn
from mendax.core.game import game_text
from mendax.games.liars_dice.rules import CHALLENGE_BID, Action, Bid, LiarsDice, Open, Roll, State
from mendax.theory import solve
from mendax.theory.sequences import walk


def one_round(faces: int, dice: int = 1, **options: str) -> LiarsDice:
    return LiarsDice(players=2, dice=dice, faces=faces, opens="first", single_round=True, **options)


@pytest.mark.parametrize("faces", [2, 3, 4])
def test_as_many_information_sets_as_bid_histories_and_rolls(faces: int) -> None:
    """A history is any set of the 2 * faces bids, and its length says whose turn it is."""
    forms = walk(one_round(faces, rules="open-spiel"))
    assert sum(len(sets) for form in forms for sets in form.sets) == faces * 2 ** (2 * faces)


@pytest.mark.parametrize(("faces", "dice"), [(3, 1), (2, 2)])
def test_openspiel_plays_the_same_game(faces: int, dice: int) -> None:
    """The whole tree in lockstep: who acts, what is legal, what it pays."""
    theirs = pyspiel.load_game("liars_dice", {"numdice": dice, "dice_sides": faces})
    ours = one_round(faces, dice, rules="open-spiel")
    seen = 0

    def as_ours(number: int) -> Action:
        if number == 2 * dice * faces:
            return CHALLENGE_BID
        return Bid(number // faces + 1, number % faces + 1)

    def compare(state: State, other: Any) -> None:
        nonlocal seen
        seen += 1
        turn = ours.turn(state)
        if other.is_terminal():
            assert turn is Turn.OVER
            assert list(ours.payoffs(state)) == list(other.returns())
            return
        assert turn == other.current_player()
        legal = [as_ours(number) for number in other.legal_actions()]
        assert set(legal) == set(ours.actions(state))
        for number, action in zip(other.legal_actions(), legal, strict=True):
            compare(ours.apply(state, action), other.child(number))

    def roll(rolled: tuple[int, ...], other: Any) -> None:
        if other.is_chance_node():
            for number, _ in other.chance_outcomes():
                roll((*rolled, number + 1), other.child(number))
        else:
            state = ours.apply(ours.start(), Open(0))
            for at in (0, dice):
                state = ours.apply(state, Roll(tuple(sorted(rolled[at : at + dice]))))
            compare(state, other)

    roll((), theirs.new_initial_state())
    assert seen > 1000


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (one_round(2, rules="open-spiel"), Fraction(1, 2)),
        (one_round(3, rules="open-spiel"), Fraction(1, 9)),
        (one_round(4, rules="open-spiel"), Fraction(1, 16)),
        (one_round(3, rules="plain", wild="none"), Fraction(-1, 9)),
        (one_round(4, rules="plain", wild="none"), Fraction(-1, 8)),
        (one_round(3, rules="plain"), Fraction(1, 9)),
        (one_round(4, rules="plain"), Fraction(0)),
    ],
    ids=lambda part: game_text(part) if isinstance(part, LiarsDice) else str(part),
)
def test_values_of_small_games(game: LiarsDice, value: Fraction) -> None:
    """Our own, kept so that a change of the rules shows; no best response beats them."""
    solution = solve(game)
    assert solution.value == pytest.approx(float(value), abs=1e-9)
    assert solution.exploitability < 1e-9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "value"),
    [
        (one_round(6, rules="open-spiel"), Fraction(-7, 258)),
        (one_round(6, rules="plain", wild="none"), Fraction(-1, 9)),
        (one_round(6, rules="plain", order="natural"), Fraction(-7, 327)),
    ],
    ids=lambda part: game_text(part) if isinstance(part, LiarsDice) else str(part),
)
def test_published_values(game: LiarsDice, value: Fraction) -> None:
    """Two players, one die each, six faces: the value to whoever opens."""
    solution = solve(game)
    assert solution.value == pytest.approx(float(value), abs=1e-9)
    assert solution.exploitability < 1e-9
    assert sum(map(len, solution.mixes)) == 24_576, "as many as OpenSpiel's default game has"


@pytest.mark.slow
def test_the_papers_order_of_bids_costs_the_opener_more() -> None:
    """1s wild, with 1x1 above 2x6 instead of below 1x2: not published; solved here."""
    solution = solve(one_round(6, rules="plain"))
    assert solution.value == pytest.approx(-1 / 18, abs=1e-9)
    assert solution.exploitability < 1e-9


def test_a_whole_game_is_solved_round_by_round() -> None:
    """Two dice of two faces each, plain rules, whoever loses a die opens: fair until somebody opens."""
    solution = solve(LiarsDice(players=2, dice=2, faces=2, rules="plain"))
    assert solution.value == pytest.approx(0.0, abs=1e-9)
    assert solution.exploitability < 1e-9
    assert len(solution.subgames) == 1 + 2 + 2 * 2, "the start, 2:2 opened by either, and 2:1, 1:2, 1:1 by the loser"
