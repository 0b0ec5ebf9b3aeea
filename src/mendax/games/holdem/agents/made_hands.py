"""What a player's own cards make with the board, in a few plain classes."""

from __future__ import annotations

from enum import IntEnum

from mendax.games.holdem.rules import Cards, Kind, best_hand


class Made(IntEnum):
    """How good a hand is that one's own cards are part of."""

    NOTHING = 0
    """The board alone is as good, kickers aside."""
    PAIR = 1
    """A pair with a card of one's own, lower than the highest card of the board."""
    TOP_PAIR = 2
    """A pair of the board's highest card, or a pair in the hand that is higher."""
    STRONG = 3
    """Two pair or better; with a pair on the board, better than that pair and one more."""

    @property
    def words(self) -> str:
        """`top pair`, and so on."""
        return ("nothing of one's own", "a low pair", "top pair or an overpair", "two pair or better")[self]


def made_hand(cards: Cards, board: Cards) -> Made:
    """The class of a hand after the flop.

    >>> from mendax.games.holdem.rules import parse_cards
    >>> made_hand(parse_cards("AdQc"), parse_cards("Ah4cJh")).name
    'TOP_PAIR'
    """
    mine, open_ = best_hand(cards + board).kind, best_hand(board).kind
    if mine <= open_:
        return Made.NOTHING
    if mine is Kind.PAIR or (mine is Kind.TWO_PAIR and open_ is Kind.PAIR):
        ranks = [card >> 2 for card in cards + board]
        paired = max(rank for rank in ranks[:2] if ranks.count(rank) > 1)
        return Made.TOP_PAIR if paired >= max(ranks[2:]) else Made.PAIR
    return Made.STRONG


def has_draw(cards: Cards, board: Cards) -> bool:
    """Whether one more card may make a flush or a straight: four of a suit, or four ranks in a row open at both ends.

    At least one of the four is a card of one's own.

    >>> from mendax.games.holdem.rules import parse_cards
    >>> has_draw(parse_cards("9hTh"), parse_cards("2h3hKc")), has_draw(parse_cards("9hTd"), parse_cards("JhQs2c"))
    (True, True)
    """
    every = cards + board
    for suit in {card & 3 for card in cards}:
        if sum(card & 3 == suit for card in every) == 4:
            return True
    own, ranks = {card >> 2 for card in cards}, {card >> 2 for card in every}
    # Ranks low to low + 3, with a rank below and one above them; the ace is low below a two.
    return any({*range(low, low + 4)} <= ranks and own & {*range(low, low + 4)} for low in range(9))
