"""Agents for one-die Liar's Dice."""
