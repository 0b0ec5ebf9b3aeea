"""A bot for Mendax: accepts whatever it hears, and always claims one more than the last call."""

from mendax.core import Agent, AgentEntry, Decision


class Parrot(Agent):
    """Sees a view and the legal actions, and nothing else."""

    def act(self, view, actions, explain=False):
        return Decision(actions[0])  # the lowest call, or accept


def parrot(game, seat, rng):
    """Builds a fresh agent for every match."""
    return Parrot()


ENTRY = AgentEntry("one-die", "parrot", "Says one more, and believes everything", "mendax_parrot:parrot")
