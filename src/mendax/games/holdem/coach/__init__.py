"""The coach of Hold'em: what a hand is worth on a board, and what each agent would do with it."""

from mendax.games.holdem.coach.advice import Advice, Comparison, Odds, advise, compare
from mendax.games.holdem.coach.choices import AgentChoice, Position, agent_choices

__all__ = ["Advice", "AgentChoice", "Comparison", "Odds", "Position", "advise", "agent_choices", "compare"]
