"""The games, one folder each: rules, kernels, solvers, agents and all else that knows which game it serves.

A folder's `ENTRY` names its parts; `mendax.core.catalogue` finds the folders by itself.
"""
