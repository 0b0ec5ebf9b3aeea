"""`knowing`: the paper's knowledge agent (sections 2.2 and 2.3), with possible worlds on a Kripke model."""

from mendax.games.blufpoker.agents.knowing.agent import Knowing, KnowingFactory, knowing
from mendax.games.blufpoker.agents.knowing.model import CupKnowledge, cup_knowledge
from mendax.games.blufpoker.agents.knowing.readings import AUTHORS, Readings, read_readings

__all__ = [
    "AUTHORS",
    "CupKnowledge",
    "Knowing",
    "KnowingFactory",
    "Readings",
    "cup_knowledge",
    "knowing",
    "read_readings",
]
