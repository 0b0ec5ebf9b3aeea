"""Minds for one-die Liar's Dice."""
