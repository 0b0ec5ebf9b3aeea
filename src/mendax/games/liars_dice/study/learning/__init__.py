"""Figures 3 to 7 of the paper: what the learning agents learn, how fast, and how the findings compare."""
