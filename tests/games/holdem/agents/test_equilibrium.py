"""`equilibrium`: what it states, explains and refuses."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mendax.core.catalogue import build_agent, build_game
from mendax.core.errors import MendaxError
from mendax.games.holdem.agents.equilibrium import Equilibrium
from mendax.games.holdem.kernel.holdings import HOLDINGS
from mendax.games.holdem.rules import Holdem
from mendax.games.holdem.solver.stated_mixes import StatesRange
from tests.games.holdem.table import play

GAME = Holdem(players=2, hands=3)


def built(seat: int = 0) -> Equilibrium:
    agent = build_agent("holdem", "equilibrium")(GAME, seat, Random(0))
    assert isinstance(agent, Equilibrium)
    return agent


def test_strong_hands_raise_and_weak_ones_fold() -> None:
    state = play(GAME, "2c Ac 3d Ad")
    mix = built(1).mix(GAME.view(state, 1), GAME.actions(state))
    assert {str(action): share for action, share in mix.items()}.get("raise", 0) > 0.8
    state = play(GAME, "Ac 2c Ad 7d")
    mix = built(1).mix(GAME.view(state, 1), GAME.actions(state))
    assert {str(action): share for action, share in mix.items()}.get("raise", 0) < 0.2
    # The nuts on the river after a bet are never folded; seven high is, mostly.
    for cards, folds in (("7h 3c 7c 5d", 0.0), ("3h 7h 5h 7c", 0.3)):
        state = play(GAME, cards, "raise call 7d 7s Qh check check 2s check check Ah check bet")
        mix = built(0).mix(GAME.view(state, 0), GAME.actions(state))
        share = {str(action): part for action, part in mix.items()}.get("fold", 0)
        assert share == 0 if folds == 0 else share > folds


@pytest.mark.parametrize(
    "moves",
    [
        "2c Ac 3d Ad",
        "2c Ac 3d Ad call check 9h Td Jc check",
        "2c Ac 3d Ad raise call 9h Td Jc check bet raise call 4s bet",
        "2c Ac 3d Ad call check 9h Td Jc check check 4s check check 5s bet raise",
    ],
)
def test_all_holdings_at_once_are_each_by_itself(moves: str) -> None:
    state = play(GAME, moves)
    seat = GAME.turn(state)
    assert isinstance(seat, int)
    agent, view, actions = built(seat), GAME.view(state, seat), GAME.actions(state)
    assert isinstance(agent, StatesRange)
    mixes = agent.mixes(view, actions)
    for holding in range(0, len(HOLDINGS), 101):
        one, two = HOLDINGS[holding].tolist()
        if {one, two} & set(view.board):
            assert not mixes[holding].any()
            continue
        alone = agent.mix(view._replace(cards=(two, one)), actions)
        assert np.allclose(mixes[holding], [alone.get(action, 0.0) for action in actions])


def test_every_hand_of_a_session_is_played_alike() -> None:
    """The mix goes by this hand alone: not by the money, the number of the hand, or who sits where."""
    first = play(GAME, "2c Ac 3d Ad call")
    second = play(GAME, "2c 3c 4d 5d fold Ac 2c Ad 3d call")
    one, two = GAME.view(first, 0), GAME.view(second, 1)
    assert one.betting.said[0][0].seat != two.betting.said[0][0].seat
    first_cards = one._replace(cards=two.cards)
    assert built(0).mix(first_cards, GAME.actions(first)) == built(1).mix(two, GAME.actions(second))


def test_explanations_name_the_bucket_and_the_mix() -> None:
    state = play(GAME, "2c Ac 3d Kc")
    decision = built(1).act(GAME.view(state, 1), GAME.actions(state), explain=True)
    assert decision.explanation is not None
    assert decision.explanation.sentence.startswith("Starting hand AKs, one of 169: ")
    assert sum(option.probability or 0 for option in decision.explanation.options) == pytest.approx(1)
    state = play(GAME, "2c Ac 3d Kc call check 9h Td Jc")
    decision = built(0).act(GAME.view(state, 0), GAME.actions(state), explain=True)
    assert decision.explanation is not None
    assert "Flop bucket " in decision.explanation.sentence
    assert "% against unknown cards: " in decision.explanation.sentence


@pytest.mark.parametrize("text", ["holdem:players=3", "holdem:raises=4"])
def test_other_tables_are_refused(text: str) -> None:
    with pytest.raises(MendaxError, match="equilibrium plays holdem with 2 players and raises=3, not"):
        build_agent("holdem", "equilibrium")(build_game(text), 0, Random(0))


def test_other_games_and_files_are_refused() -> None:
    with pytest.raises(MendaxError, match="plays holdem, not one-die"):
        build_agent("holdem", "equilibrium")(build_game("one-die"), 0, Random(0))
    with pytest.raises(MendaxError, match=r"no-such\.strategy cannot be read: No such file"):
        build_agent("holdem", "equilibrium:no-such.strategy")(GAME, 0, Random(0))
