"""Coin: name the side of a hidden coin."""

from mendax.core import AgentEntry, GameEntry

ENTRY = GameEntry(
    name="coin",
    about="Name the side of a hidden coin: one player",
    rules="mendax_parrot.coin.rules:Coin",
    agents=(AgentEntry("steady", "Always names the likelier side", "mendax_parrot.coin.agents:steady"),),
    advisor="steady",
    solver="mendax_parrot.coin.solver:solve",
    coach="mendax_parrot.coin.coach:COACH",
    face="mendax_parrot.coin.face:FACE",
)
