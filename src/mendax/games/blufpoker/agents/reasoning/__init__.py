"""`reasoning`, our own player: how players really stop and bluff, estimated while playing, and the best reply to it."""

from mendax.games.blufpoker.agents.reasoning.agent import Reasoning, ReasoningFactory, reasoning

__all__ = ["Reasoning", "ReasoningFactory", "reasoning"]
