"""Compiled card functions of Texas Hold'em: evaluation, equity, hand strength, odds, and whole hands."""
