"""The rules of Hold'em in plain words."""

from __future__ import annotations

from typing import Final

RULES: Final = (
    "Everybody gets two cards that only they see; five more are laid open for all: three (the flop), one (the turn), "
    "one (the river). The best five of your seven cards count. "
    "Before the first cards the two players left of the button put in the blinds, 1 chip and 2. "
    "There is betting before the flop and each time cards are laid open. Who is asked may fold (give up the hand), "
    "check (go on for nothing, if nobody has bet), call (pay what the others have paid), bet, or raise. "
    "A bet and a raise are always 2 chips, on the turn and the river 4, and a stage has at most {raises} raises. "
    "When all but one have folded, that one takes the pot and shows nothing. Otherwise those who are left show their "
    "cards after the river, and the best hand wins; equal hands share. "
    "Hands from low to high: high card, pair, two pair, three of a kind, straight (five in a row), "
    "flush (five of a suit), full house (three and a pair), four of a kind, straight flush. "
    "Money never runs out; it is counted in small bets of 2 chips. A match has {hands}."
)
WORDS: Final = {
    "button": "the seat that acts last after the flop; it moves one seat to the left with every hand",
    "small blind, big blind": "1 and 2 chips that two players must put in before the cards",
    "pot": "all chips that were put in in this hand; the winner gets them",
    "to call": "what you must pay to stay in",
    "4.0 to 1": "the pot odds: the pot is four times what you must pay, so a call must win one time in five",
    "small bet": "2 chips; what is won and lost is counted in them",
}
