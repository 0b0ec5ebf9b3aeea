"""An agent for one-die: it makes the lowest call, and accepts every call it hears."""

from mendax.core import Agent, AgentEntry, Decision


class Parrot(Agent):
    """Sees a view and the legal actions, and nothing else."""

    def act(self, view, actions, explain=False):
        return Decision(actions[0])  # the lowest call, or accept


def parrot(game, seat, rng):
    """Builds a fresh agent for every match."""
    return Parrot()


ENTRY = AgentEntry("parrot", "Calls one more, and accepts everything", "mendax_parrot.parrot:parrot", game="one-die")
