"""The vocabulary that all packages share: Game, View, Action, Agent, Decision, Match, Record."""

from mendax.core.agent import (
    Agent,
    AnyAgent,
    AnyMixedAgent,
    Belief,
    Decision,
    Explanation,
    Factory,
    MixedAgent,
    Option,
)
from mendax.core.catalogue import AgentEntry, GameEntry
from mendax.core.errors import BadNotation, BadRecord, IllegalAction, MendaxError, Stopped, UnknownName
from mendax.core.forms import Form
from mendax.core.game import AnyGame, Game, Seat, Turn, game_text
from mendax.core.learner import Learner, LearnerFactory, SavedLearner
from mendax.core.match import Fault, Match, Move, Outcome, play_match
from mendax.core.record import Record, read_records

__all__ = [
    "Agent",
    "AgentEntry",
    "AnyAgent",
    "AnyGame",
    "AnyMixedAgent",
    "BadNotation",
    "BadRecord",
    "Belief",
    "Decision",
    "Explanation",
    "Factory",
    "Fault",
    "Form",
    "Game",
    "GameEntry",
    "IllegalAction",
    "Learner",
    "LearnerFactory",
    "Match",
    "MendaxError",
    "MixedAgent",
    "Move",
    "Option",
    "Outcome",
    "Record",
    "SavedLearner",
    "Seat",
    "Stopped",
    "Turn",
    "UnknownName",
    "game_text",
    "play_match",
    "read_records",
]
