"""Minds for Yahtzee."""
