"""The agent: its model in known hands, explanations, options, conformance."""

from __future__ import annotations

import re
from random import Random

import numpy as np
import pytest

from mendax.conformance import check_agent
from mendax.core.catalogue import build_agent, build_game
from mendax.core.errors import MendaxError
from mendax.core.game import game_text
from mendax.core.match import play_match
from mendax.core.streams import Stream
from mendax.games.holdem.agents.poki.agent import Poki, PokiFactory
from mendax.games.holdem.agents.poki.frequencies import Watch
from mendax.games.holdem.agents.poki.holding_strengths import holding_strengths
from mendax.games.holdem.agents.poki.opponents import Opponents
from mendax.games.holdem.agents.poki.options import Options
from mendax.games.holdem.kernel.hands import FOLD, RAISE
from mendax.games.holdem.kernel.holdings import HOLDING_BITS, holding_number, sums_of
from mendax.games.holdem.kernel.strength import hand_strength
from mendax.games.holdem.rules import Act, HandBegan, Holdem, State, View, parse_cards
from tests.games.holdem.table import play

GAME = Holdem(players=2, hands=5)
NO_SIMULATION = Options(simulation=False)
FLOP = "2c Ad 7d Qc call check 3h 4c Jh"


def turn_view(game: Holdem, state: State) -> View:
    assert isinstance(state.turn, int)
    return game.view(state, state.turn)


def build(options: Options = NO_SIMULATION, seat: int = 1, game: Holdem = GAME) -> Poki:
    return PokiFactory(options)(game, seat, Random(3))


def mean_strength(opponents: Opponents, seat: int, view: View) -> float:
    strengths, _ = holding_strengths(view.board, view.players)
    weights = opponents.weights[seat]
    return float((weights * strengths).sum() / weights.sum())


def test_a_raise_shifts_weight_to_strong_holdings() -> None:
    quiet = turn_view(GAME, play(GAME, FLOP, "check"))
    loud = turn_view(GAME, play(GAME, FLOP, "bet"))
    after = []
    for view in (quiet, loud):
        agent = build()
        agent.opponents.follow(view)
        after.append(mean_strength(agent.opponents, 0, view))
    assert after[1] > after[0] + 0.1
    weights = agent.opponents.weights[0]
    two_pair, nothing, jacks = (holding_number(*parse_cards(text)) for text in ("4d3s", "7s2s", "JsJc"))
    assert weights[two_pair] > 0.9
    assert weights[nothing] < 0.3
    assert weights[jacks] < 0.3, "it would have raised with jacks before the flop, where it checked"


def test_a_tight_player_s_raise_says_more_than_a_wild_one_s() -> None:
    view = turn_view(GAME, play(GAME, "2c Ad 7d Qc call raise"))
    found = []
    for raises in (2, 50):
        agent = build()
        counts = agent.opponents.watch.counts[0]
        counts[0, 0] = 0, 60 - raises, raises
        agent.opponents.follow(view)
        weights = agent.opponents.weights[0]
        strengths, _ = holding_strengths((), 2)
        found.append(float((weights * strengths).sum() / weights.sum()))
    assert found[0] > found[1] + 0.1


def test_impossible_holdings_have_no_weight() -> None:
    view = turn_view(GAME, play(GAME, FLOP, "bet"))
    agent = build()
    agent.opponents.follow(view)
    seen = sums_of(np.array([*view.cards, *view.board], dtype=np.uint8))[1]
    weights = agent.opponents.weights[0]
    assert (weights > 0).sum() == 1081
    assert (weights[(HOLDING_BITS & seen) != 0] == 0).all()
    assert weights[weights > 0].min() >= 0.01


def test_actions_count_once_however_often_one_looks() -> None:
    view = turn_view(GAME, play(GAME, FLOP, "bet"))
    agent = build()
    agent.opponents.follow(view)
    once = agent.opponents.weights.copy()
    agent.opponents.follow(view)
    assert (agent.opponents.weights == once).all()


def test_without_a_model_all_holdings_stay_equal() -> None:
    view = turn_view(GAME, play(GAME, FLOP, "bet"))
    agent = build(Options(model=False, simulation=False))
    agent.act(view, [*GAME.actions(play(GAME, FLOP, "bet"))])
    assert set(np.unique(agent.opponents.weights[0])) == {0.0, 1.0}


def test_hand_strength_is_the_kernel_s_with_the_model_s_weights() -> None:
    state = play(GAME, FLOP, "bet")
    agent, view = build(), turn_view(GAME, state)
    decision = agent.act(view, GAME.actions(state), explain=True)
    assert decision.explanation is not None
    found = re.search(r"HS ([\d.]+)", decision.explanation.sentence)
    assert found is not None
    weighted = hand_strength(view.cards, view.board, agent.opponents.weights[0]).value
    assert float(found[1]) == pytest.approx(weighted, abs=0.005)
    assert weighted < 0.5851, "a bet makes the named hand worth less"


def test_a_wild_player_is_found_at_the_showdown() -> None:
    """It raises with the worst hand: afterwards more of what it does is taken for noise."""
    game, moves = Holdem(players=2, hands=2), "2c Ad 7d Qc call raise call 3h Kc Kh bet call 9s bet call Jd bet call"
    factory = PokiFactory(NO_SIMULATION)
    agent = factory(game, 1, Random(0))
    state = game.start()
    for word in moves.split():
        action = game.parse_action(word)
        if state.turn == 1:
            agent.act(game.view(state, 1), game.actions(state))
        after = game.apply(state, action)
        for event in game.events(state, action, after, 1):
            agent.hear(event)
        state = after
    assert agent.opponents.noise(0) > 0.2
    assert agent.opponents.noise(1) == pytest.approx(0.1)


def test_it_learns_in_a_session_and_each_match_starts_clean() -> None:
    game = Holdem(players=2, hands=30)
    factory, wild = PokiFactory(NO_SIMULATION), build_agent("holdem", "always-raise")
    agent = factory(game, 0, Random(0))
    play_match(game, [agent, wild(game, 1, Random(1))], Stream(1), strict=True)
    assert agent.opponents.rates(1)[0, 1, RAISE] > 0.6
    assert agent.opponents.watch.counts[1][0, 1, FOLD] == 0
    fresh = factory(game, 0, Random(0))
    assert fresh.opponents.watch.counts[1].sum() == 0


def test_explanations_have_the_decision_s_numbers() -> None:
    state = play(GAME, FLOP, "bet")
    decision = build(Options(trials=50)).act(turn_view(GAME, state), GAME.actions(state), explain=True)
    explanation = decision.explanation
    assert explanation is not None
    assert re.fullmatch(
        r"HS 0\.\d\d, Ppot 0\.\d\d, EHS 0\.\d\d against one opponent, pot odds 3\.0 to 1; "
        rf"50 trials give call [+-]\d+\.\d\d, raise [+-]\d+\.\d\d small bets: {decision.action}\.",
        explanation.sentence,
    )
    values = {str(option.action): option.value for option in explanation.options}
    assert values["fold"] == 0.0
    assert decision.action == max(explanation.options, key=lambda option: option.value or 0.0).action
    assert explanation.beliefs[0].about == "seat 0 has a pair"
    assert sum(belief.probability for belief in explanation.beliefs) <= 1
    state = play(GAME, "2c Ad 7d Qc")
    decision = build().act(turn_view(GAME, state), GAME.actions(state), explain=True)
    assert decision.explanation is not None
    assert decision.explanation.sentence == (
        "Income rate +0.29 with 2 players, pot odds 3.0 to 1; 0.10 or more raises the blind: raise."
    )


@pytest.mark.parametrize("options", ["trials=10", "simulation=false", "model=false,trials=10"])
@pytest.mark.parametrize("game", [Holdem(players=2, hands=4), Holdem(players=5, hands=2, raises=1)], ids=game_text)
def test_poki_is_an_agent(game: Holdem, options: str) -> None:
    check_agent(game, build_agent("holdem", f"poki:{options}"), matches=2)


@pytest.mark.parametrize("players", [3, 10])
def test_it_plays_at_large_tables_and_without_raises(players: int) -> None:
    game = Holdem(players=players, hands=3, raises=0)
    agents = [build(Options(trials=5), seat, game) for seat in range(players)]
    assert sum(play_match(game, agents, Stream(players), strict=True).payoffs) == pytest.approx(0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("model=yes", "model is true or false"),
        ("trials=0", "trials are a whole number"),
        ("trials=x", "trials are a whole number"),
        ("player=tight", "needs history=FILE"),
        ("colour=red", "has no option 'colour'"),
        ("model=true,model=false", "names model twice"),
        ("a.json,history=b.json", "names history twice"),
    ],
)
def test_bad_options_are_refused(text: str, message: str) -> None:
    with pytest.raises(MendaxError, match=message):
        build_agent("holdem", f"poki:{text}")


def test_it_plays_nothing_else() -> None:
    with pytest.raises(MendaxError, match="plays holdem, not one-die"):
        build_agent("holdem", "poki")(build_game("one-die"), 0, Random(0))


def test_the_watch_and_the_view_tell_the_same_story() -> None:
    """Counts come from events, weights from views: both see the same bets faced."""
    game, watch = Holdem(players=3), Watch(3)
    state = play(game, "2c 3c 4c 2d 3d 4d")
    watch.hear(HandBegan(1, 2, 0, 1))
    for action in (Act.RAISE, Act.RAISE, Act.FOLD, Act.CALL):
        after = game.apply(state, action)
        for event in game.events(state, action, after, 0):
            watch.hear(event)
        state = after
    assert watch.counts[2][0, 1].tolist() == [0, 1, 1]
    assert watch.counts[0][0, 2].tolist() == [0, 0, 1]
    assert watch.counts[1][0, 2].tolist() == [1, 0, 0]
