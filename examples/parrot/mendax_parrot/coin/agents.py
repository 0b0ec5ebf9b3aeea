"""Agents for the coin."""

from mendax.core import Agent, Decision, Explanation, Option


class Steady(Agent):
    """Names the likelier side, and says how likely each is when asked."""

    def __init__(self, game):
        self.game = game

    def act(self, view, actions, explain=False):
        action = max(actions, key=self.game.chance_of)
        if not explain:
            return Decision(action)
        options = tuple(Option(side, self.game.chance_of(side), float(side == action)) for side in actions)
        return Decision(action, Explanation(options))


def steady(game, seat, rng):
    """Builds a fresh agent for every match."""
    return Steady(game)
