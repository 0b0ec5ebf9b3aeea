"""A person at the terminal: they see their own view and nothing else."""

from mendax.table.terminal.prompt import Left, Prompt
from mendax.table.terminal.saved import SavedGame, load_saved, saved_games
from mendax.table.terminal.session import Session

__all__ = ["Left", "Prompt", "SavedGame", "Session", "load_saved", "saved_games"]
