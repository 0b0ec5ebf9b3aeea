"""The endgame: trees against the rules, plain corners, best responses, files, probes, losses, the command."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

from mendax.core.errors import MendaxError
from mendax.games.liars_dice.rules import CHALLENGE_BID, EXACT, PASS, Action, Answer, Bid, LiarsDice, Open, View
from mendax.games.liars_dice.solver.endgame import Position, Tablebase, load_tablebase, positions_of, solve_endgame
from mendax.games.liars_dice.solver.endgame.loss import loss_in
from mendax.games.liars_dice.solver.endgame.positions import After, is_even
from mendax.games.liars_dice.solver.endgame.round_solver import RoundSolver, measure
from mendax.games.liars_dice.solver.endgame.round_tree import (
    OF_EXACT,
    OF_PASS,
    Ending,
    Menu,
    Public,
    RoundTree,
    after_ending,
    hands_of,
    round_tree,
)
from mendax.games.liars_dice.solver.endgame.solving import payments, worth
from mendax.games.liars_dice.solver.endgame.storage import folder_of
from mendax.games.liars_dice.solver.endgame.tablebase import node_mix
from tests.command_line import assert_refused, call, call_json

SMALL = LiarsDice(players=2, dice=2, faces=2, passes=False)
"""Two faces: every position is solved in a moment."""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablebase]:
    """The endgame of the small game, solved once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MENDAX_CACHE", str(tmp_path_factory.mktemp("endgame")))
        yield solve_endgame(SMALL, threads=1)


def test_positions_come_after_what_they_lead_to() -> None:
    game = LiarsDice(players=2, dice=2)
    order = positions_of(game)
    assert len(order) == 16
    known = dict[Position, float]()
    for position in order:
        tree = round_tree(game, position, Menu(pushes="none", passes=False))
        assert payments(tree, known) is not None, position.name
        known[position] = 0.0


def test_of_a_match_with_five_dice_only_closed_positions_are_left() -> None:
    """Where a right exact leads to a third die, the position is not of the endgame."""
    names = [position.name for position in positions_of(LiarsDice(players=2))]
    assert sorted(names) == ["1-1 00", "1-1 01", "1-1 10", "1-1 11", "1-2 00", "1-2 10", "2-1 00", "2-1 01", "2-2 00"]


@pytest.mark.parametrize(
    "game",
    [LiarsDice(players=3, dice=2), LiarsDice(players=2, dice=2, faces=7), LiarsDice(players=2, single_round=True)],
)
def test_other_games_are_refused(game: LiarsDice) -> None:
    with pytest.raises(MendaxError):
        positions_of(game)


def _play_against_rules(game: LiarsDice, position: Position, tree: RoundTree, rng: Random) -> int:
    """A random round by the rules, followed in the tree; the number of steps in which they were compared."""
    state = game.start()._replace(dice=position.dice, exacts=position.exacts)
    state = game.apply(state, Open(0))
    node, steps = 0, 0
    while game.turn(state) not in (0, 1):
        state = game.apply(state, game.draw(state, rng))
    while True:
        seat = game.turn(state)
        assert isinstance(seat, int)
        public = tree.states[node]
        assert public.turn == seat
        legal = set(game.actions(state))
        cup = state.cups[seat]
        offered = {
            action
            for action in tree.actions[node]
            if not (isinstance(action, Bid) and action.push) or action.push[0] in cup
        }
        assert offered <= legal
        for action in legal - offered:
            assert isinstance(action, Bid), "only bids are left out"
            shown = [die for dice in state.shown for die in dice] + list(action.push)
            most = sum(die in (action.face, 1) for die in shown) + sum(state.dice) - len(shown)
            assert action.count > most, "and only impossible ones"
        action = rng.choice(sorted(offered, key=str))
        at = tree.actions[node].index(action)
        kind, to, *_ = tree.arrays.edges[tree.arrays.states[node, 3] + at].tolist()
        before, state = state, game.apply(state, action)
        steps += 1
        if kind == 0 and isinstance(action, Answer) and action is not PASS:
            end = state.showdown
            assert end is not None
            ending = tree.endings[to]
            assert after_ending(tree, ending, right=end.right) == After(
                (state.dice[0], state.dice[1]), (state.exacts[0], state.exacts[1]), end.loser, end.seat
            )
            assert _is_right(tree, ending, before.cups) == end.right
            return steps
        while game.turn(state) not in (0, 1):
            state = game.apply(state, game.draw(state, rng))
        if kind == 0 or to < 0:
            lone = tree.endings[to if kind == 0 else -1 - to]
            answers = [one for one in game.actions(state) if isinstance(one, Answer)]
            assert answers == [CHALLENGE_BID] if lone.kind != OF_PASS else len(answers) == 1
            return steps
        node = to


def _is_right(tree: RoundTree, ending: Ending, cups: Sequence[tuple[int, ...]]) -> bool:
    """Whether the speaker of an ending is right, from what the arrays say of the hands."""
    number = tree.endings.index(ending)
    faces = tree.game.faces
    rows = tree.arrays.ends[number, 3:5].tolist()
    at = [hands_of(len(cup), faces).index(cup) for cup in cups]
    found = []
    for row, hand in zip(rows, at, strict=True):
        block = tree.arrays.constants[row : row + 3].reshape(-1)
        twos = tree.arrays.constants[row + 6 * faces : row + 6 * faces + 3].reshape(-1)
        found.append((int(block[hand]), int(twos[hand])))
    if ending.kind == OF_PASS:
        return not found[1 - ending.speaker][0]
    count = sum(one + 2 * two for one, two in found)
    return count == ending.need if ending.kind == OF_EXACT else count < ending.need


@pytest.mark.parametrize("name", ["1-1 11", "2-1 11", "1-2 10"])
def test_the_tree_is_that_of_the_rules(name: str) -> None:
    game = LiarsDice(players=2, dice=2)
    position = next(one for one in positions_of(game) if one.name == name)
    tree, rng = round_tree(game, position), Random(7)
    assert sum(_play_against_rules(game, position, tree, rng) for _ in range(120)) > 240


@pytest.mark.slow
def test_the_tree_with_two_dice_each_is_that_of_the_rules() -> None:
    game = LiarsDice(players=2, dice=2)
    position = Position((2, 2), (True, True))
    tree, rng = round_tree(game, position), Random(8)
    assert sum(_play_against_rules(game, position, tree, rng) for _ in range(300)) > 600


def test_sizes() -> None:
    """Counted by hand: 2 to the power of twelve bids, six hands each; half of the histories have a choice."""
    plain = round_tree(LiarsDice(players=2, dice=2), Position((1, 1)))
    assert (plain.nodes, plain.information_sets) == (2048, 6 * 4096)
    assert round_tree(LiarsDice(players=2, dice=2), Position((2, 1))).information_sets == 82_490_880


def _value(game: LiarsDice, iterations: int) -> tuple[float, float]:
    tree = round_tree(game, Position((1, 1)))
    pay = payments(tree, {})
    assert pay is not None
    solver = RoundSolver(tree, pay)
    while solver.iterations < iterations:
        solver.step()
    measured = solver.measure()
    return measured.value, measured.exploitability


def test_plain_corners() -> None:
    """CFR+ on one die each, no push, pass or exact: close to the values of linear programs."""
    value, off = _value(LiarsDice(players=2, dice=1, rules="plain"), 400)
    assert off < 1e-5
    assert value == pytest.approx(-1 / 18, abs=1e-5)
    value, off = _value(LiarsDice(players=2, dice=1, rules="plain", wild="none"), 400)
    assert off < 1e-5
    assert value == pytest.approx(-1 / 9, abs=1e-5)


@pytest.mark.slow
def test_plain_corners_in_the_natural_order() -> None:
    value, off = _value(LiarsDice(players=2, dice=1, rules="open-spiel"), 3000)
    assert off < 1e-4
    assert value == pytest.approx(-7 / 258, abs=1e-4)
    value, off = _value(LiarsDice(players=2, dice=1, rules="plain", order="natural"), 3000)
    assert off < 1e-4
    assert value == pytest.approx(-7 / 327, abs=1e-4)


def test_threads_do_not_change_a_bit() -> None:
    tree = round_tree(LiarsDice(players=2, dice=2, faces=3), Position((2, 1)))
    pay = payments(tree, {})
    assert pay is not None
    from mendax.games.liars_dice.solver.endgame import round_solver

    tables = []
    for threads in (1, 2):
        solver = RoundSolver(tree, pay, threads)
        solver.walker = round_solver.Walker(tree, pay, np.float64, threads)
        for _ in range(15):
            solver.step()
        tables.append(solver.kept.averages)
        assert measure(tree, pay, solver.kept.averages, threads).exploitability > 0
    assert np.array_equal(tables[0], tables[1])


def test_the_endgame_with_two_faces(base: Tablebase) -> None:
    """All sixteen positions, with push and exact; then from disk."""
    assert len(base.rounds) == 16
    assert not base.unsolved
    for position, solved in base.rounds.items():
        assert solved.exploitability < 2e-4, position.name
    values = base.values
    for one, two in (((2, 1), (1, 1)), ((2, 2), (1, 2))):
        for exacts in ((False, False), (True, True)):
            assert values[Position(one, exacts)] > values[Position(two, exacts)], "a die more is worth something"
    assert load_tablebase(SMALL).values == values
    assert load_tablebase(LiarsDice(players=2, dice=5, faces=2, passes=False)).rounds.keys() < base.rounds.keys()
    text = json.dumps(base.to_json())
    assert '"2-1 10"' in text


def test_what_is_even_is_worth_zero() -> None:
    game = LiarsDice(players=2, dice=2)
    even = After((2, 2), (True, True), None, 0)
    assert is_even(game, even)
    assert worth(game, even, {}) == 0.0
    assert worth(game, After((2, 1), (False, False), 1, 0), {}) is None
    assert worth(game, After((2, 0), (False, False), 1, 0), {}) == 1.0


def test_a_stopped_position_is_taken_up_again(cache: Path) -> None:
    game, reports = LiarsDice(players=2, dice=2, faces=2, rules="plain"), list[str]()
    halted = solve_endgame(game, reports.append, stopped=lambda: "1-2 00: 1 iterations, 0 s" in reports)
    assert [one.why for one in halted.unsolved] == ["stopped after 1 iterations", "not tried", "not tried"]
    reports.clear()
    base = solve_endgame(game, reports.append)
    assert len(base.rounds) == 4
    assert reports[0].startswith("1-2 00: 2 iterations")


def _first_view(game: LiarsDice, position: Position, cup: tuple[int, ...], seat: int = 0) -> View:
    return View(
        seat,
        seat,
        position.dice,
        position.dice,
        cup,
        ((), ()),
        (),
        seat,
        position.exacts,
        (False, False),
        False,
        1,
        0,
        None,
    )


def test_a_probe_has_the_strategy_and_its_values(base: Tablebase) -> None:
    position = Position((2, 1), (True, False))
    tree, averages = base.table(position, 0)
    hands, total = hands_of(2, 2), 0.0
    for number, (hand, chance) in enumerate(zip(hands, tree.deals[0], strict=True)):
        view = _first_view(SMALL, position, hand)
        legal = [one for one in tree.actions[0] if not (isinstance(one, Bid) and one.push and one.push[0] not in hand)]
        probe = base.probe(view, legal)
        assert probe is not None
        assert probe.on_path
        assert sum(option.probability for option in probe.options) == pytest.approx(1)
        values = {option.action: option.value for option in probe.options}
        taken = sum(option.probability * (option.value or 0.0) for option in probe.options)
        assert probe.value is not None
        assert taken <= probe.value + 1e-12
        assert values.keys() == set(legal)
        assert node_mix(tree, averages, 0, 0)[:, number].sum() == pytest.approx(1)
        total += chance * probe.value
    solved = base.rounds[position]
    assert total == pytest.approx(solved.value, abs=2 * solved.exploitability + 1e-9), "best actions make the value"
    assert base.probe(_first_view(SMALL, Position((2, 2)), (1, 1))._replace(dice=(3, 2)), ()) is None


def _equal(views: Sequence[View], actions: Sequence[Action]) -> list[Mapping[Action, float]]:
    legal = [
        [one for one in actions if not (isinstance(one, Bid) and one.push and one.push[0] not in view.cup)]
        for view in views
    ]
    return [dict.fromkeys(some, 1 / len(some)) for some in legal]


def test_losses(base: Tablebase) -> None:
    """The tablebase's own strategy loses its exploitability; equal mixes lose much more."""
    position = Position((2, 1), (False, True))
    tree, averages = base.table(position, 0)
    numbers = {public: at for at, public in enumerate(tree.states)}

    def own(views: Sequence[View], actions: Sequence[Action]) -> list[Mapping[Action, float]]:
        state, at = 0, 0
        for said in views[0].said:
            number = tree.actions[state].index(said.action)
            _, to, _, skip, _ = tree.arrays.edges[tree.arrays.states[state, 3] + number].tolist()
            state, at = to, at + skip
        assert tree.states[state] in numbers
        mix = node_mix(tree, averages, state, at)
        return [dict(zip(actions, column, strict=True)) for column in mix.T.tolist()]

    loss = loss_in(base, position, own)
    exploitability = base.rounds[position].exploitability
    assert (loss.opening + loss.answering) / 2 == pytest.approx(exploitability, abs=1e-6)
    worse = loss_in(base, position, _equal)
    assert min(worse.opening, worse.answering) > 0.05
    cut = loss_in(base, position, _equal, least=0.01)
    assert cut.nodes < worse.nodes
    assert abs(cut.opening - worse.opening) <= cut.unseen + 1e-9


@pytest.mark.parametrize("name", ["champion", "champion:search=4"])
def test_the_champion_as_a_policy_is_the_champion(name: str) -> None:
    from mendax.core.catalogue import build_agent
    from mendax.games.liars_dice.agents.champion import ChampionAgent
    from mendax.games.liars_dice.agents.endgame_policy import endgame_policy

    game = LiarsDice(players=2, dice=2)
    position, rng = Position((2, 1), (True, True)), Random(3)
    state = game.apply(game.start()._replace(dice=position.dice, exacts=position.exacts), Open(0))
    while game.turn(state) not in (0, 1):
        state = game.apply(state, game.draw(state, rng))
    policy, agent = endgame_policy(game, name), build_agent("liars-dice", name)(game, 0, rng)
    assert isinstance(agent, ChampionAgent)
    for action in (Bid(1, 4), Bid(2, 3), PASS):
        seat = game.turn(state)
        assert isinstance(seat, int)
        view, legal = game.view(state, seat), game.actions(state)
        tree_actions = round_tree(game, position).actions[0] if not view.said else legal
        assert policy([view], tree_actions)[0] == pytest.approx(agent.mix(view, legal), abs=1e-6)
        state = game.apply(state, action)


def test_the_package_s_champion_plays_the_last_round_as_it_is_solved(cache: Path) -> None:
    """One die each and no exact left: -1/18, proven. It loses no hundredth to a best response there."""
    from mendax.games.liars_dice.agents.endgame_policy import endgame_policy

    game, position = LiarsDice(players=2), Position((1, 1))
    solved = folder_of(game) / "1-1-00.json"
    base = solve_endgame(game, stopped=solved.exists, threads=1)
    assert list(base.rounds) == [position]
    loss = loss_in(base, position, endgame_policy(game, "champion"), least=1e-4)
    assert loss.nodes > 100
    assert max(loss.opening, loss.answering) + loss.unseen < 0.01
    worse = loss_in(base, position, endgame_policy(game, "champion:self-play"), least=1e-2)
    assert min(worse.opening, worse.answering) - worse.unseen > 0.1


def test_exact_and_pass_are_where_the_rules_have_them() -> None:
    tree = round_tree(LiarsDice(players=2, dice=2), Position((2, 1), (True, False)))
    start = Public()
    assert EXACT not in tree.actions[tree.numbers[start]]
    after_bid = Public(1, 0)
    assert EXACT not in tree.actions[tree.numbers[after_bid]]
    assert PASS not in tree.actions[tree.numbers[after_bid]], "the other has one die"
    back = Public(0, 3)
    assert {EXACT, PASS} <= set(tree.actions[tree.numbers[back]])


def test_the_commands(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = "liars-dice:players=2,dice=1,exact=false"
    assert_refused(capsys, ["exploit", game, "champion", "--endgame"], "nothing of this endgame is solved yet")
    assert_refused(capsys, ["solve", game, "--endgame", "--iterations", "5"], "--iterations does not go with --endgame")
    assert_refused(capsys, ["solve", "liars-dice:players=3", "--endgame"], "the endgame is for two players")
    found = call_json(capsys, "solve", game, "--endgame")
    assert found["positions"] == len(found["solved"]) == 1
    assert found["solved"][0]["value"] == pytest.approx(-1 / 18, abs=1e-11)
    code, out, _ = call(capsys, "solve", game, "--endgame")
    assert code == 0
    assert "1 of 1 positions are solved" in out
    lost = call_json(capsys, "exploit", game, "champion", "--endgame", "--least", "0.01")["losses"]
    assert lost[0]["position"] == "1-1 00"
    assert lost[0]["opening"] + lost[0]["unseen"] > 0
    code, out, _ = call(capsys, "exploit", game, "champion", "--endgame", "--least", "0.01")
    assert code == 0
    assert "What champion loses" in out
    assert_refused(capsys, ["exploit", game, "emh", "--endgame"], "emh does not state its action probabilities")
