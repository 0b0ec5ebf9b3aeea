"""Rounds solved with few actions of each seat: trees, bounds, probes, losses, files; against the whole round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from mendax.games.liars_dice.rules import CHALLENGE_BID, Action, Answer, Bid, LiarsDice, Said, View
from mendax.games.liars_dice.solver.endgame import Position, Tablebase, load_tablebase, solve_endgame
from mendax.games.liars_dice.solver.endgame.loss import loss_in
from mendax.games.liars_dice.solver.endgame.restricted import Refinement, measure_of, refine
from mendax.games.liars_dice.solver.endgame.restricted.graph import HistoryGraph, history_graph
from mendax.games.liars_dice.solver.endgame.restricted.refine import Stage
from mendax.games.liars_dice.solver.endgame.restricted.sketch import Sketch
from mendax.games.liars_dice.solver.endgame.restricted.tree import restricted_tree, use_of
from mendax.games.liars_dice.solver.endgame.round_solver import RoundSolver
from mendax.games.liars_dice.solver.endgame.round_tree import Numbers, RoundTree, hands_of, round_tree
from mendax.games.liars_dice.solver.endgame.solving import RESTRICTED, payments
from mendax.theory.profile import Measure

SMALL = LiarsDice(players=2, dice=2, faces=2, exact=False)
"""Two faces: two dice each are solved whole in seconds."""
EVEN = Position((2, 2))
MEMORY = 8_000_000
"""So two dice each are too large to be solved whole."""


def _worth(tree: RoundTree) -> Numbers:
    """Payments of a round whose loser loses the match."""
    found = payments(tree, {Position((2, 1)): 1.0, Position((1, 2)): -1.0})
    assert found is not None
    return found


@pytest.fixture(scope="module")
def graph() -> HistoryGraph:
    return history_graph(round_tree(SMALL, EVEN))


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tablebase, Tablebase]:
    """The endgame of the small game with restricted trees, and whole."""
    found = []
    stages = (Stage(1e-3, 3e-2, 0.05, 60), Stage(1e-4, 1e-2, 0.05, 150))
    for memory in (MEMORY, 1 << 30):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("MENDAX_CACHE", str(tmp_path_factory.mktemp("endgame")))
            patch.setattr(refine, "STAGES", stages)
            base = solve_endgame(SMALL, threads=1, memory=memory)
            for position in base.rounds:
                base.table(position, 0), base.table(position, 1)
            found.append(base)
    return found[0], found[1]


def test_with_all_choices_a_tree_is_the_whole_round() -> None:
    game = LiarsDice(players=2, dice=2, faces=2)
    whole = round_tree(game, Position((2, 2), (True, False)))
    graph = history_graph(whole)
    every = restricted_tree(graph, np.ones(graph.first_choice[-1], np.bool_)).tree
    assert (every.nodes, every.size[0], every.depth) == (whole.nodes, whole.size[0], whole.depth)
    assert len(every.states) > len(whole.states), "a state of the round has a node for each pair of last bids"
    pay, measured = np.tile([0.5, -0.5], (len(whole.endings), 1)), list[Measure]()
    for tree in (whole, every):
        solver = RoundSolver(tree, pay, 1)
        for _ in range(12):
            solver.step()
        measured.append(solver.measure())
    assert measured[0].responses == pytest.approx(measured[1].responses, abs=1e-5)


def test_a_restricted_seat_has_fewer_actions_and_the_other_all(graph: HistoryGraph) -> None:
    speaker = graph.tree.arrays.states[graph.state_of_node, 0][graph.node_of_choice]
    kept = speaker == 1
    kept[graph.choice_of_node] = True
    found = restricted_tree(graph, kept)
    for at, node in enumerate(found.nodes.tolist()):
        actions = found.tree.actions[at]
        whole = graph.tree.actions[graph.state_of_node[node]]
        assert actions == (whole if found.tree.states[at].turn == 1 else whole[:1])
    assert found.tree.nodes < graph.tree.nodes / 100


def test_the_use_of_a_tree_adds_up(graph: HistoryGraph) -> None:
    found = restricted_tree(graph, np.ones(graph.first_choice[-1], np.bool_))
    solver = RoundSolver(found.tree, _worth(graph.tree), 1)
    for _ in range(20):
        solver.step()
    use = use_of(graph, found, solver.kept.averages)
    played = np.bincount(graph.node_of_choice, use.played, graph.first_node[-1])
    assert use.met[0] == pytest.approx(1)
    assert played == pytest.approx(use.met, abs=1e-5), "wherever somebody speaks, something is said"
    assert use.own.max() <= 1 + 1e-6
    assert use.seen.all()


def test_a_sketch_comes_near_the_value(graph: HistoryGraph) -> None:
    """It forgets words, so it need not be an equilibrium; here it is close to one."""
    pay = _worth(graph.tree)
    drawn, solver = Sketch(graph, pay), RoundSolver(graph.tree, pay, 1)
    for _ in range(150):
        drawn.step()
        solver.step()
    taken, (first, second) = drawn.taken(), drawn.coming()
    at_start = taken[: graph.first_choice[1]]
    assert at_start.sum() == pytest.approx(1)
    assert first[0] == pytest.approx(1)
    assert second[0] == pytest.approx(1)
    hands = graph.layout.states[0, 1:3]
    values = drawn.values[: hands.prod()].reshape(hands)
    deals = graph.tree.deals
    assert deals[0] @ values @ deals[1] == pytest.approx(solver.measure().value, abs=0.05)


def test_skipping_unused_actions_comes_to_the_same_value(graph: HistoryGraph) -> None:
    tree, pay = graph.tree, _worth(graph.tree)
    measured = []
    for small in (True, False):
        solver = RoundSolver(tree, pay, 1)
        solver.small = small
        for _ in range(300):
            solver.step()
        measured.append(solver.measure())
    apart = abs(measured[1].value - measured[0].value)
    assert apart <= measured[0].exploitability + measured[1].exploitability
    assert measured[1].exploitability < 6e-3


def test_bounds_hold_the_value_of_the_whole_round(bases: tuple[Tablebase, Tablebase]) -> None:
    few, whole = bases
    assert len(few.rounds) == len(whole.rounds) == 4
    restricted = [position for position, solved in few.rounds.items() if solved.method == RESTRICTED]
    assert {position.dice for position in restricted} == {(2, 2)}
    for position, solved in few.rounds.items():
        truth = whole.rounds[position]
        lower, upper = solved.bounds
        assert lower <= truth.bounds[1], position.name
        assert truth.bounds[0] <= upper, position.name
    for position in restricted:
        assert 0 < few.rounds[position].exploitability < 0.03, position.name


def test_what_a_side_is_sure_to_win_is_so_in_the_whole_round(graph: HistoryGraph) -> None:
    """Its strategy, written into the whole tree, wins as much against the best response to it there."""
    pay = _worth(graph.tree)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(refine, "STAGES", (Stage(1e-3, 1e-2, 0.05, 80),))
        sides = Refinement(graph.tree, pay, 1).run()
    assert sides is not None
    assert measure_of(sides).exploitability > 0
    first = sides[0]
    assert first.tree.nodes < graph.tree.nodes
    table = np.zeros((graph.tree.size[0], 8))
    _copy(first.tree, first.averages, graph.tree, table)
    from mendax.games.liars_dice.solver.endgame.round_solver import measure

    assert -measure(graph.tree, pay, table).responses[1] == pytest.approx(first.wins, abs=1e-6)


def _copy(source: RoundTree, averages: Numbers, target: RoundTree, table: Numbers) -> None:
    """Write what a restricted tree has into the whole one, history by history."""
    stack = [(0, 0, 0, 0)]
    while stack:
        here, base, there, row = stack.pop()
        start, stop = source.arrays.states[here, 3:5].tolist()
        first = int(target.arrays.states[there, 3])
        for action, edge in zip(source.actions[here], range(start, stop), strict=True):
            kind, to, at, skip, _ = source.arrays.edges[edge].tolist()
            _, below, into, over, _ = target.arrays.edges[first + target.actions[there].index(action)].tolist()
            rows = 1 if kind == 2 else int(source.arrays.states[here, 1])
            table[row + into : row + into + rows] = averages[base + at : base + at + rows]
            if kind and to >= 0:
                stack.append((to, base + skip, below, row + over))


def _view(cup: tuple[int, ...], said: Sequence[Bid | Answer] = (), seat: int = 0) -> View:
    words = tuple(Said(number % 2, action) for number, action in enumerate(said))
    return View(seat, seat, (2, 2), (2, 2), cup, ((), ()), words, 0, (False, False), (False, False), False, 1, 0, None)


def test_probes_know_the_strategy_of_one_tree_and_the_values_of_the_other(bases: tuple[Tablebase, Tablebase]) -> None:
    few, whole = bases
    tree, _ = whole.table(EVEN, 0)
    total = 0.0
    for hand, chance in zip(hands_of(2, 2), tree.deals[0], strict=True):
        legal = [one for one in tree.actions[0] if not (isinstance(one, Bid) and one.push and one.push[0] not in hand)]
        probe = few.probe(_view(hand), legal)
        assert probe is not None
        assert probe.on_path
        assert {option.action for option in probe.options} == set(legal)
        assert sum(option.probability for option in probe.options) == pytest.approx(1)
        assert probe.value is not None
        total += chance * probe.value
    solved = few.rounds[EVEN]
    best = solved.value + solved.exploitability
    assert total == pytest.approx(best, abs=1e-5), "the best answer to the other's strategy"


def test_probes_outside_a_strategy(bases: tuple[Tablebase, Tablebase]) -> None:
    """What the opener's strategy never says has an answer, but no values; a bid that cannot be true is challenged."""
    few, _ = bases
    own, _ = few.table(EVEN, 0)
    every, _ = few.table(EVEN, 1)
    never = next(one for one in every.actions[0] if one not in own.actions[0])
    view = _view((1, 1), [never], 1)
    answers: list[Action] = [CHALLENGE_BID, *(one for one in every.actions[0] if isinstance(one, Bid) and not one.push)]
    probe = few.probe(view, answers)
    assert probe is not None
    assert not few.reaches(view)
    assert probe.value is None
    assert sum(option.probability for option in probe.options) == pytest.approx(1)
    surely = few.probe(_view((1, 1), [Bid(5, 2)], 1), [CHALLENGE_BID])
    assert surely is not None
    assert [(option.action, option.probability) for option in surely.options] == [(CHALLENGE_BID, 1.0)]


def _equal(views: Sequence[View], actions: Sequence[Action]) -> list[Mapping[Action, float]]:
    legal = [
        [one for one in actions if not (isinstance(one, Bid) and one.push and one.push[0] not in view.cup)]
        for view in views
    ]
    return [dict.fromkeys(some, 1 / len(some)) for some in legal]


def test_losses_are_at_least_so_large(bases: tuple[Tablebase, Tablebase]) -> None:
    few, whole = bases
    some, all_of_it = (loss_in(base, EVEN, _equal, least=1e-3) for base in (few, whole))
    assert some.at_least
    assert not all_of_it.at_least
    slack = few.rounds[EVEN].error + some.unseen + all_of_it.unseen
    assert 0.05 < some.opening <= all_of_it.opening + slack
    assert 0.05 < some.answering <= all_of_it.answering + slack


@pytest.mark.parametrize(
    ("at", "trees", "goes_on"),
    [("tree 3 of 4", 2, "tree 3 of 4"), ("tree 4 of 4", 2, "tree 3 of 4"), ("a sketch", 0, "a sketch, 1 of")],
)
def test_a_stopped_refinement_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str, trees: int, goes_on: str
) -> None:
    """What comes out is the same to the last bit as without a stop."""
    monkeypatch.setattr(refine, "STAGES", (Stage(1e-3, 3e-2, 0.05, 30), Stage(1e-3, 3e-2, 0.05, 60)))
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path / "whole"))
    whole = solve_endgame(SMALL, threads=1, memory=MEMORY).rounds[EVEN]
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path / "halted"))
    reports = list[str]()

    def stop() -> bool:
        return sum(at in one for one in reports) == 10

    halted = solve_endgame(SMALL, reports.append, stop, 1, memory=MEMORY)
    assert [(one.position.name, one.why) for one in halted.unsolved] == [("2-2 00", f"stopped after {trees} trees")]
    reports.clear()
    base = solve_endgame(SMALL, reports.append, threads=1, memory=MEMORY)
    assert len(base.rounds) == 4
    assert reports[0].startswith(f"2-2 00: {goes_on}")
    if at.startswith("tree"):
        assert f"{at}" in "".join(one for one in reports if ", 11 of 60" in one), (
            "the stopped tree goes on where it was"
        )
        assert not any(at in one and ", 10 of 60" in one for one in reports)
    solved = base.rounds[EVEN]
    assert solved.method == RESTRICTED
    assert (solved.value, solved.exploitability) == (whole.value, whole.exploitability)
    assert load_tablebase(SMALL).rounds[EVEN] == solved
    assert not list(tmp_path.rglob("*refinement*"))
    assert not list(tmp_path.rglob("*regrets*"))
