"""Agents for Yahtzee."""
