"""The two-player round of Blufpoker solved exactly, and best responses to strategies in it."""
