"""Fair dice: every die and card of a round is fixed before it, and proved to those who see it."""

from mendax.table.fair.chance import FairChance, UnprovenChance, table_chance
from mendax.table.fair.commitment import FairRound, RoundCommitment
from mendax.table.fair.lines import proof_lines
from mendax.table.fair.proofs import Draw, Proof

__all__ = [
    "Draw",
    "FairChance",
    "FairRound",
    "Proof",
    "RoundCommitment",
    "UnprovenChance",
    "proof_lines",
    "table_chance",
]
