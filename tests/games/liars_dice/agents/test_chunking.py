"""Chunks of the Soar agents: they say what the subgoal said, for all actions and in the paper's three situations."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from random import Random

import pytest

from mendax.core import MendaxError
from mendax.games.liars_dice.agents.soar.chunking import BASES, chunking_agent, chunking_settings
from mendax.games.liars_dice.agents.soar.explanation import read_explanation
from mendax.games.liars_dice.benchmarks.chunks import Player as Shown
from mendax.games.liars_dice.rules import Action, Answer, LiarsDice, View
from mendax.soar import Chunking, Learned
from tests.games.liars_dice.agents.plain_python_twin import mix_of
from tests.games.liars_dice.agents.soar_positions import imagine, wander

TWO = LiarsDice(players=2)
FOUR = LiarsDice()


class Player(Shown):
    """A Soar agent that is shown one position after the other, and asked for its chances."""

    def chances(self, view: View, actions: Sequence[Action]) -> tuple[dict[Action, float], bool]:
        """How likely each action is, and whether it took a subgoal to find that out."""
        reply = self.answer(view, actions, explain=True)
        found = {o.action: o.probability for o in read_explanation(reply, view).options if o.probability}
        return found, any(choice.chosen.name == "create-preferences" for choice in reply.choices)


def positions(name: str, game: LiarsDice, number: int, seed: int) -> list[tuple[View, Sequence[Action]]]:
    """Half from games of the agent without chunks, half from games of cautious and of reckless players."""
    with chunking_agent(name, chunking=False, rng=Random(seed)) as agent:
        played = list(islice(Player(agent, game).games(number, seed), 0, number * 3, 6))
    strange = islice(wander(game, Random(seed), number), 0, number * 3, 6)
    return [*played, *((game.view(state, seat), game.actions(state)) for state, seat in strange)]


def reference(name: str, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
    """What the agent does by deliberation, from the second implementation that its rules agree with."""
    return mix_of(view, [action for action in actions if isinstance(action, Answer)], name)


def compare(
    player: Player,
    seen: Sequence[tuple[View, Sequence[Action]]],
    deliberate: Callable[[View, Sequence[Action]], Mapping[Action, float]],
) -> int:
    """Compare every chance with that by deliberation; return how many positions were decided without a subgoal."""
    by_chunks = 0
    for view, actions in seen:
        found, subgoal = player.chances(view, actions)
        wanted = deliberate(view, actions)
        for action in found.keys() | wanted.keys():
            assert found.get(action, 0) == pytest.approx(wanted.get(action, 0), abs=1e-5), (view, action)
        by_chunks += not subgoal
    return by_chunks


@pytest.mark.parametrize("name", BASES)
def test_chunks_say_what_the_subgoal_says(name: str) -> None:
    """A hundred positions: of a third every chunk was learned, of the others only some."""
    with chunking_agent(name, rng=Random(1)) as agent:
        player = Player(agent, TWO)
        known, fresh = positions(name, TWO, 34, seed=1), positions(name, TWO, 66, seed=2)
        for view, actions in known:
            player.answer(view, actions)
        for _ in player.games(3, seed=3):
            pass
        agent.configure(chunking_settings(chunking=False))
        many = len(agent.rules.learned())
        assert many > 300
        assert compare(player, known, partial(reference, name)) == len(known)
        assert compare(player, fresh, partial(reference, name)) < len(fresh)
        assert len(agent.rules.learned()) == many


@pytest.mark.slow
@pytest.mark.parametrize("name", BASES)
def test_chunks_of_many_games_say_what_the_subgoal_says(name: str) -> None:
    """Two thousand positions after 200 games with chunking on and learning off."""
    with chunking_agent(name, rng=Random(1)) as agent:
        player = Player(agent, TWO)
        for _ in player.games(200, seed=5):
            pass
        agent.configure(chunking_settings(chunking=False))
        with chunking_agent(name, chunking=False, rng=Random(3)) as other:
            plain = Player(other, TWO)
            seen = positions(name, TWO, 2000, seed=6)
            assert compare(player, seen, lambda view, actions: plain.chances(view, actions)[0]) > 400


def test_chunks_at_four_seats() -> None:
    """What was learned for two players is true for four."""
    with chunking_agent("pmh", rng=Random(1)) as agent:
        for _ in Player(agent, TWO).games(2, seed=5):
            pass
        player = Player(agent, FOUR)
        known = positions("pmh", FOUR, 20, seed=8)
        for view, actions in known:
            player.answer(view, actions)
        agent.configure(chunking_settings(chunking=False))
        assert compare(player, known, partial(reference, "pmh")) == len(known)


@pytest.mark.parametrize("name", BASES)
def test_zero_values_have_the_same_conditions(name: str) -> None:
    """The variants -# and -0 learn the same rules, but for the values."""
    seen = positions(name, TWO, 12, seed=9)
    found = {}
    for values in ("#", "0"):
        with chunking_agent(name, values, rng=Random(1)) as agent:
            player = Player(agent, TWO)
            for view, actions in seen:
                player.answer(view, actions)
            found[values] = [rule for rule in agent.rules.learned() if rule.value is not None]
    assert {conditions(rule) for rule in found["#"]} == {conditions(rule) for rule in found["0"]}
    assert {rule.value for rule in found["0"]} == {0.0}
    assert len({rule.value for rule in found["#"]}) > 10
    if "h" in name:  # classes are made of the computed chances either way
        with chunking_agent(name, "0", rng=Random(1)) as agent:
            assert Player(agent, TWO).chances(view, actions)[0].keys() == reference(name, view, actions).keys()


def test_only_four_agents_chunk() -> None:
    for name, values in (("e", "#"), ("emh", "0"), ("p", "1")):
        with pytest.raises(MendaxError, match=r"there is p, pm, ph, pmh, each with -# and -0"):
            chunking_agent(name, values)  # type: ignore[arg-type]


def test_chunking_can_be_off() -> None:
    with chunking_agent("p", chunking=False) as agent:
        assert agent.settings.chunking is Chunking.NEVER


def conditions(rule: Learned) -> frozenset[str]:
    """The conditions of a rule, with identifiers by the attributes that lead to them."""
    left = rule.text.split("-->")[0]
    links: dict[str, list[tuple[str, str]]] = {}
    for variable, rest in re.findall(r"\((?:state )?(<\w+>)([^)]*)\)", left):
        links.setdefault(variable, []).extend(re.findall(r"\^(\S+) (\S+(?: \+)?)", rest))
    paths = {"<s1>": "state"}
    todo = ["<s1>"]
    while todo:
        variable = todo.pop(0)
        for attribute, value in sorted(links.get(variable, ())):  # the operator before the table
            name = value.removesuffix(" +")
            if name.startswith("<") and name not in paths:
                paths[name] = attribute if variable == "<s1>" else f"{paths[variable]}.{attribute}"
                todo.insert(0 if paths[name].startswith("operator") else len(todo), name)
    return frozenset(
        f"{paths[variable]}.{attribute} {value}"
        for variable, pairs in links.items()
        for attribute, value in pairs
        if not value.startswith("<")
    )


class TestFigureThree:
    """The paper's three rules, before tuning: their values, what they test and what they do not."""

    def learn(self, name: str, view: str, wanted: str) -> tuple[Learned, frozenset[str]]:
        """The chunk for the action of which these conditions hold."""
        parsed = TWO.parse_view(view)
        with chunking_agent(name, rng=Random(1)) as agent:
            Player(agent, TWO).answer(parsed, TWO.actions(imagine(parsed)))
            learned = [(rule, conditions(rule)) for rule in agent.rules.learned() if rule.value is not None]
        (found,) = [(rule, tests) for rule, tests in learned if set(wanted.split(", ")) <= tests]
        return found

    def test_dice_rule_one(self) -> None:
        """Five 2s with no push, no 1s and one 2 known, four dice unknown: all four must count, 2/81 - 1."""
        view = "seat=0 turn=0 round=0 opener=1 dice=3,4 hidden=3,4 cup=246 shown=-,- exacts=0,1 wild=1 said=1:4x5"
        rule, tests = self.learn("p", view, "operator.push no, operator.rung.count 5, operator.rung.face 2")
        assert rule.value == pytest.approx(-79 / 81, abs=1e-6)
        tally = "operator.rung.tally"
        assert tests == {
            "operator.push no",
            "operator.rung.count 5",
            "operator.rung.face 2",
            f"{tally}.known 1",
            f"{tally}.jokers 0",
            f"{tally}.unknown 4",
            f"{tally}.sides 3",
        }, "neither the previous bid nor any other die"

    def test_dice_rule_two(self) -> None:
        """Five 2s pushing a 1 and two 2s, after two 1s by a player whose one die is taken for a 1: 2 * 5/9 - 1."""
        view = "seat=0 turn=0 round=0 opener=1 dice=5,1 hidden=5,1 cup=12235 shown=-,- exacts=0,1 wild=1 said=1:2x1"
        wanted = "operator.push yes, operator.rung.count 5, operator.rung.face 2"
        rule, tests = self.learn("pm", view, wanted)
        assert rule.value == pytest.approx(1 / 9, abs=1e-6)
        assert {"operator.pushed 2", "operator.pushed-jokers 1", "operator.thrown 2"} <= tests
        assert {"table.bid.count 2", "table.bid.face 1", "table.bid.cup 1", "table.turn.model used"} <= tests
        assert {"operator.rung.tally.known 2", "operator.rung.tally.jokers 1"} <= tests
        other = self.learn("pm", view.replace("12235", "12266"), wanted)[1]
        assert other == tests, "which other two dice are under the cup is not tested"

    def test_dice_rule_three(self) -> None:
        """A challenge of two 1s after a push, two dice unknown and one 1 known: 2 * 25/36 - 1."""
        pushed = "seat=0 turn=0 round=0 opener=1 dice=3,3 hidden=3,2 cup=246 shown=-,1 exacts=0,1 wild=1 said=1:2x1+1"
        rule, tests = self.learn("pm", pushed, "operator.name challenge-bid")
        assert rule.value == pytest.approx(7 / 18, abs=1e-6)
        assert tests == {
            "operator.name challenge-bid",
            "operator.rung.count 2",
            "operator.rung.face 1",
            "operator.tally.known 1",
            "operator.tally.jokers 0",
            "operator.tally.unknown 2",
            "operator.tally.sides 6",
            "table.turn.model rerolled",
        }
        own = "seat=0 turn=0 round=0 opener=1 dice=3,3 hidden=3,2 cup=136 shown=-,4 exacts=0,1 wild=1 said=1:2x1+4"
        assert self.learn("pm", own, "operator.name challenge-bid")[1] == tests, "the 1 may be under the own cup"

    def test_faces_are_apart(self) -> None:
        """What is learned of 2s says nothing of 6s."""
        view = "seat=0 turn=0 round=0 opener=1 dice=3,4 hidden=3,4 cup=246 shown=-,- exacts=0,1 wild=1 said=1:4x2"
        parsed = TWO.parse_view(view)
        with chunking_agent("p", rng=Random(1)) as agent:
            player = Player(agent, TWO)
            player.answer(parsed, TWO.actions(imagine(parsed)))
            bids = [conditions(rule) for rule in agent.rules.learned() if "operator.push no" in conditions(rule)]
        assert len(bids) == 6
        assert len({next(test for test in tests if "rung.face" in test) for tests in bids}) == 6
