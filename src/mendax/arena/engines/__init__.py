"""Where the games of a run are played: on this machine, or on many.

An `Engine` plays ranges of games and lets learners learn. `processes` is our own pool on this machine, `ray` is a
cluster; another package adds an engine through an entry point. Whatever the engine, the results are the same bytes.
"""
