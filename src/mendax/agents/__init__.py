"""The minds: where a method meets a game, one folder a game."""

from mendax.core.agent import Factory
from mendax.core.registry import AgentEntry, agent_entries, look_up

_ONE_DIE = "mendax.agents.one_die"
_LIARS_DICE = "mendax.agents.liars_dice"
_YAHTZEE = "mendax.agents.yahtzee"

OWN = (
    AgentEntry("one-die", "tree", "The thesis's pure strategy, by dynamic programming", f"{_ONE_DIE}.tree:tree"),
    AgentEntry("one-die", "matrix", "The thesis's mixed strategy, by payoff matrices", f"{_ONE_DIE}.matrix:matrix"),
    AgentEntry(
        "one-die",
        "equilibrium",
        "The exact mixed strategy: in the long run nobody beats it",
        f"{_ONE_DIE}.equilibrium:equilibrium",
    ),
    AgentEntry("one-die", "honest", "Tells the truth when it can, and trusts others", f"{_ONE_DIE}.honest:honest"),
    AgentEntry("yahtzee", "optimal", "The exact best play for the whole game", f"{_YAHTZEE}.players:optimal"),
    AgentEntry("yahtzee", "learned", "A network that learned from its own games", f"{_YAHTZEE}.learned:learned"),
    AgentEntry("yahtzee", "greedy", "The best play for the turn alone", f"{_YAHTZEE}.players:greedy"),
    AgentEntry("yahtzee", "target", "The best chance of N points or more", f"{_YAHTZEE}.goals:target_of", "N"),
    AgentEntry("yahtzee", "winner", "Plays a single opponent for the win", f"{_YAHTZEE}.goals:winner"),
    AgentEntry("yahtzee", "model", "What `mendax train` left in DIR", f"{_YAHTZEE}.learning.agent:model", "DIR"),
    AgentEntry("liars-dice", "cfr", "One round by CFR+: two players, no push", f"{_LIARS_DICE}.cfr:cfr"),
    AgentEntry("liars-dice", "honest", "Bids what its dice support, and nothing else", f"{_LIARS_DICE}.simple:honest"),
    AgentEntry(
        "liars-dice",
        "probability",
        "Takes what is most likely to succeed, by the odds of the hidden dice",
        f"{_LIARS_DICE}.simple:probability",
    ),
    AgentEntry("liars-dice", "e", "Soar: expected number", f"{_LIARS_DICE}.soar_mind:e"),
    AgentEntry("liars-dice", "em", "Soar: expected number and a model of the opponent", f"{_LIARS_DICE}.soar_mind:em"),
    AgentEntry("liars-dice", "eh", "Soar: expected number and expert heuristics", f"{_LIARS_DICE}.soar_mind:eh"),
    AgentEntry("liars-dice", "emh", "Soar: expected number, model and heuristics", f"{_LIARS_DICE}.soar_mind:emh"),
    AgentEntry("liars-dice", "p", "Soar: probability", f"{_LIARS_DICE}.soar_mind:p", "[TEMPERATURE]"),
    AgentEntry(
        "liars-dice",
        "pm",
        "Soar: probability and a model of the opponent",
        f"{_LIARS_DICE}.soar_mind:pm",
        "[TEMPERATURE]",
    ),
    AgentEntry(
        "liars-dice", "ph", "Soar: probability and expert heuristics", f"{_LIARS_DICE}.soar_mind:ph", "[TEMPERATURE]"
    ),
    AgentEntry(
        "liars-dice", "pmh", "Soar: probability, model and heuristics", f"{_LIARS_DICE}.soar_mind:pmh", "[TEMPERATURE]"
    ),
    AgentEntry(
        "*",
        "best-response",
        "Knows AGENT and takes all that can be taken from it",
        "mendax.agents.exact:best_response_to",
        "AGENT",
    ),
    AgentEntry("*", "random", "Any legal action, equally often", "mendax.agents.uniform:uniform"),
)


def agents(game: str) -> dict[str, AgentEntry]:
    """Every mind that plays a game, by name."""
    return agent_entries(OWN, game)


def build_agent(game: str, text: str) -> Factory:
    """The factory of a mind from its text: `tree`, `best-response:tree`. `game` is the game's name."""
    name, _, argument = text.partition(":")
    return look_up(name, agents(game), f"{game} agent").make(game, argument)
