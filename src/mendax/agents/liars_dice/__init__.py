"""Minds that play Liar's Dice."""
