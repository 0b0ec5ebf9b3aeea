"""The paper's Soar agents: they play whole games, agree with a second implementation, and repeat with the same seed."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.conformance import check_agent
from mendax.core import MendaxError, play_match
from mendax.core.catalogue import build_agent
from mendax.core.game import game_text
from mendax.core.streams import Stream
from mendax.games.liars_dice.agents.soar.agent import rule_files
from mendax.games.liars_dice.rules import (
    Answer,
    LiarsDice,
)
from mendax.games.one_die.rules import OneDie
from tests.games.liars_dice.agents.plain_python_twin import mix_of
from tests.games.liars_dice.agents.soar_positions import (
    AGENTS,
    FOUR,
    VARIANTS,
    sit,
    wander,
)

TABLES = [
    LiarsDice(players=2, dice=3),
    LiarsDice(players=3, dice=2, rules="official"),
    LiarsDice(players=4, dice=2, rules="official", opens="first"),
]


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("game", TABLES, ids=game_text)
def test_the_agents_play(name: str, game: LiarsDice) -> None:
    check_agent(game, build_agent("liars-dice", name), matches=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("rules", ["paper", "official"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_agents_play_whole_games(name: str, rules: str, players: int) -> None:
    check_agent(LiarsDice(players=players, rules=rules), build_agent("liars-dice", name), matches=3)


def test_they_play_nothing_else() -> None:
    with pytest.raises(MendaxError, match="pmh does not play one-die"):
        build_agent("liars-dice", "pmh")(OneDie(), 0, Random(0))
    with pytest.raises(MendaxError, match="even number of faces"):
        sit("p", LiarsDice(faces=5), 0, Random(0))
    sit("p", LiarsDice(faces=5, wild="none"), 0, Random(0))


@pytest.mark.parametrize("name", AGENTS)
def test_the_rules_agree_with_a_second_implementation(name: str) -> None:
    """Every action's chance, over positions of all kinds, against plain Python written apart from the rules."""
    for state, seat in islice(wander(FOUR, Random(11), 30), 0, 600, 25):
        view, actions = FOUR.view(state, seat), FOUR.actions(state)
        answers = [action for action in actions if isinstance(action, Answer)]
        explanation = sit(name, FOUR, seat, Random(1)).act(view, actions, explain=True).explanation
        assert explanation is not None
        found = {option.action: option.probability for option in explanation.options if option.probability}
        wanted = mix_of(view, answers, name)
        for action in found.keys() | wanted.keys():
            assert found.get(action, 0) == pytest.approx(wanted.get(action, 0), abs=1e-3), (view, action)


class TestSame:
    def test_workers_and_order_do_not_matter(self) -> None:
        game = LiarsDice(players=4, dice=2)
        agents = [(name, build_agent("liars-dice", name)) for name in ("pmh", "emh")]
        schedule = match_schedule(2, 4, 12, ("XXXY", "YYYX", "XXYY", "XYXY"))
        one, two = (run_games(game, agents, schedule, seed=4, workers=workers).results for workers in (1, 2))
        assert one.payoffs.tolist() == two.payoffs.tolist()
        assert one.moves.tolist() == two.moves.tolist()

    def test_a_decision_hangs_on_the_view_and_the_seed_alone(self) -> None:
        """What an agent saw before in the match does not matter either."""
        views = [(FOUR.view(state, seat), FOUR.actions(state)) for state, seat in wander(FOUR, Random(2), 3)][::7]
        for name in AGENTS:
            fresh = []
            for number, (view, actions) in enumerate(views):
                fresh.append(sit(name, FOUR, view.seat or 0, Stream(number)).act(view, actions).action)
            rng = Stream(0)
            agent = sit(name, FOUR, 0, rng)
            for number in Random(1).sample(range(len(views)), len(views)):
                rng.name(number)
                view, actions = views[number]
                assert agent.act(view, actions).action == fresh[number], (name, view)


def wins(name: str, other: str, games: int) -> int:
    game, won = LiarsDice(players=2), 0
    for number in range(games):
        pair = (name, other) if number % 2 else (other, name)
        agents = [sit(who, game, at, Stream(7, number, 1 + at)) for at, who in enumerate(pair)]
        payoffs = play_match(game, agents, Stream(7, number, 0), strict=True).payoffs
        won += payoffs[pair.index(name)] > 0
    return won


@pytest.mark.parametrize("name", AGENTS)
def test_they_beat_random(name: str) -> None:
    assert wins(name, "random", 12) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("other", ["random", "honest", "probability"])
def test_hundreds_of_games_are_legal(name: str, other: str) -> None:
    """`strict` raises whatever the rules of the game forbid."""
    assert wins(name, other, 100) > 0
    for players in (3, 4):
        game = LiarsDice(players=players, rules="official")
        for number in range(20):
            names = [name, *[other] * (players - 1)]
            agents = [sit(who, game, at, Stream(8, number, 1 + at)) for at, who in enumerate(names)]
            play_match(game, agents, Stream(8, number, 0), strict=True)


def test_each_agent_is_its_files() -> None:
    count = {name: sum(len(file.rules()) for file in rule_files(name)) for name in AGENTS}
    model = count["em"] - count["e"]
    assert model > 0
    for kind in "ep":
        wisdom = count[f"{kind}h"] - count[kind]
        assert wisdom > 0
        assert count[f"{kind}m"] - count[kind] == model
        assert count[f"{kind}mh"] == count[kind] + model + wisdom


@pytest.mark.slow
def test_every_rule_is_of_use() -> None:
    """Each rule of each file fires in some position of these games."""
    fired: set[str] = set()
    for game in VARIANTS:
        for state, seat in wander(game, Random(1), 12):
            for name in ("p", "pmh", "emh"):
                explanation = (
                    sit(name, game, seat, Random(1)).act(game.view(state, seat), game.actions(state), True).explanation
                )
                assert explanation is not None
                fired.update(explanation.rules)
    rules = {rule.name for name in AGENTS for file in rule_files(name) for rule in file.rules()}
    assert rules <= fired
