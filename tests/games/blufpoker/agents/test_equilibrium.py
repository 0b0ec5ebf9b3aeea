"""`equilibrium`: what it says, what it refuses, and that it is an agent."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from mendax.conformance import check_agent
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.games.blufpoker.agents.equilibrium import RoundEquilibriumAgent
from mendax.games.blufpoker.rules import Bid, Blufpoker, State
from mendax.games.blufpoker.rules.rolls import RANKS, ROLLS
from mendax.games.blufpoker.solver.equilibrium import RoundEquilibrium, solve_round

GAME = Blufpoker(players=2)
LOWEST = RANKS[6, 6, 1]


@cache
def band() -> RoundEquilibrium:
    """The solution after bids of at least 661, which is quick."""
    return solve_round(lowest=LOWEST)


def agent(game: Blufpoker = GAME) -> RoundEquilibriumAgent:
    return RoundEquilibriumAgent(game, band(), Random(0))


def after(*moves: str, game: Blufpoker = GAME) -> State:
    state = game.start()
    for move in moves:
        state = game.apply(state, game.parse_action(move))
    return state


OPENED = ("start 1", "die 6", "die 6", "die 1", "bid 661")


def ask(state: State, seat: int = 0, game: Blufpoker = GAME) -> tuple[dict[str, float], str, dict[str, float | None]]:
    """The mix, the sentence, and the values of the options."""
    view, actions, player = game.view(state, seat), game.actions(state), agent(game)
    mix = player.mix(view, actions)
    told = player.explanation(view, actions, mix)
    assert [option.action for option in told.options] == list(actions)
    assert sum(mix.values()) == pytest.approx(1.0, abs=1e-12)
    named = {str(action): share for action, share in mix.items()}
    return named, told.sentence, {str(option.action): option.value for option in told.options}


def test_a_truthful_opening_is_believed() -> None:
    mix, sentence, values = ask(after(*OPENED))
    assert mix == {"believe": 1.0}
    assert sentence == "An opening is the roll itself, so a call of 661 would lose: I believe it."
    assert values == {"believe": pytest.approx(band().values[LOWEST, LOWEST]), "call": -1.0}


def test_rolling_and_bidding_take_options_of_the_best_value() -> None:
    """Whatever has a share in the mix is worth as much as the best option."""
    handed = after(*OPENED, "believe")
    for state in (handed, GAME.apply(GAME.apply(handed, GAME.parse_action("roll 1")), GAME.parse_action("die 2"))):
        mix, sentence, values = ask(state)
        best = max(value for value in values.values() if value is not None)
        assert all(values[action] == pytest.approx(best, abs=1e-9) for action in mix)
        assert sentence.startswith("With 66")
    assert ask(handed)[2]["roll 1"] == pytest.approx(band().values[RANKS[6, 6, 1], LOWEST], abs=1e-9)
    bidding = after(*OPENED, "believe", "roll 1", "die 2", "stop")
    mix, _, values = ask(bidding)
    best = max(value for value in values.values() if value is not None)
    assert all(values[action] == pytest.approx(best, abs=1e-9) for action in mix)


def test_an_answer_comes_with_the_cups_behind_the_bid() -> None:
    """The solution mixes calls so that nobody gains; both answers are worth the same where it mixes."""
    solved = agent()
    mixed = 0
    for roll in ROLLS[LOWEST + 1 :]:
        state = after("start 0", "die 6", "die 6", "die 1", "bid 661", "believe", "roll 1", "die 2", "stop")
        state = GAME.apply(state, Bid(roll))
        mix, sentence, values = ask(state)
        call = mix.get("call", 0.0)
        assert call == pytest.approx(solved.call_chance(GAME.view(state, 0)))
        assert f"{100 * call:.1f} % of the time" in sentence
        if values["believe"] is None:
            assert "never bids" in sentence
        elif 1e-9 < call < 1 - 1e-9:
            mixed += 1
            assert values["believe"] == pytest.approx(values["call"], abs=1e-9)
            assert sentence.startswith("Of the cups this bidder would bid")
    assert mixed > 0


def test_the_poker_phase_is_played_for_value() -> None:
    game = Blufpoker(players=2, opening="free")
    state = after("start 1", "die 3", "die 3", "die 3", "bid 333", "believe", "die 3", "die 2", "die 1", game=game)
    mix, sentence, values = ask(state, game=game)
    assert mix == {"keep none": 1.0}
    assert sentence.startswith("Against 333 I keep none: higher with ")
    assert values["keep none"] == max(value for value in values.values() if value is not None)


@pytest.mark.parametrize("game", [Blufpoker(), Blufpoker(players=2, top321=True)])
def test_other_tables_are_refused(game: Blufpoker) -> None:
    with pytest.raises(MendaxError, match="blufpoker"):
        build_agent("blufpoker", "equilibrium")(game, 0, Random(0))


@pytest.mark.slow
@pytest.mark.parametrize("opening", ["truthful", "free"])
def test_it_is_an_agent(opening: str) -> None:
    check_agent(Blufpoker(players=2, points=2, opening=opening), build_agent("blufpoker", "equilibrium"))
