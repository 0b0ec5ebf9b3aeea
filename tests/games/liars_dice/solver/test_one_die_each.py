"""One die each by linear programs: unfolded trees against the kernel, proven values, cover, files."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from mendax.core.game import game_text
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.solver.endgame import Position, load_tablebase, solve_endgame
from mendax.games.liars_dice.solver.endgame.one_die_each import solve_exactly
from mendax.games.liars_dice.solver.endgame.round_program import (
    UnfoldedRound,
    best_responses,
    prove_value,
    solve_program,
    unfold,
)
from mendax.games.liars_dice.solver.endgame.round_solver import measure
from mendax.games.liars_dice.solver.endgame.round_tree import WIDTH, Numbers, round_tree
from mendax.games.liars_dice.solver.endgame.solving import ExactPayments, exact_payments
from mendax.games.liars_dice.solver.endgame.storage import folder_of

MATCH = LiarsDice(players=2, dice=1)
SMALL = LiarsDice(players=2, dice=1, faces=3)
NEITHER, ANSWERER, OPENER, BOTH = (
    Position((1, 1), exacts) for exacts in ((False, False), (False, True), (True, False), (True, True))
)


def _unfolded(
    game: LiarsDice, position: Position, values: dict[Position, Fraction]
) -> tuple[UnfoldedRound, ExactPayments]:
    tree = round_tree(game, position)
    pay = exact_payments(tree, values)
    assert pay is not None
    return unfold(tree), pay


def _numbers(pay: ExactPayments) -> Numbers:
    return np.array(pay, dtype=np.float64)


def test_best_responses_in_fractions_are_those_of_the_kernel() -> None:
    """Against any strategies, here random ones; what follows has any values."""
    values = {NEITHER: Fraction(-1, 7), ANSWERER: Fraction(-1, 5), OPENER: Fraction(1, 3)}
    for position in (NEITHER, ANSWERER, OPENER, BOTH):
        unfolded, pay = _unfolded(SMALL, position, values)
        table = np.zeros((unfolded.tree.size[0], WIDTH))
        table[:, :3] = np.random.default_rng(5).integers(0, 4, (len(table), 3))
        measured = measure(unfolded.tree, _numbers(pay), _where_empty_first(unfolded, table))
        exact = best_responses(unfolded, pay, table)
        assert [float(won) for won in exact] == pytest.approx(measured.responses, abs=1e-12), position.name


def _where_empty_first(unfolded: UnfoldedRound, table: Numbers) -> Numbers:
    """The kernel mixes equally where there are no weights; proofs take the first action."""
    found = table.copy()
    for choice in unfolded.choices:
        empty = found[list(choice.rows)].sum(axis=0) == 0
        found[choice.rows[0], empty] = 1.0
    return found


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (LiarsDice(players=2, dice=1, rules="plain"), Fraction(-1, 18)),
        (LiarsDice(players=2, dice=1, rules="plain", wild="none"), Fraction(-1, 9)),
        (LiarsDice(players=2, dice=1, rules="open-spiel"), Fraction(-7, 258)),
        (LiarsDice(players=2, dice=1, rules="plain", order="natural"), Fraction(-7, 327)),
    ],
    ids=lambda part: game_text(part) if isinstance(part, LiarsDice) else str(part),
)
def test_plain_corners_are_proven(game: LiarsDice, value: Fraction) -> None:
    unfolded, pay = _unfolded(game, NEITHER, {})
    table, iterations = solve_program(unfolded, _numbers(pay))
    assert iterations > 0
    assert prove_value(unfolded, pay, table) == value
    measured = measure(unfolded.tree, _numbers(pay), table)
    assert measured.exploitability < 1e-12
    assert measured.value == pytest.approx(float(value), abs=1e-12)


@pytest.mark.parametrize(("position", "value"), [(ANSWERER, Fraction(-1, 18)), (OPENER, Fraction(17, 216))])
def test_exacts_in_a_match_of_one_die_each(position: Position, value: Fraction) -> None:
    """Solved here: an exact is worth nothing to whoever answers, and 29/216 to the opener."""
    unfolded, pay = _unfolded(MATCH, position, {NEITHER: Fraction(-1, 18)})
    table, _ = solve_program(unfolded, _numbers(pay))
    assert prove_value(unfolded, pay, table) == value


def test_strategies_that_can_be_beaten_prove_nothing() -> None:
    unfolded, pay = _unfolded(SMALL, NEITHER, {})
    assert prove_value(unfolded, pay, np.ones((unfolded.tree.size[0], WIDTH))) is None


def test_two_dice_are_refused() -> None:
    with pytest.raises(ValueError, match="only one die each"):
        unfold(round_tree(LiarsDice(players=2, dice=2, faces=2), Position((2, 1))))


def test_a_little_of_cfr_reaches_what_the_program_leaves_out() -> None:
    unfolded, pay = _unfolded(LiarsDice(players=2, dice=1, faces=4), NEITHER, {})
    tree = unfolded.tree
    plans, _ = solve_program(unfolded, _numbers(pay))
    found = solve_exactly(tree, _numbers(pay), pay)
    assert found is not None
    assert found.fraction == Fraction(found.value).limit_denominator(10**6)
    assert found.measured.exploitability < 1e-12
    assert np.abs(found.averages - plans).max() < 2e-9
    assert (found.averages > 0).sum() > 3 * (plans > 0).sum()


def test_files_keep_method_and_fraction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What CFR+ solved before is solved again, the rest is taken from the files; a stop keeps what was there."""
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path))
    base = solve_endgame(SMALL)
    assert {solved.method for solved in base.rounds.values()} == {"linear program"}
    assert all(solved.error < 1e-12 for solved in base.rounds.values())
    # The shares of the last one have denominators beyond double precision.
    assert base.fractions == {NEITHER: Fraction(1, 9), ANSWERER: Fraction(1, 45), OPENER: Fraction(4, 27)}
    assert load_tablebase(SMALL) == base

    path = folder_of(SMALL) / "1-1-10.json"
    old = json.loads(path.read_text())
    assert (old["method"], Fraction(old["fraction"])) == ("linear program", base.fractions[OPENER])
    path.write_text(json.dumps({key: part for key, part in old.items() if key not in ("method", "fraction")}))
    assert load_tablebase(SMALL).rounds[OPENER].method == "CFR+"
    halted, reports = solve_endgame(SMALL, stopped=lambda: True), list[str]()
    assert halted.rounds[OPENER].method == "CFR+"
    again = solve_endgame(SMALL, reports.append)
    assert {text.split(":")[0] for text in reports} == {"1-1 10"}
    assert again.values == base.values
    assert again.fractions == base.fractions


def test_a_stop_before_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path))
    calls = iter([False, False, True, True, True, True])
    halted = solve_endgame(SMALL, stopped=lambda: next(calls))
    assert [one.why for one in halted.unsolved] == ["stopped", "not tried", "not tried", "not tried"]
    assert len(solve_endgame(SMALL).rounds) == 4
