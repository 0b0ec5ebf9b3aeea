"""PHH hand histories (variant FT, fixed-limit Texas Hold'em): written from records, and read."""

from mendax.games.holdem.phh.hand import PhhHand, hands_of_record
from mendax.games.holdem.phh.reading import load_records, read, read_file
from mendax.games.holdem.phh.writing import STACK, phh_text

__all__ = ["STACK", "PhhHand", "hands_of_record", "load_records", "phh_text", "read", "read_file"]
