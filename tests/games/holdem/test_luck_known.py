"""Known opponents, heads-up: the luck of their choices and of the showdown has mean zero over what they may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np
import pytest

from mendax.arena.aivat import aivat
from mendax.arena.luck import LuckRows
from mendax.core.agent import MixedAgent
from mendax.core.errors import MendaxError
from mendax.core.game import Turn
from mendax.core.match import Move
from mendax.games.holdem.kernel.holdings import HOLDINGS
from mendax.games.holdem.kernel.luck_known import card_equities, holding_equities
from mendax.games.holdem.kernel.tables import evaluator_table
from mendax.games.holdem.luck_known import KNOWN_FEATURES, KnownLuck, known_agent, opponent_luck
from mendax.games.holdem.rules import CALL, FOLD, Action, Cards, Event, Holdem, Stage, State, View
from mendax.games.holdem.rules.cards import card_text, parse_cards
from tests.games.holdem.table import random_session

GAME = Holdem(2, raises=0)
"""A bet a stage after the flop, and no raise: a bet on the river is called or folded to, and that is the end."""
LATE = "Qh 7d 2c check bet call 9s check check 3d bet"


class High(MixedAgent[View, Action, Event]):
    """Bets the flop with two cards of queens and higher; calls a bet on the river more often with hearts."""

    def __init__(self) -> None:
        super().__init__(Random(0))

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        high = min(view.cards) >= 40
        if view.stage is Stage.FLOP and actions[0] is not FOLD:
            return {actions[-1]: float(high), actions[0]: float(not high)}
        if view.stage is not Stage.RIVER:
            return {next(action for action in actions if action is not FOLD): 1.0}
        hearts = sum(card & 3 == 2 for card in view.cards)
        return {FOLD: 0.8 - 0.35 * hearts, CALL: 0.2 + 0.35 * hearts}


def hand_of(hole: Cards, end: str, own: str = "Ac2d") -> tuple[Move, ...]:
    """A hand that the known seat 1, on the button, plays with these cards; it is to answer a bet on the river."""
    mine = parse_cards(own)
    cards = f"{card_text(mine[0])} {card_text(hole[0])} {card_text(mine[1])} {card_text(hole[1])}"
    state, moves = GAME.start(), list[Move]()
    for word in f"{cards} call check {LATE} {end}".split():
        action, turn = GAME.parse_action(word), GAME.turn(state)
        moves.append(Move(None if isinstance(turn, Turn) else turn, action))
        state = GAME.apply(state, action)
    assert state.turn is Turn.OVER
    return tuple(moves)


def possible() -> list[Cards]:
    """What the known seat may hold when the river is bet: two high cards, none of which is seen."""
    seen = {*parse_cards("Ac2d"), *parse_cards("Qh7d2c9s3d")}
    high = [tuple(map(int, holding)) for holding in HOLDINGS if min(holding) >= 40]
    return [holding for holding in high if not seen & set(holding)]


def test_choices_have_mean_zero_by_the_belief() -> None:
    """The belief is equal for all that may be held: the chance of a call is the mean of the mix."""
    agent, holdings = High(), possible()
    assert len(holdings) == 45, "10 of 12 cards"
    calls = [0.2 + 0.35 * sum(card & 3 == 2 for card in holding) for holding in holdings]
    chance = float(np.mean(calls))
    at = KNOWN_FEATURES.index("choices, river")
    luck = {end: opponent_luck(GAME, hand_of(holdings[0], end), 1, agent)[0][at] for end in ("call", "fold")}
    assert chance * luck["call"] + (1 - chance) * luck["fold"] == pytest.approx(0, abs=1e-12)
    assert abs(luck["call"]) > 0.1


def test_showdowns_have_mean_zero_by_the_belief() -> None:
    agent, holdings, at = High(), possible(), KNOWN_FEATURES.index("showdown")
    weights = np.array([0.2 + 0.35 * sum(card & 3 == 2 for card in holding) for holding in holdings])
    found = [opponent_luck(GAME, hand_of(holding, "call"), 1, agent)[0] for holding in holdings]
    luck = np.array([one[at] for one in found])
    assert weights @ luck / weights.sum() == pytest.approx(0, abs=1e-12)
    assert luck.max() - luck.min() == 2 * 4, "2 small bets or more are won or lost: 1 + 1 + 2"
    others = np.array([np.delete(one, at) for one in found])
    assert others == pytest.approx(np.tile(others[0], (len(others), 1))), "nothing else depends on what is not seen"


def test_cards_have_mean_zero_by_their_probabilities() -> None:
    """Probabilities are those of a deck without the opponent's cards, over all it may hold."""
    weights = Random(3)
    belief = np.array([weights.random() for _ in HOLDINGS])
    hole, board = np.array(parse_cards("AcKd"), dtype=np.uint8), np.array(parse_cards("Qh7d2c9s"), dtype=np.uint8)
    belief[np.isin(HOLDINGS, [*hole, *board]).any(axis=1)] = 0.0
    belief /= belief.sum()
    cards, chances, equities = card_equities(evaluator_table(), hole, board, belief)
    assert len(cards) == 46
    left = {int(card): (~(card == HOLDINGS).any(axis=1) * belief).sum() / 44 for card in cards}
    assert chances == pytest.approx([left[int(card)] for card in cards], abs=1e-12)
    # On the turn all rivers are counted, so the mean over them is the equity now.
    now = float(belief @ holding_equities(evaluator_table(), hole, board, belief))
    assert float(chances @ equities) == pytest.approx(now, abs=1e-12)


@pytest.mark.slow
def test_what_is_expected_is_what_the_definition_says() -> None:
    """The general AIVAT lists every state that seat 0 cannot tell from the real one, from the first card on."""

    class Gentle(MixedAgent[View, Action, Event]):
        """Never folds: then what is expected of a hand is decided at the showdown alone."""

        def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
            bold = 0.1 + 0.8 * sum(view.cards) / 101
            quiet = next(action for action in actions if action is not FOLD)
            return {quiet: 1 - bold, actions[-1]: bold} if actions[-1] is not quiet else {quiet: 1.0}

    agent, moves = Gentle(Random(0)), hand_of(possible()[7], "call")
    general = aivat(GAME, moves, lambda state: np.zeros((0, 2)), {1: agent})
    payoffs = GAME.payoffs(_last(moves))
    luck = opponent_luck(GAME, moves, 1, agent)[0]
    assert payoffs[0] - luck[KNOWN_FEATURES.index("showdown")] == pytest.approx(general.expected[0][0], abs=1e-10)


def _last(moves: Sequence[Move]) -> State:
    state = GAME.start()
    for move in moves:
        state = GAME.apply(state, move.action)
    return state


def test_who_is_known() -> None:
    game = Holdem(2)
    assert known_agent(game, "tight", 0) is not None
    assert known_agent(game, "random", 1) is not None
    assert known_agent(game, "odds", 0) is None, "it plays and states no mix"
    assert known_agent(game, "nobody we know", 0) is None


def test_features_of_both_seats_and_of_larger_tables() -> None:
    luck = KnownLuck()
    rng = Random(6)
    record = random_session(Holdem(2, hands=3), rng)
    found = luck.measure(record.game, record.moves, ("random", "odds"))
    size = len(luck.cards.names)
    assert found.shape == (3, 2, len(luck.names))
    assert (found[:, 1, size : size + 8] == -found[:, 0, size + 8 :]).all(), (
        "what the known player has not, the other has"
    )
    assert (found[:, 0, size : size + 8] == 0).all(), "odds is not known"
    assert np.abs(found[:, 1, size : size + 8]).max() > 0
    larger = random_session(Holdem(3), rng)
    assert (luck.measure(larger.game, larger.moves, ("random",) * 3)[:, :, size:] == 0).all()
    rows = LuckRows.of_records([record], luck)
    assert rows.luck.shape == (3, 2, len(luck.names))


def test_somebody_else_under_a_known_name_is_found_out() -> None:
    """`always-call` never folds."""
    moves = hand_of(possible()[0], "fold")
    with pytest.raises(MendaxError, match="never does"):
        KnownLuck().measure(GAME, moves, ("odds", "always-call"))
