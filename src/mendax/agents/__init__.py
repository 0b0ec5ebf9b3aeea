"""The minds: where a method meets a game, one folder a game."""

from __future__ import annotations

from mendax.agents.exact import BestResponseFactory
from mendax.agents.one_die.equilibrium import equilibrium
from mendax.agents.one_die.honest import honest
from mendax.agents.one_die.matrix import matrix
from mendax.agents.one_die.tree import tree
from mendax.agents.uniform import uniform
from mendax.core.agent import Factory
from mendax.core.errors import MendaxError
from mendax.core.registry import AgentEntry, agent_entries, look_up, plain


def own_entries(game: str) -> tuple[AgentEntry, ...]:
    """The minds that come with Mendax; the general ones know the game they are asked for."""

    def best_response_to(name: str) -> Factory:
        if not name:
            raise MendaxError("best-response needs an agent to respond to, such as best-response:tree")
        return BestResponseFactory(build_agent(game, name))

    return (
        AgentEntry("one-die", "tree", "The thesis's pure strategy, by dynamic programming", plain(tree)),
        AgentEntry("one-die", "matrix", "The thesis's mixed strategy, by payoff matrices", plain(matrix)),
        AgentEntry("one-die", "equilibrium", "The exact mixed strategy: nobody beats it", plain(equilibrium)),
        AgentEntry("*", "best-response", "Takes all that can be taken from AGENT", best_response_to, "AGENT"),
        AgentEntry("one-die", "honest", "Tells the truth when it can, and trusts others", plain(honest)),
        AgentEntry("*", "random", "Any legal action, equally often", plain(uniform)),
    )


def agents(game: str) -> dict[str, AgentEntry]:
    """Every mind that plays a game, by name."""
    return agent_entries(own_entries(game), game)


def build_agent(game: str, text: str) -> Factory:
    """The factory of a mind from its text: `tree`, `best-response:tree`. `game` is the game's name."""
    name, _, argument = text.partition(":")
    entry = look_up(name, agents(game), f"{game} agent")
    return entry.make(argument)
