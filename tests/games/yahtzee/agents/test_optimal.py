"""`optimal` and `greedy`: the sentence of a decision."""

from __future__ import annotations

from random import Random

from mendax.games.yahtzee.agents.optimal import greedy
from mendax.games.yahtzee.rules import Yahtzee


def test_the_sentence_has_the_value_and_the_lead() -> None:
    game = Yahtzee(single_turn=True)
    state = game.apply(game.start(), game.parse_action("roll 1 3 5 5 5"))
    decision = greedy(game, 0, Random(0)).act(game.view(state, 0), game.actions(state), explain=True)
    assert decision.explanation is not None
    values = sorted((option.value or 0.0 for option in decision.explanation.options), reverse=True)
    assert decision.explanation.sentence == (
        f"{decision.action}: {values[0]:.4g} expected points of this turn, "
        f"{values[0] - values[1]:.2g} more than the next best."
    )
