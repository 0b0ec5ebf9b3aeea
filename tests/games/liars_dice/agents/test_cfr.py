"""The agent `cfr`: sound, hard to beat, and its explanation by hand."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from mendax.conformance import check_agent
from mendax.core import MendaxError
from mendax.core.catalogue import build_agent
from mendax.games.liars_dice.agents.cfr import Average, cfr
from mendax.games.liars_dice.rules import CHALLENGE_BID, Bid, LiarsDice, Open, Roll
from mendax.games.liars_dice.solver.public_tree import public_tree
from mendax.games.one_die.rules import OneDie
from mendax.theory import exploit
from mendax.theory.agents import policy_of
from mendax.theory.profile import Profile


def test_the_agent_is_sound() -> None:
    check_agent(LiarsDice(players=2, dice=1, rules="open-spiel"), build_agent("liars-dice", "cfr"))
    check_agent(LiarsDice(players=2, dice=2, faces=2, rules="plain", single_round=True), cfr, matches=20)
    ready = pickle.loads(pickle.dumps(cfr.prepare(LiarsDice(players=2, dice=1, faces=3, rules="plain"))))
    check_agent(LiarsDice(players=2, dice=1, faces=3, rules="plain"), ready, matches=20)


def test_a_prepared_agent_plays_without_a_compiler() -> None:
    """Without Numba, workers start sooner."""
    game = LiarsDice(players=2, dice=1, faces=3, rules="plain")
    script = (
        "import pickle, sys\n"
        "from mendax.core.streams import Stream\n"
        "from mendax.core.match import play_match\n"
        "factory, game = pickle.load(sys.stdin.buffer)\n"
        "play_match(game, [factory(game, seat, Stream(seat)) for seat in (0, 1)], Stream(2))\n"
        "sys.exit('numba' in sys.modules)"
    )
    ready = pickle.dumps((cfr.prepare(game), game))
    subprocess.run([sys.executable, "-c", script], input=ready, check=True)


def test_best_responses_win_little_from_it() -> None:
    """The general best response finds no more than the solver says, whoever opens."""
    game = LiarsDice(players=2, dice=1, faces=3, rules="open-spiel", opens="random")
    found = exploit(game, policy_of(cfr, game, 0), policy_of(cfr, game, 1))
    assert 0 <= found.exploitability < 1e-3


def test_it_explains_its_decision() -> None:
    """Against 2x6 with a one in hand, where sixes are wild, only two sixes would make it true."""
    game = LiarsDice(players=2, dice=1, rules="open-spiel")
    state = game.start()
    for action in (Open(0), Roll((3,)), Roll((1,)), Bid(2, 6)):
        state = game.apply(state, action)
    agent = cfr(game, 1, Random(0))
    decision = agent.act(game.view(state, 1), game.actions(state), explain=True)
    assert decision.action is CHALLENGE_BID
    explanation = decision.explanation
    assert explanation is not None
    assert [(option.action, option.probability) for option in explanation.options] == [(CHALLENGE_BID, 1.0)]
    if explanation.beliefs:
        assert explanation.options[0].value == pytest.approx(1.0)
        assert [(belief.about, belief.probability) for belief in explanation.beliefs] == [("2x6 is true", 0.0)]


def test_beliefs_follow_bayes() -> None:
    """After an opening of 1x5, by hand from the opener's own shares."""
    game = LiarsDice(players=2, dice=1, rules="open-spiel")
    state = game.start()
    for action in (Open(0), Roll((3,)), Roll((2,)), Bid(1, 5)):
        state = game.apply(state, action)
    opener = cfr(game, 0, Random(0))
    shares = list[float]()
    for die in range(1, 7):
        opening = game.apply(game.apply(game.apply(game.start(), Open(0)), Roll((die,))), Roll((1,)))
        shares.append(opener.mix(game.view(opening, 0), game.actions(opening)).get(Bid(1, 5), 0.0))
    explanation = cfr(game, 1, Random(0)).act(game.view(state, 1), game.actions(state), explain=True).explanation
    assert explanation is not None
    (belief,) = explanation.beliefs
    assert belief.about == "1x5 is true"
    assert belief.probability == pytest.approx((shares[4] + shares[5]) / sum(shares))
    values = [option.value for option in explanation.options if (option.probability or 0) > 0.01]
    assert max(values) - min(values) < 1e-3, "what is mixed has the same value"  # type: ignore[type-var,operator]


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (OneDie(), "does not play one-die"),
        (LiarsDice(), "two players"),
        (LiarsDice(players=2, dice=2, rules="plain", single_round=True), "too many"),
    ],
)
def test_games_that_it_does_not_play(game: Any, reason: str) -> None:
    with pytest.raises(MendaxError, match=reason):
        cfr(game, 0, Random(0))


def test_mixes_are_read_by_hand_and_history() -> None:
    game = LiarsDice(players=2, dice=1, faces=3, rules="open-spiel", single_round=True)
    tree = public_tree(game)
    weights = np.zeros((int(tree.rows[0]), tree.hands))
    weights[0, 0], weights[1, 0] = 1.0, 3.0
    mix = Profile(tree, weights).mix(())
    assert mix[:, 0].tolist() == [0.25, 0.75, 0, 0, 0, 0]
    assert mix[:, 1].tolist() == [1 / 6] * 6, "equal shares where there are no weights"
    agent = Average(game, Profile(tree, weights), Random(0))
    state = game.start()
    for action in (Open(0), Roll((1,)), Roll((1,))):
        state = game.apply(state, action)
    actions: Sequence[Any] = game.actions(state)
    assert agent.mix(game.view(state, 0), actions) == {Bid(1, 1): 0.25, Bid(1, 2): 0.75}
