"""Agents that play Liar's Dice."""
