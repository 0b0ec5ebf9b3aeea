"""The exact solution against the published values, and against the rules one turn ahead."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.conformance import check_agent
from mendax.core import Turn
from mendax.core.catalogue import build_agent
from mendax.games.yahtzee.published import EXPECTED_SCORES
from mendax.games.yahtzee.rules import Card, Rules, Yahtzee
from mendax.games.yahtzee.rules.notation import parse_card
from mendax.games.yahtzee.solver.expected_score import NUM_STATES
from mendax.games.yahtzee.solver.optimum import optimum, single_turns


@pytest.mark.parametrize(("rules", "value"), EXPECTED_SCORES.items())
def test_the_expected_score_of_the_best_play(rules: Rules, value: float) -> None:
    assert optimum(rules).further(Card()) == pytest.approx(value, abs=1e-9)


def test_as_many_states_as_the_literature_counts() -> None:
    """Turn-start states: upper totals by filled upper boxes, 128 lower sets, half of them armed or not."""
    assert NUM_STATES == 536_448


def random_cards(rules: Rules, number: int) -> list[Card]:
    game, rng, cards = Yahtzee(rules=rules.value), Random(7), list[Card]()
    while len(cards) < number:
        state = game.start()
        while (turn := game.turn(state)) is not Turn.OVER:
            if turn is Turn.CHANCE:
                if not state.kept and rng.random() < 0.15:
                    cards.append(state.cards[0])
                state = game.apply(state, game.draw(state, rng))
            else:
                state = game.apply(state, rng.choice(list(game.actions(state))))
    return cards[:number]


@pytest.mark.parametrize("rules", Rules)
def test_kernel_and_rules_agree(rules: Rules) -> None:
    """The vector solver's value of a state is what the rules themselves give, one turn ahead, box by box."""
    armed = [parse_card("yz=50,6s=18"), parse_card("yz=50,1s=3,fh=25,ch=20"), parse_card("yz=0,6s=18,ls=40")]
    for card in [Card(), *armed, *random_cards(rules, 15)]:
        table = optimum(rules)
        assert table.turn(card).value == pytest.approx(table.further(card), abs=1e-9)


def test_every_roll_adds_up_to_its_keeps() -> None:
    turn = optimum(Rules.FORCED).turn(Card())
    assert turn.keep((6, 6, 6), 1) > turn.keep((6, 6), 1) > turn.keep((), 1)
    assert turn.value > turn.keep((), 1), "three rolls are worth more than two"
    assert np.isfinite(turn.scores).all()


@pytest.mark.parametrize("name", ["optimal", "greedy"])
@pytest.mark.parametrize("game", [Yahtzee(), Yahtzee(players=2, rules="free"), Yahtzee(single_turn=True)], ids=str)
def test_agents_play_yahtzee(name: str, game: Yahtzee) -> None:
    check_agent(game, build_agent("yahtzee", name), matches=2)


def test_the_single_turn_task_has_its_exact_value() -> None:
    """Played through the arena, the best play of one turn comes to what the table promises."""
    expected = single_turns(Rules.FORCED).turn(Card()).value
    agents = [("greedy", build_agent("yahtzee", "greedy"))]
    run = run_games(Yahtzee(single_turn=True), agents, match_schedule(1, 1, 2000), seed=1)
    scores = run.results.payoffs[:, 0]
    assert abs(scores.mean() - expected) < 4 * scores.std() / np.sqrt(len(scores))
