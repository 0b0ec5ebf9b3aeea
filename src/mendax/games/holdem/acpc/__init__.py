"""The protocol of the Annual Computer Poker Competition, version 2.0.0: a dealer, and a player that joins one."""

from mendax.games.holdem.acpc.dealer import Dealer
from mendax.games.holdem.acpc.lines import VERSION, MatchState, parse_response, parse_state
from mendax.games.holdem.acpc.player import Player, join

__all__ = ["VERSION", "Dealer", "MatchState", "Player", "join", "parse_response", "parse_state"]
