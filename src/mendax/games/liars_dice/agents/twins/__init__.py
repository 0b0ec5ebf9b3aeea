"""Native twins of the eight Soar agents: the same chance for every action, hundreds of times as fast.

They are for opponents and for many games; the Soar agents are the authority, and tests compare the two position by
position. Only the paper's game: six faces, 1s wild, no special rounds.
"""
