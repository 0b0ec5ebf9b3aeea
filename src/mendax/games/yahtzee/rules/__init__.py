"""Yahtzee: five dice, three rolls, thirteen boxes."""

from mendax.games.yahtzee.rules.game import Yahtzee
from mendax.games.yahtzee.rules.scoring import Box, Card, Rules
from mendax.games.yahtzee.rules.types import Action, Event, Keep, Roll, Score, State, View

__all__ = ["Action", "Box", "Card", "Event", "Keep", "Roll", "Rules", "Score", "State", "View", "Yahtzee"]
