"""Native twins of the eight Soar agents: the same chance for every action, hundreds of times as fast.

They are for opponents and for many games; the Soar agents are the authority, and tests compare the two position by
position. Only the paper's game: six faces, 1s wild, no special rounds.

Twins of players that have learned (`learned`) look up what their rules say, and choose as the kernel does.
"""
