"""Rules of one-die Liar's Dice: a die, a call that may be a lie, and an answer."""

from mendax.games.one_die.rules.game import OneDie
from mendax.games.one_die.rules.types import ACCEPT, CHALLENGE, Action, Answer, Call, Event, Roll, State, View

__all__ = ["ACCEPT", "CHALLENGE", "Action", "Answer", "Call", "Event", "OneDie", "Roll", "State", "View"]
