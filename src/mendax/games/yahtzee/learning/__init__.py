"""Yahtzee, learned: where policy-gradient learning meets the game."""
